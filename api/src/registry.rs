//! The registry of provided data (登记): who was given what, when and for what.
//!
//! Whoever may read it reads all of it and sees every scene, as whoever sees everybody's orders does
//! ([`Permission::implied`]): no scope is asked here.

mod choices;
mod entry;
mod export;
mod figures;
mod list;
mod query;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

const READERS: RouteAccess = RouteAccess::Needs(Permission::Registry);

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(READERS, routes!(list::list));
    routes.add(READERS, routes!(choices::choices));
    routes.add(READERS, routes!(figures::figures));
    routes.add(READERS, routes!(export::csv));
    routes.add(READERS, routes!(export::workbook));
    routes.add(READERS, routes!(entry::entry));
}
