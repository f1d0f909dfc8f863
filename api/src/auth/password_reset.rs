//! Setting another password with a link that comes by mail.

mod link;
mod request;
mod reset;

use storage::lifecycle::password_reset::ResetRefusal;
use texts::ProblemText;
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(super) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(request::request));
    routes.add(RouteAccess::Public, routes!(link::check));
    routes.add(RouteAccess::Public, routes!(reset::reset));
}

impl From<ResetRefusal> for Problem {
    fn from(refusal: ResetRefusal) -> Self {
        match refusal {
            ResetRefusal::LinkOver => Self::conflict(ProblemText::ResetLinkOver),
            ResetRefusal::Storage(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests;
