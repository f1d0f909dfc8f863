//! The outline that an administrator gives a region.

use domain::budget::Budget;
use geo::Geometry;
use geometry::antimeridian::{cut_search, in_one_frame};
use geometry::extent::bounds;
use geometry::rounded::rounded_unless_gone;
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
    let geometry = parse(text).map_err(wrong)?;
    if !matches!(geometry, Geometry::Polygon(_) | Geometry::MultiPolygon(_)) {
        return Err(no_surface());
    }
    let geometry = on_the_globe(stored_as(&geometry)?);
    let geometry = stored_as(&geometry)?;
    let checked = measured(&geometry, budget)?.ok_or_else(no_surface)?;
    // Written with four decimals it must still be what can be searched by.
    parse(&checked.wkt).map_err(wrong)?;
    if checked.area > 0.0 {
        Ok(checked.wkt)
    } else {
        Err(no_surface())
    }
}

/// With four decimals, in which no edge lies across another one and something is left.
fn stored_as(geometry: &Geometry) -> Result<Geometry, Problem> {
    let rounded = rounded_unless_gone(geometry).ok_or_else(no_surface)?;
    refuse_crossing(&rounded)?;
    Ok(rounded)
}

fn no_surface() -> Problem {
    Problem::invalid_field("wkt", FieldText::NoSurface)
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn outlines_are_judged_as_they_are_stored() {
        for (text, expected) in [
            (
                "POLYGON((0 0,1.00001 0,1 1,0 0))",
                Ok("POLYGON((0 0,1 0,1 1,0 0))"),
            ),
            (
                "POLYGON((0 0,1 0.33206,1 1,0.5 0.16604,0 1,0 0))",
                Err("self_crossing"),
            ),
            ("POLYGON((0 0,0.00001 0,0 0.00001,0 0))", Err("invalid")),
            ("POLYGON((0 0,0.5 0,1 0,1 0.00001,0 0))", Err("invalid")),
        ] {
            let stored = outline(text, &Budget::default());
            let stored = stored.as_deref().map_err(Problem::code);
            assert_eq!(stored, expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_stored_is_accepted_again(
            corners in prop::collection::vec((0..60_u32, 0..60_u32), 3..7),
            west in prop::sample::select(vec![0.0, 179.999]),
            unit in prop::sample::select(vec![1e-2, 1e-4, 2e-5, 1e-5]),
        ) {
            let points = corners.iter().chain(corners.first()).map(|(x, y)| {
                format!("{} {}", west + f64::from(*x) * unit, f64::from(*y) * unit)
            });
            let text = format!("POLYGON(({}))", points.collect::<Vec<_>>().join(","));
            let budget = Budget::default();
            if let Ok(stored) = outline(&text, &budget) {
                prop_assert_eq!(outline(&stored, &budget).ok(), Some(stored));
            }
        }
    }
}
