//! Accounts, for administrators: who there is, what they may do, and what happened to them.

mod change;
mod create;
mod decide;
mod events;
mod list;
mod password;
mod refusal;
mod sessions;
mod switch;
mod view;

use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) use sessions::SessionView;

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Admin, routes!(list::list, create::create));
    routes.add(RouteAccess::Admin, routes!(view::get, change::change));
    routes.add(RouteAccess::Admin, routes!(decide::approve));
    routes.add(RouteAccess::Admin, routes!(decide::refuse));
    routes.add(RouteAccess::Admin, routes!(switch::disable));
    routes.add(RouteAccess::Admin, routes!(switch::enable));
    routes.add(RouteAccess::Admin, routes!(password::reset));
    routes.add(RouteAccess::Admin, routes!(sessions::list, sessions::end));
    routes.add(RouteAccess::Admin, routes!(events::list));
}

#[cfg(test)]
mod tests;
