//! `GET /api/delivery-records/keys`

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::signer::record_keys;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// A key that signed files are checked with.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RecordKey)]
#[serde(rename_all = "camelCase")]
struct RecordKeyView {
    /// By which files name it.
    id: String,
    /// `Ed25519` or `SM2`
    algorithm: String,
    /// Its bytes, hexadecimal: 32 of Ed25519, 65 of SM2 (4, x, y).
    public_key: String,
}

/// The keys of this installation.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RecordKeys {
    items: Vec<RecordKeyView>,
}

/// What delivery records and published yearly reports are checked with, of each algorithm the key that signs now first.
/// `scenedock verify --key` takes this answer as a file.
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
