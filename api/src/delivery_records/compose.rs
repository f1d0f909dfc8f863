//! A record from an entry of the registry, and how it is sent.

use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::system::SysKey;
use forms::delivery_record::{
    self, DeliveryRecord, FORMAT, RecordFetch, RecordFile, RecordPaper, RecordScene,
};
use serde::Deserialize;
use storage::PgConnection;
use storage::db::registry::{self, RegistryEntry};
use texts::ProblemText;
use utoipa::{IntoParams, ToSchema};

use super::signer::signer;
use crate::attachments::disposition;
use crate::context::Context;
use crate::problem::Problem;
use crate::system::configured;

/// How a record is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum RecordFormat {
    /// Canonical JSON.
    #[default]
    Json,
    /// To read and print; carries the JSON.
    Pdf,
}

/// As what to send a record.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct RecordQuery {
    /// JSON when left out.
    #[param(value_type = Option<RecordFormat>, inline)]
    format: RecordFormat,
}

/// The signed record of an entry, as a file.
pub(super) async fn answer(
    context: &Context,
    db: &mut PgConnection,
    entry: RegistryEntry,
    RecordQuery { format }: RecordQuery,
) -> Result<Response, Problem> {
    // Nobody signs what one has not seen.
    if registry::is_of_old_portal(db, &entry).await? {
        return Err(Problem::new(
            StatusCode::NOT_FOUND,
            ProblemText::NoRecordOfOldPortal,
        ));
    }
    let (number, round) = (entry.ordername.clone(), entry.round);
    let record = compose(context, db, entry).await?;
    let signer = signer(context, db).await?;
    let (ending, kind) = match format {
        RecordFormat::Json => ("json", "application/json"),
        RecordFormat::Pdf => ("pdf", "application/pdf"),
    };
    let written = tokio::task::spawn_blocking(move || match format {
        RecordFormat::Json => delivery_record::json(&record, &signer),
        RecordFormat::Pdf => delivery_record::pdf(&record, &signer),
    });
    let bytes = match written.await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(error)) => {
            tracing::error!(%error, number, "a delivery record cannot be written");
            return Err(Problem::internal());
        }
        Err(error) => {
            tracing::error!(%error, number, "the writer of a delivery record ended");
            return Err(Problem::internal());
        }
    };
    let name = format!("交付记录_{number}_{round}.{ending}");
    Ok((headers(kind, &name), bytes).into_response())
}

fn headers(kind: &str, name: &str) -> [(HeaderName, String); 3] {
    [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, disposition("attachment", name)),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ]
}

async fn compose(
    context: &Context,
    db: &mut PgConnection,
    entry: RegistryEntry,
) -> Result<DeliveryRecord, Problem> {
    let number = entry.number;
    let system = configured::current(context).await;
    Ok(DeliveryRecord {
        format: FORMAT.to_owned(),
        issuer: system.text(SysKey::SysName).to_owned(),
        number,
        opened_at: moment(entry.opened),
        completed_at: entry.completed.map(moment),
        as_of: moment(entry.as_of()),
        order_number: entry.ordername,
        round: entry.round,
        get_method: entry.get_method.code(),
        login_name: entry.login_name,
        user_name: entry.user_name,
        applicant: entry.applicant,
        unit: entry.unit,
        usage: entry.usage,
        project: entry.project,
        description: entry.description,
        licence_sha256: entry.licence.map(hex::encode),
        papers: papers(db, number).await?,
        scenes: scenes(db, number).await?,
        files: files(db, number).await?,
        fetched: fetched(db, number).await?,
    })
}

async fn papers(db: &mut PgConnection, number: i64) -> Result<Vec<RecordPaper>, Problem> {
    let papers = registry::papers(db, number).await?.into_iter();
    let papers = papers.map(|paper| RecordPaper {
        r#type: paper.kind.code(),
        sha256: hex::encode(paper.sha256),
        size: paper.size,
        uploaded_at: moment(paper.uploaded),
    });
    Ok(papers.collect())
}

async fn scenes(db: &mut PgConnection, number: i64) -> Result<Vec<RecordScene>, Problem> {
    let scenes = registry::scenes(db, number).await?.into_iter();
    let scenes = scenes.map(|scene| RecordScene {
        data_id: scene.dataid,
        data_name: scene.dataname,
        node: scene.node,
        satellite: scene.satellite,
        sensor: scene.sensor,
        acquired: moment(scene.acquired),
        size: scene.size,
        sha256: scene.sha256.map(hex::encode),
    });
    Ok(scenes.collect())
}

async fn files(db: &mut PgConnection, number: i64) -> Result<Vec<RecordFile>, Problem> {
    let files = registry::files(db, number).await?.into_iter();
    let files = files.map(|file| RecordFile {
        path: file.path,
        size: file.size,
        sha256: hex::encode(file.sha256),
    });
    Ok(files.collect())
}

async fn fetched(db: &mut PgConnection, number: i64) -> Result<Vec<RecordFetch>, Problem> {
    let fetches = registry::fetches(db, number).await?.into_iter();
    let fetches = fetches.map(|fetch| RecordFetch {
        path: fetch.path,
        times: fetch.times,
        bytes: fetch.bytes,
        first_at: moment(fetch.first),
        last_at: moment(fetch.last),
    });
    Ok(fetches.collect())
}

fn moment(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}
