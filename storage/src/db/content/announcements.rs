//! Announcements, in the order in which they pass.

use chrono::{DateTime, Utc};
use domain::content::{AnnouncementLevel, MAX_ANNOUNCEMENTS};
use domain::ids::{AnnouncementId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;

/// What somebody writes of an announcement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnouncementDraft {
    /// Its title, which passes in the header.
    pub title: String,
    /// Text, Markdown.
    pub body: String,
    /// Importance, which decides its colour.
    pub level: AnnouncementLevel,
    /// From when on it is shown; `None`: from now on.
    pub from: Option<DateTime<Utc>>,
    /// Until when; `None`: until it is removed.
    pub until: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Announcement {
    pub id: AnnouncementId,
    /// Texts and period.
    pub draft: AnnouncementDraft,
    /// Whether it is shown now.
    pub is_current: bool,
    /// Counts its changes: who closed it sees it again when it changes.
    pub version: i32,
    pub changed: DateTime<Utc>,
    /// Name of who changed it last.
    pub changed_by: String,
}

/// An announcement as it is read.
struct AnnouncementColumns {
    id: Uuid,
    title: String,
    body: String,
    level: String,
    from_at: DateTime<Utc>,
    until_at: Option<DateTime<Utc>>,
    is_current: bool,
    version: i32,
    changed_at: DateTime<Utc>,
    changed_by: String,
}

impl TryFrom<AnnouncementColumns> for Announcement {
    type Error = StorageError;
    fn try_from(row: AnnouncementColumns) -> Result<Self, StorageError> {
        Ok(Self {
            id: AnnouncementId(row.id),
            draft: AnnouncementDraft {
                title: row.title,
                body: row.body,
                level: AnnouncementLevel::parse(&row.level).ok_or(StorageError::UnknownValue {
                    column: "announcement.level",
                    value: row.level,
                })?,
                from: Some(row.from_at),
                until: row.until_at,
            },
            is_current: row.is_current,
            version: row.version,
            changed: row.changed_at,
            changed_by: row.changed_by,
        })
    }
}

/// All of them, in order; with `current`, those that are shown now.
pub async fn list(db: &mut PgConnection, current: bool) -> Result<Vec<Announcement>, StorageError> {
    let rows = sqlx::query_as!(
        AnnouncementColumns,
        "SELECT * FROM (SELECT a.id, a.title, a.body, a.level, a.from_at, a.until_at, \
         a.from_at <= now() AND (a.until_at IS NULL OR a.until_at > now()) AS \"is_current!\", a.version, a.changed_at, \
         coalesce(nullif(u.user_name, ''), u.login_name) AS \"changed_by!\" \
         FROM announcement a JOIN app_user u ON u.id = a.changed_by ORDER BY a.position, a.id) o \
         WHERE NOT $1 OR \"is_current!\"",
        current
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(Announcement::try_from).collect()
}

/// One of them, which nobody changes until the transaction ends.
pub async fn find_locked(
    db: &mut PgConnection,
    id: AnnouncementId,
) -> Result<Option<Announcement>, StorageError> {
    let row = sqlx::query_as!(
        AnnouncementColumns,
        "SELECT a.id, a.title, a.body, a.level, a.from_at, a.until_at, \
         a.from_at <= now() AND (a.until_at IS NULL OR a.until_at > now()) AS \"is_current!\", a.version, a.changed_at, \
         coalesce(nullif(u.user_name, ''), u.login_name) AS \"changed_by!\" \
         FROM announcement a JOIN app_user u ON u.id = a.changed_by WHERE a.id = $1 FOR UPDATE OF a",
        id.0
    )
    .fetch_optional(db)
    .await?;
    row.map(Announcement::try_from).transpose()
}

/// Makes one, the first in order: what is new passes first. False: there are as many as there may be. In a transaction.
pub async fn insert(
    db: &mut PgConnection,
    id: AnnouncementId,
    draft: &AnnouncementDraft,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    lock(db).await?;
    let present = sqlx::query!(
        "SELECT count(*) AS \"count!\", coalesce(min(position), 0) AS \"first!\" FROM announcement"
    )
    .fetch_one(&mut *db)
    .await?;
    if present.count.unsigned_abs() >= MAX_ANNOUNCEMENTS {
        return Ok(false);
    }
    sqlx::query!(
        "INSERT INTO announcement (id, title, body, level, from_at, until_at, position, created_at, changed_at, changed_by) \
         VALUES ($1, $2, $3, $4, coalesce($5, now()), $6, $7, $8, $8, $9)",
        id.0,
        draft.title,
        draft.body,
        draft.level.as_str(),
        draft.from,
        draft.until,
        present.first - 1,
        now,
        by.0
    )
    .execute(db)
    .await?;
    Ok(true)
}

/// Changes one that is still of this version; false: it is not.
pub async fn update(
    db: &mut PgConnection,
    (id, version): (AnnouncementId, i32),
    draft: &AnnouncementDraft,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE announcement SET title = $3, body = $4, level = $5, from_at = coalesce($6, now()), until_at = $7, \
         version = version + 1, changed_at = $8, changed_by = $9 WHERE id = $1 AND version = $2",
        id.0,
        version,
        draft.title,
        draft.body,
        draft.level.as_str(),
        draft.from,
        draft.until,
        now,
        by.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Puts all of them into this order; answers their titles before. `None`: these are not all of them, or they no longer stand in
/// the order that was seen. In a transaction.
pub async fn reorder(
    db: &mut PgConnection,
    ids: &[AnnouncementId],
    seen: &[AnnouncementId],
) -> Result<Option<Vec<String>>, StorageError> {
    lock(db).await?;
    let present = list(db, false).await?;
    let mut known: Vec<_> = present.iter().map(|one| one.id).collect();
    if known != seen {
        return Ok(None);
    }
    let mut named = ids.to_vec();
    known.sort_unstable();
    named.sort_unstable();
    if known != named {
        return Ok(None);
    }
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE announcement a SET position = o.position::integer \
         FROM unnest($1::uuid[]) WITH ORDINALITY AS o (id, position) WHERE a.id = o.id",
        &ids
    )
    .execute(db)
    .await?;
    let titles = present.into_iter().map(|one| one.draft.title);
    Ok(Some(titles.collect()))
}

/// Removes one.
pub async fn remove(db: &mut PgConnection, id: AnnouncementId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM announcement WHERE id = $1", id.0)
        .execute(db)
        .await?;
    Ok(())
}

/// Whoever changes number or order waits for whoever does; readers do not.
async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("LOCK TABLE announcement IN SHARE ROW EXCLUSIVE MODE")
        .execute(db)
        .await?;
    Ok(())
}
