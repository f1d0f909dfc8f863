//! Files of scenes in the object store, for other systems to fetch.

use chrono::{DateTime, Utc};
use domain::scene_copy::CopyState;
use domain::size::ByteCount;
use domain::task::ErrorClass;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, Message};

use super::scenes::Scene;
use crate::StorageError;

/// Who may ask for copies now; no other lock has this number.
const COPIES_LOCK: i64 = 0x5343_4e44_0002;

/// Characters of a file's tag.
const TAG_LENGTH: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneCopy {
    /// The scene.
    pub did: i64,
    /// Of which file it is; see [`file_tag`].
    pub source: String,
    pub state: CopyState,
    /// What can be fetched, where it is ready.
    pub file: Option<CopiedFile>,
    /// Why it failed, and when.
    pub failure: Option<(ErrorClass, Detail, DateTime<Utc>)>,
}

/// A file in the object store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedFile {
    /// Path in the object store.
    pub copy_key: String,
    /// Bytes.
    pub size: ByteCount,
    /// SHA-256 of the bytes.
    pub sha256: Vec<u8>,
}

/// What tells the scene's file from another one that it had before: letters and digits that say nothing of where it lies. `None`: it has
/// none.
#[must_use]
pub fn file_tag(scene: &Scene) -> Option<String> {
    let location = scene.archive_url.as_deref()?;
    let sum = scene.sha256.as_ref().map(hex::encode).unwrap_or_default();
    let digest = Sha256::digest(format!("{location} {} {sum}", scene.size));
    Some(hex::encode(digest).chars().take(TAG_LENGTH).collect())
}

struct CopyRow {
    did: i64,
    source: String,
    state: String,
    copy_key: Option<String>,
    size: Option<i64>,
    sha256: Option<Vec<u8>>,
    ended_at: Option<DateTime<Utc>>,
    error_class: Option<String>,
    error_detail: Option<Json<Detail>>,
}

impl TryFrom<CopyRow> for SceneCopy {
    type Error = StorageError;
    fn try_from(row: CopyRow) -> Result<Self, StorageError> {
        let unknown = |column: &'static str, word: &str| StorageError::UnknownValue {
            column,
            value: word.to_owned(),
        };
        let class = |word: &str| {
            ErrorClass::ALL
                .into_iter()
                .find(|class| class.as_str() == word)
                .ok_or_else(|| unknown("scene_copy.error_class", word))
        };
        let failure = match (row.error_class, row.ended_at) {
            (Some(word), Some(at)) => {
                let detail = row.error_detail.map(|detail| detail.0);
                Some((class(&word)?, detail.unwrap_or_default(), at))
            }
            _ => None,
        };
        let file = row.copy_key.zip(row.size).zip(row.sha256);
        Ok(Self {
            did: row.did,
            source: row.source,
            state: CopyState::parse(&row.state)
                .ok_or_else(|| unknown("scene_copy.state", &row.state))?,
            file: file.map(|((copy_key, size), sha256)| CopiedFile {
                copy_key,
                size: ByteCount(size.unsigned_abs()),
                sha256,
            }),
            failure,
        })
    }
}

/// Locks the copies of these scenes, in the order of their numbers; scenes without one are left out.
pub(crate) async fn lock(
    db: &mut PgConnection,
    dids: &[i64],
) -> Result<Vec<SceneCopy>, StorageError> {
    let rows = sqlx::query_as!(
        CopyRow,
        "SELECT did, source, state, copy_key, size, sha256, ended_at, error_class, \
         error_detail AS \"error_detail: Json<Detail>\" FROM scene_copy WHERE did = ANY($1) ORDER BY did FOR UPDATE",
        dids
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The copy of a scene.
pub async fn find(db: &mut PgConnection, did: i64) -> Result<Option<SceneCopy>, StorageError> {
    let row = sqlx::query_as!(
        CopyRow,
        "SELECT did, source, state, copy_key, size, sha256, ended_at, error_class, \
         error_detail AS \"error_detail: Json<Detail>\" FROM scene_copy WHERE did = $1",
        did
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Keeps everybody else from asking for copies until the transaction ends: room that two count at once is given twice.
pub(crate) async fn take_turn(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", COPIES_LOCK)
        .execute(db)
        .await?;
    Ok(())
}

/// How many wait to be made, and bytes of the scenes whose copies wait or are there.
pub(crate) async fn load(db: &mut PgConnection) -> Result<(i64, ByteCount), StorageError> {
    let row = sqlx::query!(
        "SELECT count(*) FILTER (WHERE c.state = 'waiting') AS \"waiting!\", \
         coalesce(sum(coalesce(c.size, s.size)), 0)::bigint AS \"bytes!\" \
         FROM scene_copy c JOIN scene s USING (did) WHERE c.state <> 'failed'"
    )
    .fetch_one(db)
    .await?;
    Ok((row.waiting, ByteCount(row.bytes.unsigned_abs())))
}

/// Lets copies of these scenes wait to be made, of these files; what there was of other files is forgotten.
pub(crate) async fn expect(
    db: &mut PgConnection,
    dids: &[i64],
    sources: &[String],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO scene_copy (did, source, state, asked_at) \
         SELECT did, source, 'waiting', $3 FROM unnest($1::bigint[], $2::text[]) AS wanted (did, source) ORDER BY did \
         ON CONFLICT (did) DO UPDATE SET source = excluded.source, state = 'waiting', asked_at = $3, copy_key = NULL, \
         size = NULL, sha256 = NULL, ended_at = NULL, read_at = NULL, error_class = NULL, error_detail = NULL",
        dids,
        sources,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Somebody asks for copies that are there: they stay for a while longer.
pub(crate) async fn ask_again(
    db: &mut PgConnection,
    dids: &[i64],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE scene_copy SET asked_at = $2, read_at = NULL WHERE did = ANY($1) AND asked_at < $2::timestamptz - interval '1 minute'",
        dids,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// All of it was fetched.
pub async fn note_read(
    db: &mut PgConnection,
    did: i64,
    copy_key: &str,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE scene_copy SET read_at = $3 WHERE did = $1 AND copy_key = $2",
        did,
        copy_key,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes that a copy is there.
pub(crate) async fn publish(
    db: &mut PgConnection,
    did: i64,
    file: &CopiedFile,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE scene_copy SET state = 'ready', copy_key = $2, size = $3, sha256 = $4, ended_at = $5 WHERE did = $1",
        did,
        file.copy_key,
        i64::try_from(file.size.0).unwrap_or(i64::MAX),
        file.sha256,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes that a copy could not be made.
pub(crate) async fn give_up(
    db: &mut PgConnection,
    did: i64,
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE scene_copy SET state = 'failed', error_class = $2, error_detail = $3, ended_at = $4 WHERE did = $1",
        did,
        class.as_str(),
        Json(why) as _,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}
