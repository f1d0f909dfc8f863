//! `/api/catalog/fieldLists`: lists of fields, for administrators. Of the nodes that have one each learns of those that the
//! catalogue's directory lists for them.

use std::collections::HashSet;

use axum::extract::State;
use axum::http::StatusCode;
use domain::field::{self, BadList, DEFAULT_LIST, Field};
use serde::{Deserialize, Serialize};
use storage::db::field_lists;
use storage::lifecycle::catalogue::KnownNodes;
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;

use super::directory::desk;
use super::fields::FieldBody;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FieldList {
    name: String,
    label: String,
    /// What is shown, in order.
    display: Vec<FieldBody>,
    /// What is searched by, in order.
    query: Vec<FieldBody>,
    /// Nodes that have it by themselves, as far as the caller sees them.
    node_ids: Vec<i64>,
    /// For `putFieldList`.
    version: i64,
}

/// Every list, which of them the caller may change, and to which nodes the caller may give one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FieldLists {
    items: Vec<FieldList>,
    /// Lists in `items`.
    total: i64,
    /// Names of lists that the caller may change: all nodes that have one are the caller's to change.
    changeable_lists: Vec<String>,
    /// Nodes to which the caller may give a list.
    changeable_node_ids: Vec<i64>,
}

/// Nodes that the caller may know of.
fn ids(known: &KnownNodes) -> HashSet<i64> {
    known.nodes.iter().map(|(node, _)| node.id).collect()
}

impl FieldList {
    fn new(mut list: field_lists::FieldList, known: &HashSet<i64>) -> Self {
        list.node_ids.retain(|id| known.contains(id));
        Self {
            name: list.name,
            label: list.label,
            display: list.display.into_iter().map(FieldBody::from).collect(),
            query: list.query.into_iter().map(FieldBody::from).collect(),
            node_ids: list.node_ids,
            version: list.version,
        }
    }
}

/// Every field list that nodes can have.
#[utoipa::path(get, path = "/api/catalog/fieldLists", tag = "catalogue", operation_id = "getFieldLists",
    responses((status = 200, body = FieldLists)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
) -> Result<Json<FieldLists>, Problem> {
    let lists = {
        let mut db = context.connection().await?;
        field_lists::all(&mut db).await?
    };
    let known = desk(&context, &caller, &client).list().await?;
    let changeable = known.changeable_lists(&lists);
    let changeable_lists = (lists.iter())
        .filter(|list| changeable.contains(list.name.as_str()))
        .map(|list| list.name.clone())
        .collect();
    let changeable_nodes = known.nodes.iter().filter(|(_, may_change)| *may_change);
    let changeable_node_ids = changeable_nodes.map(|(node, _)| node.id).collect();
    let seen = ids(&known);
    let items: Vec<FieldList> = (lists.into_iter())
        .map(|list| FieldList::new(list, &seen))
        .collect();
    Ok(Json(FieldLists {
        total: i64::try_from(items.len()).unwrap_or(i64::MAX),
        items,
        changeable_lists,
        changeable_node_ids,
    }))
}

/// What a list shall hold.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct NewFieldList {
    label: String,
    display: Vec<FieldBody>,
    query: Vec<FieldBody>,
    /// The `version` that the caller has read; 0: there was no such list. One that somebody changed meanwhile is left as it is
    /// (`changed_meanwhile`). Null: that is not asked.
    version: Option<i64>,
}

/// Makes a list, or replaces what it holds, if every node that has it is the caller's to change; `default` and
/// `geologicalarchive`, which nodes have that were given none, are for who may change all. Names are lower-case letters, digits and
/// `_`, at most 40.
#[utoipa::path(put, path = "/api/catalog/fieldLists/{name}", tag = "catalogue", operation_id = "putFieldList",
    params(("name" = String, Path)), request_body = NewFieldList,
    responses((status = 200, body = FieldList), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn put(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(name): Path<String>,
    Json(new): Json<NewFieldList>,
) -> Result<Json<FieldList>, Problem> {
    if !field::is_list_name(&name) {
        return Err(Problem::invalid_field("name", FieldText::ListNameWrong));
    }
    let fields = |bodies: Vec<FieldBody>| bodies.into_iter().map(Field::from).collect();
    let (display, query): (Vec<Field>, Vec<Field>) = (fields(new.display), fields(new.query));
    let label = new.label.trim();
    field::check_list(label, &display, &query).map_err(refused)?;
    let filled = (label, &*display, &*query);
    let replacing = desk(&context, &caller, &client).put_list((&name, new.version), filled);
    replacing.await?;
    let saved = {
        let mut db = context.connection().await?;
        field_lists::find(&mut db, &name).await?
    };
    let saved = saved.ok_or_else(Problem::not_found)?;
    let nodes = desk(&context, &caller, &client).list().await?;
    Ok(Json(FieldList::new(saved, &ids(&nodes))))
}

fn refused(bad: BadList) -> Problem {
    Problem::invalid_field(bad.field, bad.text)
}

/// Removes a list that no node has. The default one stays.
#[utoipa::path(delete, path = "/api/catalog/fieldLists/{name}", tag = "catalogue", operation_id = "deleteFieldList",
    params(("name" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    if name == DEFAULT_LIST {
        return Err(Problem::conflict(ProblemText::DefaultFieldList));
    }
    desk(&context, &caller, &client).remove_list(&name).await?;
    Ok(StatusCode::NO_CONTENT)
}
