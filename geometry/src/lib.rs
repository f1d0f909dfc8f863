//! Footprints of scenes and searched areas, which of them meet, and how the coordinates of files become degrees.
//!
//! Every corner is a pair of whole numbers, so every predicate is exact and a footprint has one spelling only: that of
//! [`Footprint`], whose constructors are the only way for a text or a file to become one. A [`SearchArea`] is prepared
//! once and then asked millions of times.

mod area;
mod corner;
mod crs;
mod footprint;

pub use area::SearchArea;
pub use corner::{Bounds, Corner, Extent};
pub use crs::{Crs, CrsError, Described, Scaled, Transform};
pub use footprint::{Footprint, FootprintRef, Malformed, Ring, Rings, unwrap_longitudes};
