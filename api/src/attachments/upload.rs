//! `POST /api/attachments`

use axum::extract::State;
use axum::extract::multipart::Field;
use axum::http::StatusCode;
use domain::attachment::{AttachmentKind, PaperFormat};
use domain::ids::AttachmentId;
use object_store::ObjectStoreExt as _;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use storage::db::attachments::Attachment;
use storage::lifecycle::papers;
use storage::objects::ObjectKey;
use storage::paper_bytes::{PaperObject, SealedUpload};
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;
use uuid::Uuid;

use super::content::{ContentSample, wrong_type};
use super::name;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Multipart};
use crate::problem::{Problem, ProblemBody};

/// Longest `type`, in bytes.
const LONGEST_TYPE: usize = 16;
/// For the form around the file.
const FORM_BYTES: u64 = 64 * 1024;

#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the body; the parts are read one by one"
)]
pub(super) struct UploadForm {
    /// JPG, PNG or PDF; of type 8 also DOCX.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    #[schema(rename = "type", value_type = crate::orders::codes::UploadType)]
    kind: i16,
}

/// An uploaded paper.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UploadedAttachment)]
#[serde(rename_all = "camelCase")]
pub(super) struct Uploaded {
    attachment_id: Uuid,
    /// Name to show.
    file_name: String,
}

impl From<Attachment> for Uploaded {
    fn from(paper: Attachment) -> Self {
        Self {
            attachment_id: paper.id.0,
            file_name: name::display_name(&paper.stored_name),
        }
    }
}

/// A file too large by up to this much is read to its end, so that the refusal reaches who sends it.
pub(super) fn body_limit(upload_max_bytes: u64) -> usize {
    let limit = upload_max_bytes
        .saturating_mul(3)
        .saturating_add(FORM_BYTES);
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// Uploads one paper (JPG, PNG or PDF; of type 8, for a feedback, also DOCX). It belongs to nobody else's order until an
/// order, or a subscription, names it.
#[utoipa::path(post, path = "/api/attachments", tag = "attachments", operation_id = "uploadForJC",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Uploaded), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 413, body = ProblemBody),
        (status = 415, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody)))]
pub(super) async fn upload(
    State(context): State<Context>,
    caller: Caller,
    form: Multipart,
) -> Result<Json<Uploaded>, Problem> {
    let _permit = context.paper_uploads.enter(caller.id).await?;
    let id = AttachmentId::fresh();
    let kept = keep(&context, &caller, id, form).await;
    if kept.is_err() {
        discard(&context, id).await;
    }
    let paper = kept?;
    Ok(Json(paper.into()))
}

async fn keep(
    context: &Context,
    caller: &Caller,
    id: AttachmentId,
    Multipart(mut form): Multipart,
) -> Result<Attachment, Problem> {
    let (mut kind, mut stored) = (None, None);
    while let Some(field) = form.next_field().await? {
        match field.name() {
            Some("type") => kind = Some(kind_of(field).await?),
            Some("file") if stored.is_some() => {
                return Err(Problem::bad_request(ProblemText::OneFile));
            }
            Some("file") => stored = Some(store(context, caller, (id, kind), field).await?),
            _ => {}
        }
    }
    let stored = stored.ok_or_else(|| Problem::invalid_field("file", FieldText::FileMissing))?;
    let kind = kind.ok_or_else(wrong_kind)?;
    // The type may have come after the file.
    if !kind.takes(stored.format) {
        return Err(wrong_type(Some(kind)));
    }
    let now = context.now();
    let paper = Attachment {
        id,
        uploader: caller.id,
        order: None,
        subscription: None,
        kind,
        stored_name: name::stored(&stored.name, stored.format, now),
        format: stored.format,
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
        sha256: stored.sha256,
        object_key: ObjectKey::Attachment(id).path().to_string(),
        created: now,
        replaced: None,
        sealed_under: Some(context.server_key.id()),
    };
    papers::keep(&context.pool, &paper, &context.settings.quotas).await?;
    Ok(paper)
}

async fn kind_of(mut field: Field<'_>) -> Result<AttachmentKind, Problem> {
    let mut text = Vec::new();
    while let Some(piece) = field.chunk().await? {
        text.extend_from_slice(&piece);
        if text.len() > LONGEST_TYPE {
            return Err(wrong_kind());
        }
    }
    let code: Option<i16> = std::str::from_utf8(&text)
        .ok()
        .and_then(|text| text.trim().parse().ok());
    code.and_then(|code| AttachmentKind::try_from(code).ok())
        .ok_or_else(wrong_kind)
}

fn wrong_kind() -> Problem {
    Problem::invalid_field("type", FieldText::PaperTypeWrong)
}

/// A file that lies in the object store, sealed.
struct Stored {
    name: String,
    format: PaperFormat,
    size: u64,
    sha256: Vec<u8>,
}

async fn store(
    context: &Context,
    caller: &Caller,
    (id, kind): (AttachmentId, Option<AttachmentKind>),
    field: Field<'_>,
) -> Result<Stored, Problem> {
    let path = ObjectKey::Attachment(id).path();
    let (objects, key) = (&*context.objects, &context.server_key);
    let mut upload = SealedUpload::begin(objects, key, &path).await?;
    match pump(context, &mut upload, kind, field).await {
        Ok(stored) => {
            upload.finish().await?;
            let paper = PaperObject {
                id,
                order: None,
                object_key: path.as_ref(),
                size: stored.size,
                sealed_under: Some(key.id()),
            };
            let inspection = &context.inspection;
            inspection
                .of_stored((objects, key), paper, caller.id)
                .await?;
            Ok(stored)
        }
        Err(problem) => {
            if let Err(error) = upload.abort().await {
                tracing::warn!(%error, "a refused upload was not removed; the sweeper removes it");
            }
            Err(problem)
        }
    }
}

async fn pump(
    context: &Context,
    upload: &mut SealedUpload,
    kind: Option<AttachmentKind>,
    mut field: Field<'_>,
) -> Result<Stored, Problem> {
    let most = context.settings.upload_max_bytes;
    let name = field.file_name().unwrap_or_default().to_owned();
    let (mut sample, mut sha256) = (ContentSample::default(), Sha256::new());
    while let Some(piece) = field.chunk().await? {
        sample.push(&piece);
        // What is too large is still read, see `body_limit`, but kept no longer.
        if sample.size() <= most {
            sha256.update(&piece);
            upload.put(&piece).await?;
        }
    }
    if sample.size() > most {
        return Err(too_large(most));
    }
    Ok(Stored {
        name,
        format: sample.format(kind)?,
        size: sample.size(),
        sha256: sha256.finalize().to_vec(),
    })
}

fn too_large(most: u64) -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        ProblemText::FileTooLarge {
            megabytes: most / (1024 * 1024),
        },
    )
}

/// Removes what a refused upload left; what cannot be removed now, the sweeper removes.
async fn discard(context: &Context, id: AttachmentId) {
    let path = ObjectKey::Attachment(id).path();
    match context.objects.delete(&path).await {
        Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
        Err(error) => tracing::warn!(%error, "a refused upload was not removed"),
    }
}
