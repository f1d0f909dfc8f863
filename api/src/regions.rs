//! Administrative regions: the nation, provinces, cities and counties with their boundaries.
//!
//! They ship inside the binary. Publishing a map of China needs an approval of its own (审图号), so who runs the
//! server may put approved boundaries in their place: a file in the same form. What administrators change of either are rows.

pub(crate) mod book;
mod list;
mod managed;
mod outlines;
mod prepared;
mod provinces;
mod region;
pub(crate) mod scene_regions;
pub(crate) mod table;
mod wkt;

pub use scene_regions::keep_scene_regions;
pub use table::{BadRegions, Regions};

use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(list::list_any));
    routes.add(RouteAccess::Public, routes!(list::provinces));
    routes.add(RouteAccess::Public, routes!(list::cities));
    routes.add(RouteAccess::Public, routes!(list::counties));
    routes.add(RouteAccess::Public, routes!(wkt::wkt));
    routes.add(RouteAccess::Public, routes!(outlines::outlines));
    managed::declare(routes);
}
