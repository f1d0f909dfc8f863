//! The outline that an administrator gives a region.

use domain::budget::Budget;
use geo::Geometry;
use geometry::wkt::{Unreadable, parse};
use texts::FieldText;

use crate::areas::measured;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::Problem;

/// Reads an outline: one polygon or several, with plain brackets and four decimals. It may be as large as it likes.
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
    let checked = measured(&geometry, budget)?.ok_or_else(no_surface)?;
    // Written with four decimals it must still be what can be searched by.
    parse(&checked.wkt).map_err(wrong)?;
    if checked.area > 0.0 {
        Ok(checked.wkt)
    } else {
        Err(no_surface())
    }
}
