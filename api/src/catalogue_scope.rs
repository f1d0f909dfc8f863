//! What whoever calls may see of the catalogue.

use std::collections::{BTreeMap, HashSet};

use axum::http::StatusCode;
use domain::permission::Permission;
use serde::Serialize;
use storage::PgConnection;
use storage::db::catalogue::{self, Tree};
use storage::db::scenes::{self, Scene, SceneFilter, SceneScope, Sort, Summary};
use storage::db::scopes::{self, Viewer};
use storage::db::{Page, scenes::Confirmed};
use texts::ProblemText;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::context::Context;
use crate::problem::Problem;

/// 404 in the specification's words.
pub fn no_such_scene() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, ProblemText::SceneNotFound)
}

/// Who looks, as grants know it.
pub(crate) fn viewer(caller: Option<&Caller>) -> Viewer {
    let Some(caller) = caller else {
        return Viewer::Guest;
    };
    let sees_all = caller.holds(Permission::AllScenes);
    match caller.token.and_then(|token| token.bounding_issuer) {
        None if sees_all => Viewer::All,
        Some(issuer) if sees_all => Viewer::Person(issuer),
        Some(issuer) if issuer != caller.id => Viewer::Token {
            account: caller.id,
            issuer,
        },
        Some(_) | None => Viewer::Person(caller.id),
    }
}

/// What the caller may see at this moment.
pub(crate) async fn scope_of(
    context: &Context,
    db: &mut PgConnection,
    viewer: Viewer,
) -> Result<SceneScope, Problem> {
    let book = context.scenes.scopes(db).await?;
    let tree = if book.names_nodes(viewer) {
        Tree::read(db).await?
    } else {
        Tree::default()
    };
    Ok(book.scope(viewer, &tree, context.now()))
}

/// The same, from what is known without asking the database.
pub(crate) fn confirmed_scope(
    context: &Context,
    confirmed: &Confirmed,
    viewer: Viewer,
) -> SceneScope {
    let scopes = confirmed.scopes();
    scopes.scope(viewer, confirmed.tree(), context.now())
}

/// The scene with this public id, if the caller may see it; otherwise it does not exist.
pub(crate) async fn scene(
    context: &Context,
    db: &mut PgConnection,
    (viewer, data_id): (Viewer, &str),
) -> Result<Scene, Problem> {
    let scene = scenes::by_data_id(db, data_id).await?;
    let scene = scene.ok_or_else(no_such_scene)?;
    let scope = scope_of(context, db, viewer).await?;
    if !scope.holds(scene.nodeid, scene.footprint.view()) {
        return Err(no_such_scene());
    }
    Ok(scene)
}

/// Of these public ids those that the caller may see, or that no scene has.
pub(crate) async fn without_hidden(
    context: &Context,
    db: &mut PgConnection,
    viewer: Viewer,
    mut data_ids: Vec<String>,
) -> Result<Vec<String>, Problem> {
    let scope = scope_of(context, db, viewer).await?;
    let hidden = scopes::hidden_ids(db, &scope, &data_ids).await?;
    data_ids.retain(|id| !hidden.contains(id));
    Ok(data_ids)
}

/// What all the scenes are that the scope holds; `None` where it holds everything, which is counted already.
pub(crate) async fn summary(
    context: &Context,
    db: &mut PgConnection,
    scope: &SceneScope,
) -> Result<Option<Summary>, Problem> {
    if scope.is_everything() {
        return Ok(None);
    }
    let filter = SceneFilter {
        scope: scope.clone(),
        ..SceneFilter::default()
    };
    let first = Page::new(Some(1), Some(1));
    let found = scenes::search(&context.scenes, db, &filter, Sort::NewestFirst, first, true);
    Ok(Some(found.await?.summary.unwrap_or_default()))
}

/// Scenes of each node that the scope holds; `None`: all of them.
pub(crate) async fn node_counts(
    context: &Context,
    db: &mut PgConnection,
    scope: &SceneScope,
) -> Result<Option<BTreeMap<i64, i64>>, Problem> {
    let summary = summary(context, db, scope).await?;
    Ok(summary.map(|summary| summary.nodes))
}

/// Scenes of a node.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ScopeNodeCount)]
pub(crate) struct NodeCount {
    pub(crate) id: i64,
    pub(crate) label: String,
    /// English label; empty if there is none.
    #[serde(rename = "labelEn")]
    pub(crate) label_en: String,
    pub(crate) count: i64,
}

/// Scenes that the scope holds, of each node at the top of the catalogue with all below it.
pub(crate) async fn top_counts(
    context: &Context,
    db: &mut PgConnection,
    scope: &SceneScope,
) -> Result<Vec<NodeCount>, Problem> {
    let counts = node_counts(context, db, scope).await?;
    let nodes = catalogue::nodes(db).await?;
    let tree = Tree::read(db).await?;
    let count_of = |node: &catalogue::Node| match &counts {
        Some(counts) => counts.get(&node.id).copied().unwrap_or(0),
        None => node.count,
    };
    let known: HashSet<i64> = nodes.iter().map(|node| node.id).collect();
    let tops = nodes
        .iter()
        .filter(|node| node.parent_id.is_none_or(|parent| !known.contains(&parent)));
    let counted = tops.map(|top| {
        let below: HashSet<i64> = tree.with_descendants(&[top.id]).into_iter().collect();
        let within = nodes.iter().filter(|node| below.contains(&node.id));
        NodeCount {
            id: top.id,
            label: top.label.clone(),
            label_en: top.label_en.clone(),
            count: within.map(count_of).sum(),
        }
    });
    Ok(counted.collect())
}
