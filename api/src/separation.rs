//! System, security and audit administrators, kept apart.

mod begin;
#[cfg(test)]
mod tests;
mod view;

use domain::administrator::AdministratorKind;
use domain::permission::Permission;
use storage::lifecycle::separation::ApartError;
use texts::{FieldText, ProblemText};
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Needs(Permission::SeeUsers), routes!(view::get));
    routes.add(
        RouteAccess::Needs(Permission::GrantRoles),
        routes!(begin::begin),
    );
}

impl From<ApartError> for Problem {
    fn from(error: ApartError) -> Self {
        match error {
            ApartError::UnknownPerson(kind) => {
                Self::invalid_field(field(kind), FieldText::NoSuchSubject)
            }
            ApartError::Already => Self::conflict(ProblemText::AdministratorsApart),
            ApartError::Nobody => Self::forbidden(),
            ApartError::Account(refusal) => refusal.into(),
            ApartError::Refused(refusal) => Self::conflict(refusal.text()),
            ApartError::Role(error) => error.into(),
        }
    }
}

/// Where the people stand who are to be this.
const fn field(kind: AdministratorKind) -> &'static str {
    match kind {
        AdministratorKind::System => "system",
        AdministratorKind::Security => "security",
        AdministratorKind::Audit => "audit",
    }
}
