//! The catalogue's scenes (景).

use chrono::{DateTime, Utc};
use domain::catalogue::scene_type::SceneType;
use domain::order::data_kind::DataKind;
use sqlx::{AssertSqlSafe, PgConnection};

use super::{Listing, Page};
use crate::StorageError;

mod candidates;
mod card;
mod card_shelf;
mod conditions;
mod convert;
mod dids;
mod field_values;
mod filter;
mod found_scenes;
mod keeper;
mod looks;
mod manifest;
mod nearby;
mod outlines;
mod rankings;
mod replica;
mod search;
mod summary;
mod unknown_scenes;
mod upsert;

pub use candidates::{Candidate, candidates};
pub(super) use card::CARD_COLUMNS;
pub use card::Card;
pub(in crate::db) use conditions::{push_condition, push_text};
pub(in crate::db) use convert::convert_footprints;
pub use dids::dids;
pub use domain::field::{FieldCondition, FieldTest};
pub use field_values::{field_values, is_address};
pub use filter::{SceneFilter, Sort};
pub use found_scenes::FoundScenes;
pub use geometry::{Bounds, Corner, Footprint, FootprintRef, SearchArea};
pub use keeper::{Confirmed, IndexFacts, SceneIndex};
pub use looks::LookCounts;
pub(crate) use manifest::replace as replace_manifest;
pub use manifest::{Manifest, ManifestLag, lag as manifest_lag};
pub use nearby::near;
pub use outlines::{Outlines, outlines};
pub use rankings::{Near, Rank, UnknownScenes};
pub use replica::build_manifest;
pub use scene_index::{Scope as SceneScope, ScopePart, UnknownCloud};
pub(in crate::db) use search::push_possible;
pub use search::{BegunSearch, IndexCandidates, PageToRead, index_candidates, limit_time, search};
pub use summary::{CLOUD_STEPS, Summary};
pub use unknown_scenes::newest_unknown;
pub use upsert::{NewScene, SceneWrite, Upserted, upsert_batch, upsert_each};

/// The columns that a [`Scene`] is read from, unqualified: `dataid` and the like are unique to `scene`.
pub(super) const COLUMNS: &str = "scene.did, dataid, dataname, datatype, nodeid, satellite, sensor, acquired, \
     received, cloud, gsd, archive_url, file_name, scene.size, scene.sha256, outline, properties, image_url, \
     EXISTS (SELECT FROM scene_preview WHERE scene_preview.did = scene.did AND thumbnail_key IS NOT NULL) \
         AS has_preview";

/// A scene of the catalogue.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub struct Scene {
    /// The catalogue's internal number.
    pub did: i64,
    /// The scene's public id.
    pub dataid: String,
    /// Name of the scene.
    pub dataname: String,
    #[sqlx(rename = "datatype", try_from = "i16")]
    pub scene_type: SceneType,
    /// The catalogue node it lies in.
    pub nodeid: i64,
    pub satellite: String,
    pub sensor: String,
    /// When the picture was taken.
    pub acquired: DateTime<Utc>,
    /// When the survey received it.
    pub received: Option<DateTime<Utc>>,
    /// Cloud cover, percent.
    pub cloud: Option<f32>,
    /// Ground sample distance, metres.
    pub gsd: Option<f32>,
    /// Where its bytes lie; `None`: known, not online. Never shown to anybody.
    pub archive_url: Option<String>,
    /// Name of the file that is handed out.
    pub file_name: Option<String>,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the file, where the archive gave one.
    pub sha256: Option<Vec<u8>>,
    /// Where it is; empty where nobody could read that.
    #[sqlx(rename = "outline", try_from = "Vec<u8>")]
    pub footprint: Footprint,
    /// Every further metadata field.
    pub properties: serde_json::Value,
    /// Where its preview picture lies. Never shown to anybody.
    pub image_url: Option<String>,
    /// Whether workers have made pictures of it.
    pub has_preview: bool,
}

/// The scene with this public id.
pub async fn by_data_id(
    connection: &mut PgConnection,
    data_id: &str,
) -> Result<Option<Scene>, StorageError> {
    let row = sqlx::query_as(AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM scene WHERE dataid = $1"
    )))
    .bind(data_id)
    .fetch_optional(connection)
    .await?;
    Ok(row)
}

/// The scenes with these public ids, in the order of the ids; ids without a scene are left out.
pub async fn by_data_ids(
    connection: &mut PgConnection,
    data_ids: &[String],
) -> Result<Vec<Scene>, StorageError> {
    let rows = sqlx::query_as(AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM unnest($1::text[]) WITH ORDINALITY AS wanted (id, position)
         JOIN scene ON dataid = wanted.id ORDER BY wanted.position"
    )))
    .bind(data_ids)
    .fetch_all(connection)
    .await?;
    Ok(rows)
}

/// The scenes with these internal numbers, in the order of the numbers.
pub async fn by_dids(
    connection: &mut PgConnection,
    dids: &[i64],
) -> Result<Vec<Scene>, StorageError> {
    let rows = sqlx::query_as(AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, position)
         JOIN scene ON scene.did = wanted.id ORDER BY wanted.position"
    )))
    .bind(dids)
    .fetch_all(connection)
    .await?;
    Ok(rows)
}

/// A satellite and how many scenes it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SatelliteCount {
    /// Name of the satellite.
    pub satellite: String,
    /// Number of scenes.
    pub count: i64,
}

/// Satellites by name.
pub async fn satellites(
    connection: &mut PgConnection,
    page: Page,
) -> Result<Listing<SatelliteCount>, StorageError> {
    let items = sqlx::query_as!(
        SatelliteCount,
        "SELECT satellite, sum(count)::bigint AS \"count!\" FROM scene_tally
         GROUP BY satellite HAVING sum(count) > 0 ORDER BY satellite"
    )
    .fetch_all(connection)
    .await?;
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    let skip = usize::try_from(page.offset()).unwrap_or(usize::MAX);
    let take = usize::try_from(page.limit()).unwrap_or(usize::MAX);
    Ok(Listing {
        items: items.into_iter().skip(skip).take(take).collect(),
        total,
    })
}

/// Public ids of scenes of this kind that can be delivered.
pub async fn online(
    connection: &mut PgConnection,
    kind: DataKind,
    most: i64,
) -> Result<Vec<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT dataid FROM scene WHERE archive_url IS NOT NULL AND (datatype = $2) = $3 ORDER BY did LIMIT $1",
        most,
        SceneType::Archive.code(),
        kind == DataKind::Archive
    )
    .fetch_all(connection)
    .await?)
}

/// Public ids of scenes of this kind that the catalogue only knows of.
pub async fn offline(
    connection: &mut PgConnection,
    kind: DataKind,
    most: i64,
) -> Result<Vec<String>, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT dataid FROM scene WHERE archive_url IS NULL AND (datatype = $2) = $3 ORDER BY did LIMIT $1",
        most,
        SceneType::Archive.code(),
        kind == DataKind::Archive
    )
    .fetch_all(connection)
    .await?)
}
