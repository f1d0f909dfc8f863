//! `GET /api/orders/{id}/footprint`

use axum::extract::State;
use domain::ids::OrderId;
use geo::{Geometry, GeometryCollection, MultiPolygon, Polygon, unary_union};
use serde::Serialize;
use storage::db::order_scenes;
use utoipa::ToSchema;
use wkt::{ToWkt as _, TryFromWkt as _};

use super::access::visible;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

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
    Path(id): Path<OrderId>,
) -> Result<Json<Footprint>, Problem> {
    let footprints = {
        let mut db = context.connection().await?;
        let order = visible(&mut db, &caller, id).await?;
        order_scenes::footprints(&mut db, order.id).await?
    };
    let wkt = tokio::task::spawn_blocking(move || together(&footprints))
        .await
        .map_err(|_| Problem::internal())?;
    Ok(Json(Footprint { wkt }))
}

/// The union of all areas; what is no area stands beside it. What cannot be read is left out.
fn together(footprints: &[String]) -> String {
    let mut areas: Vec<Polygon> = Vec::new();
    let mut others: Vec<Geometry> = Vec::new();
    for footprint in footprints {
        if let Ok(geometry) = Geometry::try_from_wkt_str(footprint) {
            sort_in(geometry, &mut areas, &mut others);
        }
    }
    let union = unary_union(&areas);
    if others.is_empty() {
        return if union.0.is_empty() {
            GeometryCollection::<f64>::default().wkt_string()
        } else {
            union.wkt_string()
        };
    }
    if !union.0.is_empty() {
        others.insert(0, MultiPolygon(union.0).into());
    }
    GeometryCollection::from(others).wkt_string()
}

fn sort_in(geometry: Geometry, areas: &mut Vec<Polygon>, others: &mut Vec<Geometry>) {
    match geometry {
        Geometry::Polygon(area) => areas.push(area),
        Geometry::MultiPolygon(many) => areas.extend(many.0),
        Geometry::GeometryCollection(parts) => {
            for part in parts.0 {
                sort_in(part, areas, others);
            }
        }
        other => others.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geo::Area as _;

    fn of(footprints: &[&str]) -> String {
        let owned: Vec<_> = footprints.iter().map(|text| (*text).to_owned()).collect();
        together(&owned)
    }

    #[test]
    fn areas_are_joined() {
        let joined = of(&[
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
    fn nothing_known_is_the_specifications_empty() {
        assert_eq!(of(&[]), "GEOMETRYCOLLECTION EMPTY");
        assert_eq!(of(&["no shape"]), "GEOMETRYCOLLECTION EMPTY");
    }

    #[test]
    fn points_stand_beside_areas() {
        let both = of(&["POINT(5 5)", "POLYGON((0 0,1 0,1 1,0 0))"]);
        assert!(
            both.starts_with("GEOMETRYCOLLECTION(MULTIPOLYGON"),
            "{both}"
        );
        assert!(both.contains("POINT(5 5)"), "{both}");
    }
}
