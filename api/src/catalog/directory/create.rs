//! `POST /api/catalog/nodes`

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{NodeForm, NodeView, desk};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// A node to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewCatalogNode {
    /// Below this node; null: at the top.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    parent_id: Option<i64>,
    #[serde(flatten)]
    node: NodeForm,
}

/// Makes a node behind its siblings. The caller must see the node above, and everything to make one at the top.
#[utoipa::path(post, path = "/api/catalog/nodes", tag = "catalogue", operation_id = "createCatalogNode",
    request_body = NewCatalogNode,
    responses((status = 201, body = NodeView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(new): Json<NewCatalogNode>,
) -> Result<(StatusCode, Json<NodeView>), Problem> {
    let draft = new.node.draft()?;
    let made = desk(&context, &caller, &client).create(new.parent_id, &draft);
    let made = NodeView::new(made.await?, true);
    Ok((StatusCode::CREATED, Json(made)))
}
