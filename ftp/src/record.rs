//! The transfer log: one beginning, exactly one end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tokio::time::sleep;
use uuid::Uuid;

use crate::gateway::{GatewayError, TransferEnd, TransferOutcome, TransferStart};
use crate::shared::Shared;

/// Waits between the tries to write an end.
const RETRIES: [Duration; 4] = [
    Duration::from_millis(500),
    Duration::from_secs(2),
    Duration::from_secs(5),
    Duration::from_secs(15),
];

/// A transfer that began. Dropping it writes the end, however the transfer ended: finished, cancelled or panicked.
pub(crate) struct Record {
    shared: Arc<Shared>,
    id: Uuid,
    sent: Arc<AtomicU64>,
    outcome: TransferOutcome,
}

impl Record {
    /// Writes the beginning.
    pub(crate) async fn begin(
        shared: &Arc<Shared>,
        start: TransferStart,
        sent: &Arc<AtomicU64>,
    ) -> Result<Self, GatewayError> {
        let id = start.id;
        shared.gateway.transfer_begun(start).await?;
        shared.stats.transfers.fetch_add(1, Relaxed);
        Ok(Self {
            shared: Arc::clone(shared),
            id,
            sent: Arc::clone(sent),
            outcome: TransferOutcome::Aborted,
        })
    }

    /// Writes the end with what is known about it.
    pub(crate) fn end(mut self, outcome: TransferOutcome) {
        self.outcome = outcome;
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        let end = TransferEnd {
            id: self.id,
            bytes: self.sent.load(Relaxed),
            outcome: self.outcome,
            ended_at: (self.shared.config.clock)(),
        };
        self.shared.stats.transfers.fetch_sub(1, Relaxed);
        self.shared.stats.bytes.fetch_add(end.bytes, Relaxed);
        let shared = Arc::clone(&self.shared);
        self.shared
            .tasks
            .spawn_on(write_end(shared, end), &self.shared.runtime);
    }
}

async fn write_end(shared: Arc<Shared>, end: TransferEnd) {
    let mut waits = RETRIES.into_iter();
    while let Err(error) = shared.gateway.transfer_ended(end.clone()).await {
        let Some(wait) = waits.next() else {
            tracing::error!(%error, ?end, "the end of a transfer could not be recorded");
            return;
        };
        sleep(wait).await;
    }
}
