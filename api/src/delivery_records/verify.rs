//! `POST /api/delivery-records/verification`

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use forms::delivery_record::DeliveryRecord;
use forms::verification::{Issued, Verdict, check};
use forms::yearly_report::ReportSeal;
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
    /// It is nothing that is signed, or too damaged to be read.
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

/// To which published report a genuine file belongs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VerifiedReport {
    issuer: String,
    year: i32,
    /// 申请单位; empty: all units.
    unit: String,
    edition: u32,
    published_at: String,
    /// SHA-256 of the report's canonical JSON, hexadecimal.
    sha256: String,
}

impl From<ReportSeal> for VerifiedReport {
    fn from(seal: ReportSeal) -> Self {
        Self {
            issuer: seal.issuer,
            year: seal.year,
            unit: seal.unit,
            edition: seal.edition,
            published_at: seal.published_at,
            sha256: seal.sha256,
        }
    }
}

/// Whether a file was issued by this installation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecordVerification {
    finding: RecordFinding,
    /// The key that it names; null: it names none.
    #[schema(required)]
    key: Option<String>,
    /// The key of the second signature, in SM2; null: there is none, or the file is not genuine.
    #[schema(required)]
    second_key: Option<String>,
    /// What a delivery record says; null unless it is a genuine one.
    #[schema(required)]
    record: Option<VerifiedRecord>,
    /// To which report the file belongs; null unless it is a genuine one of a report.
    #[schema(required)]
    report: Option<VerifiedReport>,
}

impl RecordVerification {
    const fn bare(finding: RecordFinding, key: Option<String>) -> Self {
        Self {
            finding,
            key,
            second_key: None,
            record: None,
            report: None,
        }
    }
}

impl From<Verdict> for RecordVerification {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Genuine { issued, by } => {
                let (record, report) = match issued {
                    Issued::Delivery(record) => (Some((*record).into()), None),
                    Issued::Report(seal) => (None, Some((*seal).into())),
                };
                Self {
                    finding: RecordFinding::Genuine,
                    key: Some(by.key),
                    second_key: by.second_key,
                    record,
                    report,
                }
            }
            Verdict::Altered => Self::bare(RecordFinding::Altered, None),
            Verdict::UnknownKey { key } => Self::bare(RecordFinding::UnknownKey, Some(key)),
            Verdict::Unreadable => Self::bare(RecordFinding::Unreadable, None),
        }
    }
}

/// Whether a file (as the whole body) is a delivery record (JSON or PDF) or a published yearly report (JSON, Word or Excel) that this
/// installation signed. Nothing of it is kept.
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
        tracing::error!(%error, "the check of a signed file ended");
        Problem::internal()
    })?;
    Ok(Json(verdict.into()))
}
