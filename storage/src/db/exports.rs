//! Exports: what was asked for, what became of it, and the rows of their files.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::export::{ExportKind, ExportState};
use domain::ids::{ExportId, OrderId, UserId};
use domain::order::scene_state::SceneState;
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, FromRow as _, PgConnection, Row};
use texts::{Detail, Message};
use uuid::Uuid;

use super::detail::detail_of;
use super::scenes::{CARD_COLUMNS, Card};
use super::{Listing, Page, known};
use crate::StorageError;

/// An export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// Its id.
    pub id: ExportId,
    /// Who asked for it.
    pub owner: UserId,
    /// The format.
    pub kind: ExportKind,
    /// The order whose scenes they are; `None`: the catalogue's.
    pub order: Option<OrderId>,
    /// How many scenes.
    pub count: i64,
    /// Where it stands.
    pub state: ExportState,
    /// The file, once it is done.
    pub file: Option<ExportFile>,
    /// Why it failed.
    pub failure: Option<Detail>,
    /// When it was asked for.
    pub created: DateTime<Utc>,
    /// When it is removed; `None` while it is worked on.
    pub expires: Option<DateTime<Utc>>,
}

/// The file of an export.
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
    order_id: Option<Uuid>,
    count: i64,
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
            order: row.order_id.map(OrderId),
            count: row.count,
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

/// An export to be written.
#[derive(Debug, Clone, Copy)]
pub struct NewExport<'a> {
    /// Its id.
    pub id: ExportId,
    /// Who asks for it.
    pub owner: UserId,
    /// The format.
    pub kind: ExportKind,
    /// The order whose scenes they are.
    pub order: Option<OrderId>,
    /// The scenes, in the file's order.
    pub dids: &'a [i64],
    /// Now.
    pub created: DateTime<Utc>,
}

/// Writes an export.
pub async fn insert(db: &mut PgConnection, new: &NewExport<'_>) -> Result<bool, StorageError> {
    let inserted = sqlx::query!(
        "INSERT INTO export (id, user_id, kind, order_id, dids, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING",
        new.id.0,
        new.owner.0,
        new.kind.as_str(),
        new.order.map(|order| order.0),
        new.dids,
        new.created
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
        "SELECT id, user_id, kind, order_id, cardinality(dids)::bigint AS \"count!\", state, object_key, \
         file_name, size, sha256, message, detail AS \"detail: Json<Detail>\", created_at, expires_at \
         FROM export WHERE id = $1 AND user_id = $2",
        id.0,
        owner.0
    )
    .fetch_optional(db)
    .await?;
    row.map(Export::try_from).transpose()
}

/// Removes a person's export that is not being worked on; its object goes with the next sweep. False when there is none.
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
        "SELECT id, user_id, kind, order_id, cardinality(dids)::bigint AS \"count!\", state, object_key, \
         file_name, size, sha256, message, detail AS \"detail: Json<Detail>\", created_at, expires_at \
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
         finished_at = $6, expires_at = $7 WHERE id = $1 AND state = 'working'", id.0, file.object_key, file.name, file.size, &file.sha256, now, expires)
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

/// Scenes that were named, and names of no scene.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedScenes {
    /// Numbers of the scenes, each once.
    pub dids: Vec<i64>,
    /// What is no scene, as it was named.
    pub unknown: Vec<String>,
}

/// Every scene of the order, in the order's order.
pub async fn of_order(db: &mut PgConnection, order: OrderId) -> Result<NamedScenes, StorageError> {
    let dids = sqlx::query_scalar!(
        "SELECT did FROM order_scene WHERE order_id = $1 ORDER BY position, did",
        order.0
    )
    .fetch_all(db)
    .await?;
    Ok(NamedScenes {
        dids,
        unknown: Vec::new(),
    })
}

/// These scenes of the order, in the order's order.
pub async fn some_of_order(
    db: &mut PgConnection,
    order: OrderId,
    wanted: &[i64],
) -> Result<NamedScenes, StorageError> {
    let dids: Vec<i64> = sqlx::query_scalar!(
        "SELECT did FROM order_scene WHERE order_id = $1 AND did = ANY($2) ORDER BY position, did",
        order.0,
        wanted
    )
    .fetch_all(db)
    .await?;
    let found: HashSet<i64> = dids.iter().copied().collect();
    let unknown = wanted.iter().filter(|did| !found.contains(did));
    Ok(NamedScenes {
        unknown: unknown.map(ToString::to_string).collect(),
        dids,
    })
}

/// These scenes of the catalogue, in the order in which they were named.
pub async fn of_catalogue(
    db: &mut PgConnection,
    dataids: &[String],
) -> Result<NamedScenes, StorageError> {
    // One number for each name, in their order: 200,000 names need not come back.
    let found = sqlx::query_scalar!(
        "SELECT s.did AS \"did?\" FROM unnest($1::text[]) WITH ORDINALITY AS wanted (dataid, place) \
         LEFT JOIN scene s ON s.dataid = wanted.dataid ORDER BY place", dataids)
    .fetch_all(db)
    .await?;
    let mut chosen = NamedScenes::default();
    let mut seen = HashSet::new();
    for (dataid, did) in dataids.iter().zip(found) {
        match did {
            Some(did) if seen.insert(did) => chosen.dids.push(did),
            Some(_) => {}
            None => chosen.unknown.push(dataid.clone()),
        }
    }
    Ok(chosen)
}

/// Whether one of these scenes has a footprint.
pub async fn any_footprint(db: &mut PgConnection, dids: &[i64]) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM scene WHERE did = ANY($1) AND outline <> '') AS \"holds!\"",
        dids
    )
    .fetch_one(db)
    .await?)
}

/// What an export is made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The format.
    pub kind: ExportKind,
    /// The order whose scenes they are, and its number.
    pub order: Option<(OrderId, String)>,
    /// The scenes, in the file's order.
    pub dids: Vec<i64>,
}

/// What a worker needs to know; `None` when the export is gone.
pub async fn plan(db: &mut PgConnection, id: ExportId) -> Result<Option<Plan>, StorageError> {
    let row = sqlx::query!(
        "SELECT e.kind, e.dids, e.order_id, o.ordername AS \"ordername?\" FROM export e \
         LEFT JOIN orders o ON o.id = e.order_id WHERE e.id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| {
        Ok(Plan {
            kind: ExportKind::parse(&row.kind).ok_or(StorageError::UnknownValue {
                column: "export.kind",
                value: row.kind,
            })?,
            order: row.order_id.map(OrderId).zip(row.ordername),
            dids: row.dids,
        })
    })
    .transpose()
}

/// A scene as an export shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportRow {
    /// The scene.
    pub scene: Card,
    /// Its extraction for the order.
    pub state: Option<SceneState>,
    /// Why its extraction failed.
    pub flog: Option<Detail>,
}

/// The rows of `dids`, in their order; with what the order says of them, if there is one.
pub async fn rows(
    db: &mut PgConnection,
    order: Option<OrderId>,
    dids: &[i64],
) -> Result<Vec<ExportRow>, StorageError> {
    let sql = format!(
        "SELECT {CARD_COLUMNS}, of_order.state AS extraction, of_order.flog, of_order.flog_detail \
         FROM unnest($2::bigint[]) WITH ORDINALITY AS chosen (did, place) \
         JOIN scene ON scene.did = chosen.did \
         LEFT JOIN order_scene AS of_order ON of_order.order_id = $1 AND of_order.did = scene.did ORDER BY place"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(order.map(|order| order.0))
        .bind(dids)
        .fetch_all(db)
        .await?;
    rows.iter().map(row).collect()
}

fn row(row: &PgRow) -> Result<ExportRow, StorageError> {
    Ok(ExportRow {
        scene: Card::from_row(row)?,
        state: row
            .try_get::<Option<i16>, _>("extraction")?
            .map(|code| known("order_scene.state", code))
            .transpose()?,
        flog: row
            .try_get::<Option<String>, _>("flog")?
            .map(|words| Ok::<_, sqlx::Error>(detail_of(words, row.try_get("flog_detail")?)))
            .transpose()?,
    })
}
