//! Receiving (数据接收): tasks that look at sources of scenes, their runs, and dry runs.

mod form;
mod runs;
mod save;
mod steps;
mod view;

use domain::permission::Permission;
use domain::receive::{MAX_TASKS, ReceiveRefusal};
use storage::lifecycle::receive_desk::ReceiveError;
use texts::{FieldText, ProblemText};
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    let watched = RouteAccess::NeedsOne(&[Permission::ManageCatalogue, Permission::Monitor]);
    routes.add(watched, routes!(save::list));
    routes.add(watched, routes!(save::get));
    routes.add(watched, routes!(runs::list));
    routes.add(watched, routes!(runs::get));
    routes.add(watched, routes!(runs::files));
    let desk = RouteAccess::Needs(Permission::ManageCatalogue);
    routes.add(desk, routes!(save::create));
    routes.add(desk, routes!(save::change, save::remove));
    routes.add(desk, routes!(steps::pause));
    routes.add(desk, routes!(steps::resume));
    routes.add(desk, routes!(steps::start_over));
    routes.add(desk, routes!(steps::run_now));
    routes.add(desk, routes!(steps::dry_run));
}

impl From<ReceiveError> for Problem {
    fn from(error: ReceiveError) -> Self {
        match error {
            ReceiveError::Unknown => Self::not_found(),
            ReceiveError::Refused(ReceiveRefusal::WrongState(_)) => {
                Self::conflict(ProblemText::ReceiveState)
            }
            ReceiveError::Refused(ReceiveRefusal::RunUnderWay) => {
                Self::conflict(ProblemText::ReceiveRunUnderWay)
            }
            ReceiveError::Scope(refusal) => Self::conflict(refusal.text()),
            ReceiveError::NameTaken => Self::invalid_field("name", FieldText::ReceiveNameTaken),
            ReceiveError::TooMany => {
                Self::conflict(ProblemText::TooManyReceiveTasks { most: MAX_TASKS })
            }
            ReceiveError::Storage(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests;
