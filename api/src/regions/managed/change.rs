//! `PUT /api/regions/managed/{areaCode}`

use axum::extract::State;
use domain::region::{RegionAction, RegionOverlay, RegionRefusal, name_faults};
use serde::Deserialize;
use storage::lifecycle::regions::RegionStep;
use utoipa::ToSchema;

use super::{ManagedRegions, RegionView, changes_between, desk, outline, read};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{FieldError, Problem, ProblemBody};

/// A region as it is to be, by somebody who has read it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ChangedRegion)]
#[serde(rename_all = "camelCase")]
pub(super) struct RegionForm {
    area_name: String,
    /// In lower case, a space between syllables.
    pinyin: String,
    /// Another outline; null or left out: the one that it has.
    #[serde(default)]
    wkt: Option<String>,
    /// The `version` that the caller has read.
    version: i64,
}

/// Gives a region another name or outline; an outline for who could grant everything. Searches go by it at once; grants keep the
/// outline that they were made with.
#[utoipa::path(put, path = "/api/regions/managed/{areaCode}", tag = "regions", operation_id = "changeRegion",
    params(("areaCode" = String, Path)), request_body = RegionForm,
    responses((status = 200, body = RegionView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(code): Path<String>,
    Json(form): Json<RegionForm>,
) -> Result<Json<RegionView>, Problem> {
    let (name, pinyin) = (form.area_name.trim(), form.pinyin.trim());
    let faults = name_faults(name, pinyin).into_iter();
    let faults: Vec<_> = faults
        .map(|(field, text)| FieldError::new(field, text))
        .collect();
    let mut db = context.connection().await?;
    let regions = context.regions.read(&mut db).await?;
    drop(db);
    if regions.find(&code).is_none() {
        return Err(Problem::not_found());
    }
    if !faults.is_empty() {
        return Err(Problem::invalid(faults));
    }
    let outline = match form.wkt {
        Some(text) => Some(outline::checked(&context, (&caller, &client), text).await?),
        None => None,
    };
    let base = context.regions.base();
    let desk = desk(&context, &caller, &client);
    let changed = desk.change((&code, form.version), |overlays| {
        let managed = ManagedRegions::new(base, overlays);
        let before = managed.regions.find(&code).ok_or(RegionRefusal::Missing)?;
        let mut after = before.clone();
        (after.name, after.pinyin) = (name.to_owned(), pinyin.to_owned());
        if after.name != before.name {
            managed.check_name(&after)?;
        }
        if let Some(outline) = outline {
            after.wkt = outline;
        }
        let known = overlays.get(&code).map(|stored| &stored.overlay);
        let position = known.and_then(|overlay| overlay.position.clone());
        let shipped = base.find(&code).filter(|_| position.is_none());
        let same_name = |shipped: &super::Region| {
            (&shipped.name, &shipped.pinyin) == (&after.name, &after.pinyin)
        };
        let overlay = RegionOverlay {
            removed: false,
            name: (!shipped.is_some_and(same_name))
                .then(|| (after.name.clone(), after.pinyin.clone())),
            outline: shipped
                .is_none_or(|shipped| shipped.wkt != after.wkt)
                .then(|| after.wkt.clone()),
            position,
        };
        Ok(RegionStep {
            action: RegionAction::Change,
            changes: changes_between(Some(before), Some(&after)),
            displaces_outline: before.wkt != after.wkt,
            name: after.name,
            overlay: (overlay != RegionOverlay::default()).then_some(overlay),
            children: Vec::new(),
        })
    });
    changed.await?;
    read(&context, &code).await.map(Json)
}
