//! One listener for the whole process tells every stream which order has changed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::ids::OrderId;
use storage::PgPool;
use storage::db::order_feed::{FeedSignal, OrderFeed};
use tokio::sync::broadcast::{self, error::RecvError};

/// Words kept for a stream that is slow; one that misses some reads its order again.
const KEPT: usize = 1024;
/// Wait before listening is tried again.
const PAUSE: Duration = Duration::from_secs(1);

/// Where streams learn that their order has changed.
pub struct ProgressFeed {
    pool: PgPool,
    words: broadcast::Sender<FeedSignal>,
    listening: AtomicBool,
}

impl ProgressFeed {
    /// Listens from the first subscription on.
    pub(crate) fn new(pool: PgPool) -> Self {
        Self {
            pool,
            words: broadcast::Sender::new(KEPT),
            listening: AtomicBool::new(false),
        }
    }

    /// The changes of one order from now on.
    pub(crate) fn subscribe(&self, order: OrderId) -> Changes {
        if !self.listening.swap(true, Ordering::AcqRel) {
            tokio::spawn(listen(self.pool.clone(), self.words.clone()));
        }
        Changes {
            order,
            words: self.words.subscribe(),
        }
    }
}

/// The changes of one order.
pub(crate) struct Changes {
    order: OrderId,
    words: broadcast::Receiver<FeedSignal>,
}

impl Changes {
    /// Waits until the order has, or may have, changed. Safe to drop half-way.
    pub(crate) async fn next(&mut self) {
        loop {
            match self.words.recv().await {
                Ok(FeedSignal::Changed(order)) if order != self.order => {}
                Ok(_) | Err(RecvError::Lagged(_)) => return,
                // The process is ending; the stream ends with its connection.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    /// Forgets what was heard so far: the order is about to be read anyway.
    pub(crate) fn forget(&mut self) {
        self.words = self.words.resubscribe();
    }
}

/// Listens until the pool is closed.
async fn listen(pool: PgPool, words: broadcast::Sender<FeedSignal>) {
    while !pool.is_closed() {
        if let Err(error) = relay(&pool, &words).await {
            tracing::warn!(%error, "listening for order changes failed");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Nobody may be listening just now: a word that reaches nobody is no error.
async fn relay(
    pool: &PgPool,
    words: &broadcast::Sender<FeedSignal>,
) -> Result<(), storage::StorageError> {
    let mut feed = OrderFeed::open(pool).await?;
    let _ = words.send(FeedSignal::Lost);
    loop {
        let _ = words.send(feed.next().await?);
    }
}
