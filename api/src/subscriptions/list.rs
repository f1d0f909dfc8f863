//! `GET /api/subscriptions`, `GET /api/subscriptions/{id}`

use axum::extract::State;
use domain::ids::SubscriptionId;
use domain::permission::Permission;
use domain::subscription::day_begin;
use storage::PgConnection;
use storage::db::Page;
use storage::db::subscriptions::{self, Subscription, SubscriptionQuery};

use super::view::{SubscriptionView, view, views};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// Subscriptions of one's own, newest first.
#[utoipa::path(get, path = "/api/subscriptions", tag = "subscriptions", operation_id = "subscribeMyList",
    params(PageQuery), responses((status = 200, body = List<SubscriptionView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<SubscriptionView>>, Problem> {
    let mut db = context.connection().await?;
    let own = SubscriptionQuery {
        owner: Some(caller.id),
        ..SubscriptionQuery::default()
    };
    let times = (context.now(), day_begin(context.now()));
    let rows = subscriptions::list(&mut db, own, times, query.page()).await?;
    Ok(Json(List {
        items: views(&context, &mut db, &caller, rows.items).await?,
        total: rows.total,
    }))
}

/// A subscription: one's own, or anybody's for whoever decides over them.
#[utoipa::path(get, path = "/api/subscriptions/{id}", tag = "subscriptions", operation_id = "subscribeById",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = SubscriptionView), (status = 404, body = ProblemBody)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<SubscriptionId>,
) -> Result<Json<SubscriptionView>, Problem> {
    let mut db = context.connection().await?;
    let found = visible(&context, &mut db, &caller, id).await?;
    drop(db);
    Ok(Json(view(&context, &caller, found).await?))
}

/// A subscription that the caller may see; otherwise there is none.
pub(super) async fn visible(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
    id: SubscriptionId,
) -> Result<Subscription, Problem> {
    let audits = caller.holds(Permission::AuditOrders);
    let query = SubscriptionQuery {
        owner: (!audits).then_some(caller.id),
        id: Some(id),
        state: None,
        ..SubscriptionQuery::default()
    };
    let times = (context.now(), day_begin(context.now()));
    let mut found = subscriptions::list(db, query, times, Page::new(Some(1), Some(1))).await?;
    found.items.pop().ok_or_else(Problem::not_found)
}
