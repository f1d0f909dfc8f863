//! The inbox (站内消息): what a person is told of orders, and whether by mail too.

mod list;
mod read;
mod settings;
mod unsubscribe;

use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::SignedIn, routes!(list::list));
    routes.add(RouteAccess::SignedIn, routes!(read::read));
    routes.add(RouteAccess::SignedIn, routes!(settings::get, settings::put));
    // Whoever has the link from the mail need not sign in.
    routes.add(
        RouteAccess::Public,
        routes!(unsubscribe::confirm_page, unsubscribe::unsubscribe),
    );
}
