//! `POST /api/subscriptions/preview`

use std::time::Duration;

use axum::extract::State;
use domain::subscription::{BackfillBasis, BackfillRange};
use serde::Serialize;
use storage::db::subscriptions;
use storage::lifecycle::backfills;
use utoipa::ToSchema;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::scenes::request::Search;
use crate::scenes::standing_search::standing_criteria;

/// Days that are looked back.
const DAYS: u64 = 30;

/// What a subscription would have brought.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionPreview)]
pub(super) struct DryRun {
    /// Scenes that were received within the last `days` days and are online.
    scenes: i64,
    /// Of the 100,000 taken last, where there are more.
    bytes: i64,
    days: u64,
}

/// What a subscription to this search would have brought within the last 30 days: scenes that were received in them.
#[utoipa::path(post, path = "/api/subscriptions/preview", tag = "subscriptions", operation_id = "subscribePreview",
    request_body = Search,
    responses((status = 200, body = DryRun), (status = 400, body = ProblemBody)))]
pub(super) async fn dry_run(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(search): Json<Search>,
) -> Result<Json<DryRun>, Problem> {
    let criteria = standing_criteria(&context, &caller, &client, search).await?;
    let now = context.now();
    let range = BackfillRange::before(
        BackfillBasis::Received,
        now,
        Duration::from_hours(24 * DAYS),
    );
    let permit = context.geometry.admit(Some(&caller), &client).await?;
    let look = async {
        let mut tx = context.begin_search().await?;
        let (search, budget) = ((caller.id, &criteria), Some(permit.budget()));
        let found = backfills::find(&context.scenes, &mut tx, search, range, budget, now).await?;
        let bytes = subscriptions::total_size(&mut tx, &found.dids).await?;
        tx.commit().await?;
        Ok::<_, Problem>(DryRun {
            scenes: i64::try_from(found.total).unwrap_or(i64::MAX),
            bytes,
            days: DAYS,
        })
    };
    permit.within(look).await.map(Json)
}
