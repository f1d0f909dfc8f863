//! The outline that an administrator gives a region.

use domain::budget::Budget;
use geo::Geometry;
use geometry::antimeridian::{cut_search, in_one_frame};
use geometry::extent::bounds;
use geometry::wkt::{Unreadable, parse};
use texts::FieldText;

use crate::areas::{measured, refuse_crossing};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::Problem;

/// Reads an outline: one polygon or several that do not cross themselves, between -180 and +180 degrees, with plain brackets and
/// four decimals. It may be as large as it likes.
pub(super) async fn checked(
    context: &Context,
    (caller, client): (&Caller, &Client),
    text: String,
) -> Result<String, Problem> {
    let permit = context.geometry.admit(Some(caller), client).await?;
    permit.run(move |budget| outline(&text, budget)).await?
}

fn outline(text: &str, budget: &Budget) -> Result<String, Problem> {
    let wrong = |reason: Unreadable| Problem::invalid_field("wkt", reason);
    let no_surface = || Problem::invalid_field("wkt", FieldText::NoSurface);
    let geometry = parse(text).map_err(wrong)?;
    if !matches!(geometry, Geometry::Polygon(_) | Geometry::MultiPolygon(_)) {
        return Err(no_surface());
    }
    refuse_crossing(&geometry)?;
    let geometry = on_the_globe(geometry);
    let checked = measured(&geometry, budget)?.ok_or_else(no_surface)?;
    // Written with four decimals it must still be what can be searched by.
    parse(&checked.wkt).map_err(wrong)?;
    if checked.area > 0.0 {
        Ok(checked.wkt)
    } else {
        Err(no_surface())
    }
}

/// Cut at the antimeridian where it reaches beyond it, as the areas of grants are: what is stored is read by programs that know no
/// longitude of 190 degrees.
fn on_the_globe(geometry: Geometry) -> Geometry {
    let is_beyond = bounds(&in_one_frame(&geometry))
        .is_some_and(|bounds| bounds.west < -180.0 || bounds.east > 180.0);
    if is_beyond {
        cut_search(geometry)
    } else {
        geometry
    }
}
