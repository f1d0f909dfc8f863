//! Finding scenes (景).

mod conditions;
mod cover;
pub(crate) mod detail;
mod facets;
mod held;
mod image;
mod place;
mod satellites;
mod search;
mod searched;
pub(crate) mod show;
mod values;

pub use show::SceneBody;

use utoipa_axum::routes;

use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::Public, routes!(search::search));
    routes.add(Who::Public, routes!(cover::cover));
    routes.add(Who::Public, routes!(satellites::satellites));
    routes.add(Who::Public, routes!(detail::detail));
    routes.add(Who::Public, routes!(image::image));
    routes.add(Who::Applicant, routes!(held::held));
}
