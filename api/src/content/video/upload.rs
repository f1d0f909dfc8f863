//! `PUT /api/content/video`

use axum::extract::State;
use axum::extract::multipart::Field;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::content::video::{VideoFault, VideoFormat, VideoProbe};
use domain::ids::GuideVideoId;
use object_store::path::Path;
use object_store::{ObjectStoreExt as _, WriteMultipart};
use sha2::{Digest as _, Sha256};
use storage::StorageError;
use storage::db::content::video::{self, GuideVideo};
use storage::db::handles;
use storage::objects::ObjectKey;
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;

use super::super::editing::{Changes, Editor};
use super::view::GuideVideoState;
use crate::attachments::harmless_name;
use crate::context::Context;
use crate::json::{Json, Multipart};
use crate::problem::{Problem, ProblemBody};

/// Parts on their way to the object store at a time.
const PARTS_UNDER_WAY: usize = 2;
/// For the form around the file, and for what is read of a file that is too large: its refusal reaches who sends it.
const MORE_BYTES: u64 = 64 * 1024 * 1024;

/// The form of an upload.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the body; the parts are read one by one"
)]
pub(super) struct VideoForm {
    /// MP4 or `WebM`.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Largest request.
pub(super) fn body_limit(max_bytes: u64) -> usize {
    usize::try_from(max_bytes.saturating_add(MORE_BYTES)).unwrap_or(usize::MAX)
}

/// Replaces the video of the guide, without captions. The former one is shown until the new one is whole.
#[utoipa::path(put, path = "/api/content/video", tag = "content", operation_id = "putGuideVideo",
    request_body(content = VideoForm, content_type = "multipart/form-data"),
    responses((status = 200, body = GuideVideoState), (status = 400, body = ProblemBody),
        (status = 413, body = ProblemBody), (status = 415, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 503, body = ProblemBody)))]
pub(super) async fn upload(
    State(context): State<Context>,
    editor: Editor,
    Multipart(mut form): Multipart,
) -> Result<Json<GuideVideoState>, Problem> {
    let _permit = context.video_uploads.enter(editor.caller.id).await?;
    let id = GuideVideoId::fresh();
    let path = ObjectKey::GuideVideo(id).path();
    let mut stored = None;
    while let Some(field) = form.next_field().await? {
        match field.name() {
            Some("file") if stored.is_some() => {
                discard(&context, &path).await;
                return Err(Problem::bad_request(ProblemText::OneFile));
            }
            Some("file") => stored = Some(store(&context, &path, field).await?),
            _ => {}
        }
    }
    let stored = stored.ok_or_else(|| Problem::invalid_field("file", FieldText::FileMissing))?;
    let video = GuideVideo {
        id,
        format: stored.format,
        file_name: stored.name,
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
        sha256: stored.sha256,
        object_key: path.to_string(),
        uploaded: context.now(),
    };
    let view = show(&context, &editor, &video).await;
    if view.is_err() {
        discard(&context, &path).await;
    }
    view.map(Json)
}

/// The row names the object from here on, and the former one no longer: that one is swept.
async fn show(
    context: &Context,
    editor: &Editor,
    video: &GuideVideo,
) -> Result<GuideVideoState, Problem> {
    let mut tx = context.begin().await?;
    let former = video::replace(&mut tx, video, editor.caller.id).await?;
    let done = (Publication::Video, PublishingAction::Change);
    let former = former.unwrap_or_default();
    let changes = Changes::default()
        .field("fileName", &former, &video.file_name)
        .field("sha256", "", &hex::encode(&video.sha256));
    let subject = (&*video.id.to_string(), &*video.file_name);
    editor
        .record((context, &mut tx), done, subject, &changes)
        .await?;
    let state = GuideVideoState::read(context, &mut tx).await?;
    handles::commit(tx).await?;
    Ok(state)
}

/// A video that lies in the object store.
struct StoredVideo {
    name: String,
    format: VideoFormat,
    size: u64,
    sha256: Vec<u8>,
}

async fn store(context: &Context, path: &Path, field: Field<'_>) -> Result<StoredVideo, Problem> {
    let upload = context.objects.put_multipart(path).await;
    let mut upload = WriteMultipart::new(upload.map_err(StorageError::from)?);
    match pump(context, &mut upload, field).await {
        Ok(stored) => {
            upload.finish().await.map_err(StorageError::from)?;
            Ok(stored)
        }
        Err(problem) => {
            if let Err(error) = upload.abort().await {
                tracing::warn!(%error, "a refused video was not removed; the sweeper removes it");
            }
            Err(problem)
        }
    }
}

async fn pump(
    context: &Context,
    upload: &mut WriteMultipart,
    mut field: Field<'_>,
) -> Result<StoredVideo, Problem> {
    let most = context.settings.guide_video_max_bytes;
    let name = harmless_name(field.file_name().unwrap_or_default());
    let (mut probe, mut sha256) = (VideoProbe::default(), Sha256::new());
    while let Some(piece) = field.chunk().await? {
        probe.push(&piece);
        if probe.size() <= most {
            sha256.update(&piece);
            let room = upload.wait_for_capacity(PARTS_UNDER_WAY).await;
            room.map_err(StorageError::from)?;
            upload.put(piece);
        }
    }
    if probe.size() > most {
        let megabytes = most / (1024 * 1024);
        let text = ProblemText::FileTooLarge { megabytes };
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, text));
    }
    Ok(StoredVideo {
        name,
        format: probe.format().map_err(refusal)?,
        size: probe.size(),
        sha256: sha256.finalize().to_vec(),
    })
}

fn refusal(fault: VideoFault) -> Problem {
    match fault {
        VideoFault::OtherFormat => Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ProblemText::WrongVideoType,
        ),
        VideoFault::Damaged => {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::DamagedFile)
        }
    }
}

/// What cannot be removed now, the sweeper removes.
async fn discard(context: &Context, path: &Path) {
    match context.objects.delete(path).await {
        Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
        Err(error) => tracing::warn!(%error, "a refused video was not removed"),
    }
}
