//! What callers hold while they call the functions of [`super`].

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection, PgPool, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::StorageError;

/// A connection of the pool; goes back when dropped.
pub type Connection = sqlx::pool::PoolConnection<Postgres>;
/// A transaction; undone when dropped without [`commit`].
pub type Transaction = sqlx::Transaction<'static, Postgres>;

/// Takes a connection from the pool.
pub async fn connection(pool: &PgPool) -> Result<Connection, StorageError> {
    Ok(pool.acquire().await?)
}

/// Begins a transaction.
pub async fn begin(pool: &PgPool) -> Result<Transaction, StorageError> {
    Ok(pool.begin().await?)
}

/// Begins a transaction on a connection that one has.
pub async fn begin_on(
    connection: &mut PgConnection,
) -> Result<sqlx::Transaction<'_, Postgres>, StorageError> {
    Ok(connection.begin().await?)
}

/// Makes a transaction's changes lasting.
pub async fn commit(transaction: sqlx::Transaction<'_, Postgres>) -> Result<(), StorageError> {
    Ok(transaction.commit().await?)
}

/// Connections of [`Ready`]; whoever comes when all are taken has one of the pool.
const MOST_READY: usize = 4;
/// A connection that was used less than this ago is taken to be alive.
const SURELY_ALIVE: Duration = Duration::from_secs(1);

/// Idle connections, and when they were used.
type Kept = Arc<Mutex<Vec<(PgConnection, Instant)>>>;

/// A few connections beside the pool for what is asked often and is answered in microseconds: the pool asks a
/// connection whether it is alive when it is taken and when it comes back, which takes as long as the answer.
#[derive(Debug, Clone)]
pub struct Ready {
    pool: PgPool,
    kept: Kept,
    turns: Arc<Semaphore>,
}

/// A connection of [`Ready`]. It is kept only after [`ReadyConnection::keep`]: one that is dropped half-way through a
/// statement, or after an error, is closed.
#[derive(Debug)]
pub struct ReadyConnection(Either);

#[derive(Debug)]
enum Either {
    Own {
        connection: PgConnection,
        kept: Kept,
        turn: OwnedSemaphorePermit,
    },
    OfPool(Connection),
}

impl Ready {
    /// None yet; they come from the pool, which makes others for itself.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        Self {
            pool,
            kept: Arc::default(),
            turns: Arc::new(Semaphore::new(MOST_READY)),
        }
    }

    /// One that is alive.
    pub async fn connection(&self) -> Result<ReadyConnection, StorageError> {
        let Ok(turn) = Arc::clone(&self.turns).try_acquire_owned() else {
            return Ok(ReadyConnection(Either::OfPool(self.pool.acquire().await?)));
        };
        let connection = match self.alive().await {
            Some(connection) => connection,
            None => self.pool.acquire().await?.detach(),
        };
        Ok(ReadyConnection(Either::Own {
            connection,
            kept: Arc::clone(&self.kept),
            turn,
        }))
    }

    async fn alive(&self) -> Option<PgConnection> {
        loop {
            let last = {
                let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.pop()
            };
            let (mut connection, used) = last?;
            if used.elapsed() < SURELY_ALIVE || connection.ping().await.is_ok() {
                return Some(connection);
            }
        }
    }
}

impl ReadyConnection {
    /// Everything that was asked was answered: the next one may have it.
    pub fn keep(self) {
        if let Either::Own {
            connection,
            kept,
            turn,
        } = self.0
        {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.push((connection, Instant::now()));
            // Not before: who has the turn finds the connection.
            drop(turn);
        }
    }
}

impl Deref for ReadyConnection {
    type Target = PgConnection;
    fn deref(&self) -> &PgConnection {
        match &self.0 {
            Either::Own { connection, .. } => connection,
            Either::OfPool(connection) => connection,
        }
    }
}

impl DerefMut for ReadyConnection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        match &mut self.0 {
            Either::Own { connection, .. } => connection,
            Either::OfPool(connection) => connection,
        }
    }
}
