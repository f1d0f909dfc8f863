//! `GET /api/scenes/{dataId}`

use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use storage::db::field_lists;
use storage::db::scenes::is_address;
use utoipa::ToSchema;

use super::SceneBody;
use super::values::{self, FieldValue};
use crate::caller::MaybeCaller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::Problem;

/// A scene with every metadata field.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SceneDetail {
    #[serde(flatten)]
    scene: SceneBody,
    /// Ground sample distance, metres.
    gsd: Option<f32>,
    /// Name of the file that is handed out.
    file_name: Option<String>,
    /// Further metadata.
    #[schema(value_type = Object)]
    properties: Value,
    /// What the scene's node shows of it, in order, ready to show: times RFC 3339, sizes bytes, cloud cover percent.
    fields: Vec<FieldValue>,
}

/// One scene, which the caller's scope must hold; others do not exist for the caller.
#[utoipa::path(get, path = "/api/scenes/{dataId}", tag = "catalogue", operation_id = "getObjectByIdForMETA",
    params(("dataId" = String, Path)),
    responses((status = 200, body = SceneDetail), (status = 404, body = crate::problem::ProblemBody)))]
pub async fn detail(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    Path(data_id): Path<String>,
) -> Result<Json<SceneDetail>, Problem> {
    let mut connection = context.connection().await?;
    let viewer = catalogue_scope::viewer(caller.as_ref());
    let scene = catalogue_scope::scene(&context, &mut connection, (viewer, &data_id)).await?;
    let list = field_lists::of_node(&mut connection, scene.nodeid).await?;
    let list = list.map_or_else(Vec::new, |(list, _)| list.display);
    Ok(Json(SceneDetail {
        fields: values::field_values(&scene, list),
        gsd: scene.gsd,
        file_name: scene.file_name.clone(),
        properties: without_addresses(scene.properties.clone()),
        scene: scene.into(),
    }))
}

/// Takes out what tells where files lie: archives write such fields too.
pub fn without_addresses(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(_, value)| !value.as_str().is_some_and(is_address))
            .map(|(name, value)| (name, without_addresses(value)))
            .collect(),
        Value::Array(items) => items
            .into_iter()
            .filter(|value| !value.as_str().is_some_and(is_address))
            .map(without_addresses)
            .collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_tell_no_addresses() {
        let shown = without_addresses(serde_json::json!({
            "orbit": 12, "path": "/archive/x.tif", "assets": {"data": {"href": "file:///a", "roles": ["data"]}},
            "links": ["s3://bucket/x"], "name": "a/b"
        }));
        let expected = serde_json::json!({
            "orbit": 12, "assets": {"data": {"roles": ["data"]}}, "links": [], "name": "a/b"
        });
        assert_eq!(shown, expected);
    }
}
