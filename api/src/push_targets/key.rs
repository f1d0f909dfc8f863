//! `GET /api/push-targets/key`

use axum::extract::State;
use push::{InstallationKey, SEED_BYTES};
use rand::Rng as _;
use serde::Serialize;
use storage::PgConnection;
use storage::db::push_keys::{self, NewPushKey};
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// The public half of the key that this installation signs in with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PushKey {
    /// The line that the owner of a server adds to `authorized_keys` of the account.
    public_key: String,
}

/// The key that this installation signs in at SFTP targets with, for `authorized_keys` there. It is made when it is first wanted.
#[utoipa::path(get, path = "/api/push-targets/key", tag = "subscriptions", operation_id = "userPushAddressKey",
    responses((status = 200, body = PushKey)))]
pub(super) async fn show(State(context): State<Context>) -> Result<Json<PushKey>, Problem> {
    let mut db = context.connection().await?;
    let key = installation_key(&context, &mut db).await?;
    Ok(Json(PushKey {
        public_key: key.authorized_line(),
    }))
}

/// The installation's key; made when there is none. Of two processes that make one at once, one's is kept.
pub(super) async fn installation_key(
    context: &Context,
    db: &mut PgConnection,
) -> Result<InstallationKey, Problem> {
    if let Some(seed) = push_keys::seed(db, &context.server_key).await? {
        return Ok(InstallationKey::from_seed(&seed));
    }
    let mut seed = [0; SEED_BYTES];
    rand::rng().fill_bytes(&mut seed);
    let new = NewPushKey {
        algorithm: "Ed25519",
        public_key: &InstallationKey::from_seed(&seed).authorized_line(),
        seed: &seed,
        made: context.now(),
    };
    push_keys::keep(db, &context.server_key, new).await?;
    let seed = push_keys::seed(db, &context.server_key).await?;
    seed.map(|seed| InstallationKey::from_seed(&seed))
        .ok_or_else(Problem::internal)
}
