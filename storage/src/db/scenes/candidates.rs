//! Scenes that may be chosen for a cover.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::Footprint;
use crate::StorageError;
use crate::db::footprint;

/// A scene that may be chosen: what it costs and where it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The scene's public id.
    pub dataid: String,
    /// Bytes; 0: unknown.
    pub size: i64,
    /// Cloud cover, percent.
    pub cloud: Option<f32>,
    /// Ground sample distance, metres.
    pub gsd: Option<f32>,
    /// Time of acquisition.
    pub acquired: DateTime<Utc>,
    pub footprint: Footprint,
}

/// The scenes of these numbers, by public id; those that are gone are left out.
pub async fn candidates(
    db: &mut PgConnection,
    dids: &[i64],
) -> Result<Vec<Candidate>, StorageError> {
    let rows = sqlx::query!(
        "SELECT dataid, size, cloud, gsd, acquired, outline FROM scene \
         WHERE did = ANY($1) ORDER BY dataid",
        dids
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Candidate {
                dataid: row.dataid,
                size: row.size,
                cloud: row.cloud,
                gsd: row.gsd,
                acquired: row.acquired,
                footprint: footprint("scene.outline", row.outline)?,
            })
        })
        .collect()
}
