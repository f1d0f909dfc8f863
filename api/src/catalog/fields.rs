//! `GET` and `PUT /api/catalog/nodes/{id}/fields`

use axum::extract::State;
use domain::field::{Field, FieldKind, Source};
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::catalogue::Tree;
use storage::db::field_lists::{self, Assigned};
use storage::db::scopes::Viewer;
use texts::FieldText;
use utoipa::ToSchema;

use super::codes;
use super::directory::desk;
use crate::caller::{Caller, Client, MaybeCaller};
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// A field of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Field)]
#[serde(rename_all = "camelCase")]
pub(super) struct FieldBody {
    /// A built-in key, or `properties.` and the name of a further metadata field; several names, separated by `|`, are
    /// tried in turn.
    key: String,
    label: String,
    label_en: String,
    #[schema(value_type = codes::FieldKind)]
    kind: FieldKind,
    /// Unit of its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    /// Values of a choice, at most a hundred; not read.
    #[serde(default, skip_serializing_if = "Option::is_none", skip_deserializing)]
    options: Option<Vec<String>>,
}

impl From<Field> for FieldBody {
    fn from(field: Field) -> Self {
        Self {
            key: field.key,
            label: field.label,
            label_en: field.label_en,
            kind: field.kind,
            unit: field.unit,
            options: None,
        }
    }
}

impl From<FieldBody> for Field {
    fn from(body: FieldBody) -> Self {
        Self {
            key: body.key,
            label: body.label,
            label_en: body.label_en,
            kind: body.kind,
            unit: body.unit.filter(|unit| !unit.trim().is_empty()),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NodeFields {
    /// Name of the field list that applies to the node.
    list: String,
    /// Whether it has that from the node above, or by default.
    inherited: bool,
    /// What is shown of its scenes.
    display: Vec<FieldBody>,
    /// What its scenes are searched by.
    query: Vec<FieldBody>,
}

/// What is shown of the scenes of a node, and what they are searched by.
#[utoipa::path(get, path = "/api/catalog/nodes/{id}/fields", tag = "catalogue", operation_id = "getQueryTablesFields",
    params(("id" = i64, Path)),
    responses((status = 200, body = NodeFields), (status = 404, body = ProblemBody)))]
pub async fn of_node(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    Path(id): Path<i64>,
) -> Result<Json<NodeFields>, Problem> {
    let viewer = catalogue_scope::viewer(caller.as_ref());
    answer(&context, id, viewer).await.map(Json)
}

async fn answer(context: &Context, id: i64, viewer: Viewer) -> Result<NodeFields, Problem> {
    let mut db = context.connection().await?;
    let found = field_lists::of_node(&mut db, id).await?;
    let (list, inherited) = found.ok_or_else(Problem::not_found)?;
    let visible = visible_nodes(context, &mut db, (viewer, id)).await?;
    drop(db);
    let mut query = Vec::with_capacity(list.query.len());
    for field in list.query {
        let mut field = FieldBody::from(field);
        if field.kind == FieldKind::Choice {
            field.options = Some(options(context, (id, visible.as_deref()), &field.key).await?);
        }
        query.push(field);
    }
    Ok(NodeFields {
        list: list.name,
        inherited,
        display: list.display.into_iter().map(FieldBody::from).collect(),
        query,
    })
}

/// The node and those below it that the caller's scope holds; `None`: everything may be seen. Without one of them the node
/// does not exist for the caller.
async fn visible_nodes(
    context: &Context,
    db: &mut PgConnection,
    (viewer, id): (Viewer, i64),
) -> Result<Option<Vec<i64>>, Problem> {
    let scope = catalogue_scope::scope_of(context, db, viewer).await?;
    if scope.is_everything() {
        return Ok(None);
    }
    let mut nodes = Tree::read(db).await?.with_descendants(&[id]);
    nodes.retain(|node| scope.holds_node(*node));
    if nodes.is_empty() {
        return Err(Problem::not_found());
    }
    Ok(Some(nodes))
}

/// Values of the field that scenes in the node and below it have, or scenes of the visible ones of these.
async fn options(
    context: &Context,
    (node, visible): (i64, Option<&[i64]>),
    key: &str,
) -> Result<Vec<String>, Problem> {
    let Some(source) = Source::of_key(key) else {
        return Ok(Vec::new());
    };
    let nodes = if let Some(visible) = visible {
        visible.to_vec()
    } else {
        let mut db = context.connection().await?;
        Tree::read(&mut db).await?.with_descendants(&[node])
    };
    let (node_field, now) = ((nodes, key.to_owned()), context.now());
    if let Some(values) = context.options.remembered(&node_field, now) {
        return Ok(values);
    }
    // As many scenes as a search looks at, and so no more at once than searches.
    let mut db = context.begin_search().await?;
    let values = field_lists::options(&mut db, &node_field.0, &source).await?;
    context.options.remember(node_field, now, values.clone());
    Ok(values)
}

/// Which list a node shall have.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Assignment {
    /// The list's name; null: that of the node above.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    list: Option<String>,
}

/// Gives a node a list of its own, or that of the node above. The caller must see it and all below it, everywhere and for good.
#[utoipa::path(put, path = "/api/catalog/nodes/{id}/fields", tag = "catalogue", operation_id = "putNodeFields",
    params(("id" = i64, Path)), request_body = Assignment,
    responses((status = 200, body = NodeFields), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub async fn assign(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<i64>,
    Json(assignment): Json<Assignment>,
) -> Result<Json<NodeFields>, Problem> {
    let desk = desk(&context, &caller, &client);
    match desk.assign_list(id, assignment.list.as_deref()).await? {
        Assigned::Done => {}
        Assigned::NoNode => return Err(Problem::not_found()),
        Assigned::NoList => return Err(Problem::invalid_field("list", FieldText::NoSuchFieldList)),
    }
    let viewer = catalogue_scope::viewer(Some(&caller));
    answer(&context, id, viewer).await.map(Json)
}

#[cfg(test)]
pub(crate) mod tests;
