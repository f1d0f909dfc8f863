//! Tasks of the workers, for operators: which there are, why each waits, what failed, and what is done to them.

mod act;
mod answer;
mod attempts;
mod counts;
mod failures;
mod filter;
mod get;
mod list;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

const WATCH: RouteAccess = RouteAccess::Needs(Permission::Monitor);
/// To steer, as everybody else's orders are.
const STEER: RouteAccess = RouteAccess::Needs(Permission::AuditOrders);

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(WATCH, routes!(list::list));
    routes.add(WATCH, routes!(counts::counts));
    routes.add(WATCH, routes!(failures::failures));
    routes.add(WATCH, routes!(get::get));
    routes.add(WATCH, routes!(attempts::attempts));
    routes.add(STEER, routes!(act::act));
}
