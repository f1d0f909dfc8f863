//! `PUT /api/push-targets/{id}/limits`

use axum::extract::State;
use domain::audit_log::DestinationAction;
use domain::ids::PushTargetId;
use domain::push_bounds::LEAST_RATE;
use domain::push_target::MAX_PARALLEL;
use domain::subscription::day_begin;
use serde::Deserialize;
use storage::db::{handles, push_targets};
use texts::FieldText;
use utoipa::ToSchema;

use super::TargetView;
use super::record::{changes, record};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// What a target may take, all of it: a bound that is left out is none.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetLimits {
    /// Files at once, 1 to 16.
    most_parallel: i32,
    /// Bytes a day; left out: any.
    daily_bytes: Option<i64>,
    /// Bytes a second, whatever its owner has set; left out: any.
    most_bytes_per_second: Option<i64>,
}

/// Says how much anybody's target may take.
#[utoipa::path(put, path = "/api/push-targets/{id}/limits", tag = "subscriptions", operation_id = "ftpManagerLimits",
    params(("id" = Uuid, Path)), request_body = TargetLimits,
    responses((status = 200, body = TargetView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn set_limits(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<PushTargetId>,
    Json(limits): Json<TargetLimits>,
) -> Result<Json<TargetView>, Problem> {
    let wrong = |field: &'static str| Problem::invalid_field(field, FieldText::LimitWrong);
    if !(1..=MAX_PARALLEL).contains(&limits.most_parallel) {
        return Err(wrong("mostParallel"));
    }
    if limits.daily_bytes.is_some_and(|most| most <= 0) {
        return Err(wrong("dailyBytes"));
    }
    if limits
        .most_bytes_per_second
        .is_some_and(|most| most < LEAST_RATE)
    {
        let text = FieldText::RateTooLow;
        return Err(Problem::invalid_field("mostBytesPerSecond", text));
    }
    let mut tx = context.begin().await?;
    let day = day_begin(context.now());
    let before = push_targets::find(&mut tx, (None, id), day).await?;
    let may = (
        limits.most_parallel,
        limits.daily_bytes,
        limits.most_bytes_per_second,
    );
    push_targets::set_limits(&mut tx, id, may).await?;
    let found = push_targets::find(&mut tx, (None, id), day).await?;
    let target = found.ok_or_else(Problem::not_found)?;
    let changes = changes(before.as_ref(), &target, false);
    if !changes.is_empty() {
        let done = (DestinationAction::Change, &target);
        record(&context, &mut tx, (caller.id, &client), done, &changes).await?;
    }
    handles::commit(tx).await?;
    Ok(Json(target.into()))
}
