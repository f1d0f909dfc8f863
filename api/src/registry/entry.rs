//! `GET /api/registry/{number}`

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::push_target::TargetKind;
use serde::Serialize;
use storage::db::registry::{self, EntryFetch, EntryFile, EntryPaper, EntryPush, EntryScene};
use utoipa::ToSchema;

use super::list::RegistryEntryView;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// A scene that was handed out, as the catalogue called it then.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegistryScene {
    data_id: String,
    data_name: String,
    /// The catalogue node that it lay in.
    node: String,
    satellite: String,
    sensor: String,
    acquired: DateTime<Utc>,
    /// Bytes.
    size: i64,
    /// Hexadecimal.
    #[schema(required)]
    sha256: Option<String>,
}

impl From<EntryScene> for RegistryScene {
    fn from(scene: EntryScene) -> Self {
        Self {
            data_id: scene.dataid,
            data_name: scene.dataname,
            node: scene.node,
            satellite: scene.satellite,
            sensor: scene.sensor,
            acquired: scene.acquired,
            size: scene.size,
            sha256: scene.sha256.map(hex::encode),
        }
    }
}

/// A file that was handed out, and what was fetched of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegistryFile {
    path: String,
    /// Bytes; null: it was fetched as a single scene and is no file of the delivery.
    #[schema(required)]
    size: Option<i64>,
    /// Hexadecimal.
    #[schema(required)]
    sha256: Option<String>,
    /// How often it was fetched to its end, or pushed.
    fetched: i64,
    /// Bytes sent, those of broken downloads too.
    fetched_bytes: i64,
    #[schema(required)]
    first_fetched_at: Option<DateTime<Utc>>,
    #[schema(required)]
    last_fetched_at: Option<DateTime<Utc>>,
}

/// The files of a delivery with what was fetched of each; behind them what was fetched and is none of them.
fn with_fetches(files: Vec<EntryFile>, mut fetches: Vec<EntryFetch>) -> Vec<RegistryFile> {
    let mut view = Vec::with_capacity(files.len());
    for file in files {
        let at = fetches.iter().position(|fetch| fetch.path == file.path);
        let fetch = at.map(|at| fetches.remove(at));
        view.push(registry_file(Some(&file), fetch.as_ref()));
    }
    view.extend(fetches.iter().map(|fetch| registry_file(None, Some(fetch))));
    view
}

fn registry_file(file: Option<&EntryFile>, fetch: Option<&EntryFetch>) -> RegistryFile {
    let path = file
        .map(|file| &file.path)
        .or(fetch.map(|fetch| &fetch.path));
    RegistryFile {
        path: path.cloned().unwrap_or_default(),
        size: file.map(|file| file.size),
        sha256: file.map(|file| hex::encode(&file.sha256)),
        fetched: fetch.map_or(0, |fetch| fetch.times),
        fetched_bytes: fetch.map_or(0, |fetch| fetch.bytes),
        first_fetched_at: fetch.map(|fetch| fetch.first),
        last_fetched_at: fetch.map(|fetch| fetch.last),
    }
}

/// A file that was sent to a server or bucket of the applicant's and lies there whole. It counts as fetched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegistryPush {
    path: String,
    /// Bytes.
    size: i64,
    /// What its owner called the target then.
    target_name: String,
    /// How the target was spoken to; null: it is not known of an old push.
    #[schema(required, value_type = Option<codes::TargetKind>)]
    kind: Option<TargetKind>,
    /// Where the target was, without a user; null as well.
    #[schema(required)]
    address: Option<String>,
    delivered_at: DateTime<Utc>,
}

impl From<EntryPush> for RegistryPush {
    fn from(push: EntryPush) -> Self {
        Self {
            path: push.path,
            size: push.size,
            target_name: push.target_name,
            kind: push.kind,
            address: push.address,
            delivered_at: push.delivered,
        }
    }
}

/// A paper that data were handed out for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegistryPaper {
    #[schema(value_type = codes::AttachmentType)]
    r#type: AttachmentKind,
    /// Hexadecimal.
    sha256: String,
    /// Bytes.
    size: i64,
    uploaded_at: DateTime<Utc>,
}

impl From<EntryPaper> for RegistryPaper {
    fn from(paper: EntryPaper) -> Self {
        Self {
            r#type: paper.kind,
            sha256: hex::encode(paper.sha256),
            size: paper.size,
            uploaded_at: paper.uploaded,
        }
    }
}

/// An entry of the registry with everything that it names.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RegistryDetail {
    entry: RegistryEntryView,
    scenes: Vec<RegistryScene>,
    files: Vec<RegistryFile>,
    /// In the order in which they arrived.
    pushes: Vec<RegistryPush>,
    papers: Vec<RegistryPaper>,
}

/// One entry, by its number in the registry.
#[utoipa::path(get, path = "/api/registry/{number}", tag = "registry", operation_id = "getRegistryEntry",
    params(("number" = i64, Path)),
    responses((status = 200, body = RegistryDetail), (status = 404, body = ProblemBody)))]
pub(super) async fn entry(
    State(context): State<Context>,
    Path(number): Path<i64>,
) -> Result<Json<RegistryDetail>, Problem> {
    let mut db = context.connection().await?;
    let found = registry::find(&mut db, number).await?;
    let found = found.ok_or_else(Problem::not_found)?;
    let files = registry::files(&mut db, number).await?;
    let fetches = registry::fetches(&mut db, number).await?;
    let pushes = registry::pushes(&mut db, number).await?;
    let scenes = registry::scenes(&mut db, number).await?;
    let papers = registry::papers(&mut db, number).await?;
    Ok(Json(RegistryDetail {
        entry: found.into(),
        scenes: scenes.into_iter().map(Into::into).collect(),
        files: with_fetches(files, fetches),
        pushes: pushes.into_iter().map(Into::into).collect(),
        papers: papers.into_iter().map(Into::into).collect(),
    }))
}
