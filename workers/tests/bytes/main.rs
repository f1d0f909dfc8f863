//! Files as bytes: what catalogues, rasters and packages hold, and stores that fail in the middle.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod faulty_store;
mod package;
mod raster;
mod stac;
mod zip_format;
