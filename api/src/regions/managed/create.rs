//! `POST /api/regions/managed`

use axum::extract::State;
use axum::http::StatusCode;
use domain::region::{
    RegionAction, RegionLevel, RegionOverlay, RegionPosition, RegionRefusal, code_fault,
    may_be_part, name_faults,
};
use serde::Deserialize;
use storage::lifecycle::regions::{RegionStep, UNCHANGED};
use utoipa::ToSchema;

use super::{ManagedRegions, RegionView, changes_between, desk, outline, read};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::orders::codes;
use crate::problem::{FieldError, Problem, ProblemBody};
use crate::regions::region::Region;

/// A region to be added.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewRegion)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewRegionForm {
    /// Nine digits.
    area_code: String,
    area_name: String,
    /// In lower case, a space between syllables.
    pinyin: String,
    #[schema(value_type = codes::RegionLevel)]
    level: RegionLevel,
    /// A region of a higher level.
    parent_code: String,
    /// Its outline: one polygon or several.
    wkt: String,
}

/// Adds a region below another one.
#[utoipa::path(post, path = "/api/regions/managed", tag = "regions", operation_id = "createRegion",
    request_body = NewRegionForm,
    responses((status = 201, body = RegionView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<NewRegionForm>,
) -> Result<(StatusCode, Json<RegionView>), Problem> {
    let code = form.area_code.trim().to_owned();
    let (name, pinyin) = (form.area_name.trim(), form.pinyin.trim());
    let code_fault = code_fault(&code).map(|text| ("areaCode", text));
    let faults = code_fault.into_iter().chain(name_faults(name, pinyin));
    let faults: Vec<_> = faults
        .map(|(field, text)| FieldError::new(field, text))
        .collect();
    if !faults.is_empty() {
        return Err(Problem::invalid(faults));
    }
    let outline = outline::checked(&context, (&caller, &client), form.wkt).await?;
    let overlay = RegionOverlay {
        removed: false,
        position: Some(RegionPosition {
            level: form.level,
            parent: form.parent_code.trim().to_owned(),
        }),
        name: Some((name.to_owned(), pinyin.to_owned())),
        outline: Some(outline),
    };
    let base = context.regions.base();
    let desk = desk(&context, &caller, &client);
    let added = desk.change((&code, UNCHANGED), |overlays| {
        let managed = ManagedRegions::new(base, overlays);
        if base.find(&code).is_some() || overlays.contains_key(&code) {
            return Err(RegionRefusal::CodeTaken);
        }
        let region = Region::added(&code, &overlay).ok_or(RegionRefusal::Missing)?;
        let above = managed.regions.find(&region.parent);
        if !above.is_some_and(|above| may_be_part(region.level, above.level)) {
            return Err(RegionRefusal::ParentWrong);
        }
        managed.check_name(&region)?;
        Ok(RegionStep {
            action: RegionAction::Create,
            changes: changes_between(None, Some(&region)),
            displaces_outline: false,
            name: region.name,
            overlay: Some(overlay),
            children: Vec::new(),
        })
    });
    added.await?;
    let made = read(&context, &code).await?;
    Ok((StatusCode::CREATED, Json(made)))
}
