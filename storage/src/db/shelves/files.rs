//! What lies on shelves.

use chrono::{DateTime, Utc};
use domain::ids::{MatchId, ShelfFileId, UserId};
use domain::push_target::TargetKind;
use sqlx::PgConnection;

use super::{note_change, note_room};
use crate::StorageError;
use crate::db::{Listing, Page};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShelfFile {
    pub id: ShelfFileId,
    /// Path on the shelf, `/` between folders, no leading one.
    pub path: String,
    /// What the scene is called, or the file of an order.
    pub dataname: String,
    /// Number of the subscription that brought it; `None`: it is of an order.
    pub subscription: Option<i64>,
    /// Path in the object store.
    pub object_key: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the bytes.
    pub sha256: Vec<u8>,
    /// When the file was stored.
    pub stored: DateTime<Utc>,
    /// When the file is removed by itself.
    pub expires: DateTime<Utc>,
}

/// What lies on a person's shelf at `now`, the newest first.
pub async fn list(
    db: &mut PgConnection,
    owner: UserId,
    now: DateTime<Utc>,
    page: Page,
) -> Result<Listing<ShelfFile>, StorageError> {
    let items = sqlx::query_as!(
        ShelfFile,
        "SELECT f.id AS \"id!\", f.path AS \"path!\", f.dataname AS \"dataname!\", s.number AS \"subscription?\", \
         f.object_key AS \"object_key!\", f.size AS \"size!\", f.sha256 AS \"sha256!\", f.stored_at AS \"stored!\", \
         f.expires_at AS \"expires!\" \
         FROM shelf_file f LEFT JOIN subscription s ON s.id = f.subscription_id \
         WHERE f.user_id = $1 AND f.expires_at > $2 ORDER BY f.stored_at DESC, f.id DESC LIMIT $3 OFFSET $4",
        owner.0,
        now,
        page.limit(),
        page.offset()
    )
    .fetch_all(&mut *db)
    .await?;
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM shelf_file WHERE user_id = $1 AND expires_at > $2",
        owner.0,
        now
    )
    .fetch_one(db)
    .await?;
    Ok(Listing { items, total })
}

/// All of it, by path.
pub async fn files(
    db: &mut PgConnection,
    owner: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<ShelfFile>, StorageError> {
    Ok(sqlx::query_as!(
        ShelfFile,
        "SELECT f.id AS \"id!\", f.path AS \"path!\", f.dataname AS \"dataname!\", s.number AS \"subscription?\", \
         f.object_key AS \"object_key!\", f.size AS \"size!\", f.sha256 AS \"sha256!\", f.stored_at AS \"stored!\", \
         f.expires_at AS \"expires!\" \
         FROM shelf_file f LEFT JOIN subscription s ON s.id = f.subscription_id \
         WHERE f.user_id = $1 AND f.expires_at > $2 ORDER BY f.path COLLATE \"C\"",
        owner.0,
        now
    )
    .fetch_all(db)
    .await?)
}

/// One file of a person's shelf.
pub async fn file(
    db: &mut PgConnection,
    (owner, id): (UserId, ShelfFileId),
    now: DateTime<Utc>,
) -> Result<Option<ShelfFile>, StorageError> {
    Ok(sqlx::query_as!(
        ShelfFile,
        "SELECT f.id AS \"id!\", f.path AS \"path!\", f.dataname AS \"dataname!\", s.number AS \"subscription?\", \
         f.object_key AS \"object_key!\", f.size AS \"size!\", f.sha256 AS \"sha256!\", f.stored_at AS \"stored!\", \
         f.expires_at AS \"expires!\" \
         FROM shelf_file f LEFT JOIN subscription s ON s.id = f.subscription_id \
         WHERE f.user_id = $1 AND f.id = $2 AND f.expires_at > $3",
        owner.0,
        id.0,
        now
    )
    .fetch_optional(db)
    .await?)
}

/// The file that lies under this path.
pub async fn file_at(
    db: &mut PgConnection,
    (owner, path): (UserId, &str),
    now: DateTime<Utc>,
) -> Result<Option<ShelfFile>, StorageError> {
    Ok(sqlx::query_as!(
        ShelfFile,
        "SELECT f.id AS \"id!\", f.path AS \"path!\", f.dataname AS \"dataname!\", s.number AS \"subscription?\", \
         f.object_key AS \"object_key!\", f.size AS \"size!\", f.sha256 AS \"sha256!\", f.stored_at AS \"stored!\", \
         f.expires_at AS \"expires!\" \
         FROM shelf_file f LEFT JOIN subscription s ON s.id = f.subscription_id \
         WHERE f.user_id = $1 AND f.path = $2 AND f.expires_at > $3",
        owner.0,
        path,
        now
    )
    .fetch_optional(db)
    .await?)
}

/// A file to be put on a shelf.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewShelfFile<'a> {
    /// Owner of the shelf.
    pub(crate) owner: UserId,
    /// Match that brought the file.
    pub(crate) matched: MatchId,
    /// Whether it is the note that the match was withdrawn, and not its file.
    pub(crate) is_note: bool,
    /// Path on the shelf.
    pub(crate) path: &'a str,
    /// Path in the object store.
    pub(crate) object_key: &'a str,
    /// Bytes.
    pub(crate) size: i64,
    /// SHA-256 of the bytes.
    pub(crate) sha256: &'a [u8],
    /// When the file is stored, and when it is removed by itself.
    pub(crate) times: (DateTime<Utc>, DateTime<Utc>),
}

/// Puts a file where it belongs; the object of what lay there is named by nobody from then on. Under the shelf's lock.
pub(crate) async fn insert_file(
    db: &mut PgConnection,
    new: NewShelfFile<'_>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO shelf_file (id, user_id, match_id, dataname, subscription_id, path, object_key, size, sha256, stored_at, expires_at) \
         SELECT $1, $2, CASE WHEN $4::boolean THEN NULL ELSE m.id END, m.dataname, m.subscription_id, $5, $6, $7, $8, $9, $10 \
         FROM subscription_match m WHERE m.id = $3 \
         ON CONFLICT (user_id, path) DO UPDATE SET id = excluded.id, match_id = excluded.match_id, dataname = excluded.dataname, \
             subscription_id = excluded.subscription_id, object_key = excluded.object_key, size = excluded.size, \
             sha256 = excluded.sha256, stored_at = excluded.stored_at, expires_at = excluded.expires_at",
        ShelfFileId::fresh().0,
        new.owner.0,
        new.matched.0,
        new.is_note,
        new.path,
        new.object_key,
        new.size,
        new.sha256,
        new.times.0,
        new.times.1
    )
    .execute(&mut *db)
    .await?;
    note_change(db, new.owner).await
}

/// Takes the file of this path and size from a shelf, where there is one. Under the shelf's lock.
pub(crate) async fn remove_path(
    db: &mut PgConnection,
    owner: UserId,
    (path, size): (&str, i64),
) -> Result<(), StorageError> {
    sqlx::query!(
        "DELETE FROM shelf_file WHERE user_id = $1 AND path = $2 AND size = $3",
        owner.0,
        path,
        size
    )
    .execute(&mut *db)
    .await?;
    note_change(db, owner).await
}

/// Takes a file from a person's shelf; `None`: there is none such. Call in a transaction.
pub async fn remove_file(
    db: &mut PgConnection,
    (owner, id): (UserId, ShelfFileId),
    now: DateTime<Utc>,
) -> Result<Option<ShelfFile>, StorageError> {
    // The target before the shelf, as whoever removes the target locks them.
    note_room(db, &[owner]).await?;
    if !super::lock(db, owner).await? {
        return Ok(None);
    }
    let found = file(db, (owner, id), now).await?;
    sqlx::query!(
        "DELETE FROM shelf_file WHERE user_id = $1 AND id = $2",
        owner.0,
        id.0
    )
    .execute(&mut *db)
    .await?;
    note_change(db, owner).await?;
    Ok(found)
}

/// Takes from all shelves what has been there for its whole time; how many files. Call in a transaction.
pub(crate) async fn remove_expired(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    // The targets before the shelves, as whoever removes a target locks them.
    let owners = sqlx::query_scalar!(
        "SELECT user_id FROM push_target WHERE kind = $2 AND user_id IN (SELECT user_id FROM shelf_file WHERE expires_at <= $1) \
         ORDER BY id FOR NO KEY UPDATE",
        now,
        TargetKind::Shelf.as_str()
    )
    .fetch_all(&mut *db)
    .await?;
    let removed = sqlx::query!(
        "WITH due AS MATERIALIZED (SELECT user_id FROM shelf WHERE user_id = ANY($2) ORDER BY user_id FOR UPDATE), \
         gone AS (DELETE FROM shelf_file f USING due WHERE f.user_id = due.user_id AND f.expires_at <= $1 RETURNING f.user_id), \
         counted AS (SELECT user_id, count(*) AS files FROM gone GROUP BY user_id) \
         UPDATE shelf s SET version = s.version + 1 FROM counted WHERE counted.user_id = s.user_id \
         RETURNING s.user_id, counted.files AS \"files!\"",
        now,
        &owners[..]
    )
    .fetch_all(&mut *db)
    .await?;
    let owners: Vec<_> = removed.iter().map(|row| UserId(row.user_id)).collect();
    note_room(db, &owners).await?;
    Ok(removed.iter().map(|row| row.files.unsigned_abs()).sum())
}
