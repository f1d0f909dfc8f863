//! Applying units (单位).

use sqlx::PgConnection;
use uuid::Uuid;

use super::{Listing, Page, containing};
use crate::StorageError;

/// A unit that applies for data.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Unit {
    /// Its name, unique.
    pub name: String,
    /// 1 in use, 0 no longer offered.
    pub status: i16,
}

/// Which units to list; `None` filters nothing.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only this status.
    pub status: Option<i16>,
    /// Part of the name.
    pub part: Option<String>,
}

/// Units by name.
pub async fn list(
    connection: &mut PgConnection,
    filter: &Filter,
    page: Page,
) -> Result<Listing<Unit>, StorageError> {
    const WHERE: &str =
        "($1::smallint IS NULL OR status = $1) AND ($2::text IS NULL OR name ILIKE $2)";
    let pattern = filter.part.as_deref().map(containing);
    let count = format!("SELECT count(*) FROM unit WHERE {WHERE}");
    let total = sqlx::query_scalar(sqlx::AssertSqlSafe(count))
        .bind(filter.status)
        .bind(&pattern)
        .fetch_one(&mut *connection)
        .await?;
    let select =
        format!("SELECT name, status FROM unit WHERE {WHERE} ORDER BY name LIMIT $3 OFFSET $4");
    let items = sqlx::query_as(sqlx::AssertSqlSafe(select))
        .bind(filter.status)
        .bind(&pattern)
        .bind(page.limit())
        .bind(page.offset())
        .fetch_all(connection)
        .await?;
    Ok(Listing { items, total })
}

/// The unit of that name, and whether it is new.
pub async fn add(connection: &mut PgConnection, name: &str) -> Result<(Unit, bool), StorageError> {
    let made = sqlx::query_as(
        "INSERT INTO unit (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING name, status",
    )
    .bind(Uuid::now_v7())
    .bind(name)
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(unit) = made {
        return Ok((unit, true));
    }
    let known = sqlx::query_as("SELECT name, status FROM unit WHERE name = $1")
        .bind(name)
        .fetch_one(connection)
        .await?;
    Ok((known, false))
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
