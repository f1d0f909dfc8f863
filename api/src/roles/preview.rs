//! `POST /api/roles/preview`

use axum::Extension;
use axum::extract::State;
use domain::ids::{UnitId, UserId};
use domain::permission::{Permission, PermissionSet};
use domain::scope::{ScopeSubject, ScopeSubjectKind};
use serde::{Deserialize, Serialize};
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use super::change::known_permissions;
use crate::caller::{Caller, Client};
use crate::catalogue_scope::{self, NodeCount};
use crate::context::Context;
use crate::json::Json;
use crate::menu_pages::MenuPages;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::router::{Declared, RouteTable};
use crate::scopes;

/// What a role would allow, and who would have it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct RolePreviewQuery {
    /// What it allows. What these imply is added.
    #[schema(required, value_type = Vec<codes::Permission>)]
    permissions: Vec<String>,
    /// Whose scenes are counted; left out: nobody's.
    #[schema(value_type = Option<codes::ScopeSubjectKind>)]
    subject: Option<ScopeSubjectKind>,
    /// The unit or the person.
    subject_id: Option<Uuid>,
}

/// What somebody sees who holds just these permissions.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RolePreview {
    /// The permissions together with those they imply.
    #[schema(value_type = Vec<codes::Permission>)]
    permissions: Vec<Permission>,
    /// The pages that the menus offer.
    pages: MenuPages,
    /// Every route, and whether it opens.
    routes: Vec<RoutePreview>,
    /// Scenes that are seen; null: nobody was named.
    #[schema(required)]
    scenes: Option<VisibleScenes>,
}

/// A route, and whether it opens.
#[derive(Debug, Serialize, ToSchema)]
struct RoutePreview {
    method: String,
    path: String,
    /// By its id in this document.
    operation: String,
    open: bool,
    /// The permissions of which one is needed; none: guests may call it, or anybody with an account.
    #[schema(value_type = Vec<codes::Permission>)]
    needs: Vec<Permission>,
}

/// How many scenes somebody sees.
#[derive(Debug, Serialize, ToSchema)]
struct VisibleScenes {
    total: i64,
    /// Of each node at the top of the catalogue, with all below it.
    nodes: Vec<NodeCount>,
}

impl RolePreviewQuery {
    /// Subject whose scope the preview applies.
    fn subject(&self) -> Result<Option<ScopeSubject>, Problem> {
        match (self.subject, self.subject_id) {
            (None, None) => Ok(None),
            (Some(ScopeSubjectKind::Everybody), None) => Ok(Some(ScopeSubject::Everybody)),
            (Some(ScopeSubjectKind::Unit), Some(id)) => Ok(Some(ScopeSubject::Unit(UnitId(id)))),
            (Some(ScopeSubjectKind::Person), Some(id)) => {
                Ok(Some(ScopeSubject::Person(UserId(id))))
            }
            _ => {
                let text = FieldText::NoSuchSubject;
                Err(Problem::invalid_field("subjectId", text))
            }
        }
    }
}

/// What somebody would see and could call who holds just these permissions: as every menu and every route would answer. With a
/// subject, how many scenes that one's grants open, which needs the right to make such grants. Nothing is written, and nothing of
/// anybody is read but the grants.
#[utoipa::path(post, path = "/api/roles/preview", tag = "roles", operation_id = "previewRole", request_body = RolePreviewQuery,
    responses((status = 200, body = RolePreview), (status = 400, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn preview(
    State(context): State<Context>,
    Extension(table): Extension<RouteTable>,
    caller: Caller,
    client: Client,
    Json(query): Json<RolePreviewQuery>,
) -> Result<Json<RolePreview>, Problem> {
    let held = known_permissions(&query.permissions)
        .ok_or_else(|| Problem::invalid_field("permissions", FieldText::PermissionWrong))?;
    let scenes = match query.subject()? {
        Some(subject) => Some(visible_scenes(&context, (&caller, &client), subject, held).await?),
        None => None,
    };
    let routes = table.0.iter().map(|route| route_preview(route, held));
    Ok(Json(RolePreview {
        permissions: held.iter().collect(),
        pages: MenuPages::for_holder(held),
        routes: routes.collect(),
        scenes,
    }))
}

fn route_preview(route: &Declared, held: PermissionSet) -> RoutePreview {
    RoutePreview {
        method: route.method.to_string(),
        path: route.path.clone(),
        operation: route.operation.clone(),
        open: route.who.includes(held),
        needs: route.who.permissions(),
    }
}

async fn visible_scenes(
    context: &Context,
    (caller, client): (&Caller, &Client),
    subject: ScopeSubject,
    held: PermissionSet,
) -> Result<VisibleScenes, Problem> {
    if !caller.holds(Permission::ManageScopes) {
        return Err(Problem::needs_one(vec![Permission::ManageScopes]));
    }
    let permit = context.geometry.admit(Some(caller), client).await?;
    let sees_all = held.holds(Permission::AllScenes);
    let counted = async {
        // Whoever could not grant it must not learn what it holds.
        let viewer = scopes::desk(context, caller, client)
            .check_view(subject, sees_all, permit.budget())
            .await?;
        let mut search = context.begin_search().await?;
        let scope = catalogue_scope::scope_of(context, &mut search, viewer).await?;
        catalogue_scope::top_counts(context, &mut search, &scope).await
    };
    let nodes = permit.within(counted).await?;
    Ok(VisibleScenes {
        total: nodes.iter().map(|node| node.count).sum(),
        nodes,
    })
}
