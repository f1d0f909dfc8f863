//! `GET /api/roles/{id}`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::permission::Permission;
use domain::role::RoleId;
use serde::Serialize;
use storage::PgConnection;
use storage::db::roles::{self, StoredRole};
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// A role: a set of permissions with a name.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StoredRole)]
#[serde(rename_all = "camelCase")]
pub(super) struct RoleView {
    id: String,
    /// Empty for those that every installation has: the web apps name them.
    name: String,
    /// What it is for, or empty.
    note: String,
    /// Whether every installation has it: then it cannot be removed.
    built_in: bool,
    /// What it allows, with everything that it implies.
    #[schema(value_type = Vec<codes::Permission>)]
    permissions: Vec<Permission>,
    /// Whether those who have it need a second factor.
    second_factor: bool,
    /// How many people have it.
    members: u64,
    created_at: DateTime<Utc>,
}

impl From<StoredRole> for RoleView {
    fn from(role: StoredRole) -> Self {
        Self {
            built_in: role.id.built_in().is_some(),
            id: role.id.0,
            name: role.name,
            note: role.note,
            permissions: role.permissions.iter().collect(),
            second_factor: role.second_factor,
            members: role.members,
            created_at: role.created,
        }
    }
}

pub(super) async fn find(db: &mut PgConnection, id: &RoleId) -> Result<Json<RoleView>, Problem> {
    let found = roles::find(db, id).await?;
    Ok(Json(found.ok_or_else(Problem::not_found)?.into()))
}

/// A role by its id.
#[utoipa::path(get, path = "/api/roles/{id}", tag = "roles", operation_id = "getRole", params(("id" = String, Path)),
    responses((status = 200, body = RoleView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    Path(id): Path<RoleId>,
) -> Result<Json<RoleView>, Problem> {
    find(&mut *context.connection().await?, &id).await
}
