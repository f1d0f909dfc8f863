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
mod found;
mod interval;
mod item;
mod items;
mod landing;
mod origin;
mod paging;
mod place;
mod queryables;
mod record;
mod request;
mod search;
mod share;
mod sort;

pub(crate) use share::{share, without_slash};

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use texts::ProblemText;
use utoipa_axum::routes;

use crate::problem::Problem;
use crate::router::{Routes, Who};

/// The version of the catalogue objects.
const STAC_VERSION: &str = "1.0.0";
const GEOJSON: &str = "application/geo+json";
const JSON: &str = "application/json";

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(Who::Public, routes!(landing::landing));
    routes.add(Who::Public, routes!(conformance::conformance));
    routes.add(Who::Public, routes!(collections::list));
    routes.add(Who::Public, routes!(collections::one));
    routes.add(Who::Public, routes!(items::list));
    routes.add(Who::Public, routes!(items::one));
    routes.add(Who::Public, routes!(search::by_query, search::by_body));
    routes.add(Who::Public, routes!(queryables::of_all));
    routes.add(Who::Public, routes!(queryables::of_collection));
}

/// JSON under another media type than `application/json`.
struct Typed(&'static str, Value);

impl IntoResponse for Typed {
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
