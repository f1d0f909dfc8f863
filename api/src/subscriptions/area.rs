//! `GET /api/subscriptions/{id}/area`

use axum::extract::State;
use domain::budget::Budget;
use domain::ids::SubscriptionId;
use geo::{Geometry, Rect};
use geometry::Bounds;
use geometry::antimeridian::in_one_frame;
use geometry::extent::{bounds, vertices};
use geometry::rounded::rounded;
use geometry::simplify::simplified;
use geometry::wkt::read;
use serde::Serialize;
use utoipa::ToSchema;
use wkt::ToWkt as _;

use super::list::visible;
use crate::caller::Caller;
use crate::context::Context;
use crate::geometry::area::polygons_of;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Most corners of an outline: about 40 KB of text.
const MAX_CORNERS: usize = 2000;
/// How far an outline may move, as shares of the longer side of the box around it, from the finest: a third of a pixel of the
/// map that shows it, and then what its corners take.
const TOLERANCES: [f64; 4] = [0.001, 0.004, 0.016, 0.064];
/// Steps of a microsecond that all tolerances together may take; then the box stands for the outline.
const MAX_STEPS: u64 = 500_000;

/// The area that a subscription searches, for a map.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = SubscriptionArea)]
pub(super) struct AreaView {
    /// The box around the area; null: it searches everywhere.
    #[schema(required)]
    bounds: Option<BoundsView>,
    /// The area as WKT, with at most 2,000 corners: one that has more is drawn with fewer, or as the box around it.
    #[schema(required)]
    outline: Option<String>,
}

/// A box of degrees. East of 180 it goes on counting.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SubscriptionBounds)]
struct BoundsView {
    west: f64,
    south: f64,
    east: f64,
    north: f64,
}

/// The area that a subscription searches: one's own, or anybody's for whoever decides over them. It is the area that binds, not
/// what the stored query says.
#[utoipa::path(get, path = "/api/subscriptions/{id}/area", tag = "subscriptions", operation_id = "subscribeArea",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = AreaView), (status = 404, body = ProblemBody)))]
pub(super) async fn area(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<SubscriptionId>,
) -> Result<Json<AreaView>, Problem> {
    let mut db = context.connection().await?;
    let one = visible(&context, &mut db, &caller, id).await?;
    drop(db);
    let Some(text) = one.form.criteria.area else {
        return Ok(Json(AreaView::default()));
    };
    // An area of a region can have very many corners: it is read where nobody waits behind it.
    let view = tokio::task::spawn_blocking(move || drawable(&text));
    view.await.map(Json).map_err(|_| Problem::internal())
}

/// An area that nobody can read holds nothing, and is nowhere.
fn drawable(text: &str) -> AreaView {
    let Ok(geometry) = read(text) else {
        return AreaView::default();
    };
    reach(&geometry).map_or_else(AreaView::default, |reach| AreaView {
        outline: Some(outline(&geometry, reach).wkt_string()),
        bounds: Some(BoundsView {
            west: reach.west,
            south: reach.south,
            east: reach.east,
            north: reach.north,
        }),
    })
}

/// The box around an area. What was cut at 180 degrees lies beside itself again, and does not reach around the globe.
pub(super) fn reach(geometry: &Geometry) -> Option<Bounds> {
    bounds(&in_one_frame(geometry))
}

fn outline(geometry: &Geometry, reach: Bounds) -> Geometry {
    if vertices(geometry) <= MAX_CORNERS {
        return rounded(geometry);
    }
    let whole = polygons_of(geometry);
    let side = (reach.east - reach.west).max(reach.north - reach.south);
    let budget = Budget::of_steps(MAX_STEPS);
    let simple = TOLERANCES
        .iter()
        .map_while(|share| simplified(&whole, share * side, &budget).ok())
        .map(Geometry::MultiPolygon)
        .find(|simple| vertices(simple) <= MAX_CORNERS);
    match simple {
        Some(simple) if vertices(&simple) > 0 => rounded(&simple),
        _ => {
            let corners = ((reach.west, reach.south), (reach.east, reach.north));
            Geometry::Polygon(Rect::new(corners.0, corners.1).to_polygon())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_of_few_corners_is_drawn_as_it_is() {
        let square = "POLYGON((100 30,101 30,101 31,100 31,100 30))";
        let view = drawable(square);
        assert_eq!(view.outline.as_deref(), Some(square));
        let bounds = view.bounds.unwrap();
        assert_eq!((bounds.west, bounds.north), (100.0, 31.0));
        assert_eq!(drawable("POLYGON EMPTY"), AreaView::default());
        assert_eq!(drawable("no area"), AreaView::default());
    }

    #[test]
    fn a_coast_is_drawn_with_fewer_corners_near_where_it_is() {
        let wave = |at: i32| {
            let turn = f64::from(at) / 50_000.0 * std::f64::consts::TAU;
            let radius = 5.0 + 0.001 * (turn * 9000.0).sin();
            (105.0 + radius * turn.cos(), 35.0 + radius * turn.sin())
        };
        let ring = geo::LineString::from((0..=50_000).map(wave).collect::<Vec<_>>());
        let coast = Geometry::Polygon(geo::Polygon::new(ring, Vec::new()));
        let reach = reach(&coast).unwrap();
        let drawn = outline(&coast, reach);
        assert!((20..=MAX_CORNERS).contains(&vertices(&drawn)));
        let rim = bounds(&drawn).unwrap();
        assert!((rim.west - reach.west).abs() < 0.1 && (rim.north - reach.north).abs() < 0.1);
    }

    #[test]
    fn what_stays_too_jagged_is_drawn_as_the_box_around_it() {
        // More pieces than corners may be, each larger than any tolerance.
        let island = |at: i32| {
            let (west, south) = (f64::from(at % 30), f64::from(at / 30));
            let corner = |east: f64, north: f64| (west + east, south + north);
            let ring = vec![
                corner(0.0, 0.0),
                corner(0.9, 0.0),
                corner(0.9, 0.9),
                corner(0.0, 0.9),
            ];
            geo::Polygon::new(ring.into(), Vec::new())
        };
        let islands = Geometry::MultiPolygon((0..600).map(island).collect());
        let reach = reach(&islands).unwrap();
        let drawn = outline(&islands, reach);
        assert_eq!(vertices(&drawn), 5);
        assert_eq!(bounds(&drawn), Some(reach));
    }
}
