//! System configuration (系统配置): what administrators set for everybody while the server runs.

pub(crate) mod cache;
pub(crate) mod configured;
#[cfg(test)]
mod effects;
mod entries;
pub(crate) mod map;
pub(crate) mod policy;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(
        RouteAccess::Needs(Permission::Configuration),
        routes!(entries::list, entries::save),
    );
}
