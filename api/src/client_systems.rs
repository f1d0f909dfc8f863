//! Client systems (接入系统): which other systems call, with which tokens, and what they take. See [`domain::client_system`].

mod form;
mod save;
#[cfg(test)]
mod tests;
mod tokens;
mod usage;
mod view;

use axum::http::StatusCode;
use domain::client_system::{MAX_SYSTEMS, MAX_TOKENS};
use domain::permission::Permission;
use storage::lifecycle::client_systems::ClientSystemError;
use texts::{FieldText, ProblemText};
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let desk = RouteAccess::Needs(Permission::ManageClientSystems);
    routes.add(desk, routes!(save::list, save::create));
    routes.add(desk, routes!(save::change, save::remove));
    routes.add(desk, routes!(tokens::list, tokens::issue));
    routes.add(desk, routes!(tokens::revoke));
    routes.add(desk, routes!(usage::days));
}

impl From<ClientSystemError> for Problem {
    fn from(error: ClientSystemError) -> Self {
        match error {
            ClientSystemError::Unknown => Self::not_found(),
            ClientSystemError::NoAccount => {
                Self::invalid_field("loginName", FieldText::ClientAccountUnknown)
            }
            ClientSystemError::Already => Self::conflict(ProblemText::ClientSystemAlready),
            ClientSystemError::TooMany => Self::conflict(ProblemText::TooManyClientSystems {
                most: MAX_SYSTEMS.unsigned_abs(),
            }),
            ClientSystemError::TooManyTokens => Self::conflict(ProblemText::TooManyTokens {
                most: MAX_TOKENS.unsigned_abs(),
            }),
            ClientSystemError::BeyondRights => {
                Self::new(StatusCode::FORBIDDEN, ProblemText::TokenBeyondRights)
            }
            ClientSystemError::Storage(error) => error.into(),
        }
    }
}
