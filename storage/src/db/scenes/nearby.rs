//! The scenes that come closest to something, out of what a search finds.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures::TryStreamExt as _;
use sqlx::PgConnection;

use super::rankings::nearest;
use super::search::{meets, select_narrowed};
use super::{Footprint, Near, Rank, Scene, SceneFilter, SceneIndex};
use crate::StorageError;

/// The `most` closest scenes, the closest first, and how many have a rank.
pub async fn near(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    rank: Rank,
    most: usize,
) -> Result<(Vec<Scene>, usize), StorageError> {
    let ranked = nearest(index, db, filter, Arc::clone(&rank), most).await?;
    let (dids, total) = match ranked {
        Some(ranked) => ranked,
        None => by_sql(db, filter, &rank, most).await?,
    };
    Ok((super::by_dids(db, &dids).await?, total))
}

async fn by_sql(
    db: &mut PgConnection,
    filter: &SceneFilter,
    rank: &Rank,
    most: usize,
) -> Result<(Vec<i64>, usize), StorageError> {
    type NearbyRow = (
        i64,
        DateTime<Utc>,
        Option<f32>,
        i64,
        i64,
        String,
        String,
        Vec<u8>,
    );
    let columns = "did, acquired, cloud, size, nodeid, satellite, sensor, outline";
    let mut query = select_narrowed(filter, columns);
    let mut rows = query.build_query_as::<NearbyRow>().fetch(db);
    let mut ranked: Vec<(f64, i64)> = Vec::new();
    while let Some(row) = rows.try_next().await? {
        let (did, acquired, cloud, size, node, satellite, sensor, outline) = row;
        if !meets(filter, node, &outline) {
            continue;
        }
        let near = Near {
            did,
            acquired: acquired.timestamp_micros(),
            cloud: cloud.unwrap_or(f32::NAN),
            size,
            node,
            satellite: &satellite,
            sensor: &sensor,
            bounds: &|| Footprint::try_from(outline.as_slice()).ok()?.bounds(),
            footprint: &|| Footprint::try_from(outline.as_slice()).ok(),
        };
        ranked.extend(rank(&near).map(|rank| (rank, did)));
    }
    drop(rows);
    let total = ranked.len();
    ranked
        .sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    let best = ranked.into_iter().take(most);
    Ok((best.map(|(_, did)| did).collect(), total))
}
