//! `GET /api/users/{id}/permissions`: why somebody may do something, and why not.

use axum::extract::State;
use domain::ids::UserId;
use domain::permission::{Permission, PermissionGroup};
use serde::Serialize;
use storage::db::people;
use storage::db::roles::{self, StoredRole};
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::{Json, List, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// A role by its id and name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RoleName {
    id: String,
    /// Empty for those that every installation has.
    name: String,
}

impl From<&StoredRole> for RoleName {
    fn from(role: &StoredRole) -> Self {
        Self {
            id: role.id.0.clone(),
            name: role.name.clone(),
        }
    }
}

/// Whether somebody may do something, and why.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExplainedPermission {
    #[schema(value_type = codes::Permission)]
    code: Permission,
    #[schema(value_type = codes::PermissionGroup)]
    group: PermissionGroup,
    /// Whether the person may.
    held: bool,
    /// The person's roles that allow it: why.
    through: Vec<RoleName>,
    /// Roles that would allow it, where none of the person's does.
    offered_by: Vec<RoleName>,
}

/// Every permission, with why somebody holds it or who could have it given. An account that may not sign in can do nothing.
#[utoipa::path(get, path = "/api/users/{id}/permissions", tag = "users", operation_id = "explainPermissions",
    params(("id" = Uuid, Path)), responses((status = 200, body = List<ExplainedPermission>),
        (status = 404, body = ProblemBody)))]
pub(super) async fn explain(
    State(context): State<Context>,
    Path(id): Path<UserId>,
) -> Result<Json<List<ExplainedPermission>>, Problem> {
    let mut db = context.connection().await?;
    let found = people::find(&mut db, &context.server_key, id, context.now()).await?;
    let person = found.ok_or_else(Problem::not_found)?;
    let own = roles::with_ids(&mut db, &person.roles).await?;
    let missing: Vec<_> = Permission::ALL
        .into_iter()
        .filter(|code| !person.permissions.holds(*code))
        .collect();
    let others = roles::allowing_any(&mut db, &missing).await?;
    let items: Vec<_> = Permission::ALL
        .into_iter()
        .map(|code| ExplainedPermission {
            code,
            group: code.group(),
            held: person.permissions.holds(code),
            through: named(&own, code),
            offered_by: if person.permissions.holds(code) {
                Vec::new()
            } else {
                named(&others, code)
            },
        })
        .collect();
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    Ok(Json(List { items, total }))
}

fn named(roles: &[StoredRole], code: Permission) -> Vec<RoleName> {
    roles
        .iter()
        .filter(|role| role.permissions.holds(code))
        .map(RoleName::from)
        .collect()
}
