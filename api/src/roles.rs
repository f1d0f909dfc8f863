//! Roles, and what can be allowed.

mod change;
mod events;
mod list;
mod permissions;
mod preview;
mod remove;
mod view;

use domain::permission::Permission;
use storage::lifecycle::roles::RoleError;
use texts::{FieldText, ProblemText};
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

/// For those who see people, whose roles have names, and those who change roles.
const SEE_ROLES: RouteAccess =
    RouteAccess::NeedsOne(&[Permission::SeeUsers, Permission::ManageRoles]);

pub(crate) fn declare(routes: &mut Routes) {
    let change = RouteAccess::Needs(Permission::ManageRoles);
    routes.add(SEE_ROLES, routes!(list::list));
    routes.add(change, routes!(change::create));
    routes.add(SEE_ROLES, routes!(preview::preview));
    routes.add(SEE_ROLES, routes!(view::get));
    routes.add(change, routes!(change::change));
    routes.add(change, routes!(remove::remove));
    routes.add(SEE_ROLES, routes!(events::list));
    routes.add(SEE_ROLES, routes!(permissions::list));
}

impl From<RoleError> for Problem {
    fn from(error: RoleError) -> Self {
        match error {
            RoleError::NotFound => Self::not_found(),
            RoleError::Refused(refusal) => Self::conflict(refusal.text()),
            RoleError::Apart(refusal) => Self::conflict(refusal.text()),
            RoleError::ChangedMeanwhile => Self::conflict(ProblemText::ChangedMeanwhile),
            RoleError::NameTaken => Self::invalid_field("name", FieldText::RoleNameTaken),
            RoleError::Storage(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests;
