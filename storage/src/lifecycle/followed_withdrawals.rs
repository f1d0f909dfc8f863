//! What another installation took out of its catalogue, taken out here as well: of the scenes that a receive task has brought from there.

use chrono::{DateTime, Utc};
use domain::ids::ReceiveTaskId;
use domain::receive::{ItemOutcome, ItemReason};
use sqlx::PgPool;
use texts::Detail;

use super::By;
use super::withdrawals::withdraw_by;
use crate::StorageError;
use crate::db::receive_files::{self, ItemReport};
use crate::db::receive_tasks;
use crate::db::tasks::{self, ReceiveJob};

/// Scenes that are to be taken out, each with the reason that the other side has for it.
#[derive(Debug, Clone, Default)]
pub struct FollowedWithdrawals {
    /// By reason, the public ids.
    pub scenes: Vec<(String, Vec<String>)>,
    /// Up to which withdrawal of the other side that is.
    pub until: i64,
}

/// Takes them out, except those that orders have, reports each, and notes how far the task has followed: all of it, or nothing. False
/// when the claim is no longer the worker's.
pub async fn follow(
    pool: &PgPool,
    (job, task): (ReceiveJob, ReceiveTaskId),
    followed: &FollowedWithdrawals,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let mut reports = Vec::new();
    for (reason, dataids) in &followed.scenes {
        let done = withdraw_by(&mut tx, (By::System, now), dataids, reason).await?;
        let why = [
            (ItemReason::Withdrawn, done.withdrawn),
            (ItemReason::WithdrawnButOrdered, done.ordered),
        ];
        for (item_reason, dataids) in why {
            let some = dataids.into_iter().map(|dataid| ItemReport {
                name: dataid.clone(),
                dataid: Some(dataid),
                size: 0,
                outcome: ItemOutcome::Refused,
                reason: Some((item_reason, Detail::from(reason.as_str()))),
            });
            reports.extend(some);
        }
    }
    receive_files::report(&mut tx, job.run, &reports, now).await?;
    receive_tasks::set_followed_until(&mut tx, task, followed.until).await?;
    // Last, as for every batch.
    if !tasks::stands(&mut tx, job.claim).await? {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}
