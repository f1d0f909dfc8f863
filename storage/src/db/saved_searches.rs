//! Searches that people keep.

use chrono::{DateTime, Utc};
use domain::ids::{SavedSearchId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::bookmarks::Kept;
use super::users;
use crate::StorageError;

/// Most searches of one person.
pub const MOST: i64 = 200;

/// A search that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearch {
    /// Its id.
    pub id: SavedSearchId,
    /// Its name.
    pub name: String,
    /// The query string of the portal's search page.
    pub query: String,
    /// How many scenes it found when it was kept, where that was said.
    pub found: Option<i64>,
    /// When it was kept.
    pub created: DateTime<Utc>,
}

/// A person's searches, newest first.
pub async fn of_user(
    db: &mut PgConnection,
    user: UserId,
) -> Result<Vec<SavedSearch>, StorageError> {
    type Row = (Uuid, String, String, Option<i64>, DateTime<Utc>);
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, name, query, found, created_at FROM saved_search WHERE user_id = $1 \
         ORDER BY created_at DESC, id DESC",
    )
    .bind(user.0)
    .fetch_all(db)
    .await?;
    let search = |(id, name, query, found, created)| SavedSearch {
        id: SavedSearchId(id),
        name,
        query,
        found,
        created,
    };
    Ok(rows.into_iter().map(search).collect())
}

/// Keeps a search. In a transaction: it waits for others of the same person, so that there are never too many.
pub async fn insert(
    db: &mut PgConnection,
    user: UserId,
    new: &SavedSearch,
) -> Result<Kept, StorageError> {
    users::lock(db, user).await?;
    let (there, taken): (i64, bool) = sqlx::query_as(
        "SELECT count(*), coalesce(bool_or(name = $2), false) FROM saved_search WHERE user_id = $1",
    )
    .bind(user.0)
    .bind(&new.name)
    .fetch_one(&mut *db)
    .await?;
    if taken {
        return Ok(Kept::NameTaken);
    }
    if there >= MOST {
        return Ok(Kept::Full);
    }
    sqlx::query(
        "INSERT INTO saved_search (id, user_id, name, query, found, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(new.id.0)
    .bind(user.0)
    .bind(&new.name)
    .bind(&new.query)
    .bind(new.found)
    .bind(new.created)
    .execute(db)
    .await?;
    Ok(Kept::Done)
}

/// Removes a person's search; false when that person has no such one.
pub async fn delete(
    db: &mut PgConnection,
    user: UserId,
    id: SavedSearchId,
) -> Result<bool, StorageError> {
    let done = sqlx::query("DELETE FROM saved_search WHERE id = $1 AND user_id = $2")
        .bind(id.0)
        .bind(user.0)
        .execute(db)
        .await?;
    Ok(done.rows_affected() > 0)
}
