//! Applying units (单位).

use sqlx::PgConnection;
use uuid::Uuid;

use super::{Listing, Page};
use crate::StorageError;

/// A unit that applies for data.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Unit {
    /// Its name, unique.
    pub name: String,
    /// 1 in use, 0 no longer offered.
    pub status: i16,
}

/// Units by name.
pub async fn list(
    connection: &mut PgConnection,
    page: Page,
) -> Result<Listing<Unit>, StorageError> {
    let total = sqlx::query_scalar("SELECT count(*) FROM unit")
        .fetch_one(&mut *connection)
        .await?;
    let items = sqlx::query_as("SELECT name, status FROM unit ORDER BY name LIMIT $1 OFFSET $2")
        .bind(page.limit())
        .bind(page.offset())
        .fetch_all(connection)
        .await?;
    Ok(Listing { items, total })
}

/// Makes a unit unless there is one of that name.
pub async fn ensure(connection: &mut PgConnection, name: &str) -> Result<(), StorageError> {
    sqlx::query("INSERT INTO unit (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(Uuid::now_v7())
        .bind(name)
        .execute(connection)
        .await?;
    Ok(())
}
