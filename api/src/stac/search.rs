//! `GET` and `POST /stac/search`

use axum::extract::{OriginalUri, State};
use domain::behaviour::Behaviour;
use serde_json::{Value, json};
use texts::ProblemText;
use url::form_urlencoded;

use super::admission::admit;
use super::item_page::find;
use super::origin::Origin;
use super::record::Record;
use super::request::{SearchBody, SearchQuery};
use super::{GEOJSON, JSON, TypedJson, link};
use crate::caller::{Client, MaybeCaller};
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::Problem;

/// The parameters of a query string as a JSON object of texts.
pub fn query_as_json(query: &str) -> Value {
    form_urlencoded::parse(query.as_bytes())
        .map(|(name, value)| (name.into_owned(), Value::from(value.into_owned())))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// The query with another token.
pub fn with_token(query: &str, token: &str) -> String {
    let mut written = form_urlencoded::Serializer::new(String::new());
    let others = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name != "token");
    written.extend_pairs(others).append_pair("token", token);
    written.finish()
}

/// Finds items.
#[utoipa::path(get, path = "/stac/search", tag = "stac", operation_id = "getItemSearch", params(SearchQuery),
    responses((status = 200, body = Object, content_type = "application/geo+json"),
        (status = 400, body = crate::problem::ProblemBody)))]
pub async fn by_query(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    origin: Origin,
    OriginalUri(uri): OriginalUri,
    Query(request): Query<SearchQuery>,
) -> Result<TypedJson, Problem> {
    let query = uri.query().unwrap_or_default();
    let body = request.into_body()?;
    let admitted = admit(
        &context,
        caller.as_ref(),
        &client,
        body,
        query_as_json(query),
    )
    .await?;
    let record = Record::of_search(&admitted.search, caller.as_ref(), client);
    let page = find(&context, admitted, caller.as_ref(), &origin).await?;
    record.write(
        &context,
        Behaviour::StacSearchByAddress,
        uri.to_string(),
        &page,
    );
    let address = origin.stac("/search");
    let itself = if query.is_empty() {
        address.clone()
    } else {
        format!("{address}?{query}")
    };
    let mut links = vec![
        link("self", GEOJSON, &itself),
        link("root", JSON, &origin.stac("")),
    ];
    if let Some(token) = &page.next {
        let mut next = link(
            "next",
            GEOJSON,
            &format!("{address}?{}", with_token(query, token)),
        );
        next["method"] = "GET".into();
        links.push(next);
    }
    Ok(TypedJson(GEOJSON, page.with_links(&links)))
}

/// Finds items.
#[utoipa::path(post, path = "/stac/search", tag = "stac", operation_id = "postItemSearch",
    request_body = Object,
    responses((status = 200, body = Object, content_type = "application/geo+json"),
        (status = 400, body = crate::problem::ProblemBody)))]
pub async fn by_body(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    client: Client,
    origin: Origin,
    Json(mut request_json): Json<Value>,
) -> Result<TypedJson, Problem> {
    let request: SearchBody = serde_json::from_value(request_json.clone()).map_err(|error| {
        Problem::bad_request(ProblemText::BadJson {
            reason: error.to_string(),
        })
    })?;
    let admitted = admit(
        &context,
        caller.as_ref(),
        &client,
        request,
        request_json.clone(),
    )
    .await?;
    let record = Record::of_search(&admitted.search, caller.as_ref(), client);
    let page = find(&context, admitted, caller.as_ref(), &origin).await?;
    record.write(
        &context,
        Behaviour::StacSearch,
        format!("/stac/search?{request_json}"),
        &page,
    );
    let address = origin.stac("/search");
    let mut links = vec![
        link("self", GEOJSON, &address),
        link("root", JSON, &origin.stac("")),
    ];
    if let (Some(token), Some(fields)) = (&page.next, request_json.as_object_mut()) {
        fields.insert("token".to_owned(), token.as_str().into());
        let mut next = link("next", GEOJSON, &address);
        next["method"] = "POST".into();
        next["body"] = json!(fields);
        next["merge"] = false.into();
        links.push(next);
    }
    Ok(TypedJson(GEOJSON, page.with_links(&links)))
}
