//! `GET /api/orders/names` and `/groups`: suggestions for the filters of the order list.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use storage::db::orders;
use utoipa::{IntoParams, ToSchema};

use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::problem::Problem;

/// What was typed so far.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct SuggestionQuery {
    /// A part, taken literally and without regard to case.
    q: Option<String>,
}

impl SuggestionQuery {
    fn part(&self) -> Option<&str> {
        let part = self.q.as_deref().map(str::trim);
        part.filter(|part| !part.is_empty())
    }
}

/// A unit that stands on an order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderGroup)]
pub(super) struct Group {
    /// 申请单位
    name: String,
    /// The number of its newest order.
    ordername: String,
}

/// Order numbers that contain what was typed, newest first, at most 20: one's own, or all for an administrator.
#[utoipa::path(get, path = "/api/orders/names", tag = "orders", operation_id = "getOrderNameListByOrderName",
    params(SuggestionQuery), responses((status = 200, body = List<String>)))]
pub(super) async fn names(
    State(context): State<Context>,
    caller: Caller,
    Query(typed): Query<SuggestionQuery>,
) -> Result<Json<List<String>>, Problem> {
    let mut db = context.connection().await?;
    let found = orders::names(
        &context.order_list,
        &mut db,
        caller.visible_owner(),
        typed.part(),
    )
    .await?;
    Ok(Json(List::from_rows(found, |name| name)))
}

/// Units on orders that the caller sees, each with its newest order, at most 20.
#[utoipa::path(get, path = "/api/orders/groups", tag = "orders", operation_id = "getagrsGroupNameList",
    params(SuggestionQuery), responses((status = 200, body = List<Group>)))]
pub(super) async fn groups(
    State(context): State<Context>,
    caller: Caller,
    Query(typed): Query<SuggestionQuery>,
) -> Result<Json<List<Group>>, Problem> {
    let mut db = context.connection().await?;
    let found = orders::groups(
        &context.order_list,
        &mut db,
        caller.visible_owner(),
        typed.part(),
    )
    .await?;
    Ok(Json(List::from_rows(found, |unit| Group {
        name: unit.name,
        ordername: unit.ordername,
    })))
}
