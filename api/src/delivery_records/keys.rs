//! `GET /api/delivery-records/keys`

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::signer::record_keys;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// A key that delivery records are checked with.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RecordKey)]
#[serde(rename_all = "camelCase")]
struct RecordKeyView {
    /// By which records name it.
    id: String,
    /// `Ed25519`
    algorithm: String,
    /// Its 32 bytes, hexadecimal.
    public_key: String,
}

/// The keys of this installation.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RecordKeys {
    items: Vec<RecordKeyView>,
}

/// What delivery records are checked with, the key that signs now first. `scenedock verify --key` takes this answer as a file.
#[utoipa::path(get, path = "/api/delivery-records/keys", tag = "registry", operation_id = "deliveryRecordKeys",
    responses((status = 200, body = RecordKeys)))]
pub(super) async fn keys(State(context): State<Context>) -> Result<Json<RecordKeys>, Problem> {
    let mut db = context.connection().await?;
    let keys = record_keys(&context, &mut db).await?.into_iter();
    let items = keys.map(|key| RecordKeyView {
        id: key.id,
        algorithm: key.algorithm,
        public_key: key.public_key,
    });
    Ok(Json(RecordKeys {
        items: items.collect(),
    }))
}
