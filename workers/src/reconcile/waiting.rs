//! Hearing of tasks that came to wait.

use std::time::Duration;

use storage::db::task_feed::TaskFeed;
use storage::{PgPool, StorageError};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// Wait before listening is tried again. Meanwhile what waits is found by looking.
const PAUSE: Duration = Duration::from_secs(1);

/// Nudges whenever tasks have, or may have, come to wait, until `stop` is set.
pub async fn hear(pool: &PgPool, nudge: &Notify, stop: &CancellationToken) {
    let mut failing = false;
    let hearing = async {
        loop {
            if let Err(error) = relay(pool, nudge, &mut failing).await
                && !failing
            {
                failing = true;
                tracing::warn!(%error, "waiting tasks are not heard of, and found by looking");
            }
            tokio::time::sleep(PAUSE).await;
        }
    };
    stop.run_until_cancelled(hearing).await;
}

async fn relay(pool: &PgPool, nudge: &Notify, failing: &mut bool) -> Result<(), StorageError> {
    let mut feed = TaskFeed::open(pool).await?;
    *failing = false;
    // What came before it listened.
    nudge.notify_one();
    loop {
        feed.next().await?;
        nudge.notify_one();
    }
}
