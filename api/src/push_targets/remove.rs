//! `DELETE /api/push-targets/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::PushTargetId;
use domain::subscription::day_begin;
use storage::db::push_targets;
use texts::ProblemText;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody, in_use_by};

/// Removes a target of one's own that no subscription needs any more.
#[utoipa::path(delete, path = "/api/push-targets/{id}", tag = "subscriptions", operation_id = "userPushAddressDelete",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<PushTargetId>,
) -> Result<StatusCode, Problem> {
    let mut db = context.connection().await?;
    let day = day_begin(context.now());
    if push_targets::find(&mut db, (Some(caller.id), id), day)
        .await?
        .is_none()
    {
        return Err(Problem::not_found());
    }
    if push_targets::remove(&mut db, caller.id, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        let (count, names) = in_use_by(&push_targets::used_by(&mut db, id).await?);
        Err(Problem::conflict(ProblemText::TargetInUse { count, names }))
    }
}
