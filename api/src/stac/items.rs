//! `GET /stac/collections/{collectionId}/items` and one of them

use axum::extract::{OriginalUri, State};
use domain::behaviour::Behaviour;
use serde_json::{Value, json};

use super::admission::{admit, without_shapes};
use super::collections;
use super::item_page;
use super::origin::Origin;
use super::record::Record;
use super::request::{SearchBody, SearchQuery};
use super::search::{query_as_json, with_token};
use super::{GEOJSON, JSON, TypedJson, link};
use crate::caller::{Client, MaybeCaller};
use crate::catalogue_scope;
use crate::catalogue_scope::no_such_scene;
use crate::context::Context;
use crate::json::{Path, Query};
use crate::problem::Problem;

/// The items of a collection, page by page.
#[utoipa::path(get, path = "/stac/collections/{collectionId}/items", tag = "stac", operation_id = "getFeatures",
    params(("collectionId" = String, Path), SearchQuery),
    responses((status = 200, body = Object, content_type = "application/geo+json"),
        (status = 400, body = crate::problem::ProblemBody), (status = 404, body = crate::problem::ProblemBody)))]
pub async fn list(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    origin: Origin,
    OriginalUri(uri): OriginalUri,
    Path(id): Path<String>,
    Query(request): Query<SearchQuery>,
) -> Result<TypedJson, Problem> {
    let collection =
        collections::find(&context, catalogue_scope::viewer(caller.as_ref()), &id).await?;
    let query = uri.query().unwrap_or_default();
    let (body, request_json) = (request.into_body()?, json!([&id, unlimited(query)]));
    let mut admitted = admit(&context, caller.as_ref(), &client, body, request_json).await?;
    admitted.search.collections = Some(vec![id]);
    let record = Record::of_search(&admitted.search, caller.as_ref(), client);
    let page = item_page::find(&context, admitted, caller.as_ref(), &origin).await?;
    record.write(
        &context,
        Behaviour::StacSearchByAddress,
        uri.to_string(),
        &page,
    );
    let parent = collection.address(&origin);
    let address = format!("{parent}/items");
    let itself = if query.is_empty() {
        address.clone()
    } else {
        format!("{address}?{query}")
    };
    let mut links = vec![
        link("self", GEOJSON, &itself),
        link("root", JSON, &origin.stac("")),
        link("parent", JSON, &parent),
        link("collection", JSON, &parent),
    ];
    if let Some(token) = &page.next {
        links.push(link(
            "next",
            GEOJSON,
            &format!("{address}?{}", with_token(query, token)),
        ));
    }
    Ok(TypedJson(GEOJSON, page.with_links(&links)))
}

/// What the query says, apart from where and how much.
fn unlimited(query: &str) -> Value {
    let mut request_json = query_as_json(query);
    if let Some(fields) = request_json.as_object_mut() {
        fields.remove("token");
        fields.remove("limit");
    }
    request_json
}

/// An item by its id.
#[utoipa::path(get, path = "/stac/collections/{collectionId}/items/{itemId}", tag = "stac", operation_id = "getFeature",
    params(("collectionId" = String, Path), ("itemId" = String, Path)),
    responses((status = 200, body = Object, content_type = "application/geo+json"),
        (status = 404, body = crate::problem::ProblemBody)))]
pub async fn get_item(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    origin: Origin,
    Path((collection, item)): Path<(String, String)>,
) -> Result<TypedJson, Problem> {
    let body = json!({"collections": [&collection], "ids": [&item], "limit": 1});
    let request: SearchBody = serde_json::from_value(body.clone()).map_err(|_| no_such_scene())?;
    let named = without_shapes(request, &body)?;
    let mut page = item_page::find(&context, named, caller.as_ref(), &origin).await?;
    let item = page.features.pop().ok_or_else(no_such_scene)?;
    Ok(TypedJson(GEOJSON, item))
}
