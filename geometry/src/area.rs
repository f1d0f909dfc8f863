//! A searched area: which footprints meet it.

use std::fmt;
use std::sync::OnceLock;

use geo::{Geometry, LineString, Polygon};
use sha2::{Digest as _, Sha256};
use wkt::ToWkt as _;

use crate::corner::{Bounds, Corner, Extent, corner, side};
use crate::footprint::FootprintRef;

mod edges;
mod meeting;
mod raster;

use edges::Edge;
use raster::Raster;

/// Identifies an area: equal areas have equal digests.
pub type AreaDigest = [u8; 32];

/// A searched area, prepared for being asked millions of times.
///
/// Its box is divided into cells that lie wholly inside it, wholly outside, or on its boundary, with their sums: of any
/// box four numbers tell whether it lies inside or outside. What lies on the boundary is compared with the edges in the
/// cells below it alone, exactly. Two geometries meet where an edge of one meets an edge of the other, or where one lies
/// inside the other; touching counts. Nothing more is asked, so what crosses itself needs no repair.
pub struct SearchArea {
    geometry: Geometry,
    boxes: Vec<Bounds>,
    extent: Extent,
    is_rectangle: bool,
    raster: Raster,
    digest: OnceLock<AreaDigest>,
}

impl SearchArea {
    /// Of a geometry within -180 to 180 degrees, which is cut at the antimeridian; drawn to the nearest 1e-7 degree.
    #[must_use]
    pub fn new(geometry: Geometry) -> Self {
        let mut taken = GeometryParts::default();
        taken.take(&geometry);
        let GeometryParts { edges, boxes } = taken;
        let extent = boxes.iter().copied().fold(Extent::EMPTY, Extent::joined);
        let is_rectangle = as_rectangle(&geometry).is_some();
        Self {
            raster: Raster::new(edges, extent, is_rectangle),
            boxes: merged(boxes)
                .into_iter()
                .filter_map(Extent::bounds)
                .collect(),
            extent,
            is_rectangle,
            geometry,
            digest: OnceLock::new(),
        }
    }

    /// The geometry that the area was made of.
    #[must_use]
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// What tells it from every other area. The first time it takes as long as writing it as text.
    #[must_use]
    pub fn digest(&self) -> &AreaDigest {
        self.digest
            .get_or_init(|| Sha256::digest(self.geometry.wkt_string()).into())
    }

    /// The box around all of it.
    #[must_use]
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// Rectangles that together hold the area.
    #[must_use]
    pub fn boxes(&self) -> &[Bounds] {
        &self.boxes
    }

    /// Whether the area is the only one of its boxes: a footprint within it needs no second look.
    #[must_use]
    pub const fn is_rectangle(&self) -> bool {
        self.is_rectangle
    }

    /// Edges of all rings and lines.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.raster.edges.len()
    }

    /// Bytes on the heap, all but a few.
    #[must_use]
    pub fn bytes(&self) -> usize {
        // Of the geometry as it was given: two numbers a corner.
        self.raster.bytes() + self.edges() * size_of::<[f64; 2]>()
    }

    /// Whether for sure nothing within the box meets the area; may be `false` though nothing does.
    #[must_use]
    #[inline]
    pub fn misses(&self, extent: &Extent) -> bool {
        !self.extent.meets(extent) || !self.is_rectangle && self.raster.misses(extent)
    }

    /// Whether for sure all of the box lies in the area; may be `false` though it does.
    #[must_use]
    #[inline]
    pub fn holds(&self, extent: &Extent) -> bool {
        self.extent.holds(extent) && (self.is_rectangle || self.raster.holds(extent))
    }

    /// Whether for sure all of the other area lies in this one: it is the same, or the box around it does. May be `false`
    /// though it does.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        self.holds(&other.extent) || self.extent == other.extent && self.digest() == other.digest()
    }

    /// Whether a footprint meets the area, exactly.
    #[must_use]
    pub fn meets(&self, footprint: FootprintRef<'_>) -> bool {
        self.meets_counting(footprint, &mut 0)
    }

    /// Whether a place lies in the area for sure; may be `false` though it does.
    #[must_use]
    #[inline]
    pub fn surely_holds(&self, point: Corner) -> bool {
        self.extent.holds_corner(point) && (self.is_rectangle || self.raster.surely_holds(point))
    }

    /// Whether a place that is on no edge lies in the area.
    fn contains(&self, point: Corner, work: &mut u64) -> bool {
        self.extent.holds_corner(point) && (self.is_rectangle || self.raster.contains(point, work))
    }
}

impl fmt::Debug for SearchArea {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SearchArea")
            .field("boxes", &self.boxes)
            .field("edges", &self.edges())
            .finish_non_exhaustive()
    }
}

/// Edges of a geometry, and boxes of its parts.
#[derive(Default)]
struct GeometryParts {
    edges: Vec<Edge>,
    boxes: Vec<Extent>,
}

impl GeometryParts {
    fn take(&mut self, geometry: &Geometry) {
        match geometry {
            Geometry::Polygon(polygon) => self.take_polygon(polygon),
            Geometry::MultiPolygon(parts) => parts.iter().for_each(|part| self.take_polygon(part)),
            Geometry::Rect(rect) => self.take_polygon(&rect.to_polygon()),
            Geometry::LineString(line) => self.take_line(line),
            Geometry::MultiLineString(lines) => lines.iter().for_each(|line| self.take_line(line)),
            Geometry::Point(point) => self.take_path(&[corner(point.x(), point.y())]),
            Geometry::MultiPoint(points) => {
                points
                    .iter()
                    .for_each(|point| self.take_path(&[corner(point.x(), point.y())]));
            }
            Geometry::GeometryCollection(parts) => parts.iter().for_each(|part| self.take(part)),
            _ => {}
        }
    }

    fn take_polygon(&mut self, polygon: &Polygon) {
        let exterior = corners(polygon.exterior());
        if exterior.is_empty() {
            return;
        }
        self.boxes.push(Extent::around(&exterior));
        self.edges.extend(edges::of_ring(&exterior, false));
        for hole in polygon.interiors() {
            self.edges.extend(edges::of_ring(&corners(hole), true));
        }
    }

    fn take_line(&mut self, line: &LineString) {
        self.take_path(&corners(line));
    }

    fn take_path(&mut self, path: &[Corner]) {
        if !path.is_empty() {
            self.boxes.push(Extent::around(path));
            self.edges.extend(edges::of_path(path));
        }
    }
}

fn corners(line: &LineString) -> Vec<Corner> {
    line.0
        .iter()
        .map(|point| corner(point.x, point.y))
        .collect()
}

/// A query with thousands of boxes helps nobody: many parts share the boxes of the two half globes.
fn merged(boxes: Vec<Extent>) -> Vec<Extent> {
    const FEW: usize = 8;
    if boxes.len() <= FEW {
        return boxes;
    }
    let (west, east): (Vec<Extent>, Vec<Extent>) =
        boxes.into_iter().partition(|part| part.east < 0);
    [west, east]
        .into_iter()
        .filter_map(|half| half.into_iter().reduce(Extent::joined))
        .collect()
}

/// One rectangle along meridians and parallels, and nothing else.
fn as_rectangle(geometry: &Geometry) -> Option<Extent> {
    let Geometry::Polygon(polygon) = geometry else {
        return None;
    };
    let ring = corners(polygon.exterior());
    let [a, b, c, d, end] = ring.as_slice() else {
        return None;
    };
    let extent = Extent::around(&ring);
    // Along one side at a time, never across, and never back: two equal corners or a diagonal make it something else.
    let turns =
        [(a, b), (b, c), (c, d), (d, a)].map(|(from, to)| (from[0] == to[0], from[1] == to[1]));
    let alternates = turns == [(true, false), (false, true), (true, false), (false, true)]
        || turns == [(false, true), (true, false), (false, true), (true, false)];
    let is_wide = side(*a, *b, *c).is_ne();
    (alternates && is_wide && a == end && polygon.interiors().is_empty()).then_some(extent)
}

#[cfg(test)]
mod tests;
