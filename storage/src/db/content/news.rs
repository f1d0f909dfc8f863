//! Articles of the news. Who may read one follows from its state, its moment and the database's clock.

use chrono::{DateTime, Utc};
use domain::content::NewsState;
use domain::ids::{NewsId, NewsTypeId, UserId};
use domain::list_order::NewsOrder;
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::{Listing, Page, containing};
use crate::StorageError;

/// An article as the list of everybody shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headline {
    pub id: NewsId,
    pub type_id: NewsTypeId,
    pub type_name: String,
    pub title: String,
    /// Since when it can be read.
    pub published: DateTime<Utc>,
    /// Whether it stands above the others.
    pub pinned: bool,
}

/// Which articles to list; `None` filters nothing.
#[derive(Debug, Clone, Default)]
pub struct NewsFilter {
    /// Only articles of this type.
    pub type_id: Option<NewsTypeId>,
    /// Only articles in this state.
    pub state: Option<NewsState>,
    /// Part of the title.
    pub part: Option<String>,
}

impl NewsFilter {
    fn pattern(&self) -> Option<String> {
        self.part.as_deref().map(containing)
    }

    fn type_uuid(&self) -> Option<Uuid> {
        self.type_id.map(|id| id.0)
    }
}

/// What everybody can read now: pinned ones first, then the newest. The filter's state means nothing here.
pub async fn visible(
    db: &mut PgConnection,
    filter: &NewsFilter,
    page: Page,
) -> Result<Listing<Headline>, StorageError> {
    let pattern = filter.pattern();
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM news WHERE state = 'published' AND publish_at <= now() \
         AND ($1::uuid IS NULL OR type_id = $1) AND ($2::text IS NULL OR title ILIKE $2)",
        filter.type_uuid(),
        pattern
    )
    .fetch_one(&mut *db)
    .await?;
    let items = sqlx::query_as!(
        Headline,
        "SELECT n.id, n.type_id, t.name AS type_name, n.title, n.publish_at AS \"published!\", n.pinned \
         FROM news n JOIN news_type t ON t.id = n.type_id WHERE n.state = 'published' AND n.publish_at <= now() \
         AND ($1::uuid IS NULL OR n.type_id = $1) AND ($2::text IS NULL OR n.title ILIKE $2) \
         ORDER BY n.pinned DESC, n.publish_at DESC, n.id DESC LIMIT $3 OFFSET $4",
        filter.type_uuid(),
        pattern,
        page.limit(),
        page.offset()
    )
    .fetch_all(db)
    .await?;
    Ok(Listing { items, total })
}

/// An article that everybody can read now, with its text.
pub async fn visible_article(
    db: &mut PgConnection,
    id: NewsId,
) -> Result<Option<(Headline, String)>, StorageError> {
    let row = sqlx::query!(
        "SELECT n.type_id, t.name AS type_name, n.title, n.publish_at AS \"published!\", n.pinned, n.body \
         FROM news n JOIN news_type t ON t.id = n.type_id \
         WHERE n.id = $1 AND n.state = 'published' AND n.publish_at <= now()",
        id.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| {
        let headline = Headline {
            id,
            type_id: NewsTypeId(row.type_id),
            type_name: row.type_name,
            title: row.title,
            published: row.published,
            pinned: row.pinned,
        };
        (headline, row.body)
    }))
}

/// What somebody writes of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsDraft {
    pub type_id: NewsTypeId,
    pub title: String,
    /// Text, Markdown.
    pub body: String,
    /// Whether it can be read.
    pub state: NewsState,
    /// From when on; `None` of a published one: from now on.
    pub publish_at: Option<DateTime<Utc>>,
    /// Whether it stands above the others.
    pub pinned: bool,
}

/// An article as those see it who write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewsRecord {
    pub id: NewsId,
    pub type_name: String,
    /// What was written. In lists the text is left out.
    pub draft: NewsDraft,
    /// Whether everybody can read it now.
    pub is_visible: bool,
    /// Counts its changes.
    pub version: i32,
    pub changed: DateTime<Utc>,
    /// Name of who changed it last.
    pub changed_by: String,
}

/// An article as it is read.
struct NewsColumns {
    id: Uuid,
    type_id: Uuid,
    type_name: String,
    title: String,
    body: String,
    state: String,
    publish_at: Option<DateTime<Utc>>,
    pinned: bool,
    is_visible: bool,
    version: i32,
    changed_at: DateTime<Utc>,
    changed_by: String,
}

impl TryFrom<NewsColumns> for NewsRecord {
    type Error = StorageError;
    fn try_from(row: NewsColumns) -> Result<Self, StorageError> {
        Ok(Self {
            id: NewsId(row.id),
            type_name: row.type_name,
            draft: NewsDraft {
                type_id: NewsTypeId(row.type_id),
                title: row.title,
                body: row.body,
                state: NewsState::parse(&row.state).ok_or(StorageError::UnknownValue {
                    column: "news.state",
                    value: row.state,
                })?,
                publish_at: row.publish_at,
                pinned: row.pinned,
            },
            is_visible: row.is_visible,
            version: row.version,
            changed: row.changed_at,
            changed_by: row.changed_by,
        })
    }
}

/// Every article in whatever state, without their texts.
pub async fn list(
    db: &mut PgConnection,
    filter: &NewsFilter,
    order: NewsOrder,
    page: Page,
) -> Result<Listing<NewsRecord>, StorageError> {
    let (pattern, state) = (filter.pattern(), filter.state.map(NewsState::as_str));
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM news WHERE ($1::uuid IS NULL OR type_id = $1) \
         AND ($2::text IS NULL OR title ILIKE $2) AND ($3::text IS NULL OR state = $3)",
        filter.type_uuid(),
        pattern,
        state
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query_as!(
        NewsColumns,
        "SELECT n.id, n.type_id, t.name AS type_name, n.title, '' AS \"body!\", n.state, n.publish_at, n.pinned, \
         coalesce(n.state = 'published' AND n.publish_at <= now(), false) AS \"is_visible!\", n.version, n.changed_at, \
         coalesce(nullif(u.user_name, ''), u.login_name) AS \"changed_by!\" \
         FROM news n JOIN news_type t ON t.id = n.type_id JOIN app_user u ON u.id = n.changed_by \
         WHERE ($1::uuid IS NULL OR n.type_id = $1) AND ($2::text IS NULL OR n.title ILIKE $2) \
         AND ($3::text IS NULL OR n.state = $3) ORDER BY CASE WHEN $6::text = 'changed' THEN n.changed_at END ASC, CASE WHEN $6 = '-changed' THEN n.changed_at END DESC, \
         CASE WHEN $6 = 'title' THEN n.title END ASC, CASE WHEN $6 = '-title' THEN n.title END DESC, \
         CASE WHEN $6 = 'publishAt' THEN n.publish_at END ASC, CASE WHEN $6 = '-publishAt' THEN n.publish_at END DESC, n.id DESC LIMIT $4 OFFSET $5",
        filter.type_uuid(),
        pattern,
        state,
        page.limit(),
        page.offset(),
        order.as_str()
    )
    .fetch_all(db)
    .await?;
    let items = rows.into_iter().map(NewsRecord::try_from);
    Ok(Listing {
        items: items.collect::<Result<_, _>>()?,
        total,
    })
}

/// An article in whatever state, with its text.
pub async fn find(db: &mut PgConnection, id: NewsId) -> Result<Option<NewsRecord>, StorageError> {
    let row = sqlx::query_as!(
        NewsColumns,
        "SELECT n.id, n.type_id, t.name AS type_name, n.title, n.body, n.state, n.publish_at, n.pinned, \
         coalesce(n.state = 'published' AND n.publish_at <= now(), false) AS \"is_visible!\", n.version, n.changed_at, \
         coalesce(nullif(u.user_name, ''), u.login_name) AS \"changed_by!\" \
         FROM news n JOIN news_type t ON t.id = n.type_id JOIN app_user u ON u.id = n.changed_by WHERE n.id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    row.map(NewsRecord::try_from).transpose()
}

/// Makes an article. [`StorageError::is_dangling`]: there is no such type.
pub async fn insert(
    db: &mut PgConnection,
    id: NewsId,
    draft: &NewsDraft,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO news (id, type_id, title, body, state, publish_at, pinned, created_at, changed_at, changed_by) \
         VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 = 'published' THEN coalesce($6, now()) ELSE $6 END, $7, $8, $8, $9)",
        id.0,
        draft.type_id.0,
        draft.title,
        draft.body,
        draft.state.as_str(),
        draft.publish_at,
        draft.pinned,
        now,
        by.0
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Changes an article that is still of this version; false: it is not. [`StorageError::is_dangling`]: there is no such type.
pub async fn update(
    db: &mut PgConnection,
    (id, version): (NewsId, i32),
    draft: &NewsDraft,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE news SET type_id = $3, title = $4, body = $5, state = $6, \
         publish_at = CASE WHEN $6 = 'published' THEN coalesce($7, now()) ELSE $7 END, pinned = $8, \
         version = version + 1, changed_at = $9, changed_by = $10 WHERE id = $1 AND version = $2",
        id.0,
        version,
        draft.type_id.0,
        draft.title,
        draft.body,
        draft.state.as_str(),
        draft.publish_at,
        draft.pinned,
        now,
        by.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes an article that is not published; false: there is none such.
pub async fn remove(db: &mut PgConnection, id: NewsId) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "DELETE FROM news WHERE id = $1 AND state <> 'published'",
        id.0
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}
