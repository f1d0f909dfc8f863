//! `GET /api/separation`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::administrator::AdministratorKind;
use domain::permission::Permission;
use domain::separation;
use serde::Serialize;
use storage::PgConnection;
use storage::db::roles;
use storage::db::separation::{self as stored, Administrator};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::context::Context;
use crate::json::Json;
use crate::orders::codes;
use crate::problem::Problem;

/// Whether administrators are kept apart, and who is which.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Separation {
    /// Since when; null: they are not kept apart.
    #[schema(required)]
    since: Option<DateTime<Utc>>,
    /// Login name of who began it, or empty.
    by_login_name: String,
    /// The three kinds of administrators, in their order.
    kinds: Vec<AdministratorKindView>,
    /// Roles that are more than one kind. They lose what makes an administrator when it begins.
    combined_roles: Vec<CombinedRole>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AdministratorKindView)]
#[serde(rename_all = "camelCase")]
struct AdministratorKindView {
    #[schema(value_type = codes::AdministratorKind)]
    kind: AdministratorKind,
    /// Permissions of which any one makes an account this kind of administrator.
    #[schema(value_type = Vec<codes::Permission>)]
    permissions: Vec<Permission>,
    /// The accounts of this kind.
    people: Vec<AdministratorView>,
}

/// An account that is an administrator.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Administrator)]
#[serde(rename_all = "camelCase")]
struct AdministratorView {
    id: Uuid,
    login_name: String,
    name: String,
    /// Whether the person may sign in.
    able: bool,
}

/// A role that makes whoever has it more than one kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CombinedRole {
    id: String,
    /// Empty for those that every installation has: the web apps name them.
    name: String,
    #[schema(value_type = Vec<codes::AdministratorKind>)]
    kinds: Vec<AdministratorKind>,
    /// How many people have it.
    members: u64,
}

/// Whether system, security and audit administrators are kept apart, who is which, and which roles combine them.
#[utoipa::path(get, path = "/api/separation", tag = "roles", operation_id = "getSeparation",
    responses((status = 200, body = Separation)))]
pub(super) async fn get(State(context): State<Context>) -> Result<Json<Separation>, Problem> {
    Ok(Json(read(&mut *context.connection().await?).await?))
}

pub(super) async fn read(db: &mut PgConnection) -> Result<Separation, Problem> {
    let since = stored::since(db).await?;
    let people = stored::administrators(db).await?;
    let roles = roles::allowing_any(db, &stored::administration()).await?;
    let combined = roles
        .into_iter()
        .filter(|role| separation::combines(role.permissions));
    Ok(Separation {
        by_login_name: since
            .as_ref()
            .map_or_else(String::new, |since| since.by_login_name.clone()),
        since: since.map(|since| since.since),
        kinds: AdministratorKind::ALL
            .into_iter()
            .map(|kind| AdministratorKindView {
                kind,
                permissions: separation::permissions(kind)
                    .iter()
                    .filter(|one| one.administrator().is_some())
                    .collect(),
                people: people
                    .iter()
                    .filter(|one| separation::kinds(one.held).contains(&kind))
                    .map(AdministratorView::from)
                    .collect(),
            })
            .collect(),
        combined_roles: combined
            .map(|role| CombinedRole {
                kinds: separation::kinds(role.permissions),
                id: role.id.0,
                name: role.name,
                members: role.members,
            })
            .collect(),
    })
}

impl From<&Administrator> for AdministratorView {
    fn from(one: &Administrator) -> Self {
        Self {
            id: one.id.0,
            login_name: one.login_name.clone(),
            name: one.name.clone(),
            able: one.able,
        }
    }
}
