//! Results (成果): what applicants made with the data, reported by them and looked at by administrators.
//!
//! Whoever sees everybody's orders sees everybody's results: scopes limit scenes of the catalogue, not orders.

mod desk;
mod export;
mod figures;
mod form;
mod log;
mod own;
mod query;
mod view;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let own = RouteAccess::Needs(Permission::OwnOrders);
    routes.add(own, routes!(own::list, own::report));
    routes.add(own, routes!(own::change, own::withdraw));
    routes.add(own, routes!(own::orders));
    let readers = RouteAccess::Needs(Permission::AllOrders);
    routes.add(readers, routes!(desk::list_all));
    routes.add(readers, routes!(figures::figures));
    routes.add(readers, routes!(export::workbook));
    routes.add(
        RouteAccess::Needs(Permission::AuditOrders),
        routes!(desk::decide),
    );
}
