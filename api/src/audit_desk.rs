//! The audit desk (审核台): what waits, what was decided and can still be taken back, what rejections mostly say.

mod dropped;
mod phrases;
mod queue;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

const AUDIT: RouteAccess = RouteAccess::Needs(Permission::AuditOrders);

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(AUDIT, routes!(queue::queue));
    routes.add(AUDIT, routes!(dropped::put_away));
    routes.add(AUDIT, routes!(phrases::list));
}
