//! `POST /api/scenes/cover`

mod search;

use axum::extract::State;
use geo::{Geometry, MultiPolygon};
use serde::Serialize;
use texts::FieldText;
use utoipa::ToSchema;
use wkt::ToWkt as _;

use super::bounded_search::BoundedSearch;
use super::request::Search;
use super::search_area::read_area;
use crate::caller::{Client, MaybeCaller};
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;
use geometry::cover::simplified;
use geometry::rounded::rounded;

/// Most corners of an area times the scenes of a page whose coverage is worked out with it.
pub(super) const MAX_CUTS: usize = 500_000;

/// Scenes that cover the area, and what they leave open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoverBody {
    /// Their public ids, the most useful first.
    data_ids: Vec<String>,
    /// Percent of the area that they cover: as much as all found scenes of their kind do.
    coverage: f64,
    /// Percent of the area that stays open.
    gap: f64,
    /// Where that is (WKT); null: nowhere.
    #[schema(required)]
    gap_wkt: Option<String>,
    /// The outline that was covered differs from the searched one by at most so many degrees.
    tolerance: f64,
    /// Found scenes that were chosen from.
    candidates: usize,
    /// Products derived from other data (relief, maps) that were found and left out, because there is imagery.
    derived_left_out: usize,
    /// Scenes that were found and left out, because more than 80 percent of them are clouds.
    overcast_left_out: usize,
    /// Whether nothing more that was found could make the gap smaller. False where the choice is so large that the rest
    /// was not looked through.
    complete: bool,
}

/// Chooses scenes that cover the drawn area, out of what a search with the same filters finds.
///
/// Size, cloud cover, resolution and age decide (see `domain::cover`); products derived from other data take part only
/// where nothing else was found, and scenes of more than 80 percent of clouds take none. Of any number of found scenes; the
/// cover is cheap but not surely the cheapest (see `geometry::cover::cover`).
#[utoipa::path(post, path = "/api/scenes/cover", tag = "catalogue", operation_id = "coverArea",
    request_body = Search,
    responses((status = 200, body = CoverBody), (status = 400, body = crate::problem::ProblemBody)))]
pub async fn cover(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<CoverBody>, Problem> {
    let permit = context.geometry.admit(caller.as_ref(), &client).await?;
    let viewer = catalogue_scope::viewer(caller.as_ref());
    let area = read_area(&search, &context, Some(&permit)).await?;
    let whole = area.clone().ok_or_else(no_surface)?;
    let simple = permit.run(move |budget| {
        let surface = whole.surface(budget).ok()??;
        Some(simplified(surface, budget))
    });
    let (surface, tolerance) = simple.await?.ok_or_else(no_surface)?;
    let until = search.to.as_ref().map(|to| to.0);
    let search = BoundedSearch::new(search, area, viewer)?.within(permit.budget());
    let chosen = search::cover(&context, search, until, surface, &permit).await?;
    let gap = percent(chosen.gap);
    Ok(Json(CoverBody {
        data_ids: chosen.dataids,
        coverage: percent(1.0 - chosen.gap),
        gap,
        gap_wkt: wkt_of(chosen.uncovered),
        tolerance,
        candidates: chosen.candidates,
        derived_left_out: chosen.derived_left_out,
        overcast_left_out: chosen.overcast_left_out,
        complete: chosen.complete,
    }))
}

fn no_surface() -> Problem {
    Problem::invalid_field("wkt", FieldText::NoSurface)
}

/// A share in percent, rounded to four decimals.
fn percent(share: f64) -> f64 {
    // Without the sign of a negative zero, which JSON would tell.
    (share * 1e6).round().abs() / 1e4
}

fn wkt_of(polygons: MultiPolygon) -> Option<String> {
    (!polygons.0.is_empty()).then(|| rounded(&Geometry::MultiPolygon(polygons)).wkt_string())
}

#[cfg(test)]
mod tests;
