//! `POST /api/push-targets/{id}/trial`, and how a target is tried out before it is saved.

use axum::extract::State;
use domain::audit_log::DestinationAction;
use domain::ids::PushTargetId;
use domain::push_target::TargetKind;
use domain::subscription::day_begin;
use push::{HostDemand, HostKey, PushError, SshKey, TargetSpec, parse_address};
use storage::PgConnection;
use storage::db::handles;
use storage::db::push_targets::{self, TargetLogin};
use texts::ProblemText;

use super::TargetView;
use super::key::installation_seed;
use super::record::record;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Tries out anybody's target as it is saved: a file is written there, renamed, read back and removed. Where that works, what the
/// target failed at is forgotten, and what waits for it is sent. One that was stopped stays so. A shelf is our own store: its rest ends.
#[utoipa::path(post, path = "/api/push-targets/{id}/trial", tag = "subscriptions", operation_id = "ftpManagerTry",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = TargetView), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn try_out(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<PushTargetId>,
) -> Result<Json<TargetView>, Problem> {
    let mut db = context.connection().await?;
    let login = push_targets::login(&mut db, id).await?;
    let login = login.ok_or_else(Problem::not_found)?;
    let spec = stored_spec(&context, &mut db, &login).await?;
    // Before the other side is spoken to: it may be slow.
    drop(db);
    let outcome = match &spec {
        Some(spec) => check(&context, id, spec).await.map(|_| ()),
        None => Ok(()),
    };
    let mut tx = context.begin().await?;
    if outcome.is_ok() {
        push_targets::note_trial(&mut tx, id, login.tested).await?;
    }
    let day = day_begin(context.now());
    let found = push_targets::find(&mut tx, (None, id), day).await?;
    let target = found.ok_or_else(Problem::not_found)?;
    // What was sent to somebody's server is in the log, whether it was taken or not.
    let done = (DestinationAction::TryOut, &target);
    record(&context, &mut tx, (caller.id, &client), done, &[]).await?;
    handles::commit(tx).await?;
    outcome.map(|()| Json(target.into()))
}

/// How a target is reached that was saved; `None`: it is a shelf.
async fn stored_spec(
    context: &Context,
    db: &mut PgConnection,
    login: &TargetLogin,
) -> Result<Option<TargetSpec>, Problem> {
    if login.kind == TargetKind::Shelf {
        return Ok(None);
    }
    let address = parse_address(login.kind, &login.address).map_err(|_| Problem::internal())?;
    let key = match login.sign_in_key {
        Some(which) => {
            let seed = installation_seed(context, db).await?;
            Some(SshKey::new(which, &seed, login.owner))
        }
        None => None,
    };
    let host = match login.host_key.as_deref().map(HostKey::parse) {
        Some(Some(known)) => HostDemand::Known(known),
        None if login.kind != TargetKind::Sftp => HostDemand::Anybody,
        _ => return Err(Problem::internal()),
    };
    Ok(Some(TargetSpec {
        kind: login.kind,
        address,
        region: login.region.clone(),
        login_name: login.login_name.clone(),
        secret: login.secret(&context.server_key)?,
        key,
        host,
    }))
}

/// Writes a file there, reads it back and removes it. Answers the key that the host showed.
pub(super) async fn check(
    context: &Context,
    id: PushTargetId,
    spec: &TargetSpec,
) -> Result<Option<HostKey>, Problem> {
    let name = format!("scenedock-{}.txt", id.0.simple());
    push::check(spec, &context.settings.push, &name)
        .await
        .map_err(|error| {
            Problem::conflict(match error {
                PushError::Stranger { known, met, .. } => {
                    ProblemText::TargetHostKeyDiffers { known, met }
                }
                error => ProblemText::TargetUnreachable {
                    what: error.detail(),
                },
            })
        })
}
