//! `POST /api/push-targets/{id}/stop`, `/resume`

use axum::extract::State;
use domain::audit_log::{AuditAction, AuditOutcome, Destination, DestinationAction};
use domain::ids::PushTargetId;
use domain::subscription::{LONGEST_WORDS, day_begin};
use domain::text::{is_blank, is_forbidden};
use serde::Deserialize;
use storage::db::{handles, push_targets};
use texts::FieldText;
use utoipa::ToSchema;

use super::TargetView;
use super::record::record;
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Why a target is stopped.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = PushTargetStop)]
pub(super) struct StopBody {
    /// Its owner reads it.
    reason: String,
}

impl StopBody {
    fn check(&self) -> Result<&str, Problem> {
        let reason = self.reason.trim();
        let wrong = |text: FieldText| Err(Problem::invalid_field("reason", text));
        if reason.chars().count() > LONGEST_WORDS || reason.chars().any(|c| is_forbidden(c, false))
        {
            return wrong(FieldText::NameUnfit);
        }
        if is_blank(reason) {
            return wrong(FieldText::DecisionReasonMissing);
        }
        Ok(reason)
    }
}

/// Stops anybody's target: nothing is sent there until it is let go on, and nothing is lost. Files on their way arrive.
#[utoipa::path(post, path = "/api/push-targets/{id}/stop", tag = "subscriptions", operation_id = "ftpManagerStop",
    params(("id" = Uuid, Path)), request_body = StopBody,
    responses((status = 200, body = TargetView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn stop(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<PushTargetId>,
    Json(body): Json<StopBody>,
) -> Result<Json<TargetView>, Problem> {
    let reason = body.check()?;
    let mut tx = context.begin().await?;
    if !push_targets::stop(&mut tx, id, reason, context.now()).await? {
        return Err(Problem::not_found());
    }
    let day = day_begin(context.now());
    let found = push_targets::find(&mut tx, (None, id), day).await?;
    let target = found.ok_or_else(Problem::not_found)?;
    let audited = Audited {
        by: Some(caller.id),
        action: AuditAction::Destination(Destination::PushTarget, DestinationAction::Stop),
        subject: (&id.0.to_string(), &target.name),
        outcome: AuditOutcome::Done,
        reason,
        changes: &[],
    };
    audit_log::record(&context, &mut tx, &client, &audited).await?;
    handles::commit(tx).await?;
    Ok(Json(target.into()))
}

/// Lets a target that was stopped go on: what came in meanwhile is sent, in its order. One that was not stopped stays as it is.
#[utoipa::path(post, path = "/api/push-targets/{id}/resume", tag = "subscriptions", operation_id = "ftpManagerResume",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TargetView), (status = 404, body = ProblemBody)))]
pub(super) async fn resume(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<PushTargetId>,
) -> Result<Json<TargetView>, Problem> {
    let mut tx = context.begin().await?;
    let was_stopped = push_targets::resume(&mut tx, id).await?;
    let day = day_begin(context.now());
    let found = push_targets::find(&mut tx, (None, id), day).await?;
    let target = found.ok_or_else(Problem::not_found)?;
    if was_stopped {
        let done = (DestinationAction::Resume, &target);
        record(&context, &mut tx, (caller.id, &client), done, &[]).await?;
    }
    handles::commit(tx).await?;
    Ok(Json(target.into()))
}
