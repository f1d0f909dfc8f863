//! `GET /api/push-targets/key`

use axum::extract::State;
use domain::push_target::SignInKey;
use push::{SEED_BYTES, SshKey};
use rand::Rng as _;
use serde::Serialize;
use storage::PgConnection;
use storage::db::push_keys::{self, NewPushKey};
use storage::db::push_targets;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// The public halves of the keys that one's targets are signed in at with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PushKey {
    /// The line that the owner of a server adds to `authorized_keys` of the account. It lets in one's own targets and nobody else's.
    public_key: String,
    /// The line of the key that everybody's targets shared before people had their own: where it is listed, the targets of all
    /// get in that still have it. Null: none of one's own targets has it any more.
    #[schema(required)]
    installation_key: Option<String>,
}

/// The key that one's own targets over SFTP are signed in at with, for `authorized_keys` there. It is another one for each person.
#[utoipa::path(get, path = "/api/push-targets/key", tag = "subscriptions", operation_id = "userPushAddressKey",
    responses((status = 200, body = PushKey)))]
pub(super) async fn show(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<PushKey>, Problem> {
    let mut db = context.connection().await?;
    let seed = installation_seed(&context, &mut db).await?;
    let shared = SignInKey::Installation;
    let is_shared = push_targets::any_with_key(&mut db, caller.id, shared).await?;
    Ok(Json(PushKey {
        public_key: SshKey::of_person(&seed, caller.id).authorized_line(),
        installation_key: is_shared.then(|| SshKey::of_installation(&seed).authorized_line()),
    }))
}

/// What this installation's keys are made from; made when it is first needed. Of two processes that make one at once, one's is kept.
pub(super) async fn installation_seed(
    context: &Context,
    db: &mut PgConnection,
) -> Result<[u8; SEED_BYTES], Problem> {
    if let Some(seed) = push_keys::seed(db, &context.server_key).await? {
        return Ok(seed);
    }
    let mut seed = [0; SEED_BYTES];
    rand::rng().fill_bytes(&mut seed);
    let new = NewPushKey {
        algorithm: "Ed25519",
        public_key: &SshKey::of_installation(&seed).authorized_line(),
        seed: &seed,
        made: context.now(),
    };
    push_keys::keep(db, &context.server_key, new).await?;
    let seed = push_keys::seed(db, &context.server_key).await?;
    seed.ok_or_else(Problem::internal)
}
