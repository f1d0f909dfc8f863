//! Papers (附件): uploading and looking at them.

mod content;
mod docx;
mod download;
mod earlier;
pub mod inspection;
mod jpeg;
mod name;
mod opened;
mod package;
mod pdf;
pub(crate) mod picture;
mod reuse;
mod template;
mod upload;
mod view;

use domain::permission::Permission;
pub(crate) use name::{display_name, disposition, harmless_name};
pub(crate) use opened::record_opened;
use utoipa_axum::routes;
pub(crate) use view::AttachmentView;

use crate::router::{OWN_OR_AUDITED, RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes, upload_max_bytes: u64) {
    let limit = upload::body_limit(upload_max_bytes);
    routes.add_with_limit(OWN_OR_AUDITED, limit, routes!(upload::upload));
    routes.add(OWN_OR_AUDITED, routes!(download::download));
    routes.add(
        RouteAccess::Needs(Permission::CreateOrders),
        routes!(earlier::earlier),
    );
    routes.add(
        RouteAccess::Needs(Permission::CreateOrders),
        routes!(reuse::reuse),
    );
    routes.add(RouteAccess::Public, routes!(template::template));
}
