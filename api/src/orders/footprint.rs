//! `GET /api/orders/{id}/footprint`

use axum::extract::State;
use domain::ids::OrderId;
use geo::{CoordsIter as _, GeometryCollection, Polygon, unary_union};
use serde::Serialize;
use storage::db::{order_scenes, scenes};
use utoipa::ToSchema;
use wkt::ToWkt as _;

use super::access::visible;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};
use domain::budget::{Budget, Exhausted};
use geometry::apart::apart;

/// Where an order's scenes lie.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Footprint {
    /// Longitude and latitude in degrees; `GEOMETRYCOLLECTION EMPTY` when nothing is known.
    #[schema(example = "MULTIPOLYGON(((116 40,117 40,117 41,116 40)))")]
    wkt: String,
}

/// The area that the scenes of an order cover together.
#[utoipa::path(get, path = "/api/orders/{id}/footprint", tag = "orders", operation_id = "getMaxPolygon",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Footprint), (status = 404, body = ProblemBody)))]
pub(super) async fn footprint(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
) -> Result<Json<Footprint>, Problem> {
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let footprints = {
        let mut db = context.connection().await?;
        let order = visible(&mut db, &caller, id).await?;
        order_scenes::footprints(&mut db, order.id).await?
    };
    let wkt = permit.run(move |budget| together(&footprints, budget));
    Ok(Json(Footprint { wkt: wkt.await?? }))
}

/// Corners of all footprints up to which they are joined. Beyond, they are only cut, which leaves seams: a union of
/// many slivers takes `i_overlay` hours, and cannot be stopped.
const MAX_JOINED: usize = 20_000;

/// The union of all areas.
fn together(footprints: &[scenes::Footprint], budget: &Budget) -> Result<String, Exhausted> {
    let areas = footprints
        .iter()
        .flat_map(|footprint| footprint.polygons().0);
    let areas: Vec<Polygon> = areas.collect();
    let corners: usize = areas.iter().map(Polygon::coords_count).sum();
    budget.spend(corners)?;
    let union = if corners > MAX_JOINED {
        apart(&areas, budget)?
    } else {
        unary_union(&areas)
    };
    Ok(if union.0.is_empty() {
        GeometryCollection::<f64>::default().wkt_string()
    } else {
        union.wkt_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use geo::{Area as _, MultiPolygon};
    use wkt::TryFromWkt as _;

    fn footprint_of(footprints: &[&str]) -> String {
        let read = footprints
            .iter()
            .map(|text| text.parse().unwrap_or_default());
        together(&read.collect::<Vec<_>>(), &Budget::default()).unwrap()
    }

    #[test]
    fn areas_are_joined() {
        let joined = footprint_of(&[
            "POLYGON((0 0,2 0,2 2,0 2,0 0))",
            "POLYGON((1 0,3 0,3 2,1 2,1 0))",
            "MULTIPOLYGON(((10 10,11 10,11 11,10 11,10 10)))",
        ]);
        assert!(joined.starts_with("MULTIPOLYGON"), "{joined}");
        let area = MultiPolygon::<f64>::try_from_wkt_str(&joined).unwrap();
        assert_eq!(area.0.len(), 2);
        assert!((area.unsigned_area() - 7.0).abs() < 1e-9);
    }

    #[test]
    fn many_corners_are_cut_and_not_joined() {
        let teeth = |west: f64| {
            let ring = (0..12_000).map(|at| {
                let x = west + f64::from(at) / 1e4;
                format!("{x} {}", if at / 2 % 2 == 0 { 0.1 } else { 1.9 })
            });
            let ring: Vec<String> = ring.collect();
            format!(
                "POLYGON(({0},{1} 0,{west} 0,{west} 0.1))",
                ring.join(","),
                west + 1.2
            )
        };
        let area = |text: &str| {
            let read = MultiPolygon::<f64>::try_from_wkt_str(text).unwrap();
            read.unsigned_area()
        };
        let one = area(&footprint_of(&[&teeth(0.0)]));
        let twice = area(&footprint_of(&[&teeth(0.0), &teeth(0.0)]));
        assert!((one - twice).abs() < 1e-4, "{one} {twice}");
    }

    #[test]
    fn nothing_known_is_the_specifications_empty() {
        assert_eq!(footprint_of(&[]), "GEOMETRYCOLLECTION EMPTY");
        assert_eq!(footprint_of(&["no shape"]), "GEOMETRYCOLLECTION EMPTY");
    }
}
