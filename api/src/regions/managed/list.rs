//! `GET /api/regions/managed`

use axum::extract::State;
use serde::Deserialize;
use storage::db::regions;
use utoipa::IntoParams;

use super::{ManagedRegions, RegionView};
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::problem::Problem;
use crate::regions::region::Region;

/// Most regions that an answer holds.
const MOST: usize = 500;

/// Which regions: of a text, or those that were changed, or those of a parent.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct ManagedQuery {
    /// Directly part of this region; empty or left out: the regions that are part of none.
    parent: String,
    /// Part of the name, the beginning of its pinyin, or the beginning of the code; at any level.
    q: String,
    /// Only those that differ from what ships, at any level.
    changed: bool,
}

/// Regions with how each differs from what ships; those that were removed as well. At most 500.
#[utoipa::path(get, path = "/api/regions/managed", tag = "regions", operation_id = "getManagedRegions",
    params(ManagedQuery), responses((status = 200, body = List<RegionView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<ManagedQuery>,
) -> Result<Json<List<RegionView>>, Problem> {
    let mut db = context.connection().await?;
    let overlays = regions::overlays(&mut db).await?;
    drop(db);
    let managed = ManagedRegions::new(context.regions.base(), &overlays);
    let (typed, parent) = (query.q.trim(), query.parent.trim());
    let is_meant = |region: &&Region| {
        if !typed.is_empty() {
            region.fits(typed) || region.code.starts_with(typed)
        } else if query.changed {
            overlays.contains_key(&region.code)
        } else if parent.is_empty() {
            region.parent.is_empty() || managed.regions.find(&region.parent).is_none()
        } else {
            region.parent == parent
        }
    };
    let mut found: Vec<&Region> = managed.all().filter(is_meant).collect();
    found.sort_by(|one, other| (one.level, &one.code).cmp(&(other.level, &other.code)));
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let first = found.into_iter().take(MOST);
    Ok(Json(List {
        items: first.map(|region| managed.view(region)).collect(),
        total,
    }))
}
