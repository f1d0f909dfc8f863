//! Areas that people draw or bring along: checked, measured, and turned into WKT to search by. Nothing is kept.

mod archive;
mod check;
mod geojson;
mod kml;
mod prj;
mod reading;
mod refusal;
mod shapefile;
mod upload;

use utoipa_axum::routes;

use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes, upload_max_bytes: u64) {
    routes.add(Who::Public, routes!(check::check));
    let limit = upload::body_limit(upload_max_bytes);
    routes.add_with_limit(Who::Public, limit, routes!(upload::upload));
}
