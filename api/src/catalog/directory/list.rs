//! `GET /api/catalog/nodes`

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{NodeView, desk};
use crate::caller::{Caller, Client};
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// The catalogue's directory.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DirectoryNodes)]
#[serde(rename_all = "camelCase")]
pub(super) struct NodeList {
    items: Vec<NodeView>,
    /// Nodes in `items`.
    total: i64,
    /// Whether the caller sees everything, everywhere and for good: who does says which collections nodes have, and makes nodes at
    /// the top.
    may_change_all: bool,
}

/// Every node that the caller sees, or that has one below it; siblings in their order.
#[utoipa::path(get, path = "/api/catalog/nodes", tag = "catalogue", operation_id = "getCatalogNodes",
    responses((status = 200, body = NodeList)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
) -> Result<Json<NodeList>, Problem> {
    let known = desk(&context, &caller, &client).list().await?;
    let mut items: Vec<NodeView> = (known.nodes.into_iter())
        .map(|(node, may_change)| NodeView::new(node, may_change))
        .collect();
    let viewer = catalogue_scope::viewer(Some(&caller));
    let mut search = context.begin_search().await?;
    let scope = catalogue_scope::scope_of(&context, &mut search, viewer).await?;
    if let Some(counts) = catalogue_scope::node_counts(&context, &mut search, &scope).await? {
        for item in &mut items {
            item.count = counts.get(&item.id).copied().unwrap_or(0);
        }
    }
    Ok(Json(NodeList {
        total: i64::try_from(items.len()).unwrap_or(i64::MAX),
        items,
        may_change_all: known.may_change_all,
    }))
}
