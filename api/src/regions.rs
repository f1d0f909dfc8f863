//! Administrative regions: the nation, provinces, cities and counties with their boundaries.
//!
//! They ship inside the binary. Publishing a map of China needs an approval of its own (审图号), so who runs the
//! server may put approved boundaries in their place: a file in the same form. What administrators change of either are rows.

pub(crate) mod book;
mod list;
mod managed;
mod prepared;
mod region;
pub(crate) mod table;
mod wkt;

pub use table::{BadRegions, Regions};

use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(list::list_any));
    routes.add(RouteAccess::Public, routes!(list::provinces));
    routes.add(RouteAccess::Public, routes!(list::cities));
    routes.add(RouteAccess::Public, routes!(list::counties));
    routes.add(RouteAccess::Public, routes!(wkt::wkt));
    managed::declare(routes);
}
