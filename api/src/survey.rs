//! 满意度调查: what people say about the service, and what came of it.

mod answers;
mod figures;
mod submit;

use domain::permission::Permission;
use utoipa_axum::routes;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let read = RouteAccess::Needs(Permission::SurveyAnswers);
    routes.add(RouteAccess::SignedIn, routes!(submit::submit));
    routes.add(read, routes!(answers::list));
    routes.add(read, routes!(figures::figures));
}

#[cfg(test)]
mod tests;
