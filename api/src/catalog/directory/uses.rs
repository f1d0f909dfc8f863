//! `GET /api/catalog/nodes/{id}/uses`

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// What needs a node.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CatalogNodeUses)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsesView {
    /// Scenes in it.
    scenes: i64,
    /// Nodes below it.
    children: i64,
    /// Grants that name it.
    grants: i64,
    /// Searches that people saved.
    searches: i64,
    /// Field lists that are its own.
    field_lists: i64,
    /// Orders in work with scenes of it.
    orders: i64,
    /// Rules that place scenes here, the fallback among them.
    rules: i64,
}

/// What needs a node. One that nothing needs can be removed.
#[utoipa::path(get, path = "/api/catalog/nodes/{id}/uses", tag = "catalogue", operation_id = "getCatalogNodeUses",
    params(("id" = i64, Path)),
    responses((status = 200, body = UsesView), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn uses(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<i64>,
) -> Result<Json<UsesView>, Problem> {
    let uses = desk(&context, &caller, &client).uses(id).await?;
    Ok(Json(UsesView {
        scenes: uses.scenes,
        children: uses.children,
        grants: uses.grants,
        searches: uses.searches,
        field_lists: uses.field_lists,
        orders: uses.orders,
        rules: uses.rules,
    }))
}
