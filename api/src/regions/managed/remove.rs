//! `DELETE /api/regions/managed/{areaCode}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::region::{RegionAction, RegionOverlay, RegionRefusal};
use storage::lifecycle::regions::RegionStep;

use super::{ManagedRegions, RegionVersion, changes_between, desk};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Path, Query};
use crate::problem::{Problem, ProblemBody};

/// Removes a region that nothing names, for who could grant everything. Otherwise `errors` says what does, how much of each there is,
/// and who the first are. One that shipped can be restored.
#[utoipa::path(delete, path = "/api/regions/managed/{areaCode}", tag = "regions", operation_id = "deleteRegion",
    params(("areaCode" = String, Path), RegionVersion),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(code): Path<String>,
    Query(read): Query<RegionVersion>,
) -> Result<StatusCode, Problem> {
    let base = context.regions.base();
    let desk = desk(&context, &caller, &client);
    let removed = desk.change((&code, read.version), |overlays| {
        let managed = ManagedRegions::new(base, overlays);
        let region = managed.regions.find(&code).ok_or(RegionRefusal::Missing)?;
        let shipped = base.find(&code).is_some();
        Ok(RegionStep {
            action: RegionAction::Remove,
            name: region.name.clone(),
            overlay: shipped.then(|| RegionOverlay {
                removed: true,
                ..RegionOverlay::default()
            }),
            changes: changes_between(Some(region), None),
            displaces_outline: true,
            children: managed.parts(&code).map(|part| part.name.clone()).collect(),
        })
    });
    removed.await?;
    Ok(StatusCode::NO_CONTENT)
}
