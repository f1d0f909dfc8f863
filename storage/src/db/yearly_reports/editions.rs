//! Published reports.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::yearly_report::ReportYear;
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::known;
use crate::StorageError;

/// A report as it was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportEdition {
    /// Identifies the edition in addresses.
    pub id: Uuid,
    /// Number of the edition, from 1.
    pub edition: u32,
    /// SHA-256 of its content, 32 bytes.
    pub sha256: Vec<u8>,
    /// The name of who published it.
    pub published_by: String,
    pub published_at: DateTime<Utc>,
}

struct EditionRow {
    id: Uuid,
    edition: i32,
    sha256: Vec<u8>,
    published_by: String,
    published_at: DateTime<Utc>,
}

impl TryFrom<EditionRow> for ReportEdition {
    type Error = StorageError;

    fn try_from(row: EditionRow) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            edition: known("yearly_report.edition", row.edition)?,
            sha256: row.sha256,
            published_by: row.published_by,
            published_at: row.published_at,
        })
    }
}

/// The editions of a year's report, of all units or of one, the newest first.
pub async fn editions(
    db: &mut PgConnection,
    year: ReportYear,
    unit: Option<&str>,
) -> Result<Vec<ReportEdition>, StorageError> {
    let rows = sqlx::query_as!(
        EditionRow,
        "SELECT r.id, r.edition, r.sha256, u.user_name AS published_by, r.published_at FROM yearly_report r \
         JOIN app_user u ON u.id = r.published_by WHERE r.year = $1::integer AND r.unit = $2 ORDER BY r.edition DESC",
        year.number(),
        unit.unwrap_or_default()
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// An edition with its canonical content.
pub async fn edition(
    db: &mut PgConnection,
    id: Uuid,
) -> Result<Option<(ReportEdition, String)>, StorageError> {
    let row = sqlx::query!(
        "SELECT r.id, r.edition, r.sha256, u.user_name AS published_by, r.published_at, r.content FROM yearly_report r \
         JOIN app_user u ON u.id = r.published_by WHERE r.id = $1",
        id
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let edition = EditionRow {
        id: row.id,
        edition: row.edition,
        sha256: row.sha256,
        published_by: row.published_by,
        published_at: row.published_at,
    };
    Ok(Some((edition.try_into()?, row.content)))
}

/// Keeps a report for good as the next edition; the newest one where it says the same. In a transaction: who publishes at the
/// same time waits. Answers the edition and whether it is new.
pub async fn publish(
    db: &mut PgConnection,
    (year, unit): (ReportYear, Option<&str>),
    (content, sha256): (&str, &[u8]),
    (by, now): (UserId, DateTime<Utc>),
) -> Result<(ReportEdition, bool), StorageError> {
    sqlx::query!("LOCK TABLE yearly_report IN SHARE ROW EXCLUSIVE MODE")
        .execute(&mut *db)
        .await?;
    let newest = editions(db, year, unit).await?.into_iter().next();
    let last = newest.as_ref().map_or(0, |newest| newest.edition);
    if let Some(same) = newest.filter(|newest| newest.sha256 == sha256) {
        return Ok((same, false));
    }
    let id = Uuid::now_v7();
    sqlx::query!(
        "INSERT INTO yearly_report (id, year, unit, edition, content, sha256, published_by, published_at) \
         VALUES ($1, $2::integer, $3, $4::bigint, $5, $6, $7, $8)",
        id,
        year.number(),
        unit.unwrap_or_default(),
        i64::from(last) + 1,
        content,
        sha256,
        by.0,
        now
    )
    .execute(&mut *db)
    .await?;
    let saved = editions(db, year, unit).await?.into_iter().next();
    let saved = saved.ok_or(sqlx::Error::RowNotFound)?;
    Ok((saved, true))
}
