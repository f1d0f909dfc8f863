//! A searched area: which bounding boxes may meet it, and which footprints do.

use geo::{
    BoundingRect as _, Coord, Geometry, Intersects as _, Line, LineString, LinesIter as _, Polygon,
    Rect,
};
use rstar::{AABB, RTree, RTreeObject};
use storage::db::scenes::{Bounds, SearchedArea};

use super::antimeridian::cut_search;
use super::bounds;
use super::coverage::Surface;
use super::parse::{Unreadable, check, parse};
use super::winding::Rings;

/// An edge with its place in the tree.
struct Edge(Line);

impl RTreeObject for Edge {
    type Envelope = AABB<[f64; 2]>;
    fn envelope(&self) -> Self::Envelope {
        AABB::from_corners(
            [self.0.start.x, self.0.start.y],
            [self.0.end.x, self.0.end.y],
        )
    }
}

/// With so many edges a tree begins to be quicker than looking at all of them.
const FEW_EDGES: usize = 32;

/// Whether the boxes around two edges meet.
fn are_near(one: &Line, other: &Line) -> bool {
    let apart = |a: f64, b: f64, c: f64, d: f64| a.max(b) < c.min(d) || c.max(d) < a.min(b);
    !apart(one.start.x, one.end.x, other.start.x, other.end.x)
        && !apart(one.start.y, one.end.y, other.start.y, other.end.y)
}

/// A part that holds together.
enum Part {
    /// Meets what holds the place.
    Place(Coord),
    /// Meets what its edges cross or what holds its beginning.
    Path(Coord),
    /// Also meets what lies wholly inside.
    Surface(Polygon),
}

impl Part {
    fn some_place(&self) -> Option<Coord> {
        match self {
            Self::Place(place) | Self::Path(place) => Some(*place),
            Self::Surface(polygon) => polygon.exterior().0.first().copied(),
        }
    }
}

/// A searched area, prepared for being asked many times.
///
/// Two geometries meet where an edge of one meets an edge of the other, or where one lies inside the other. Nothing
/// more is asked, so self-crossing footprints need no repair.
pub struct Area {
    parts: Vec<Part>,
    edges: RTree<Edge>,
    /// All edges, where they are so few that no tree is needed.
    few: Option<Vec<Line>>,
    boxes: Vec<Bounds>,
    rectangle: bool,
    /// The surfaces, where their boundary is long.
    rings: Option<Rings>,
}

impl Area {
    /// Reads what the request holds.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        Ok(Self::new(cut_search(parse(text)?)))
    }

    /// Takes a geometry that was read elsewhere.
    pub fn of(geometry: Geometry) -> Result<Self, Unreadable> {
        check(&geometry)?;
        Ok(Self::new(cut_search(geometry)))
    }

    fn new(geometry: Geometry) -> Self {
        let mut parts = Vec::new();
        let mut edges = Vec::new();
        let mut boxes = Vec::new();
        take_apart(geometry, &mut parts, &mut edges, &mut boxes);
        let surfaces = parts.iter().filter_map(|part| match part {
            Part::Surface(polygon) => Some(polygon),
            _ => None,
        });
        Self {
            rings: Rings::of(surfaces),
            rectangle: matches!(parts.as_slice(), [Part::Surface(only)] if is_rectangle(only)),
            parts,
            few: (edges.len() <= FEW_EDGES).then(|| edges.iter().map(|edge| edge.0).collect()),
            edges: RTree::bulk_load(edges),
            boxes: merged(boxes),
        }
    }

    /// What it covers; `None` for points and lines.
    #[must_use]
    pub fn surface(&self) -> Option<Surface> {
        let polygons = self.parts.iter().filter_map(|part| match part {
            Part::Surface(polygon) => Some(polygon.clone()),
            _ => None,
        });
        Surface::new(&polygons.collect::<Vec<_>>())
    }

    /// Edges of all parts.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.edges.size()
    }

    fn meets_polygon(&self, footprint: &Polygon) -> bool {
        // A corner within the other one decides most that meet, and is quickly found in an area of few edges.
        let corner = self.few.is_some()
            && footprint
                .exterior()
                .0
                .iter()
                .any(|place| self.holds(*place));
        corner
            || self.crosses(footprint.lines_iter())
            || footprint
                .exterior()
                .0
                .first()
                .is_some_and(|place| self.holds(*place))
            || self
                .parts
                .iter()
                .filter_map(Part::some_place)
                .any(|place| footprint.intersects(&place))
    }

    fn meets_line(&self, line: &LineString) -> bool {
        self.crosses(line.lines()) || line.0.first().is_some_and(|place| self.holds(*place))
    }

    fn crosses(&self, edges: impl Iterator<Item = Line>) -> bool {
        if let Some(own) = &self.few {
            return edges.into_iter().any(|edge| {
                own.iter()
                    .any(|own| are_near(own, &edge) && own.intersects(&edge))
            });
        }
        edges.into_iter().any(|edge| {
            self.edges
                .locate_in_envelope_intersecting(&Edge(edge).envelope())
                .any(|own| own.0.intersects(&edge))
        })
    }

    fn holds(&self, place: Coord) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Surface(polygon) => self.rings.is_none() && polygon.intersects(&place),
            Part::Place(own) => *own == place,
            Part::Path(_) => false,
        }) || self.rings.as_ref().is_some_and(|rings| rings.hold(place))
    }
}

impl SearchedArea for Area {
    fn boxes(&self) -> &[Bounds] {
        &self.boxes
    }

    /// One rectangle along meridians and parallels.
    fn is_rectangle(&self) -> bool {
        self.rectangle
    }

    /// Touching counts.
    fn meets(&self, footprint: &Geometry) -> bool {
        match footprint {
            Geometry::Polygon(polygon) => self.meets_polygon(polygon),
            Geometry::MultiPolygon(polygons) => {
                polygons.iter().any(|polygon| self.meets_polygon(polygon))
            }
            Geometry::GeometryCollection(parts) => parts.iter().any(|part| self.meets(part)),
            Geometry::Point(point) => self.holds(point.0),
            Geometry::MultiPoint(points) => points.iter().any(|point| self.holds(point.0)),
            Geometry::LineString(line) => self.meets_line(line),
            Geometry::MultiLineString(lines) => lines.iter().any(|line| self.meets_line(line)),
            _ => false,
        }
    }
}

fn take_apart(
    geometry: Geometry,
    parts: &mut Vec<Part>,
    edges: &mut Vec<Edge>,
    boxes: &mut Vec<Bounds>,
) {
    match geometry {
        Geometry::GeometryCollection(inner) => {
            for part in inner {
                take_apart(part, parts, edges, boxes);
            }
            return;
        }
        Geometry::MultiPolygon(inner) => {
            for part in inner {
                take_apart(part.into(), parts, edges, boxes);
            }
            return;
        }
        Geometry::MultiLineString(inner) => {
            for part in inner {
                take_apart(part.into(), parts, edges, boxes);
            }
            return;
        }
        Geometry::MultiPoint(inner) => {
            for part in inner {
                take_apart(part.into(), parts, edges, boxes);
            }
            return;
        }
        _ => {}
    }
    boxes.extend(bounds(&geometry));
    match geometry {
        Geometry::Polygon(polygon) => {
            edges.extend(polygon.lines_iter().map(Edge));
            parts.push(Part::Surface(polygon));
        }
        Geometry::LineString(line) => {
            edges.extend(line.lines().map(Edge));
            parts.extend(line.0.first().copied().map(Part::Path));
        }
        Geometry::Point(point) => parts.push(Part::Place(point.0)),
        _ => {}
    }
}

/// A query with thousands of boxes helps nobody: many parts share the boxes of the two half globes.
fn merged(boxes: Vec<Bounds>) -> Vec<Bounds> {
    const FEW: usize = 8;
    if boxes.len() <= FEW {
        return boxes;
    }
    let (west, east): (Vec<Bounds>, Vec<Bounds>) =
        boxes.into_iter().partition(|part| part.east < 0.0);
    [west, east]
        .into_iter()
        .filter_map(|half| {
            half.into_iter().reduce(|one, other| Bounds {
                west: one.west.min(other.west),
                south: one.south.min(other.south),
                east: one.east.max(other.east),
                north: one.north.max(other.north),
            })
        })
        .collect()
}

fn is_rectangle(polygon: &Polygon) -> bool {
    let Some(rect) = polygon.bounding_rect() else {
        return false;
    };
    let corners = &polygon.exterior().0;
    polygon.interiors().is_empty()
        && corners.len() == 5
        && rect.width() > 0.0
        && rect.height() > 0.0
        && corners.iter().all(|corner| is_corner(rect, *corner))
        // Along one side at a time, never across: two equal corners or a diagonal make it something else.
        && polygon.exterior().lines().all(|side| (side.dx() == 0.0) != (side.dy() == 0.0))
}

#[expect(clippy::float_cmp, reason = "the box was made from these very numbers")]
fn is_corner(rect: Rect, place: Coord) -> bool {
    (place.x == rect.min().x || place.x == rect.max().x)
        && (place.y == rect.min().y || place.y == rect.max().y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::footprint;
    use proptest::prelude::*;

    fn area(text: &str) -> Area {
        Area::read(text).unwrap()
    }

    fn meets(searched: &str, footprint: &str) -> bool {
        area(searched).meets(&footprint::read(footprint).unwrap())
    }

    const SQUARE: &str = "POLYGON((0 0,10 0,10 10,0 10,0 0))";

    #[test]
    fn overlap_touch_and_containment_meet() {
        for footprint in [
            "POLYGON((5 5,15 5,15 15,5 15,5 5))",
            "POLYGON((10 0,20 0,20 10,10 10,10 0))",
            "POLYGON((2 2,3 2,3 3,2 3,2 2))",
            "POLYGON((-5 -5,50 -5,50 50,-5 50,-5 -5))",
            "POLYGON((-1 4,11 4,11 5,-1 5,-1 4))",
            "MULTIPOLYGON(((50 50,51 50,51 51,50 50)),((1 1,2 1,2 2,1 1)))",
        ] {
            assert!(meets(SQUARE, footprint), "{footprint}");
        }
    }

    #[test]
    fn boxes_that_overlap_do_not_make_footprints_meet() {
        assert!(!meets(
            "POLYGON((0 0,10 0,0 10,0 0))",
            "POLYGON((9 9,10 9,10 10,9 10,9 9))"
        ));
        assert!(!meets(SQUARE, "POLYGON((11 0,20 0,20 10,11 10,11 0))"));
        let ring = "POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,8 2,8 8,2 8,2 2))";
        assert!(
            !meets(ring, "POLYGON((4 4,5 4,5 5,4 5,4 4))"),
            "inside the hole"
        );
    }

    #[test]
    fn a_self_crossing_footprint_needs_no_repair() {
        let bow = "POLYGON((0 0,4 4,4 0,0 4,0 0))";
        assert!(meets("POINT(0.5 2)", bow));
        assert!(!meets("POINT(2 0.5)", bow));
        assert!(meets("POLYGON((1 1.9,2 1.9,2 2.1,1 2.1,1 1.9))", bow));
    }

    #[test]
    fn points_and_lines_search_too() {
        assert!(meets("POINT(5 5)", SQUARE));
        assert!(!meets("POINT(15 5)", SQUARE));
        assert!(meets("LINESTRING(-5 5,15 5)", SQUARE));
        assert!(meets("LINESTRING(4 4,5 5)", SQUARE));
        assert!(!meets("LINESTRING(-5 5,-1 5)", SQUARE));
        assert!(meets("MULTIPOINT((50 50),(5 5))", SQUARE));
    }

    #[test]
    fn rectangles_are_known_as_such() {
        assert!(area(SQUARE).is_rectangle());
        for text in [
            "POLYGON((0 0,10 0,0 10,0 0))",
            "POLYGON((0 0,10 10,10 0,0 10,0 0))",
            "POINT(1 1)",
        ] {
            assert!(!area(text).is_rectangle(), "{text}");
        }
    }

    #[test]
    fn an_area_across_180_has_two_boxes() {
        let across = area("POLYGON((170 0,190 0,190 10,170 10,170 0))");
        assert_eq!(across.boxes().len(), 2);
        assert!(
            across
                .boxes()
                .iter()
                .all(|part| part.east - part.west < 11.0)
        );
    }

    fn polygon() -> impl Strategy<Value = Polygon> {
        proptest::collection::vec((-20_i8..20, -20_i8..20), 3..8).prop_map(|corners| {
            let ring: Vec<(f64, f64)> = corners
                .into_iter()
                .map(|(x, y)| (x.into(), y.into()))
                .collect();
            Polygon::new(ring.into(), Vec::new())
        })
    }

    proptest! {
        /// `geo` answers the same question edge by edge.
        #[test]
        fn agrees_with_geo_on_triangles(
            one in proptest::array::uniform3((-20_i8..20, -20_i8..20)),
            other in polygon(),
        ) {
            let ring: Vec<(f64, f64)> = one.into_iter().map(|(x, y)| (x.into(), y.into())).collect();
            let triangle = Polygon::new(ring.into(), Vec::new());
            let searched = Area::new(triangle.clone().into());
            prop_assert_eq!(
                searched.meets(&other.clone().into()),
                triangle.intersects(&other)
            );
        }
    }
}
