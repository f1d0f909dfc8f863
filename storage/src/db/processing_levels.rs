//! Processing levels (处理级别) of reprocessing orders, a dictionary that administrators edit.

use sqlx::PgConnection;

use crate::StorageError;

/// A processing level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessingLevel {
    /// Its number; stays the same as long as the level keeps its name.
    pub id: i64,
    /// Its name, which an order keeps as its `assignment`.
    pub name: String,
}

/// Every level, in the order of the menu.
pub async fn list(db: &mut PgConnection) -> Result<Vec<ProcessingLevel>, StorageError> {
    Ok(sqlx::query_as!(
        ProcessingLevel,
        "SELECT id, name FROM processing_level ORDER BY position, id"
    )
    .fetch_all(db)
    .await?)
}

/// Whether there is a level of this name.
pub async fn exists(db: &mut PgConnection, name: &str) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM processing_level WHERE name = $1) AS \"holds!\"",
        name
    )
    .fetch_one(db)
    .await?)
}

/// Makes exactly `names`, in this order, the levels. Call inside a transaction.
pub async fn replace(db: &mut PgConnection, names: &[String]) -> Result<(), StorageError> {
    // Two administrators who save at once: the second waits, and its list is the one that stays.
    sqlx::query!("LOCK TABLE processing_level IN SHARE ROW EXCLUSIVE MODE")
        .execute(&mut *db)
        .await?;
    sqlx::query!("DELETE FROM processing_level WHERE name <> ALL($1)", names)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "INSERT INTO processing_level (name, position) \
         SELECT name, position FROM unnest($1::text[]) WITH ORDINALITY AS level (name, position) \
         ON CONFLICT (name) DO UPDATE SET position = excluded.position",
        names
    )
    .execute(db)
    .await?;
    Ok(())
}
