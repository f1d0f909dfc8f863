//! Whether one area lies within another.

use domain::budget::{Budget, Exhausted};
use geo::{BoundingRect as _, Geometry, Relate as _};

use crate::antimeridian::cut_search;
use crate::wkt;

mod outline;

use outline::{A_STEP, Outline};

/// Whether the area that `given` says (WKT) lies within the one that `held` says, edges included. What cannot be read lies
/// nowhere, and nothing lies within it.
///
/// Corners say little about what that costs: an edge is compared with every one whose box meets its own, twenty thousand
/// with twenty thousand if somebody wants that. So those pairs are counted first, and spent.
pub fn lies_within(held: &str, given: &str, budget: &Budget) -> Result<bool, Exhausted> {
    budget.spend((held.len() + given.len()) / A_STEP)?;
    let read = |text| wkt::read(text).ok().map(cut_search);
    let Some((held, given)) = read(held).zip(read(given)) else {
        return Ok(false);
    };
    if !is_area(&held) || !is_around(&held, &given) {
        return Ok(false);
    }
    let (around, inside) = (Outline::new(&held), Outline::new(&given));
    if inside.crosses(&around, budget)? {
        return Ok(false);
    }
    around.spend_nodes(&inside, budget)?;
    inside.spend_nodes(&around, budget)?;
    Ok(given.relate(&held).is_coveredby())
}

const fn is_area(geometry: &Geometry) -> bool {
    matches!(
        geometry,
        Geometry::Polygon(_) | Geometry::MultiPolygon(_) | Geometry::GeometryCollection(_)
    )
}

/// Whether the box of one holds that of the other. Where it does not, nothing has to be compared.
fn is_around(held: &Geometry, given: &Geometry) -> bool {
    let boxes = held.bounding_rect().zip(given.bounding_rect());
    boxes.is_some_and(|(held, given)| {
        let (least, most) = (held.min(), held.max());
        [given.min(), given.max()].into_iter().all(|corner| {
            (least.x..=most.x).contains(&corner.x) && (least.y..=most.y).contains(&corner.y)
        })
    })
}

#[cfg(test)]
mod tests;
