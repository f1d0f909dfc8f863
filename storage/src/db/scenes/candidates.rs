//! Scenes that may be chosen for a cover.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::Footprint;
use crate::StorageError;

/// A scene that may be chosen: what it costs and where it is.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub struct Candidate {
    /// The scene's public id.
    pub dataid: String,
    /// Bytes; 0: unknown.
    pub size: i64,
    /// Cloud cover, percent.
    pub cloud: Option<f32>,
    /// Ground sample distance, metres.
    pub gsd: Option<f32>,
    /// When it was taken.
    pub acquired: DateTime<Utc>,
    /// Where it is.
    #[sqlx(rename = "outline", try_from = "Vec<u8>")]
    pub footprint: Footprint,
}

/// The scenes of these numbers, by public id; those that are gone are left out.
pub async fn candidates(
    db: &mut PgConnection,
    dids: &[i64],
) -> Result<Vec<Candidate>, StorageError> {
    let sql = "SELECT dataid, size, cloud, gsd, acquired, outline FROM scene \
         WHERE did = ANY($1) ORDER BY dataid";
    Ok(sqlx::query_as(sql).bind(dids).fetch_all(db).await?)
}
