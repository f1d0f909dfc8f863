//! Administrative regions: the nation, provinces, cities and counties with their boundaries.
//!
//! They ship inside the binary. Publishing a map of China needs an approval of its own (审图号), so who runs the
//! server may put approved boundaries in their place: a file in the same form.

mod list;
mod prepared;
pub(crate) mod table;
mod wkt;

pub use table::{BadRegions, Level, Regions};

use utoipa_axum::routes;

use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::Public, routes!(list::any));
    routes.add(Who::Public, routes!(list::provinces));
    routes.add(Who::Public, routes!(list::cities));
    routes.add(Who::Public, routes!(list::counties));
    routes.add(Who::Public, routes!(wkt::wkt));
}
