//! Footprints as the catalogue keeps them.

use geo::Geometry;
use storage::db::scenes::Footprint;

/// Where a scene is; `None` where nobody knows.
#[must_use]
pub fn read(footprint: &Footprint) -> Option<Geometry> {
    (!footprint.is_empty()).then(|| footprint.geometry())
}
