//! `GET /api/reports/yearly/file` and `GET /api/reports/yearly/{id}/file`

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::SecondsFormat;
use domain::system::SysKey;
use domain::yearly_report::{ReportContent, ReportQuery};
use forms::signing::RecordSigner;
use forms::yearly_report::{self, Imprint, ReportSeal, SEAL_FORMAT, sealed_archive, sealed_json};
use serde::Deserialize;
use storage::db::yearly_reports::ReportEdition;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::edition::published;
use super::view::{canonical, page};
use super::{ReportKey, ReportQueryParams, counted};
use crate::attachments::disposition;
use crate::context::Context;
use crate::delivery_records::signer;
use crate::json::{Path, Query};
use crate::problem::{Problem, ProblemBody};
use crate::stac::Origin;
use crate::system::configured;

/// As what a report is written.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum ReportFormat {
    /// Word.
    Docx,
    /// A workbook.
    Xlsx,
    /// Canonical, what the digest is of; of an edition with its seal beside it.
    Json,
}

impl ReportFormat {
    const fn ending(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Xlsx => "xlsx",
            Self::Json => "json",
        }
    }

    /// ECMA-376 and RFC 8259.
    const fn media_type(self) -> &'static str {
        match self {
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Json => "application/json",
        }
    }
}

/// The file format of the report.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FormatQuery {
    #[param(inline)]
    format: ReportFormat,
}

/// The report as it is counted at this moment, as a file that says it is a draft.
#[utoipa::path(get, path = "/api/reports/yearly/file", tag = "reports", operation_id = "getYearlyReportFile",
    params(ReportQueryParams, FormatQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = ProblemBody)))]
pub(super) async fn draft(
    State(context): State<Context>,
    origin: Origin,
    Query(query): Query<ReportQueryParams>,
    Query(FormatQuery { format }): Query<FormatQuery>,
) -> Result<Response, Problem> {
    let key = ReportKey::new(query.year, &query.unit)?;
    let report = counted(&context, &key).await?.content;
    let text = canonical(&report)?;
    let issuer = issuer(&context).await;
    answer((issuer, origin), (report, text, None), format).await
}

/// A published report as a file, sealed: the portal's page `/verify` and `scenedock verify` tell whether it is what was published.
#[utoipa::path(get, path = "/api/reports/yearly/{id}/file", tag = "reports", operation_id = "getReportEditionFile",
    params(("id" = Uuid, Path), FormatQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 404, body = ProblemBody)))]
pub(super) async fn edition(
    State(context): State<Context>,
    origin: Origin,
    Path(id): Path<Uuid>,
    Query(FormatQuery { format }): Query<FormatQuery>,
) -> Result<Response, Problem> {
    let issuer = issuer(&context).await;
    let mut db = context.connection().await?;
    let (edition, report, text) = published(&mut db, id).await?;
    let seal = seal(&issuer, &edition, (&report, &text))?;
    let sealing = (seal, signer(&context, &mut db).await?);
    drop(db);
    answer((issuer, origin), (report, text, Some(sealing)), format).await
}

/// The name of the system as administrators saved it: files are signed when they are fetched.
async fn issuer(context: &Context) -> String {
    let system = configured::current(context).await;
    system.text(SysKey::SysName).to_owned()
}

/// What is signed of an edition. Nothing is signed that is not what was frozen when it was published.
fn seal(
    issuer: &str,
    edition: &ReportEdition,
    (report, text): (&ReportContent, &str),
) -> Result<ReportSeal, Problem> {
    let sha256 = yearly_report::digest(text);
    if sha256 != hex::encode(&edition.sha256) {
        tracing::error!(report = %edition.id, "a published report is not what its digest is of");
        return Err(Problem::internal());
    }
    let published = edition.published_at;
    Ok(ReportSeal {
        format: SEAL_FORMAT.to_owned(),
        issuer: issuer.to_owned(),
        year: report.figures.year.number(),
        unit: report.figures.unit.clone().unwrap_or_default(),
        edition: edition.edition,
        published_at: published.to_rfc3339_opts(SecondsFormat::Millis, true),
        sha256,
        file_sha256: None,
    })
}

async fn answer(
    (issuer, origin): (String, Origin),
    (report, text, sealing): (ReportContent, String, Option<(ReportSeal, RecordSigner)>),
    format: ReportFormat,
) -> Result<Response, Problem> {
    let edition = sealing.as_ref().map(|(seal, _)| seal.edition);
    let name = file_name(&report, edition, format);
    // Pictures and archives take some tenths of a second.
    let written = tokio::task::spawn_blocking(move || {
        let address = |query: &ReportQuery| origin.to(&format!("/admin/#{}", page(query)));
        let imprint = Imprint {
            issuer: &issuer,
            edition,
            sha256: &yearly_report::digest(&text),
            address: &address,
        };
        let file = match format {
            ReportFormat::Docx => {
                yearly_report::word(&report, imprint).map_err(|error| error.to_string())?
            }
            ReportFormat::Xlsx => {
                yearly_report::workbook(&report, imprint).map_err(|error| error.to_string())?
            }
            ReportFormat::Json => text.clone().into_bytes(),
        };
        match (sealing, format) {
            (None, _) => Ok(file),
            (Some((seal, signer)), ReportFormat::Json) => {
                sealed_json(&text, seal, &signer).map_err(|error| error.to_string())
            }
            (Some((seal, signer)), _) => {
                sealed_archive(file, seal, &signer).map_err(|error| error.to_string())
            }
        }
    });
    let bytes = match written.await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(error)) => {
            tracing::error!(%error, name, "a yearly report cannot be written");
            return Err(Problem::internal());
        }
        Err(error) => {
            tracing::error!(%error, name, "the writer of a yearly report ended");
            return Err(Problem::internal());
        }
    };
    let headers = [
        (header::CONTENT_TYPE, format.media_type().to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &name),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, bytes).into_response())
}

/// `2026年度报告_某院_第2版.docx`
fn file_name(report: &ReportContent, edition: Option<u32>, format: ReportFormat) -> String {
    let mut name = format!("{}年度报告", report.figures.year);
    if let Some(unit) = &report.figures.unit {
        name.push('_');
        name.push_str(unit);
    }
    match edition {
        Some(edition) => name.push_str(&format!("_第{edition}版")),
        None => name.push_str("_草稿"),
    }
    format!("{name}.{}", format.ending())
}
