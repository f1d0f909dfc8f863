//! What callers hold while they call the functions of [`super`].

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

/// Begins a transaction whose statements all read one state; it writes nothing.
pub async fn begin_reading(pool: &PgPool) -> Result<Transaction, StorageError> {
    let how = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    Ok(pool.begin_with(how).await?)
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

/// A connection whose statements take as long as they need; it ends when it is dropped.
pub(crate) async fn patient(pool: &PgPool) -> Result<Connection, StorageError> {
    let mut db = connection(pool).await?;
    db.close_on_drop();
    sqlx::query!(
        "SELECT set_config('statement_timeout', '0', false) AS statement, \
         set_config('lock_timeout', '0', false) AS lock"
    )
    .fetch_one(&mut *db)
    .await?;
    Ok(db)
}
