//! What an entry consists of: scenes, files, papers, and what was fetched.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::push_target::TargetKind;
use sqlx::PgConnection;

use crate::StorageError;
use crate::db::known;
use crate::db::subscriptions::unknown;

/// A scene that was handed out, as the catalogue called it then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryScene {
    /// Public id of the scene.
    pub dataid: String,
    /// Name of the scene.
    pub dataname: String,
    /// The catalogue node that it lay in.
    pub node: String,
    /// Code of its satellite.
    pub satellite: String,
    /// Code of its sensor.
    pub sensor: String,
    /// Time of acquisition.
    pub acquired: DateTime<Utc>,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of its bytes.
    pub sha256: Option<Vec<u8>>,
}

/// A file that was handed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFile {
    /// Path inside the delivery.
    pub path: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of its bytes.
    pub sha256: Vec<u8>,
}

/// A paper that data were handed out for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryPaper {
    pub kind: AttachmentKind,
    /// SHA-256 of its bytes.
    pub sha256: Vec<u8>,
    /// Bytes.
    pub size: i64,
    pub uploaded: DateTime<Utc>,
}

/// What was fetched of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFetch {
    /// Path inside the delivery.
    pub path: String,
    /// How often it was brought to its end.
    pub times: i64,
    /// Bytes sent, those of broken transfers too.
    pub bytes: i64,
    /// When the first transfer began.
    pub first: DateTime<Utc>,
    /// When the last transfer ended.
    pub last: DateTime<Utc>,
}

/// A file that was sent to a target of the applicant's and lies there whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryPush {
    /// Path inside the delivery.
    pub path: String,
    /// Bytes.
    pub size: i64,
    /// What its owner called the target then.
    pub target_name: String,
    /// How the target was spoken to; `None`: it went there before this was noted, and the target is another one now, or gone.
    pub kind: Option<TargetKind>,
    /// Where the target was, without a user; `None` as well.
    pub address: Option<String>,
    pub delivered: DateTime<Utc>,
}

/// The scenes of an entry, in the order's order.
pub async fn scenes(db: &mut PgConnection, number: i64) -> Result<Vec<EntryScene>, StorageError> {
    Ok(sqlx::query_as!(
        EntryScene,
        "SELECT dataid, dataname, node, satellite, sensor, acquired, size, sha256 FROM registry_scene \
         WHERE entry = $1 ORDER BY position",
        number
    )
    .fetch_all(db)
    .await?)
}

/// The files of an entry, by path.
pub async fn files(db: &mut PgConnection, number: i64) -> Result<Vec<EntryFile>, StorageError> {
    Ok(sqlx::query_as!(
        EntryFile,
        "SELECT f.path, f.size, f.sha256 FROM registry_entry e JOIN delivery_file f USING (delivery_id) \
         WHERE e.number = $1 ORDER BY f.path COLLATE \"C\"",
        number
    )
    .fetch_all(db)
    .await?)
}

/// The papers of an entry, by kind and time.
pub async fn papers(db: &mut PgConnection, number: i64) -> Result<Vec<EntryPaper>, StorageError> {
    let rows = sqlx::query!(
        "SELECT kind, sha256, size, uploaded_at FROM registry_paper WHERE entry = $1 ORDER BY kind, uploaded_at, sha256",
        number
    )
    .fetch_all(db)
    .await?;
    let papers = rows.into_iter().map(|row| {
        Ok(EntryPaper {
            kind: known("registry_paper.kind", row.kind)?,
            sha256: row.sha256,
            size: row.size,
            uploaded: row.uploaded_at,
        })
    });
    papers.collect()
}

/// The papers of several entries, by entry, kind and time.
pub async fn papers_of_entries(
    db: &mut PgConnection,
    numbers: &[i64],
) -> Result<BTreeMap<i64, Vec<EntryPaper>>, StorageError> {
    let rows = sqlx::query!(
        "SELECT entry, kind, sha256, size, uploaded_at FROM registry_paper WHERE entry = ANY ($1) \
         ORDER BY entry, kind, uploaded_at, sha256",
        numbers
    )
    .fetch_all(db)
    .await?;
    let mut papers: BTreeMap<i64, Vec<EntryPaper>> = BTreeMap::new();
    for row in rows {
        papers.entry(row.entry).or_default().push(EntryPaper {
            kind: known("registry_paper.kind", row.kind)?,
            sha256: row.sha256,
            size: row.size,
            uploaded: row.uploaded_at,
        });
    }
    Ok(papers)
}

/// What was fetched of an entry, by path.
pub async fn fetches(db: &mut PgConnection, number: i64) -> Result<Vec<EntryFetch>, StorageError> {
    Ok(sqlx::query_as!(
        EntryFetch,
        "SELECT path, times, bytes, first_at AS first, last_at AS last FROM registry_fetch \
         WHERE entry = $1 ORDER BY path COLLATE \"C\"",
        number
    )
    .fetch_all(db)
    .await?)
}

/// Where the files of an entry were pushed, in the order in which they arrived. Read from the pushes themselves: a file that was
/// delivered is never changed.
pub async fn pushes(db: &mut PgConnection, number: i64) -> Result<Vec<EntryPush>, StorageError> {
    let rows = sqlx::query!(
        "SELECT m.dataname, m.size, p.target_name, m.sent_kind, m.sent_address, m.ended_at AS \"ended_at!\" \
         FROM registry_entry e JOIN order_push p USING (delivery_id) JOIN subscription_match m ON m.order_push_id = p.id \
         WHERE e.number = $1 AND m.state = 'delivered' ORDER BY m.ended_at, m.dataname COLLATE \"C\", m.id",
        number
    )
    .fetch_all(db)
    .await?;
    let pushes = rows.into_iter().map(|row| {
        let kind = row.sent_kind.map(|word| {
            TargetKind::parse(&word).ok_or_else(|| unknown("subscription_match.sent_kind", &word))
        });
        Ok(EntryPush {
            path: row.dataname,
            size: row.size,
            target_name: row.target_name,
            kind: kind.transpose()?,
            address: row.sent_address,
            delivered: row.ended_at,
        })
    });
    pushes.collect()
}
