//! `POST /api/receive-tasks/{id}/pause`, `/resume`, `/start-over`, `/runs`, and `POST /api/receive-dry-runs`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::{ReceiveRunId, ReceiveTaskId};
use domain::receive::ReceiveAction;
use storage::db::{receive_runs, receive_tasks};
use storage::lifecycle::receives::{self, DryDefinition};
use texts::ProblemText;

use super::form::DryRunBody;
use super::save::{desk, known};
use super::view::{RunView, TaskView};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Pauses a receive task. A run that is under way goes on to its end.
#[utoipa::path(post, path = "/api/receive-tasks/{id}/pause", tag = "receiving", operation_id = "pauseReceiveTask",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TaskView), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn pause(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ReceiveTaskId>,
) -> Result<Json<TaskView>, Problem> {
    let desk = desk(&context, &caller, &client);
    let task = desk.steer(id, ReceiveAction::Pause).await?;
    Ok(Json(TaskView::new(task, context.now())))
}

/// Resumes a paused receive task, which runs at once. What came in meanwhile is new.
#[utoipa::path(post, path = "/api/receive-tasks/{id}/resume", tag = "receiving", operation_id = "resumeReceiveTask",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TaskView), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn resume(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ReceiveTaskId>,
) -> Result<Json<TaskView>, Problem> {
    let desk = desk(&context, &caller, &client);
    let task = desk.steer(id, ReceiveAction::Resume).await?;
    Ok(Json(TaskView::new(task, context.now())))
}

/// Lets a receive task forget what it has seen: its next run, at once, looks at everything. Scenes that are as they were stay so.
#[utoipa::path(post, path = "/api/receive-tasks/{id}/start-over", tag = "receiving", operation_id = "startReceiveTaskOver",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TaskView), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn start_over(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ReceiveTaskId>,
) -> Result<Json<TaskView>, Problem> {
    let task = desk(&context, &caller, &client).start_over(id).await?;
    Ok(Json(TaskView::new(task, context.now())))
}

/// Runs a receive task at once, also one that is paused or rests.
#[utoipa::path(post, path = "/api/receive-tasks/{id}/runs", tag = "receiving", operation_id = "runReceiveTask",
    params(("id" = Uuid, Path)),
    responses((status = 202, body = RunView), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn run_now(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<ReceiveTaskId>,
) -> Result<(StatusCode, Json<RunView>), Problem> {
    let run = desk(&context, &caller, &client).run_now(id).await?;
    accepted(&context, run).await
}

/// Looks at a source and says what would become of its first items. Nothing is written but the reports, which stay a day.
#[utoipa::path(post, path = "/api/receive-dry-runs", tag = "receiving", operation_id = "dryRunReceiving",
    request_body = DryRunBody,
    responses((status = 202, body = RunView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn dry_run(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(body): Json<DryRunBody>,
) -> Result<(StatusCode, Json<RunView>), Problem> {
    desk(&context, &caller, &client).check_scope().await?;
    let known = match body.task_id {
        Some(id) => Some((id, known(&context, id).await?)),
        None => None,
    };
    let known_definition = known.as_ref().map(|(_, definition)| definition);
    let checked = body.definition.check(known_definition)?;
    let secret = match (checked.secret, known) {
        (None, Some((id, _))) if checked.definition.kind.signs_in() => {
            let mut db = context.connection().await?;
            receive_tasks::secret(&mut db, id, &context.server_key).await?
        }
        (secret, _) => secret,
    };
    let dry = DryDefinition {
        definition: &checked.definition,
        secret: secret
            .as_deref()
            .map(|secret| (secret, &context.server_key)),
    };
    let begun = receives::begin_dry(&context.pool, dry, caller.id, context.now()).await?;
    let run = begun.ok_or_else(|| Problem::conflict(ProblemText::TooManyReceiveDryRuns))?;
    accepted(&context, run).await
}

async fn accepted(
    context: &Context,
    run: ReceiveRunId,
) -> Result<(StatusCode, Json<RunView>), Problem> {
    let mut db = context.connection().await?;
    let run = receive_runs::find(&mut db, run).await?;
    let run = run.ok_or_else(Problem::internal)?;
    Ok((StatusCode::ACCEPTED, Json(run.into())))
}
