//! What the pages that explain show: texts in place of their own, and the video of the guide.

mod captions;
mod file;
mod page;
mod video;

use domain::content::ContentPage;
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(page::page));
    routes.add(RouteAccess::Public, routes!(video::video));
    routes.add(RouteAccess::Public, routes!(file::file));
    routes.add(RouteAccess::Public, routes!(captions::captions));
}

/// The page of a path.
pub(crate) fn page_named(word: &str) -> Result<ContentPage, Problem> {
    ContentPage::parse(word).ok_or_else(Problem::not_found)
}
