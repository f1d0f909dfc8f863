//! Texts that stand in place of the pages' own. Every save is a revision; the newest holds.

use chrono::{DateTime, Utc};
use domain::content::{ContentPage, KEPT_REVISIONS};
use domain::ids::UserId;
use sqlx::PgConnection;

use crate::StorageError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageTexts {
    /// Markdown, in Chinese.
    pub zh: String,
    /// In English; `None`: the Chinese one stands there too.
    pub en: Option<String>,
}

/// A state of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// Newer ones have higher ones.
    pub id: i64,
    /// Its texts; `None`: the page's own.
    pub texts: Option<PageTexts>,
    pub saved: DateTime<Utc>,
    /// Name of who saved it.
    pub saved_by: String,
}

/// A revision as it is read.
struct RevisionColumns {
    id: i64,
    body_zh: Option<String>,
    body_en: Option<String>,
    saved_at: DateTime<Utc>,
    saved_by: String,
}

impl From<RevisionColumns> for Revision {
    fn from(row: RevisionColumns) -> Self {
        let en = row.body_en;
        Self {
            id: row.id,
            texts: row.body_zh.map(|zh| PageTexts { zh, en }),
            saved: row.saved_at,
            saved_by: row.saved_by,
        }
    }
}

/// The state that holds; `None`: nobody ever changed the page.
pub async fn current(
    db: &mut PgConnection,
    page: ContentPage,
) -> Result<Option<Revision>, StorageError> {
    Ok(revisions(db, page, 1).await?.into_iter().next())
}

/// The newest states, the one that holds first; at most those that are kept.
pub async fn revisions(
    db: &mut PgConnection,
    page: ContentPage,
    most: i64,
) -> Result<Vec<Revision>, StorageError> {
    let rows = sqlx::query_as!(
        RevisionColumns,
        "SELECT r.id, r.body_zh, r.body_en, r.saved_at, \
         coalesce(nullif(u.user_name, ''), u.login_name) AS \"saved_by!\" \
         FROM content_revision r JOIN app_user u ON u.id = r.saved_by WHERE r.page = $1 ORDER BY r.id DESC LIMIT $2",
        page.as_str(),
        most.min(KEPT_REVISIONS)
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Revision::from).collect())
}

/// Which pages have texts in place of their own, with when and by whom they came.
pub async fn replaced(
    db: &mut PgConnection,
) -> Result<Vec<(ContentPage, DateTime<Utc>, String)>, StorageError> {
    let rows = sqlx::query!(
        "SELECT r.page, r.saved_at, coalesce(nullif(u.user_name, ''), u.login_name) AS \"saved_by!\" FROM \
         (SELECT DISTINCT ON (page) page, body_zh, saved_at, saved_by FROM content_revision ORDER BY page, id DESC) r \
         JOIN app_user u ON u.id = r.saved_by WHERE r.body_zh IS NOT NULL"
    )
    .fetch_all(db)
    .await?;
    let known = rows.into_iter().filter_map(|row| {
        ContentPage::parse(&row.page).map(|page| (page, row.saved_at, row.saved_by))
    });
    Ok(known.collect())
}

/// Lets nobody else change a page until the transaction ends, and answers the state that holds.
pub async fn lock(
    db: &mut PgConnection,
    page: ContentPage,
) -> Result<Option<Revision>, StorageError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('content_page ' || $1, 0))",
        page.as_str()
    )
    .fetch_one(&mut *db)
    .await?;
    current(db, page).await
}

/// Adds a revision, which holds from now on, and forgets those that are too many. Answers its id.
pub async fn add(
    db: &mut PgConnection,
    page: ContentPage,
    texts: Option<&PageTexts>,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<i64, StorageError> {
    let added = sqlx::query_scalar!(
        "INSERT INTO content_revision (page, body_zh, body_en, saved_at, saved_by) VALUES ($1, $2, $3, $4, $5) \
         RETURNING id",
        page.as_str(),
        texts.map(|texts| texts.zh.as_str()),
        texts.and_then(|texts| texts.en.as_deref()),
        now,
        by.0
    )
    .fetch_one(&mut *db)
    .await?;
    sqlx::query!(
        "DELETE FROM content_revision WHERE page = $1 AND id NOT IN \
         (SELECT id FROM content_revision WHERE page = $1 ORDER BY id DESC LIMIT $2)",
        page.as_str(),
        KEPT_REVISIONS
    )
    .execute(db)
    .await?;
    Ok(added)
}
