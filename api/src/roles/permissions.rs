//! `GET /api/permissions`: what can be allowed, and what each opens.

use axum::Extension;
use axum::extract::State;
use domain::permission::{Permission, PermissionGroup, PermissionSet};
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, List};
use crate::orders::codes;
use crate::problem::Problem;
use crate::router::{Declared, GuardedOperation, RouteTable};

/// Something that can be allowed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GrantablePermission {
    #[schema(value_type = codes::Permission)]
    code: Permission,
    #[schema(value_type = codes::PermissionGroup)]
    group: PermissionGroup,
    /// What whoever gets this gets too.
    #[schema(value_type = Vec<codes::Permission>)]
    implies: &'static [Permission],
    /// Whether the caller may give it and take it away.
    grantable: bool,
    /// What it opens, alone or as one of several of which each would do. What it implies opens more, which is listed there. None:
    /// it opens no call by itself, but what calls answer that everybody may make.
    operations: Vec<OpenedOperation>,
}

/// A call that a permission opens, and with it the button or the page that makes it.
#[derive(Debug, Serialize, ToSchema)]
struct OpenedOperation {
    method: String,
    path: String,
    /// By its id in this document.
    #[schema(value_type = GuardedOperation)]
    operation: String,
}

impl From<&Declared> for OpenedOperation {
    fn from(route: &Declared) -> Self {
        Self {
            method: route.method.to_string(),
            path: route.path.clone(),
            operation: route.operation.clone(),
        }
    }
}

/// What can be allowed, as it is shown, what each permission opens, and what of it the caller may give.
#[utoipa::path(get, path = "/api/permissions", tag = "roles", operation_id = "getPermissions",
    responses((status = 200, body = List<GrantablePermission>)))]
pub(super) async fn list(
    State(context): State<Context>,
    Extension(table): Extension<RouteTable>,
    caller: Caller,
    client: Client,
) -> Result<Json<List<GrantablePermission>>, Problem> {
    let by = caller.by(&client);
    let limit = by.grant_limit(&mut *context.connection().await?).await?;
    let items: Vec<_> = Permission::ALL
        .into_iter()
        .map(|code| GrantablePermission {
            code,
            group: code.group(),
            implies: code.implied(),
            grantable: limit.covers(PermissionSet::from_permissions(&[code])),
            operations: table.opened_by(code).map(OpenedOperation::from).collect(),
        })
        .collect();
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    Ok(Json(List { items, total }))
}
