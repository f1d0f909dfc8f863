//! `POST /api/push-targets`, `PUT /api/push-targets/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::PushTargetId;
use domain::push_target::MOST_TARGETS;
use domain::subscription::day_begin;
use storage::db::handles;
use storage::db::push_targets::{self, TargetDraft};
use texts::{FieldText, ProblemText};

use super::TargetView;
use super::form::{CheckedTarget, TargetForm};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Saves a target of one's own, if a file could be written, renamed, read back and removed there.
#[utoipa::path(post, path = "/api/push-targets", tag = "subscriptions", operation_id = "userPushAddressSave",
    request_body = TargetForm,
    responses((status = 201, body = TargetView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    Json(form): Json<TargetForm>,
) -> Result<(StatusCode, Json<TargetView>), Problem> {
    let target = form.check(None)?;
    let mut db = context.connection().await?;
    if push_targets::count(&mut db, caller.id).await? >= MOST_TARGETS {
        let most = MOST_TARGETS.unsigned_abs();
        return Err(Problem::conflict(ProblemText::TooManyTargets { most }));
    }
    drop(db);
    let saved = save(&context, &caller, PushTargetId::fresh(), &target).await?;
    Ok((StatusCode::CREATED, Json(saved)))
}

/// Changes a target of one's own, if it still works then.
#[utoipa::path(put, path = "/api/push-targets/{id}", tag = "subscriptions", operation_id = "userPushAddressUpdate",
    params(("id" = Uuid, Path)), request_body = TargetForm,
    responses((status = 200, body = TargetView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<PushTargetId>,
    Json(form): Json<TargetForm>,
) -> Result<Json<TargetView>, Problem> {
    let mut db = context.connection().await?;
    let day = day_begin(context.now());
    let known = push_targets::find(&mut db, (Some(caller.id), id), day).await?;
    drop(db);
    let known = known.ok_or_else(Problem::not_found)?;
    let secret = if form.keeps_secret() {
        Some(known.secret(&context.server_key)?)
    } else {
        None
    };
    let target = form.check(secret)?;
    Ok(Json(save(&context, &caller, id, &target).await?))
}

async fn save(
    context: &Context,
    caller: &Caller,
    id: PushTargetId,
    target: &CheckedTarget,
) -> Result<TargetView, Problem> {
    // Before any connection is taken: the other side may be slow.
    target.try_out(context, id).await?;
    let sealed = push_targets::seal_secret(&context.server_key, id, &target.spec.secret)?;
    let draft = TargetDraft {
        id,
        owner: caller.id,
        name: &target.name,
        kind: target.spec.kind,
        address: target.spec.address.as_str(),
        region: &target.spec.region,
        login_name: &target.spec.login_name,
        secret_sealed: &sealed,
        now: context.now(),
    };
    let mut tx = context.begin().await?;
    if !push_targets::put(&mut tx, &draft).await? {
        return Err(Problem::invalid_field("name", FieldText::TargetNameTaken));
    }
    let day = day_begin(context.now());
    let saved = push_targets::find(&mut tx, (Some(caller.id), id), day).await?;
    handles::commit(tx).await?;
    Ok(saved.ok_or_else(Problem::internal)?.into())
}
