//! Exports: what was asked for, what became of it, and the rows of their files.

use chrono::{DateTime, Utc};
use domain::export::{ExportContent, ExportKind, ExportState};
use domain::ids::{ExportId, OrderId, UserId};
use sqlx::PgConnection;
use sqlx::types::Json;
use texts::{Detail, Message};
use uuid::Uuid;

use super::detail::detail_of;
use super::{Listing, Page};
use crate::StorageError;
use crate::objects::Claim;

mod scenes;

pub use scenes::{
    ExportRow, NamedScenes, any_footprint, nodes_of, of_catalogue, of_order, rows, some_of_order,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    pub id: ExportId,
    /// The person who ordered the export.
    pub owner: UserId,
    /// The format.
    pub kind: ExportKind,
    /// What it tells of each scene.
    pub content: ExportContent,
    /// The order whose scenes they are; `None`: the catalogue's.
    pub order: Option<OrderId>,
    /// Number of scenes.
    pub count: i64,
    /// How many of them are in the file so far; all, once it is done.
    pub written: i64,
    pub state: ExportState,
    /// The file, once it is done.
    pub file: Option<ExportFile>,
    /// Why it failed.
    pub failure: Option<Detail>,
    pub created: DateTime<Utc>,
    /// When it is removed; `None` while it is worked on.
    pub expires: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportFile {
    /// Path in the object store.
    pub object_key: String,
    /// The name it is offered under.
    pub name: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the bytes.
    pub sha256: Vec<u8>,
}

/// An export as it is read.
struct ExportRecord {
    id: Uuid,
    user_id: Uuid,
    kind: String,
    content: String,
    order_id: Option<Uuid>,
    count: i64,
    written: i64,
    state: String,
    object_key: Option<String>,
    file_name: Option<String>,
    size: Option<i64>,
    sha256: Option<Vec<u8>>,
    message: Option<String>,
    detail: Option<Json<Detail>>,
    created_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
}

impl TryFrom<ExportRecord> for Export {
    type Error = StorageError;
    fn try_from(row: ExportRecord) -> Result<Self, StorageError> {
        let unknown = |column, value| StorageError::UnknownValue { column, value };
        let named = row.object_key.zip(row.file_name);
        let file = named.zip(row.size.zip(row.sha256));
        Ok(Self {
            id: ExportId(row.id),
            owner: UserId(row.user_id),
            kind: ExportKind::parse(&row.kind).ok_or_else(|| unknown("export.kind", row.kind))?,
            content: read_content(row.content)?,
            order: row.order_id.map(OrderId),
            count: row.count,
            written: row.written,
            state: ExportState::parse(&row.state)
                .ok_or_else(|| unknown("export.state", row.state))?,
            file: file.map(|((object_key, name), (size, sha256))| ExportFile {
                object_key,
                name,
                size,
                sha256,
            }),
            failure: row.message.map(|words| detail_of(words, row.detail)),
            created: row.created_at,
            expires: row.expires_at,
        })
    }
}

fn read_content(word: String) -> Result<ExportContent, StorageError> {
    ExportContent::parse(&word).ok_or(StorageError::UnknownValue {
        column: "export.content",
        value: word,
    })
}

/// An export to be written.
#[derive(Debug, Clone, Copy)]
pub struct NewExport<'a> {
    pub id: ExportId,
    /// The person who orders the export.
    pub owner: UserId,
    /// The format.
    pub kind: ExportKind,
    /// What it tells of each scene.
    pub content: ExportContent,
    /// The order whose scenes they are.
    pub order: Option<OrderId>,
    /// The scenes, in the file's order.
    pub dids: &'a [i64],
    /// Time of the request.
    pub created: DateTime<Utc>,
}

/// Writes an export.
pub async fn insert(db: &mut PgConnection, new: &NewExport<'_>) -> Result<bool, StorageError> {
    let inserted = sqlx::query!(
        "INSERT INTO export (id, user_id, kind, order_id, dids, created_at, content) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING",
        new.id.0,
        new.owner.0,
        new.kind.as_str(),
        new.order.map(|order| order.0),
        new.dids,
        new.created,
        new.content.as_str()
    )
    .execute(db)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Makes this person's exports wait for one another until the transaction ends, and counts those that are worked on.
pub async fn lock_and_count_live(
    db: &mut PgConnection,
    owner: UserId,
) -> Result<i64, StorageError> {
    // Weak enough for rows that refer to the person to be written meanwhile.
    sqlx::query!(
        "SELECT FROM app_user WHERE id = $1 FOR NO KEY UPDATE",
        owner.0
    )
    .execute(&mut *db)
    .await?;
    Ok(sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM export WHERE user_id = $1 AND state = 'working'",
        owner.0
    )
    .fetch_one(db)
    .await?)
}

/// A person's export.
pub async fn find(
    db: &mut PgConnection,
    id: ExportId,
    owner: UserId,
) -> Result<Option<Export>, StorageError> {
    let row = sqlx::query_as!(
        ExportRecord,
        "SELECT id, user_id, kind, content, order_id, cardinality(dids)::bigint AS \"count!\", written, state, \
         object_key, file_name, size, sha256, message, detail AS \"detail: Json<Detail>\", created_at, expires_at \
         FROM export WHERE id = $1 AND user_id = $2",
        id.0,
        owner.0
    )
    .fetch_optional(db)
    .await?;
    row.map(Export::try_from).transpose()
}

/// Removes a person's export, which ends it where it is being made; its object goes with the next sweep. False when there
/// is none.
pub async fn remove(
    db: &mut PgConnection,
    id: ExportId,
    owner: UserId,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM export WHERE id = $1 AND user_id = $2",
        id.0,
        owner.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A page of a person's exports, newest first.
pub async fn list(
    db: &mut PgConnection,
    owner: UserId,
    page: Page,
) -> Result<Listing<Export>, StorageError> {
    let rows = sqlx::query_as!(
        ExportRecord,
        "SELECT id, user_id, kind, content, order_id, cardinality(dids)::bigint AS \"count!\", written, state, \
         object_key, file_name, size, sha256, message, detail AS \"detail: Json<Detail>\", created_at, expires_at \
         FROM export WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3",
        owner.0,
        page.limit(),
        page.offset()
    )
    .fetch_all(&mut *db)
    .await?;
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM export WHERE user_id = $1",
        owner.0
    )
    .fetch_one(db)
    .await?;
    Ok(Listing {
        items: rows
            .into_iter()
            .map(Export::try_from)
            .collect::<Result<_, _>>()?,
        total,
    })
}

/// Numbers of the scenes that are in an export, or to be in it.
pub async fn scenes_of(db: &mut PgConnection, id: ExportId) -> Result<Vec<i64>, StorageError> {
    let dids = sqlx::query_scalar!("SELECT dids FROM export WHERE id = $1", id.0)
        .fetch_optional(db)
        .await?;
    Ok(dids.unwrap_or_default())
}

/// Says which scenes an export is to hold from now on. The claim that writes it must have been checked in this transaction.
pub(crate) async fn set_scenes(
    db: &mut PgConnection,
    id: ExportId,
    dids: &[i64],
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE export SET dids = $2 WHERE id = $1 AND state = 'working'",
        id.0,
        dids
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Locks an export; false when there is none (any more).
pub async fn lock(db: &mut PgConnection, id: ExportId) -> Result<bool, StorageError> {
    let found = sqlx::query!("SELECT FROM export WHERE id = $1 FOR UPDATE", id.0)
        .fetch_optional(db)
        .await?;
    Ok(found.is_some())
}

/// Makes the file visible. The claim that wrote it must have been checked in this transaction.
pub async fn publish(
    db: &mut PgConnection,
    id: ExportId,
    file: &ExportFile,
    now: DateTime<Utc>,
    expires: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE export SET state = 'done', object_key = $2, file_name = $3, size = $4, sha256 = $5, \
         written = cardinality(dids), finished_at = $6, expires_at = $7 WHERE id = $1 AND state = 'working'", id.0, file.object_key, file.name, file.size, &file.sha256, now, expires)
    .execute(db)
    .await?;
    Ok(())
}

/// Notes how far the claim has come, if it still is who works at it.
pub async fn note_written(
    db: &mut PgConnection,
    id: ExportId,
    claim: Claim,
    written: i64,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE export SET written = $4 WHERE id = $1 AND state = 'working' AND EXISTS \
         (SELECT FROM task WHERE task.id = $2 AND task.attempt = $3 AND task.state = 'running')",
        id.0,
        claim.task.0,
        claim.attempt,
        written
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Says that there will be no file, and why.
pub async fn mark_failed(
    db: &mut PgConnection,
    id: ExportId,
    failure: &Message,
    now: DateTime<Utc>,
    expires: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE export SET state = 'failed', message = $2, finished_at = $3, expires_at = $4, detail = $5 \
         WHERE id = $1 AND state = 'working'",
        id.0,
        failure.chinese(),
        now,
        expires,
        Json(failure) as _
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets exports whose time is over, their tasks with them; how many. The sweep of objects removes the bytes.
pub async fn forget_expired(
    db: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    let done = sqlx::query!("DELETE FROM export WHERE expires_at <= $1", now)
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

/// What an export is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The person who ordered the export.
    pub owner: UserId,
    /// The format.
    pub kind: ExportKind,
    /// What it tells of each scene.
    pub content: ExportContent,
    /// The order whose scenes they are, and its number.
    pub order: Option<(OrderId, String)>,
    /// The scenes, in the file's order.
    pub dids: Vec<i64>,
}

/// What a worker needs to know; `None` when the export is gone.
pub async fn plan(db: &mut PgConnection, id: ExportId) -> Result<Option<Plan>, StorageError> {
    let row = sqlx::query!(
        "SELECT e.user_id, e.kind, e.content, e.dids, e.order_id, o.ordername AS \"ordername?\" FROM export e \
         LEFT JOIN orders o ON o.id = e.order_id WHERE e.id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        Ok(Plan {
            owner: UserId(row.user_id),
            kind: ExportKind::parse(&row.kind).ok_or(StorageError::UnknownValue {
                column: "export.kind",
                value: row.kind,
            })?,
            content: read_content(row.content)?,
            order: row.order_id.map(OrderId).zip(row.ordername),
            dids: row.dids,
        })
    })
    .transpose()
}
