//! Holding a claim while its work runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use storage::StorageError;
use storage::db::tasks;
use storage::objects::Claim;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::crew::{Crew, LEASE, RENEWAL};
use crate::stream::ProgressWatch;

/// A held claim: renewed once a second until dropped, given up when the ledger says that it no longer stands.
pub struct Lease {
    done: Arc<AtomicU64>,
    cancel: CancellationToken,
    renewal: JoinHandle<()>,
}

impl Lease {
    /// Holds `claim` from now on.
    pub fn hold(crew: &Arc<Crew>, claim: Claim) -> Self {
        let done = Arc::new(AtomicU64::new(0));
        // A child: when the process stops, every job is cancelled with it.
        let cancel = crew.stopping.child_token();
        let renewal = tokio::spawn(renew(
            Arc::clone(crew),
            claim,
            Arc::clone(&done),
            cancel.clone(),
        ));
        Self {
            done,
            cancel,
            renewal,
        }
    }

    /// Progress out of, cancellation into a step whose bytes begin after `before` bytes of the task.
    pub fn watch(&self, before: u64) -> ProgressWatch {
        let done = Arc::clone(&self.done);
        ProgressWatch::new(
            move |bytes| done.store(before + bytes, Ordering::Relaxed),
            self.cancel.clone(),
        )
    }

    /// Resolves when the claim is lost or the process stops.
    pub async fn lost(&self) {
        self.cancel.cancelled().await;
    }
}

impl Drop for Lease {
    /// A queue that loses its connection drops the work it runs; a lease that outlived it would keep the task running
    /// for ever.
    fn drop(&mut self) {
        self.renewal.abort();
    }
}

async fn renew(crew: Arc<Crew>, claim: Claim, done: Arc<AtomicU64>, cancel: CancellationToken) {
    let mut ticks = tokio::time::interval(RENEWAL);
    ticks.tick().await;
    loop {
        ticks.tick().await;
        let renewed = async {
            let mut db = crew.pool.acquire().await?;
            tasks::renew(&mut db, claim, LEASE, done.load(Ordering::Relaxed)).await
        };
        // One that takes longer comes too late anyway.
        let renewed = timeout(LEASE, renewed).await;
        match renewed.unwrap_or_else(|late| Err(StorageError::Queue(late.to_string()))) {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!(task = %claim.task, "the claim no longer stands");
                cancel.cancel();
                return;
            }
            // The database may be back before the lease runs out; publishing is fenced anyway.
            Err(error) => tracing::warn!(%error, task = %claim.task, "cannot renew"),
        }
    }
}
