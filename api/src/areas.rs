//! Areas that people draw or bring along: checked, measured, and turned into WKT to search by; kept where that is asked.

mod check;
mod crs;
mod refusal;
mod stored_areas;
mod upload;

pub(crate) use check::{measured, refuse_crossing};
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes, upload_max_bytes: u64) {
    routes.add(RouteAccess::Public, routes!(check::check));
    routes.add(RouteAccess::Public, routes!(stored_areas::keep));
    routes.add(RouteAccess::Public, routes!(stored_areas::get));
    let limit = upload::body_limit(upload_max_bytes);
    routes.add_with_limit(RouteAccess::Public, limit, routes!(upload::upload));
}
