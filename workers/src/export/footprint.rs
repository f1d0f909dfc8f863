//! Footprints for maps.

use geo::{Geometry, MultiPolygon};
use geometry::Footprint;

/// The geometry, where there is one.
pub(super) fn exact(footprint: &Footprint) -> Option<Geometry> {
    (!footprint.is_empty()).then(|| footprint.geometry())
}

/// The areas, if there are any. A footprint across the antimeridian is stored cut there, and stays so.
pub(super) fn polygons(footprint: &Footprint) -> Option<MultiPolygon> {
    (!footprint.is_empty()).then(|| footprint.polygons())
}
