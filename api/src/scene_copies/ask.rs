//! `POST /api/scene-files`

use std::collections::{HashMap, HashSet};

use axum::extract::State;
use domain::scene_copy::{CopyState, MAX_REQUESTED};
use domain::task::ErrorClass;
use serde::{Deserialize, Serialize};
use storage::db::scene_copies::{SceneCopy, file_tag};
use storage::db::scenes::{self, Scene};
use storage::lifecycle::copies;
use texts::{Detail, FieldText};
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::catalogue_scope::{viewer, without_hidden};
use crate::context::Context;
use crate::json::Json;
use crate::message::MessageBody;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Scenes whose files are wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SceneFilesForm {
    /// Public ids, 1 to 200.
    data_ids: Vec<String>,
}

/// State of a scene's file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SceneFile {
    data_id: String,
    #[schema(value_type = codes::SceneFileState)]
    state: CopyState,
    /// What tells this file of the scene from another one that it had before.
    tag: String,
    /// What the file is called.
    name: String,
    /// Bytes, once it is ready; before, as the catalogue has it.
    size: i64,
    /// SHA-256 in hexadecimal digits; null: it is not known yet.
    #[schema(required)]
    sha256: Option<String>,
    /// Of what failed: the class of the error.
    #[schema(required, value_type = Option<String>)]
    error_class: Option<ErrorClass>,
    /// In words; empty: nothing failed.
    text: String,
    /// The same as a code with parameters.
    #[schema(required)]
    message: Option<MessageBody>,
}

/// What became of the request for each file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SceneFiles {
    /// Those that were written down, were before, or failed.
    items: Vec<SceneFile>,
    /// Scenes that the catalogue does not show to the caller, or that have no file.
    missing: Vec<String>,
    /// Scenes for whose files there is no room now: they have to be asked for again.
    later: Vec<String>,
    /// Seconds until asking again is worth while.
    retry_after: u32,
}

/// Asks for the files of scenes to be prepared, and tells how they stand. What is `ready` is fetched from `GET
/// /api/scene-files/{dataId}`; it stays for an hour after it was fetched, and for a day otherwise.
#[utoipa::path(post, path = "/api/scene-files", tag = "sceneFiles", operation_id = "prepareSceneFiles",
    request_body = SceneFilesForm,
    responses((status = 200, body = SceneFiles), (status = 400, body = ProblemBody)))]
pub(super) async fn ask(
    State(context): State<Context>,
    caller: Caller,
    Json(form): Json<SceneFilesForm>,
) -> Result<Json<SceneFiles>, Problem> {
    let mut seen = HashSet::new();
    let data_ids = form.data_ids.into_iter();
    let data_ids: Vec<String> = data_ids.filter(|id| seen.insert(id.clone())).collect();
    if data_ids.is_empty() || data_ids.len() > MAX_REQUESTED {
        return Err(Problem::invalid_field(
            "dataIds",
            FieldText::SceneFilesCount,
        ));
    }
    let found = {
        let mut db = context.connection().await?;
        let looking = viewer(Some(&caller));
        let visible = without_hidden(&context, &mut db, looking, data_ids.clone()).await?;
        scenes::by_data_ids(&mut db, &visible).await?
    };
    let most = context.settings.copies_max_bytes;
    let copies = copies::ask(&context.pool, &found, most, context.now()).await?;
    Ok(Json(answer(data_ids, &found, copies)))
}

fn answer(data_ids: Vec<String>, found: &[Scene], copies: Vec<SceneCopy>) -> SceneFiles {
    let found: HashMap<&str, &Scene> = found.iter().map(|s| (s.dataid.as_str(), s)).collect();
    let mut copies: HashMap<i64, SceneCopy> = copies.into_iter().map(|c| (c.did, c)).collect();
    let mut answer = SceneFiles {
        items: Vec::new(),
        missing: Vec::new(),
        later: Vec::new(),
        retry_after: 1,
    };
    for data_id in data_ids {
        let scene = found.get(data_id.as_str());
        let Some((scene, tag)) = scene.and_then(|scene| Some((scene, file_tag(scene)?))) else {
            answer.missing.push(data_id);
            continue;
        };
        match copies.remove(&scene.did) {
            Some(copy) => answer.items.push(view(scene, tag, copy)),
            None => answer.later.push(data_id),
        }
    }
    if !answer.later.is_empty() {
        answer.retry_after = 30;
    }
    answer
}

fn view(scene: &Scene, tag: String, copy: SceneCopy) -> SceneFile {
    let known = scene.sha256.as_ref().map(hex::encode);
    let (size, sum) = match &copy.file {
        Some(file) => (
            i64::try_from(file.size.0).unwrap_or(i64::MAX),
            Some(hex::encode(&file.sha256)),
        ),
        None => (scene.size, known),
    };
    let failure = copy.failure.map(|(class, detail, _)| (class, detail));
    let (error_class, detail) = failure.unzip();
    SceneFile {
        data_id: scene.dataid.clone(),
        state: copy.state,
        tag,
        name: file_name(scene).to_owned(),
        size,
        sha256: sum,
        error_class,
        text: detail.as_ref().map(Detail::chinese).unwrap_or_default(),
        message: detail.and_then(MessageBody::from_detail),
    }
}

/// What the file is called.
pub(super) fn file_name(scene: &Scene) -> &str {
    scene.file_name.as_deref().unwrap_or(&scene.dataname)
}
