//! `GET /api/roles`

use axum::extract::State;
use domain::list_order::RoleOrder;
use serde::Deserialize;
use storage::db::{Page, roles};
use utoipa::IntoParams;

use super::view::RoleView;
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Filters of the roles.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct RoleQuery {
    /// Part of the name.
    q: Option<String>,
    /// What comes first. Default `name`: first those that every installation has.
    #[param(value_type = Option<codes::RoleOrder>, inline)]
    sort: RoleOrder,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// Roles.
#[utoipa::path(get, path = "/api/roles", tag = "roles", operation_id = "getRoles", params(RoleQuery),
    responses((status = 200, body = List<RoleView>), (status = 400, body = ProblemBody)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<RoleQuery>,
) -> Result<Json<List<RoleView>>, Problem> {
    let part = query.q.as_deref().map(str::trim);
    let part = part.filter(|part| !part.is_empty());
    let page = Page::new(query.page, query.page_size);
    let mut db = context.connection().await?;
    let found = roles::list(&mut db, part, query.sort, page).await?;
    Ok(Json(List::from_rows(found, RoleView::from)))
}
