//! What can be filtered by.

use axum::extract::State;
use serde_json::{Value, json};

use super::TypedJson;
use super::collections::{find, segment};
use super::origin::Origin;
use crate::caller::MaybeCaller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::Path;
use crate::problem::Problem;

const SCHEMA_JSON: &str = "application/schema+json";

fn schema(address: &str) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2019-09/schema", "$id": address, "type": "object",
        "title": "Queryables", "description": "Beside these, every metadata field of an item.",
        "properties": {
            "id": {"type": "string"},
            "collection": {"type": "string"},
            "geometry": {"$ref": "https://geojson.org/schema/Geometry.json"},
            "datetime": {"type": "string", "format": "date-time"},
            "created": {"type": "string", "format": "date-time"},
            "updated": {"type": "string", "format": "date-time"},
            "title": {"type": "string"},
            "platform": {"type": "string"},
            "instruments": {"type": "string", "description": "Taken as one text."},
            "eo:cloud_cover": {"type": "number", "minimum": 0, "maximum": 100},
            "gsd": {"type": "number", "exclusiveMinimum": 0},
        },
        "additionalProperties": true,
    })
}

/// What can be filtered by in every collection.
#[utoipa::path(get, path = "/stac/queryables", tag = "stac", operation_id = "getQueryables",
    responses((status = 200, body = Object, content_type = "application/schema+json")))]
pub async fn of_all(origin: Origin) -> TypedJson {
    TypedJson(SCHEMA_JSON, schema(&origin.stac("/queryables")))
}

/// What can be filtered by in one collection.
#[utoipa::path(get, path = "/stac/collections/{collectionId}/queryables", tag = "stac",
    operation_id = "getCollectionQueryables", params(("collectionId" = String, Path)),
    responses((status = 200, body = Object, content_type = "application/schema+json"),
        (status = 404, body = crate::problem::ProblemBody)))]
pub async fn of_collection(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    origin: Origin,
    Path(id): Path<String>,
) -> Result<TypedJson, Problem> {
    find(&context, catalogue_scope::viewer(caller.as_ref()), &id).await?;
    let address = origin.stac(&format!("/collections/{}/queryables", segment(&id)));
    Ok(TypedJson(SCHEMA_JSON, schema(&address)))
}
