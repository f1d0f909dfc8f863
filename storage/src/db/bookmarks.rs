//! Views of the map that people keep (我的书签).

use chrono::{DateTime, Utc};
use domain::ids::{BookmarkId, UserId};
use domain::text::looks_alike;
use sqlx::PgConnection;

use super::users;
use crate::StorageError;

/// Most bookmarks of one person.
pub const MOST: usize = 200;

#[derive(Debug, Clone, PartialEq)]
pub struct Bookmark {
    pub id: BookmarkId,
    pub name: String,
    /// Layers with their order and whether they are shown, as the map gave them.
    pub layers: serde_json::Value,
    /// The area that was searched by.
    pub wkt: Option<String>,
    /// The region whose outline that is (`areaCode`).
    pub region: Option<String>,
    /// `longitude,latitude`
    pub center: String,
    /// Zoom of the map.
    pub zoom: f64,
}

/// A person's bookmarks, oldest first.
pub async fn of_user(db: &mut PgConnection, user: UserId) -> Result<Vec<Bookmark>, StorageError> {
    Ok(sqlx::query_as!(
        Bookmark,
        "SELECT id, name, layers, wkt, region, center, zoom FROM bookmark WHERE user_id = $1 \
         ORDER BY created_at, id",
        user.0
    )
    .fetch_all(db)
    .await?)
}

/// What became of something that a person wanted to keep under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedOutcome {
    /// It was stored.
    Done,
    /// The person has one of this name.
    NameTaken,
    /// The person has as many as there may be.
    Full,
}

/// Keeps a bookmark. In a transaction: it waits for others of the same person, so that there are never too many.
pub async fn insert(
    db: &mut PgConnection,
    user: UserId,
    new: &Bookmark,
    now: DateTime<Utc>,
) -> Result<NamedOutcome, StorageError> {
    users::lock(db, user).await?;
    let names = sqlx::query_scalar!("SELECT name FROM bookmark WHERE user_id = $1", user.0)
        .fetch_all(&mut *db)
        .await?;
    if names.iter().any(|known| looks_alike(known, &new.name)) {
        return Ok(NamedOutcome::NameTaken);
    }
    if names.len() >= MOST {
        return Ok(NamedOutcome::Full);
    }
    sqlx::query!(
        "INSERT INTO bookmark (id, user_id, name, layers, wkt, region, center, zoom, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        new.id.0,
        user.0,
        new.name,
        new.layers,
        new.wkt,
        new.region,
        new.center,
        new.zoom,
        now
    )
    .execute(db)
    .await?;
    Ok(NamedOutcome::Done)
}

/// Removes a person's bookmark; false when that person has no such one.
pub async fn delete(
    db: &mut PgConnection,
    user: UserId,
    id: BookmarkId,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM bookmark WHERE id = $1 AND user_id = $2",
        id.0,
        user.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}
