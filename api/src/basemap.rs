//! The base map: one PMTiles file that browsers read piece by piece. One ships inside the binary; who runs the server may
//! put his own in its place.

pub(crate) mod archive;
mod get;
#[cfg(test)]
mod shipped_tests;

pub use archive::{BadBasemap, Basemap};

use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(get::get));
}
