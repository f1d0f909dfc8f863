//! The inbox (站内消息): what a person is told of orders, and whether by mail too.

mod list;
mod read;
mod settings;
mod unsubscribe;

use utoipa_axum::routes;

use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::SignedIn, routes!(list::list));
    routes.add(Who::SignedIn, routes!(read::read));
    routes.add(Who::SignedIn, routes!(settings::get, settings::put));
    // Whoever has the link from the mail need not sign in.
    routes.add(
        Who::Public,
        routes!(unsubscribe::ask, unsubscribe::unsubscribe),
    );
}
