//! Uploads into buckets of other people that nobody goes on with. Whoever owns the bucket pays for what was sent of them until they
//! are taken back.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::push_target::TargetKind;
use push::{HostDemand, PushConfig, PushError, Target, TargetSpec, parse_address};
use storage::db::push_uploads::{self, LeftUpload};
use storage::sealed::ServerKey;
use storage::{PgPool, StorageError};
use tokio::time::timeout;

/// Uploads that are taken back in one round.
const AT_ONCE: i64 = 20;
/// How long one may take.
const LONGEST: Duration = Duration::from_secs(30);

/// Takes back what nobody goes on with any more; answers how many uploads. What cannot be taken back now is tried again for a day.
pub async fn sweep(
    pool: &PgPool,
    key: &ServerKey,
    config: &PushConfig,
    now: DateTime<Utc>,
) -> Result<usize, StorageError> {
    let mut db = pool.acquire().await?;
    push_uploads::leave_over(&mut db, now).await?;
    let left = push_uploads::take_left(&mut db, now, AT_ONCE).await?;
    drop(db);
    let mut taken_back = 0;
    for upload in &left {
        let taken = timeout(LONGEST, take_back(key, config, upload)).await;
        match taken.unwrap_or_else(|late| Err(late.to_string())) {
            Ok(()) => {
                let mut db = pool.acquire().await?;
                push_uploads::forget(&mut db, upload.id).await?;
                taken_back += 1;
            }
            Err(why) => {
                tracing::warn!(%why, upload = %upload.id, "an unfinished upload cannot be taken back");
            }
        }
    }
    // Last: where no worker ran for a day, they have been tried now.
    let mut db = pool.acquire().await?;
    let given_up = push_uploads::give_up(&mut db, now).await?;
    if given_up > 0 {
        tracing::warn!(given_up, "unfinished uploads stay in buckets of people");
    }
    Ok(taken_back)
}

/// Answers why it cannot be.
async fn take_back(
    key: &ServerKey,
    config: &PushConfig,
    upload: &LeftUpload,
) -> Result<(), String> {
    let kind = TargetKind::S3;
    let address = parse_address(kind, &upload.address).map_err(|fault| fault.to_string())?;
    let spec = TargetSpec {
        kind,
        address,
        region: upload.region.clone(),
        login_name: upload.login_name.clone(),
        secret: upload.secret(key).map_err(|error| error.to_string())?,
        key: None,
        host: HostDemand::Anybody,
    };
    let done = async {
        let mut target = Target::open(&spec, config).await?;
        target.take_back(&upload.path, &upload.upload_id).await?;
        target.close().await;
        Ok::<_, PushError>(())
    };
    done.await.map_err(|error| error.to_string())
}
