//! `GET /api/push-targets`, `GET /api/subscription-desk/targets`

use axum::extract::State;
use domain::subscription::day_begin;
use storage::db::push_targets;

use super::TargetView;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Query};
use crate::problem::Problem;

/// Places of one's own that scenes are pushed to.
#[utoipa::path(get, path = "/api/push-targets", tag = "subscriptions", operation_id = "userPushAddressList",
    params(PageQuery), responses((status = 200, body = List<TargetView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<TargetView>>, Problem> {
    let mut db = context.connection().await?;
    let day = day_begin(context.now());
    let rows = push_targets::list(&mut db, (Some(caller.id), None), day, query.page()).await?;
    Ok(Json(List::from_rows(rows, Into::into)))
}

/// The push targets of all people.
#[utoipa::path(get, path = "/api/subscription-desk/targets", tag = "subscriptions", operation_id = "ftpManagerList",
    params(PageQuery), responses((status = 200, body = List<TargetView>)))]
pub(super) async fn list_all(
    State(context): State<Context>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<TargetView>>, Problem> {
    let mut db = context.connection().await?;
    let day = day_begin(context.now());
    let rows = push_targets::list(&mut db, (None, None), day, query.page()).await?;
    Ok(Json(List::from_rows(rows, Into::into)))
}
