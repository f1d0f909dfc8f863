//! `POST /api/regions/managed/{areaCode}/restore`

use axum::extract::State;
use domain::region::{RegionAction, RegionRefusal};
use storage::lifecycle::regions::RegionStep;

use super::{ManagedRegions, RegionVersion, RegionView, changes_between, desk, read};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// Makes a region that shipped as it ships: its name, its outline, and that it is there. An outline in place of another one is for who
/// could grant everything.
#[utoipa::path(post, path = "/api/regions/managed/{areaCode}/restore", tag = "regions", operation_id = "restoreRegion",
    params(("areaCode" = String, Path), RegionVersion),
    responses((status = 200, body = RegionView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn restore(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(code): Path<String>,
    Query(RegionVersion { version }): Query<RegionVersion>,
) -> Result<Json<RegionView>, Problem> {
    let base = context.regions.base();
    let desk = desk(&context, &caller, &client);
    let restored = desk.change((&code, version), |overlays| {
        let managed = ManagedRegions::new(base, overlays);
        let shipped = base.find(&code).ok_or(RegionRefusal::Missing)?;
        if !overlays.contains_key(&code) {
            return Err(RegionRefusal::Missing);
        }
        if !shipped.parent.is_empty() && managed.regions.find(&shipped.parent).is_none() {
            return Err(RegionRefusal::ParentWrong);
        }
        managed.check_name(shipped)?;
        let before = managed.regions.find(&code);
        Ok(RegionStep {
            action: RegionAction::Restore,
            name: shipped.name.clone(),
            overlay: None,
            changes: changes_between(before, Some(shipped)),
            displaces_outline: before.is_some_and(|before| before.wkt != shipped.wkt),
            children: Vec::new(),
        })
    });
    restored.await?;
    read(&context, &code).await.map(Json)
}
