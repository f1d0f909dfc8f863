//! `GET /api/catalog/tree`

use std::collections::{BTreeMap, HashMap, HashSet};

use axum::extract::State;
use domain::catalogue::MAX_LEVELS;
use serde::Serialize;
use storage::db::catalogue;
use storage::db::scenes::SceneScope;
use utoipa::ToSchema;

use crate::caller::MaybeCaller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// A catalogue node with what is below it.
#[derive(Debug, Serialize, ToSchema, PartialEq, Eq)]
#[schema(as = CatalogNode)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    id: i64,
    label: String,
    /// The same in English; left out where there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    label_en: String,
    #[schema(value_type = crate::orders::codes::CatalogKind)]
    obj_type: String,
    /// Scenes in it and below it.
    count: i64,
    #[schema(no_recursion)]
    children: Vec<Self>,
}

/// The catalogue tree as far as the caller's scope holds it; each node counts the scenes below it too.
#[utoipa::path(get, path = "/api/catalog/tree", tag = "catalogue", operation_id = "getCatalogTree",
    responses((status = 200, body = Vec<Node>)))]
pub async fn tree(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
) -> Result<Json<Vec<Node>>, Problem> {
    let viewer = catalogue_scope::viewer(caller.as_ref());
    let mut db = context.connection().await?;
    let scope = catalogue_scope::scope_of(&context, &mut db, viewer).await?;
    let mut rows = catalogue::nodes(&mut db).await?;
    drop(db);
    if !scope.is_everything() {
        let mut search = context.begin_search().await?;
        let counts = catalogue_scope::node_counts(&context, &mut search, &scope).await?;
        keep_visible(&mut rows, &scope, &counts.unwrap_or_default());
    }
    Ok(Json(grow(rows)))
}

/// Leaves the nodes that the scope holds, with those above them, and counts what it holds of each.
fn keep_visible(rows: &mut Vec<catalogue::Node>, scope: &SceneScope, counts: &BTreeMap<i64, i64>) {
    let parents: HashMap<i64, Option<i64>> =
        rows.iter().map(|row| (row.id, row.parent_id)).collect();
    let mut visible = HashSet::new();
    for row in rows.iter().filter(|row| scope.holds_node(row.id)) {
        let mut next = Some(row.id);
        while let Some(id) = next.filter(|id| visible.insert(*id)) {
            next = parents.get(&id).copied().flatten();
        }
    }
    rows.retain(|row| visible.contains(&row.id));
    for row in rows {
        row.count = counts.get(&row.id).copied().unwrap_or(0);
    }
}

/// Hangs every node under its parent, keeping the order.
fn grow(rows: Vec<catalogue::Node>) -> Vec<Node> {
    let mut below: HashMap<Option<i64>, Vec<catalogue::Node>> = HashMap::new();
    for row in rows {
        below.entry(row.parent_id).or_default().push(row);
    }
    branches(None, 1, &mut below)
}

/// Every list is taken out before its members are followed, so that a loop in the data ends. What lies deeper than a tree may
/// be hangs on the last level: the stack is not endless.
fn branches(
    parent: Option<i64>,
    level: usize,
    below: &mut HashMap<Option<i64>, Vec<catalogue::Node>>,
) -> Vec<Node> {
    let mut rows = below.remove(&parent).unwrap_or_default();
    let mut next = 0;
    while level == MAX_LEVELS && next < rows.len() {
        let deeper = below.remove(&Some(rows[next].id));
        rows.extend(deeper.unwrap_or_default());
        next += 1;
    }
    rows.into_iter()
        .map(|row| {
            let children = branches(Some(row.id), level + 1, below);
            Node {
                id: row.id,
                label: row.label,
                label_en: row.label_en,
                obj_type: row.obj_type,
                count: row.count + children.iter().map(|child| child.count).sum::<i64>(),
                children,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: i64, parent_id: Option<i64>, count: i64) -> catalogue::Node {
        catalogue::Node {
            id,
            parent_id,
            label: format!("n{id}"),
            label_en: String::new(),
            obj_type: "WX".into(),
            collection: None,
            position: 0,
            scene_type: domain::catalogue::scene_type::SceneType::OriginalImage,
            count,
        }
    }

    #[test]
    fn counts_add_up_towards_the_root() {
        let tree = grow(vec![
            row(1, None, 0),
            row(2, Some(1), 3),
            row(3, Some(2), 4),
            row(4, None, 5),
        ]);
        assert_eq!(
            tree.iter().map(|node| node.count).collect::<Vec<_>>(),
            [7, 5]
        );
        assert_eq!(tree[0].children[0].children[0].id, 3);
    }

    /// Data that came in before there was a limit, or past it.
    #[test]
    fn what_is_too_deep_hangs_on_the_last_level() {
        let count = 20_000;
        let chain = (1..=count).map(|id| row(id, (id > 1).then_some(id - 1), 1));
        let tree = grow(chain.collect());
        assert_eq!(tree[0].count, count);
        let mut ids = Vec::new();
        let mut levels = 0;
        let mut level = &tree;
        while let Some(first) = level.first() {
            levels += 1;
            ids.extend(level.iter().map(|node| node.id));
            level = &first.children;
        }
        assert_eq!(levels, MAX_LEVELS);
        assert_eq!(ids, (1..=count).collect::<Vec<_>>());
    }

    #[test]
    fn a_loop_ends() {
        assert_eq!(grow(vec![row(1, Some(2), 1), row(2, Some(1), 1)]), []);
    }
}
