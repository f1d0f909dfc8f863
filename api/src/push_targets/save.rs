//! `POST /api/push-targets`, `PUT /api/push-targets/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::DestinationAction;
use domain::ids::PushTargetId;
use domain::push_target::{MAX_TARGETS, TargetKind};
use domain::subscription::day_begin;
use push::{HostKey, SEED_BYTES};
use storage::PgConnection;
use storage::db::handles;
use storage::db::push_targets::{self, TargetDraft, TargetWriting};
use storage::db::shelves;
use texts::{FieldText, ProblemText};

use super::TargetView;
use super::form::{CheckedTarget, KnownTarget, TargetForm};
use super::key::installation_seed;
use super::record::{changes, record};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Saves a target of one's own, if a file could be written, renamed, read back and removed there. One's own shelf on our gateway is
/// one too (kind `shelf`), where nothing is tried.
#[utoipa::path(post, path = "/api/push-targets", tag = "subscriptions", operation_id = "userPushAddressSave",
    request_body = TargetForm,
    responses((status = 201, body = TargetView), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<TargetForm>,
) -> Result<(StatusCode, Json<TargetView>), Problem> {
    let mut db = context.connection().await?;
    let seed = seed(&context, &mut db, &form).await?;
    let target = form.check(None, (caller.id, seed))?;
    if push_targets::count(&mut db, caller.id).await? >= MAX_TARGETS {
        let most = MAX_TARGETS.unsigned_abs();
        return Err(Problem::conflict(ProblemText::TooManyTargets { most }));
    }
    drop(db);
    let who = (&caller, &client);
    let saved = save(&context, who, PushTargetId::fresh(), &target).await?;
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
    client: Client,
    Path(id): Path<PushTargetId>,
    Json(form): Json<TargetForm>,
) -> Result<Json<TargetView>, Problem> {
    let mut db = context.connection().await?;
    let day = day_begin(context.now());
    let known = push_targets::find(&mut db, (Some(caller.id), id), day).await?;
    let known = known.ok_or_else(Problem::not_found)?;
    let seed = seed(&context, &mut db, &form).await?;
    drop(db);
    let known = KnownTarget {
        kind: known.kind,
        secret: known.secret(&context.server_key)?,
        host_key: known.host_key.as_deref().and_then(HostKey::parse),
        address: known.address,
        login_name: known.login_name,
        sign_in_key: known.sign_in_key,
    };
    let target = form.check(Some(known), (caller.id, seed))?;
    Ok(Json(save(&context, (&caller, &client), id, &target).await?))
}

/// What a key is made from, where one is signed in with.
async fn seed(
    context: &Context,
    db: &mut PgConnection,
    form: &TargetForm,
) -> Result<Option<[u8; SEED_BYTES]>, Problem> {
    if !form.wants_key() {
        return Ok(None);
    }
    installation_seed(context, db).await.map(Some)
}

async fn save(
    context: &Context,
    (caller, client): (&Caller, &Client),
    id: PushTargetId,
    target: &CheckedTarget,
) -> Result<TargetView, Problem> {
    // Before any connection is taken: the other side may be slow.
    let host_key = target.try_out(context, id).await?;
    let host_key = host_key.map(|key| key.line());
    let spec = target.spec.as_ref();
    let secret = spec.map_or("", |spec| spec.secret.as_str());
    let sealed = push_targets::seal_secret(&context.server_key, id, secret)?;
    let draft = TargetDraft {
        id,
        owner: caller.id,
        name: &target.name,
        kind: spec.map_or(TargetKind::Shelf, |spec| spec.kind),
        address: spec.map_or("", |spec| spec.address.as_str()),
        region: spec.map_or("", |spec| spec.region.as_str()),
        login_name: spec.map_or("", |spec| spec.login_name.as_str()),
        sign_in: target.sign_in,
        sign_in_key: target.sign_in_key,
        host_key: host_key.as_deref(),
        secret_sealed: &sealed,
        bytes_per_second: target.bytes_per_second,
        now: context.now(),
    };
    let mut tx = context.begin().await?;
    let day = day_begin(context.now());
    let before = push_targets::find(&mut tx, (Some(caller.id), id), day).await?;
    match push_targets::put(&mut tx, &draft).await? {
        TargetWriting::Done => {}
        TargetWriting::NameTaken => {
            return Err(Problem::invalid_field("name", FieldText::TargetNameTaken));
        }
        TargetWriting::SecondShelf => return Err(Problem::conflict(ProblemText::ShelfExists)),
    }
    if draft.kind == TargetKind::Shelf {
        let whose = (caller.id, id);
        shelves::open(&mut tx, whose, &context.server_key, draft.now).await?;
    }
    let saved = push_targets::find(&mut tx, (Some(caller.id), id), day).await?;
    let saved = saved.ok_or_else(Problem::internal)?;
    let former = match &before {
        Some(before) => Some(before.secret(&context.server_key)?),
        None => None,
    };
    let has_new_secret = former.is_some_and(|former| former != secret);
    let changes = changes(before.as_ref(), &saved, has_new_secret);
    let action = match before {
        None => DestinationAction::Create,
        Some(_) => DestinationAction::Change,
    };
    if !changes.is_empty() {
        let by = (caller.id, client);
        record(context, &mut tx, by, (action, &saved), &changes).await?;
    }
    handles::commit(tx).await?;
    Ok(saved.into())
}
