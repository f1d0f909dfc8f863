//! Papers (附件): uploading and looking at them.

mod content;
mod docx;
mod download;
mod earlier;
pub mod inspection;
mod jpeg;
mod name;
mod package;
mod pdf;
mod reuse;
mod template;
mod upload;
mod view;

pub(crate) use name::{display_name, disposition};
use utoipa_axum::routes;
pub(crate) use view::AttachmentView;

use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes, upload_max_bytes: u64) {
    let limit = upload::body_limit(upload_max_bytes);
    routes.add_with_limit(
        RouteAccess::ApplicantOrAdmin,
        limit,
        routes!(upload::upload),
    );
    routes.add(RouteAccess::ApplicantOrAdmin, routes!(download::download));
    routes.add(RouteAccess::Applicant, routes!(earlier::earlier));
    routes.add(RouteAccess::Applicant, routes!(reuse::reuse));
    routes.add(RouteAccess::Public, routes!(template::template));
}
