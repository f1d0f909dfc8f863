//! Places on the globe, in degrees of longitude and latitude.
//!
//! What people send is [`parse::parse`]d, cut at the antimeridian ([`antimeridian`]), and as an [`area::Area`] asked
//! which footprints it meets.

mod admission;
pub mod antimeridian;
pub mod apart;
pub mod area;
pub mod budget;
pub mod corners;
pub mod cover;
pub mod coverage;
pub mod crossings;
pub mod extent;
pub mod footprint;
pub mod geojson;
pub mod parse;
pub mod pool;
pub mod recent;
pub mod rounded;
pub mod simplify;

use geo::{BoundingRect as _, CoordsIter as _, Geometry};
use storage::db::scenes::Bounds;

/// The bounding box; `None` for a geometry without points.
#[must_use]
pub fn bounds(geometry: &Geometry) -> Option<Bounds> {
    let rect = geometry.bounding_rect()?;
    Some(Bounds {
        west: rect.min().x,
        south: rect.min().y,
        east: rect.max().x,
        north: rect.max().y,
    })
}

/// Points of all rings and lines.
#[must_use]
pub fn vertices(geometry: &Geometry) -> usize {
    geometry.coords_count()
}

#[cfg(test)]
mod flood_tests;
#[cfg(test)]
mod hostile_tests;
