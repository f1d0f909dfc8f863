//! `GET /api/units/{id}/uses`, `DELETE /api/units/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::UnitId;
use serde::Serialize;
use storage::db::Page;
use storage::db::scopes::{self, GrantFilter};
use utoipa::ToSchema;

use super::desk;
use super::view::GrantView;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Most grants that are named.
const MAX_NAMED: i64 = 20;

/// What needs a unit, and who.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UnitUses)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnitUsesView {
    /// Names of units directly below it; the first 20.
    children: Vec<String>,
    /// Number of units directly below it.
    child_count: i64,
    /// Login names of its members; the first 20.
    members: Vec<String>,
    /// Number of its members.
    member_count: i64,
    /// Number of grants to the unit.
    grants: i64,
    /// The first 20 of them, without their areas.
    granted: Vec<GrantView>,
    /// Orders that name it in writing. They keep the name, and do not keep it from being removed.
    orders: i64,
    /// Accounts that do, likewise.
    accounts: i64,
}

/// What needs a unit, and who. One that nothing needs can be removed.
#[utoipa::path(get, path = "/api/units/{id}/uses", tag = "scopes", operation_id = "getUnitUses",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = UnitUsesView), (status = 404, body = ProblemBody)))]
pub(super) async fn uses(
    State(context): State<Context>,
    Path(id): Path<UnitId>,
) -> Result<Json<UnitUsesView>, Problem> {
    let mut db = context.connection().await?;
    let name = scopes::unit(&mut db, id).await?;
    name.ok_or_else(Problem::not_found)?;
    let uses = scopes::unit_uses(&mut db, id).await?;
    let filter = GrantFilter {
        unit: Some(id),
        ..GrantFilter::default()
    };
    let granted = scopes::list(&mut db, filter, Page::new(None, Some(MAX_NAMED))).await?;
    let granted = granted.items.into_iter();
    let now = context.now();
    Ok(Json(UnitUsesView {
        children: uses.children,
        child_count: uses.child_count,
        members: uses.members,
        member_count: uses.member_count,
        grants: uses.grants,
        granted: granted
            .map(|grant| GrantView::without_area(grant, now))
            .collect(),
        orders: uses.orders,
        accounts: uses.accounts,
    }))
}

/// Removes a unit that nothing needs. Orders and accounts that name it in writing keep what is written.
#[utoipa::path(delete, path = "/api/units/{id}", tag = "scopes", operation_id = "removeUnit",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UnitId>,
) -> Result<StatusCode, Problem> {
    desk(&context, &caller, &client).remove_unit(id).await?;
    Ok(StatusCode::NO_CONTENT)
}
