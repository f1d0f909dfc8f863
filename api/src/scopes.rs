//! Who may see what of the catalogue: grants, the tree of units, and why somebody sees something.

mod change;
mod explain;
mod form;
mod list;
mod membership;
mod preview;
mod unit_change;
mod unit_removal;
mod unit_use_errors;
mod units;
mod view;

use axum::http::StatusCode;
use domain::permission::Permission;
use storage::lifecycle::scopes::ScopeError;
use texts::{FieldText, ProblemText};
use utoipa_axum::routes;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let manage = RouteAccess::Needs(Permission::ManageScopes);
    routes.add(manage, routes!(list::list, change::grant));
    routes.add(manage, routes!(preview::preview));
    routes.add(manage, routes!(view::get, change::change, change::revoke));
    routes.add(manage, routes!(explain::explain));
    routes.add(manage, routes!(membership::set));
    routes.add(manage, routes!(units::tree, unit_change::add));
    routes.add(manage, routes!(unit_change::rename, unit_removal::remove));
    routes.add(manage, routes!(unit_removal::uses));
    routes.add(manage, routes!(units::set_parent));
}

/// Where grants are changed, by whoever calls.
pub(crate) fn desk<'a>(
    context: &'a Context,
    caller: &Caller,
    client: &'a Client,
) -> storage::lifecycle::scopes::ScopeDesk<'a> {
    storage::lifecycle::scopes::ScopeDesk {
        pool: &context.pool,
        index: &context.scenes,
        by: caller.by(client),
        now: context.now(),
    }
}

impl From<ScopeError> for Problem {
    fn from(error: ScopeError) -> Self {
        match error {
            ScopeError::NotFound => Self::not_found(),
            ScopeError::UnknownSubject => {
                Self::invalid_field("subjectId", FieldText::NoSuchSubject)
            }
            ScopeError::UnknownNode => Self::invalid_field("nodeIds", FieldText::NoSuchNode),
            ScopeError::ChangedMeanwhile => Self::conflict(ProblemText::ChangedMeanwhile),
            ScopeError::NameTaken => Self::invalid_field("name", FieldText::UnitNameTaken),
            ScopeError::Refused(refusal) => Self::conflict(refusal.text()),
            ScopeError::UnitInUse(refusal, uses) => {
                Self::conflict(refusal.text()).with_errors(unit_use_errors::errors(&uses))
            }
            ScopeError::Storage(error) => error.into(),
        }
    }
}

/// The problem (404) for an unknown account.
fn no_such_person() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, ProblemText::NotFound)
}

#[cfg(test)]
mod tests;
