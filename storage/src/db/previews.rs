//! Pictures of scenes (缩略图, 预览图): which are made, of which file, and where they lie.

use chrono::{DateTime, Utc};
use domain::preview::PreviewState;
use domain::task::ErrorClass;
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::Message;

use crate::StorageError;

/// What there is of a scene's pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// The scene.
    pub did: i64,
    /// Progress of making them.
    pub state: PreviewState,
    /// Whether somebody looked for them in vain.
    pub is_wanted: bool,
    /// Where they lie. While a changed scene waits for new ones, the old ones.
    pub keys: Option<Keys>,
}

/// Paths in the object store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    /// The small picture.
    pub thumbnail: String,
    /// The large one.
    pub preview: String,
}

/// The pictures of the scene with this public id; `None` when there is no such scene, or none of its bytes are known.
pub async fn of_data_id(
    db: &mut PgConnection,
    data_id: &str,
) -> Result<Option<Preview>, StorageError> {
    let row = sqlx::query!(
        "SELECT did, state, wanted_at IS NOT NULL AS \"wanted!\", thumbnail_key, preview_key \
         FROM scene_preview JOIN scene USING (did) \
         WHERE dataid = $1",
        data_id
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        let word: String = row.state;
        let thumbnail: Option<String> = row.thumbnail_key;
        let preview: Option<String> = row.preview_key;
        Ok(Preview {
            did: row.did,
            state: PreviewState::parse(&word).ok_or(StorageError::UnknownValue {
                column: "scene_preview.state",
                value: word,
            })?,
            is_wanted: row.wanted,
            keys: thumbnail
                .zip(preview)
                .map(|(thumbnail, preview)| Keys { thumbnail, preview }),
        })
    })
    .transpose()
}

/// Somebody looked for pictures that are still to be made; false when that is known, or they cannot be had now.
pub async fn want(
    db: &mut PgConnection,
    did: i64,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE scene_preview SET wanted_at = $2 \
         WHERE did = $1 AND state = 'none' AND wanted_at IS NULL AND retry_at <= $2",
        did,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// An object of these pictures is not there: they are made again. Nothing happens when others took their place.
pub async fn lost(
    db: &mut PgConnection,
    did: i64,
    thumbnail: &str,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE scene_preview SET state = 'none', thumbnail_key = NULL, preview_key = NULL, width = NULL, \
         height = NULL, made_at = NULL, wanted_at = $3 WHERE did = $1 AND thumbnail_key = $2", did, thumbnail, now)
    .execute(db)
    .await?;
    Ok(())
}

/// Every picture is to be made again: the objects are another store's.
pub async fn forget_all(db: &mut PgConnection) -> Result<u64, StorageError> {
    let done = sqlx::query!(
        "UPDATE scene_preview SET state = 'none', thumbnail_key = NULL, preview_key = NULL, width = NULL, \
         height = NULL, made_at = NULL WHERE thumbnail_key IS NOT NULL")
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// Locks a scene's pictures, and says of which file they shall be and how often they were given up; `None` when the
/// scene is gone.
pub async fn lock(db: &mut PgConnection, did: i64) -> Result<Option<(String, u32)>, StorageError> {
    let row = sqlx::query!(
        "SELECT source, rounds FROM scene_preview WHERE did = $1 FOR UPDATE",
        did
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.source, row.rounds.unsigned_abs())))
}

/// Paths and size of a scene's pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadePictures {
    /// Paths in the object store.
    pub keys: Keys,
    /// Pixels a row of the large one.
    pub width: u32,
    /// Rows of the large picture, pixels.
    pub height: u32,
}

/// Shows pictures. The claim that made them must have been checked in this transaction.
pub async fn publish(
    db: &mut PgConnection,
    did: i64,
    made: &MadePictures,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE scene_preview SET state = 'made', thumbnail_key = $2, preview_key = $3, width = $4, height = $5, \
         made_at = $6, rounds = 0, error_class = NULL, error_text = NULL, error_detail = NULL, wanted_at = NULL, \
         retry_at = '-infinity' WHERE did = $1", did, made.keys.thumbnail, made.keys.preview, i32::try_from(made.width).unwrap_or(i32::MAX), i32::try_from(made.height).unwrap_or(i32::MAX), now)
    .execute(db)
    .await?;
    Ok(())
}

/// Gives a scene's pictures up: until `again`, or for as long as its file is what it is.
pub async fn give_up(
    db: &mut PgConnection,
    did: i64,
    class: ErrorClass,
    failure: &Message,
    again: Option<DateTime<Utc>>,
) -> Result<(), StorageError> {
    let statement = if again.is_some() {
        sqlx::query!(
            "UPDATE scene_preview SET state = 'none', rounds = rounds + 1, error_class = $2, error_text = $3, error_detail = $5, \
         wanted_at = NULL, retry_at = $4 WHERE did = $1",
            did,
            class.as_str(),
            failure.chinese(),
            again,
            Json(failure) as _
        )
    } else {
        sqlx::query!(
            "UPDATE scene_preview SET state = 'impossible', rounds = rounds + 1, error_class = $2, error_text = $3, error_detail = $4, \
         wanted_at = NULL, thumbnail_key = NULL, preview_key = NULL, width = NULL, height = NULL, made_at = NULL, \
         retry_at = '-infinity' WHERE did = $1",
            did,
            class.as_str(),
            failure.chinese(),
            Json(failure) as _
        )
    };
    statement.execute(db).await?;
    Ok(())
}
