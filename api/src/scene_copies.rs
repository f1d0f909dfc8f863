//! Files of scenes without an order, for other systems that keep a copy: asked for, and fetched when a worker has brought them from their
//! archive. See [`domain::scene_copy`].

mod ask;
mod file;
#[cfg(test)]
mod tests;
mod withdrawn;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let keepers = RouteAccess::Needs(Permission::SceneFiles);
    routes.add(keepers, routes!(ask::ask));
    routes.add(keepers, routes!(file::file));
    // A token that copies the catalogue alone holds no permission; guests are told nothing.
    let anybody = RouteAccess::Public;
    routes.add(anybody, routes!(withdrawn::list, withdrawn::of_scenes));
}
