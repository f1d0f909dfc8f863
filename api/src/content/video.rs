//! The video of the guide.

mod captions;
mod captions_removal;
mod remove;
mod upload;
mod view;

use domain::permission::Permission;
use utoipa_axum::routes;

use super::SEEN_BY;
use crate::router::{RouteAccess, Routes};

/// For those who replace it.
const REPLACED_BY: RouteAccess = RouteAccess::Needs(Permission::GuideVideo);

pub(super) fn declare(routes: &mut Routes, max_bytes: u64) {
    let limit = upload::body_limit(max_bytes);
    routes.add(SEEN_BY, routes!(view::view));
    routes.add_with_limit(REPLACED_BY, limit, routes!(upload::upload));
    routes.add(REPLACED_BY, routes!(remove::remove));
    routes.add(
        REPLACED_BY,
        routes!(captions::save, captions_removal::remove),
    );
}
