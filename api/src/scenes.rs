//! Finding scenes (景).

pub(crate) mod asked;
mod conditions;
mod cover;
pub(crate) mod detail;
mod facets;
mod footprints;
mod held;
mod image;
pub(crate) mod place;
pub(crate) mod request;
mod satellites;
pub(crate) mod search;
pub(crate) mod searched;
pub(crate) mod show;
pub(crate) mod similar;
mod values;

pub use show::SceneBody;

use utoipa_axum::routes;

use crate::router::{Routes, Who};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::Public, routes!(search::search));
    routes.add(Who::Public, routes!(cover::cover));
    routes.add(Who::Public, routes!(footprints::footprints));
    routes.add(Who::Public, routes!(satellites::satellites));
    routes.add(Who::Public, routes!(detail::detail));
    routes.add(Who::Public, routes!(image::image));
    routes.add(Who::Public, routes!(similar::similar));
    routes.add(Who::Applicant, routes!(held::held));
}
