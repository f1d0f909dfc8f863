//! Jobs, packages, archives and reconcilers.

pub mod archive;
pub mod crew;
pub mod export;
pub mod fault;
pub mod ingest;
pub mod jobs;
pub mod package;
pub mod preview;
pub mod raster;
pub mod receive;
pub mod reconcile;
mod resolve;
mod run;
pub mod stac;
pub mod staging;
pub mod stream;
