//! What callers hold while they call the functions of [`super`].

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection, PgPool, Postgres};

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

/// Most connections that [`Ready`] keeps.
const MOST_READY: usize = 4;
/// A connection that was used less than this ago is taken to be alive.
const SURELY_ALIVE: Duration = Duration::from_secs(1);

/// A few connections beside the pool for what is asked often and is answered in microseconds: the pool asks a
/// connection whether it is alive when it is taken and when it comes back, which takes as long as the answer.
#[derive(Debug, Clone)]
pub struct Ready {
    pool: PgPool,
    kept: Arc<Mutex<Vec<(PgConnection, Instant)>>>,
}

/// A connection of [`Ready`]. It is kept only after [`ReadyConnection::keep`]: one that is dropped half-way through a
/// statement, or after an error, is closed.
#[derive(Debug)]
pub struct ReadyConnection {
    connection: PgConnection,
    kept: Arc<Mutex<Vec<(PgConnection, Instant)>>>,
}

impl Ready {
    /// None yet; they come from the pool, which makes others for itself.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        Self {
            pool,
            kept: Arc::default(),
        }
    }

    /// One that is alive.
    pub async fn connection(&self) -> Result<ReadyConnection, StorageError> {
        let connection = match self.alive().await {
            Some(connection) => connection,
            None => self.pool.acquire().await?.detach(),
        };
        Ok(ReadyConnection {
            connection,
            kept: Arc::clone(&self.kept),
        })
    }

    async fn alive(&self) -> Option<PgConnection> {
        loop {
            let last = self
                .kept
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop();
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
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST_READY {
            kept.push((self.connection, Instant::now()));
        }
    }
}

impl Deref for ReadyConnection {
    type Target = PgConnection;
    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for ReadyConnection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}
