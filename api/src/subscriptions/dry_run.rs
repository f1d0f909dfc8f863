//! `POST /api/subscriptions/preview`

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::scenes::request::Search;
use crate::scenes::standing_search::would_have_matched;

/// Days that are looked back.
const DAYS: i64 = 30;

/// What a subscription would have brought.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionPreview)]
pub(super) struct DryRun {
    /// Scenes that were taken within the last `days` days and are online.
    scenes: i64,
    bytes: i64,
    days: i64,
}

/// What a subscription to this search would have brought within the last 30 days: scenes that were taken in them.
#[utoipa::path(post, path = "/api/subscriptions/preview", tag = "subscriptions", operation_id = "subscribePreview",
    request_body = Search,
    responses((status = 200, body = DryRun), (status = 400, body = ProblemBody)))]
pub(super) async fn dry_run(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<DryRun>, Problem> {
    let query = (search, DAYS, context.now());
    let found = would_have_matched(&context, &caller, &client, query).await?;
    Ok(Json(DryRun {
        scenes: found.scenes,
        bytes: found.bytes,
        days: DAYS,
    }))
}
