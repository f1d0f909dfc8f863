//! `PUT /api/catalog/nodes/{id}`

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{NodeForm, NodeView, desk};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// A node as it is to be, by somebody who has read it.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ChangedCatalogNode {
    /// The `version` that the caller has read.
    version: i64,
    #[serde(flatten)]
    node: NodeForm,
}

/// Changes what a node is called and what lies in it. What lies in a node changes only where nothing is below it, no order in
/// work holds its scenes, and there are at most 100,000 of them; they follow. A node that somebody changed meanwhile is left
/// as it is (`changed_meanwhile`).
#[utoipa::path(put, path = "/api/catalog/nodes/{id}", tag = "catalogue", operation_id = "changeCatalogNode",
    params(("id" = i64, Path)), request_body = ChangedCatalogNode,
    responses((status = 200, body = NodeView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<i64>,
    Json(changed): Json<ChangedCatalogNode>,
) -> Result<Json<NodeView>, Problem> {
    let draft = changed.node.draft()?;
    let desk = desk(&context, &caller, &client);
    let node = desk.change((id, changed.version), &draft).await?;
    Ok(Json(NodeView::new(node, true)))
}
