//! Word of orders that changed, as `orders::notify` sends it.

use domain::ids::OrderId;
use sqlx::PgPool;
use sqlx::postgres::PgListener;

use crate::StorageError;

/// Hears of every order that changes, in whichever process. Holds one connection of the pool.
pub struct OrderFeed(PgListener);

/// What was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedSignal {
    /// This order changed.
    Changed(OrderId),
    /// The connection was lost for a while: any order may have changed.
    Lost,
}

impl OrderFeed {
    /// Begins to listen.
    pub async fn open(pool: &PgPool) -> Result<Self, StorageError> {
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen("order_progress").await?;
        Ok(Self(listener))
    }

    /// Waits for the next word. After an error the feed is over: open another.
    pub async fn next(&mut self) -> Result<FeedSignal, StorageError> {
        loop {
            match self.0.try_recv().await? {
                None => return Ok(FeedSignal::Lost),
                Some(word) => {
                    if let Ok(order) = word.payload().parse() {
                        return Ok(FeedSignal::Changed(order));
                    }
                }
            }
        }
    }
}
