//! The whole database, out and in again: rows with `COPY`, so that the programs of Postgres are not needed and a newer
//! Postgres reads what an older one wrote.

mod objects;
mod rows;
mod schema;

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::handles::Transaction;
use super::{behaviours, patient};
use crate::StorageError;

pub use objects::{NamedObject, ObjectContent, named_objects};
pub use rows::{Table, copy_in, copy_out, empty, tables};
pub use schema::{
    DatabaseUse, Migrations, SchemaFit, fit, migrations, sequences, set_sequences, usage,
};

/// A transaction that sees one moment and changes nothing.
pub async fn snapshot(pool: &PgPool) -> Result<Transaction, StorageError> {
    begin(pool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
}

/// A transaction that fills a whole database.
pub async fn filling(pool: &PgPool) -> Result<Transaction, StorageError> {
    begin(pool, "BEGIN").await
}

/// Between two tables a slow disk may need its time.
async fn begin(pool: &PgPool, how: &'static str) -> Result<Transaction, StorageError> {
    let mut transaction = pool.begin_with(how).await?;
    sqlx::query!(
        "SELECT set_config('idle_in_transaction_session_timeout', '0', true) AS idle, \
         set_config('statement_timeout', '0', true) AS statement, set_config('lock_timeout', '0', true) AS lock"
    )
    .fetch_one(&mut *transaction)
    .await?;
    Ok(transaction)
}

/// Moves what people did in months that a fresh database has no part for into parts of their own, however many rows these are.
pub async fn lay_by_month(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    let mut db = patient(pool).await?;
    behaviours::make_months(&mut db, now).await?;
    Ok(())
}

/// Measures all tables anew: after a restore the planner knows nothing of them.
pub async fn measure(pool: &PgPool) -> Result<(), StorageError> {
    let mut db = patient(pool).await?;
    sqlx::query!("ANALYZE").execute(&mut *db).await?;
    Ok(())
}
