//! `GET /api/users/{id}/scope`: why somebody may see a scene, and why not.

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::permission::Permission;
use domain::scope::ScopeSubjectKind;
use serde::{Deserialize, Serialize};
use storage::db::catalogue::Tree;
use storage::db::people;
use storage::db::scopes::{self, Viewer};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::no_such_person;
use crate::caller::Caller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// The scene to explain.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct SceneQuery {
    /// Public id of a scene; without it the grants are told alone.
    data_id: Option<String>,
}

/// What somebody may see, and by which grants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExplainedScope {
    /// Whether a permission lets the person see every scene.
    sees_all: bool,
    /// Whether the person sees the scene; null: no scene was asked about.
    #[schema(required)]
    sees: Option<bool>,
    /// The unit whose grants the person shares.
    #[schema(required)]
    unit: Option<MemberUnit>,
    /// The person's grants: own ones, those of the unit and of the units above it, and everybody's.
    grants: Vec<ExplainedGrant>,
}

/// A unit by its id and name.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MemberUnit {
    id: Uuid,
    name: String,
}

/// A grant, and what of it lets the person see the scene.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExplainedGrant {
    id: Uuid,
    #[schema(value_type = codes::ScopeSubjectKind)]
    subject: ScopeSubjectKind,
    /// Name of the unit or of the person; empty: everybody.
    subject_name: String,
    /// Catalogue nodes with all below them; null: all.
    #[schema(required)]
    node_ids: Option<Vec<i64>>,
    /// What people call the area, or empty.
    area_name: String,
    /// The last moment; null: for good.
    #[schema(required)]
    until: Option<DateTime<Utc>>,
    /// Whether it holds at this moment.
    in_time: bool,
    /// Whether the scene lies in one of its nodes; null: no scene was asked about.
    #[schema(required)]
    in_nodes: Option<bool>,
    /// Whether the scene meets its area; null: no scene was asked about.
    #[schema(required)]
    in_area: Option<bool>,
}

/// Which grants a person has, and, of a scene, whether each lets the person see it, and if not what is wanting: the time, the
/// node or the place. A scene that the caller may not see does not exist here either.
#[utoipa::path(get, path = "/api/users/{id}/scope", tag = "scopes", operation_id = "explainScope",
    params(("id" = Uuid, Path), SceneQuery),
    responses((status = 200, body = ExplainedScope), (status = 404, body = ProblemBody)))]
pub(super) async fn explain(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<UserId>,
    Query(query): Query<SceneQuery>,
) -> Result<Json<ExplainedScope>, Problem> {
    let now = context.now();
    let mut db = context.connection().await?;
    let person = people::find(&mut db, &context.server_key, id, now).await?;
    let person = person.ok_or_else(no_such_person)?;
    let scene = match query.data_id.filter(|id| !id.trim().is_empty()) {
        Some(id) => {
            let viewer = catalogue_scope::viewer(Some(&caller));
            Some(catalogue_scope::scene(&context, &mut db, (viewer, id.trim())).await?)
        }
        None => None,
    };
    let book = context.scenes.scopes(&mut db).await?;
    let tree = Tree::read(&mut db).await?;
    let mut grants = Vec::new();
    for booked in book.grants_of(Viewer::Person(id)) {
        let Some(stored) = scopes::find(&mut db, booked.id).await? else {
            continue;
        };
        let verdict = scene.as_ref().map(|scene| {
            let at = (scene.nodeid, scene.footprint.view());
            booked.verdict(&tree, at, now)
        });
        let nodes = stored.extent.nodes.as_ref();
        grants.push(ExplainedGrant {
            id: stored.id.0,
            subject: stored.subject.kind(),
            node_ids: nodes.map(|nodes| nodes.iter().copied().collect()),
            area_name: area_name(&stored),
            until: stored.extent.until,
            in_time: stored.extent.is_valid(now),
            in_nodes: verdict.map(|verdict| verdict.in_nodes),
            in_area: verdict.map(|verdict| verdict.in_area),
            subject_name: stored.subject_name,
        });
    }
    let sees_all = person.permissions.holds(Permission::AllScenes);
    let sees = scene.as_ref().map(|scene| {
        let scope = book.scope(Viewer::Person(id), &tree, now);
        sees_all || scope.holds(scene.nodeid, scene.footprint.view())
    });
    let unit = scopes::member_of(&mut db, id).await?;
    Ok(Json(ExplainedScope {
        sees_all,
        sees,
        unit: unit.map(|(id, name)| MemberUnit { id: id.0, name }),
        grants,
    }))
}

/// What people call the area; one that was drawn and not named is still one.
fn area_name(grant: &scopes::StoredGrant) -> String {
    match (&grant.extent.area, grant.area_name.as_str()) {
        (Some(_), "") => "WKT".to_owned(),
        (_, name) => name.to_owned(),
    }
}
