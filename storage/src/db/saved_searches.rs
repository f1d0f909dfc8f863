//! Searches that people keep.

use chrono::{DateTime, Utc};
use domain::ids::{SavedSearchId, UserId};
use domain::text::looks_alike;
use sqlx::PgConnection;

use super::bookmarks::NamedOutcome;
use super::users;
use crate::StorageError;

/// Most searches of one person.
pub const MOST: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearch {
    pub id: SavedSearchId,
    pub name: String,
    /// The query string of the portal's search page.
    pub query: String,
    /// How many scenes it found when it was kept, where that was said.
    pub found: Option<i64>,
    /// When the search was saved.
    pub created: DateTime<Utc>,
}

/// A person's searches, newest first.
pub async fn of_user(
    db: &mut PgConnection,
    user: UserId,
) -> Result<Vec<SavedSearch>, StorageError> {
    Ok(sqlx::query_as!(
        SavedSearch,
        "SELECT id, name, query, found, created_at AS created FROM saved_search WHERE user_id = $1 \
         ORDER BY created_at DESC, id DESC",
        user.0
    )
    .fetch_all(db)
    .await?)
}

/// Keeps a search. In a transaction: it waits for others of the same person, so that there are never too many.
pub async fn insert(
    db: &mut PgConnection,
    user: UserId,
    new: &SavedSearch,
) -> Result<NamedOutcome, StorageError> {
    users::lock(db, user).await?;
    let names = sqlx::query_scalar!("SELECT name FROM saved_search WHERE user_id = $1", user.0)
        .fetch_all(&mut *db)
        .await?;
    if names.iter().any(|known| looks_alike(known, &new.name)) {
        return Ok(NamedOutcome::NameTaken);
    }
    if names.len() >= MOST {
        return Ok(NamedOutcome::Full);
    }
    sqlx::query!(
        "INSERT INTO saved_search (id, user_id, name, query, found, created_at) VALUES ($1, $2, $3, $4, $5, $6)", new.id.0, user.0, new.name, new.query, new.found, new.created)
    .execute(db)
    .await?;
    Ok(NamedOutcome::Done)
}

/// Removes a person's search; false when that person has no such one.
pub async fn delete(
    db: &mut PgConnection,
    user: UserId,
    id: SavedSearchId,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM saved_search WHERE id = $1 AND user_id = $2",
        id.0,
        user.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}
