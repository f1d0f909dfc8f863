//! Word of orders that changed, as `orders::notify` sends it.

use std::time::Duration;

use domain::ids::OrderId;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::time::timeout;

use crate::StorageError;

/// After so long without a word the database is asked whether it is there.
const QUIET: Duration = Duration::from_secs(20);

/// Hears of every order that changes, in whichever process. Holds one connection of the pool.
pub struct OrderFeed(PgListener);

/// What a process hears of orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedSignal {
    /// The order with this id changed.
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
            let Ok(word) = timeout(QUIET, self.0.try_recv()).await else {
                // Whoever only hears does not notice that nobody speaks any more.
                sqlx::query!("SELECT").execute(&mut self.0).await?;
                continue;
            };
            match word? {
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
