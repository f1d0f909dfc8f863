//! Areas that people draw or bring along: checked, measured, and turned into WKT to search by; kept where that is asked.

mod archive;
mod check;
mod crs;
mod drawn;
mod geojson;
mod kept;
mod kml;
mod prj;
mod reading;
mod refusal;
mod shapefile;
mod upload;

pub(crate) use check::measured;
use utoipa_axum::routes;

use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes, upload_max_bytes: u64) {
    routes.add(Who::Public, routes!(check::check));
    routes.add(Who::Public, routes!(kept::keep));
    routes.add(Who::Public, routes!(kept::get));
    let limit = upload::body_limit(upload_max_bytes);
    routes.add_with_limit(Who::Public, limit, routes!(upload::upload));
}
