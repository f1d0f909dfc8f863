//! Finding scenes (景).

pub(crate) mod bounded_search;
mod conditions;
mod cover;
mod delivered_scenes;
pub(crate) mod detail;
mod facets;
mod footprints;
mod image;
pub(crate) mod request;
mod satellites;
pub(crate) mod scene_view;
pub(crate) mod search;
pub(crate) mod search_area;
pub(crate) mod search_record;
pub(crate) mod similar;
pub(crate) mod standing_search;
mod values;

pub use scene_view::SceneBody;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(search::search));
    routes.add(RouteAccess::Public, routes!(cover::cover));
    routes.add(RouteAccess::Public, routes!(footprints::footprints));
    routes.add(RouteAccess::Public, routes!(satellites::satellites));
    routes.add(RouteAccess::Public, routes!(detail::detail));
    routes.add(RouteAccess::Public, routes!(image::image));
    routes.add(RouteAccess::Public, routes!(similar::similar));
    routes.add(
        RouteAccess::Needs(Permission::CreateOrders),
        routes!(delivered_scenes::delivered_scenes),
    );
}
