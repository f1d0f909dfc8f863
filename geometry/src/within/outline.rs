//! The edges of an area, and what comparing them with those of another one costs.

use domain::budget::{Budget, Exhausted};
use geo::line_intersection::line_intersection;
use geo::{Geometry, Line, LineString, LinesIter as _, Polygon};
use rstar::{RTree, RTreeObject as _};

use crate::crossings::{NumberedEdge, numbered};

/// Bytes that are read, or edges that one corner is compared with, in one step of a budget.
pub(super) const A_STEP: usize = 32;
/// Steps for a place where edges meet: it is noted at both, and looked at from all sides.
const A_NODE: usize = 64;

/// The edges of an area, each to be found by the box around it.
pub(super) struct Outline {
    edges: Vec<Line>,
    tree: RTree<NumberedEdge>,
    parts: Parts,
}

/// What the edges belong to.
#[derive(Default)]
struct Parts {
    /// Rings, lines and points.
    count: usize,
    /// Whether some of them are lines.
    open: bool,
}

impl Outline {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let (mut edges, mut parts) = (Vec::new(), Parts::default());
        take(geometry, &mut edges, &mut parts);
        Self {
            tree: numbered(&edges),
            edges,
            parts,
        }
    }

    /// Whether an edge crosses one of the other area, so that some of this one lies outside of that one. Of lines nobody
    /// knows from that: another part of the area may go on where they cross its edge.
    pub(super) fn crosses(&self, other: &Self, budget: &Budget) -> Result<bool, Exhausted> {
        let tells = !self.parts.open && !other.parts.open;
        for edge in &self.edges {
            let mut steps = 1;
            for near in other.near(*edge) {
                steps += match line_intersection(*edge, near.1) {
                    Some(meeting) if meeting.is_proper() && tells => return Ok(true),
                    // Unlike a crossing, it is noted.
                    Some(meeting) if !meeting.is_proper() => A_NODE,
                    _ => 1,
                };
            }
            budget.spend(steps)?;
        }
        Ok(false)
    }

    /// Spends what it costs to find where the area meets itself, and where those places and its parts lie in the other one.
    pub(super) fn spend_nodes(&self, other: &Self, budget: &Budget) -> Result<(), Exhausted> {
        let looked_for = 1 + other.edges.len() / A_STEP;
        for (number, edge) in self.edges.iter().enumerate() {
            let mut steps = 1;
            for near in self.near(*edge) {
                // Where a ring goes on with its next edge is no such place.
                let is_node = near.0 > number + 1 && line_intersection(*edge, near.1).is_some();
                steps += if is_node { A_NODE + looked_for } else { 1 };
            }
            budget.spend(steps)?;
        }
        budget.spend(self.parts.count * looked_for)
    }

    fn near(&self, edge: Line) -> impl Iterator<Item = &NumberedEdge> {
        let around = NumberedEdge(0, edge).envelope();
        self.tree.locate_in_envelope_intersecting(&around)
    }
}

fn take(geometry: &Geometry, edges: &mut Vec<Line>, parts: &mut Parts) {
    match geometry {
        Geometry::Polygon(polygon) => take_polygon(polygon, edges, parts),
        Geometry::MultiPolygon(polygons) => {
            polygons
                .iter()
                .for_each(|polygon| take_polygon(polygon, edges, parts));
        }
        Geometry::LineString(line) => take_lines(std::slice::from_ref(line), edges, parts),
        Geometry::MultiLineString(lines) => take_lines(&lines.0, edges, parts),
        Geometry::GeometryCollection(all) => {
            all.iter().for_each(|part| take(part, edges, parts));
        }
        Geometry::MultiPoint(points) => parts.count += points.0.len(),
        // Points; texts hold nothing else.
        _ => parts.count += 1,
    }
}

fn take_polygon(polygon: &Polygon, edges: &mut Vec<Line>, parts: &mut Parts) {
    parts.count += 1 + polygon.interiors().len();
    edges.extend(polygon.lines_iter());
}

fn take_lines(lines: &[LineString], edges: &mut Vec<Line>, parts: &mut Parts) {
    parts.count += lines.len();
    parts.open = true;
    edges.extend(lines.iter().flat_map(LineString::lines));
}
