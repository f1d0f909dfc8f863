//! `POST /api/catalog/nodes/{id}/move`

use axum::extract::State;
use serde::Deserialize;
use storage::lifecycle::catalogue::NodePlace;
use utoipa::ToSchema;

use super::{NodeView, desk};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// New parent and position of a node.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NodeMove {
    /// Below this node; null: at the top.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    parent_id: Option<i64>,
    /// In front of this sibling; left out: behind all.
    #[serde(default)]
    before: Option<i64>,
    /// The `version` that the caller has read.
    version: i64,
}

/// Puts a node, with all below it, elsewhere. The caller must see it all, where it was and where it comes; where grants of
/// nodes above make others see more or less by it, the caller must be one who may manage scopes. It holds within a second.
#[utoipa::path(post, path = "/api/catalog/nodes/{id}/move", tag = "catalogue", operation_id = "moveCatalogNode",
    params(("id" = i64, Path)), request_body = NodeMove,
    responses((status = 200, body = NodeView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn move_node(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<i64>,
    Json(target): Json<NodeMove>,
) -> Result<Json<NodeView>, Problem> {
    let position = NodePlace {
        parent: target.parent_id,
        before: target.before,
    };
    let desk = desk(&context, &caller, &client);
    let node = desk.move_node((id, target.version), position).await?;
    Ok(Json(NodeView::new(node, true)))
}
