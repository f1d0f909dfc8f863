//! `GET /api/catalog/nodes/{id}/uses`

use axum::extract::State;
use serde::Serialize;
use storage::db::catalogue::node_uses::{NamedNodeUses, NodeUser};
use utoipa::ToSchema;

use super::desk;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Somebody who needs a node.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CatalogNodeUser)]
pub(super) struct NodeUserView {
    /// The unit, or the login name; empty: everybody.
    who: String,
    /// Number of such uses.
    count: i64,
}

/// Who and what needs a node, by name; the first 20 of each sort.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CatalogNodeUsers)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsersView {
    /// What nodes directly below it are called, in their order.
    children: Vec<String>,
    /// To whom grants that name it are made.
    grants: Vec<NodeUserView>,
    /// Whose saved searches name it.
    searches: Vec<NodeUserView>,
    /// Owners of subscriptions that search the node.
    subscriptions: Vec<NodeUserView>,
    /// Numbers of orders in work with scenes of it, the newest first.
    orders: Vec<String>,
    /// Which rules place scenes here, by their place among all; the first is 1.
    rules: Vec<i32>,
    /// Whether scenes come here that no rule places.
    is_fallback: bool,
}

/// Everything that refers to the node.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CatalogNodeUses)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsesView {
    scenes: i64,
    /// Nodes below it.
    children: i64,
    /// Grants that name it.
    grants: i64,
    /// Searches that people saved.
    searches: i64,
    /// Subscriptions that have not ended.
    subscriptions: i64,
    /// Field lists that are its own.
    field_lists: i64,
    /// Orders in work with scenes of it.
    orders: i64,
    /// Rules that place scenes here, the fallback among them.
    rules: i64,
    /// Who and what, by name.
    by: UsersView,
}

/// What needs a node, and by name who. One that nothing needs can be removed.
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
    Ok(Json(uses.into()))
}

impl From<NamedNodeUses> for UsesView {
    fn from(uses: NamedNodeUses) -> Self {
        Self {
            scenes: uses.counts.scenes,
            children: uses.counts.children,
            grants: uses.counts.grants,
            searches: uses.counts.searches,
            subscriptions: uses.counts.subscriptions,
            field_lists: uses.counts.field_lists,
            orders: uses.counts.orders,
            rules: uses.counts.rules,
            by: UsersView {
                children: uses.children,
                grants: users(uses.grants),
                searches: users(uses.searches),
                subscriptions: users(uses.subscriptions),
                orders: uses.orders,
                rules: uses.rules,
                is_fallback: uses.is_fallback,
            },
        }
    }
}

fn users(users: Vec<NodeUser>) -> Vec<NodeUserView> {
    let views = users.into_iter().map(|user| NodeUserView {
        who: user.who,
        count: user.count,
    });
    views.collect()
}
