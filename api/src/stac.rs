//! The catalogue as a STAC API 1.0 (<https://github.com/radiantearth/stac-api-spec>): guests may read all of it.
//!
//! A collection is a catalogue node that holds scenes, an item is a scene. What is found is `storage::db::items`'
//! business; here it is asked and shown.

mod admission;
mod collections;
mod conformance;
mod cql;
mod extensions;
mod fields;
mod interval;
mod item;
mod item_geometry;
mod item_page;
mod items;
mod landing;
mod origin;
mod paging;
mod queryables;
mod record;
mod request;
mod search;
mod share;
mod sort;

pub(crate) use origin::Origin;
pub(crate) use share::{share, without_slash};

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use texts::ProblemText;
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

/// The version of the catalogue objects.
const STAC_VERSION: &str = "1.0.0";
const GEOJSON: &str = "application/geo+json";
const JSON: &str = "application/json";

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(landing::landing));
    routes.add(RouteAccess::Public, routes!(conformance::conformance));
    routes.add(RouteAccess::Public, routes!(collections::list));
    routes.add(RouteAccess::Public, routes!(collections::get_collection));
    routes.add(RouteAccess::Public, routes!(items::list));
    routes.add(RouteAccess::Public, routes!(items::get_item));
    routes.add(
        RouteAccess::Public,
        routes!(search::by_query, search::by_body),
    );
    routes.add(RouteAccess::Public, routes!(queryables::of_all));
    routes.add(RouteAccess::Public, routes!(queryables::of_collection));
}

/// JSON under another media type than `application/json`.
struct TypedJson(&'static str, Value);

impl IntoResponse for TypedJson {
    fn into_response(self) -> Response {
        let mut response = axum::Json(self.1).into_response();
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static(self.0));
        response
    }
}

fn link(rel: &str, media_type: &str, href: &str) -> Value {
    json!({"rel": rel, "type": media_type, "href": href})
}

fn no_such_collection() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, ProblemText::CollectionNotFound)
}

#[cfg(test)]
mod item_tests;
#[cfg(test)]
mod tests;
