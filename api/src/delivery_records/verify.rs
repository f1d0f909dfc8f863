//! `POST /api/delivery-records/verification`

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use forms::delivery_record::{DeliveryRecord, RecordVerdict, check};
use serde::Serialize;
use utoipa::ToSchema;

use super::signer::record_keys;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// What is to be said of a file.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum RecordFinding {
    /// It is byte for byte what this installation signed.
    Genuine,
    /// It names a key of this installation, which did not sign this.
    Altered,
    /// Another installation signed it, if anybody did.
    UnknownKey,
    /// It is no delivery record, or too damaged to be read as one.
    Unreadable,
}

/// What a genuine record says, in short.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VerifiedRecord {
    issuer: String,
    number: i64,
    ordername: String,
    round: i32,
    opened_at: String,
    #[schema(required)]
    completed_at: Option<String>,
    as_of: String,
    /// 0 online download, 2 offline copy.
    get_method: i16,
    applicant: String,
    unit: String,
    usage: String,
    project: String,
    scene_count: usize,
    /// Bytes of the scenes.
    scene_bytes: i64,
    file_count: usize,
    paper_count: usize,
    /// Files that were fetched to their end.
    fetched_files: usize,
}

impl From<DeliveryRecord> for VerifiedRecord {
    fn from(record: DeliveryRecord) -> Self {
        let fetched = record.fetched.iter().filter(|fetch| fetch.times > 0);
        Self {
            number: record.number,
            round: record.round,
            get_method: record.get_method,
            scene_count: record.scenes.len(),
            scene_bytes: record.scenes.iter().map(|scene| scene.size).sum(),
            file_count: record.files.len(),
            paper_count: record.papers.len(),
            fetched_files: fetched.count(),
            issuer: record.issuer,
            ordername: record.order_number,
            opened_at: record.opened_at,
            completed_at: record.completed_at,
            as_of: record.as_of,
            applicant: record.applicant,
            unit: record.unit,
            usage: record.usage,
            project: record.project,
        }
    }
}

/// Whether a file is a delivery record of this installation.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RecordVerification {
    finding: RecordFinding,
    /// The key that it names; null: it names none.
    #[schema(required)]
    key: Option<String>,
    /// What it says; null unless it is genuine.
    #[schema(required)]
    record: Option<VerifiedRecord>,
}

impl From<RecordVerdict> for RecordVerification {
    fn from(verdict: RecordVerdict) -> Self {
        let (finding, key, record) = match verdict {
            RecordVerdict::Genuine { record, key } => {
                (RecordFinding::Genuine, Some(key), Some((*record).into()))
            }
            RecordVerdict::Altered => (RecordFinding::Altered, None, None),
            RecordVerdict::UnknownKey { key } => (RecordFinding::UnknownKey, Some(key), None),
            RecordVerdict::Unreadable => (RecordFinding::Unreadable, None, None),
        };
        Self {
            finding,
            key,
            record,
        }
    }
}

/// Whether a file (JSON or PDF, as the whole body) is a delivery record that this installation signed. Nothing of it is kept.
#[utoipa::path(post, path = "/api/delivery-records/verification", tag = "registry", operation_id = "verifyDeliveryRecord",
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 200, body = RecordVerification), (status = 413, body = ProblemBody)))]
pub(super) async fn verify(
    State(context): State<Context>,
    file: Result<Bytes, BytesRejection>,
) -> Result<Json<RecordVerification>, Problem> {
    let file = file.map_err(JsonRejection::from)?;
    let keys = record_keys(&context, &mut *context.connection().await?).await?;
    let checked = tokio::task::spawn_blocking(move || check(&file, &keys)).await;
    let verdict = checked.map_err(|error| {
        tracing::error!(%error, "a delivery record's check ended");
        Problem::internal()
    })?;
    Ok(Json(verdict.into()))
}
