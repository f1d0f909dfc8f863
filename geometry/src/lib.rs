//! Footprints of scenes and searched areas, which of them meet, what they cover, and how files and texts become them.
//!
//! Footprints are pairs of whole numbers, so every predicate on them is exact and a footprint has one spelling only:
//! that of [`Footprint`], whose constructors are the only way for a text or a file to become one. A [`SearchArea`] is
//! prepared once and then asked millions of times. What people draw or bring along is read from [`wkt`], [`geojson`]
//! or an [`area_file`], and measured and cut in degrees.

pub mod antimeridian;
pub mod apart;
mod area;
pub mod area_file;
mod corner;
pub mod cover;
pub mod coverage;
pub mod crossings;
mod crs;
pub mod extent;
mod footprint;
pub mod geojson;
pub mod grid;
mod named_areas;
pub mod rounded;
pub mod simplify;
pub mod within;
pub mod wkt;

pub use area::{AreaDigest, SearchArea};
pub use corner::{Bounds, Corner, Extent};
pub use crs::{Crs, CrsError, Described, Scaled, Transform};
pub use footprint::{
    Corners, Footprint, FootprintRef, LonLat, Malformed, Ring, Rings, corners, unwrap_longitudes,
};
pub use named_areas::NamedAreas;
