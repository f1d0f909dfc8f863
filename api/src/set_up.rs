//! The first administrator, made with the link that the process prints at its first start.

mod administrator;
mod link;

use storage::lifecycle::first_start::SetUpRefusal;
use texts::ProblemText;
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(link::check));
    routes.add(
        RouteAccess::Public,
        routes!(administrator::create_administrator),
    );
}

impl From<SetUpRefusal> for Problem {
    fn from(refusal: SetUpRefusal) -> Self {
        match refusal {
            SetUpRefusal::Done => Self::conflict(ProblemText::SetUpDone),
            SetUpRefusal::LinkOver => Self::conflict(ProblemText::SetUpLinkOver),
            SetUpRefusal::Account(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests;
