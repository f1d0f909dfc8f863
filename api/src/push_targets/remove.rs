//! `DELETE /api/push-targets/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::DestinationAction;
use domain::ids::PushTargetId;
use domain::subscription::day_begin;
use storage::db::account_events::reversed;
use storage::db::{handles, push_targets};
use texts::ProblemText;

use super::record::{changes, record};
use crate::caller::{Caller, Client};
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
    client: Client,
    Path(id): Path<PushTargetId>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let day = day_begin(context.now());
    let found = push_targets::find(&mut tx, (Some(caller.id), id), day).await?;
    let target = found.ok_or_else(Problem::not_found)?;
    if push_targets::remove(&mut tx, caller.id, id).await? {
        let changes = reversed(changes(None, &target, false));
        let removed = (DestinationAction::Remove, &target);
        record(&context, &mut tx, (caller.id, &client), removed, &changes).await?;
        handles::commit(tx).await?;
        Ok(StatusCode::NO_CONTENT)
    } else {
        let (count, names) = in_use_by(&push_targets::used_by(&mut tx, id).await?);
        Err(Problem::conflict(ProblemText::TargetInUse { count, names }))
    }
}
