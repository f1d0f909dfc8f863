//! Files of scenes without an order, for other systems that keep a copy: asked for, and fetched when a worker has brought them from their
//! archive. See [`domain::scene_copy`].

mod ask;
mod file;
#[cfg(test)]
mod tests;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let keepers = RouteAccess::Needs(Permission::SceneFiles);
    routes.add(keepers, routes!(ask::ask));
    routes.add(keepers, routes!(file::file));
}
