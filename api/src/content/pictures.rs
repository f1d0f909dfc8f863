//! Pictures of published texts.

mod get;
mod upload;

use texts::FieldText;
use utoipa_axum::routes;

use super::WRITTEN_BY;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(super) fn declare(routes: &mut Routes) {
    routes.add_with_limit(WRITTEN_BY, upload::BODY_LIMIT, routes!(upload::upload));
    routes.add(RouteAccess::Public, routes!(get::get));
}

/// A text names a picture that there is not.
pub(super) fn unknown(field: &'static str) -> Problem {
    Problem::invalid_field(field, FieldText::BodyPictureUnknown)
}
