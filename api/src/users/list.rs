//! `GET /api/users`

use axum::extract::State;
use domain::account::AccountStatus;
use domain::list_order::UserOrder;
use domain::permission::Permission;
use domain::role::RoleId;
use serde::Deserialize;
use storage::db::Page;
use storage::db::people::{self, PeopleFilter};
use utoipa::IntoParams;

use super::view::{UserView, rows};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Filters of the accounts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct UserQuery {
    /// Part of the login name, the name, the unit or the e-mail address; of who may open personal data, a whole mobile number
    /// too.
    q: Option<String>,
    /// Only people who have the role with this id.
    #[param(value_type = Option<String>)]
    role: Option<RoleId>,
    /// Only accounts in this state.
    #[param(value_type = Option<codes::AccountStatus>)]
    status: Option<AccountStatus>,
    /// What comes first. Default `-created`.
    #[param(value_type = Option<codes::UserOrder>, inline)]
    sort: UserOrder,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// Accounts. Telephone and identity numbers are masked.
#[utoipa::path(get, path = "/api/users", tag = "users", operation_id = "getUsers", params(UserQuery),
    responses((status = 200, body = List<UserView>), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<UserQuery>,
) -> Result<Json<List<UserView>>, Problem> {
    let part = query.q.map(|part| part.trim().to_owned());
    let filter = PeopleFilter {
        id: None,
        part: part.filter(|part| !part.is_empty()),
        by_phone: caller.permissions.holds(Permission::ManageUsers),
        role: query.role,
        status: query.status,
        order: query.sort,
    };
    let page = Page::new(query.page, query.page_size);
    let mut db = context.connection().await?;
    let found = people::list(&mut db, &context.server_key, &filter, page, context.now()).await?;
    Ok(Json(rows(&context, &mut db, found).await?))
}
