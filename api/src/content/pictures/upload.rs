//! `POST /api/content/pictures`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::content::LARGEST_PICTURE;
use domain::ids::ContentPictureId;
use object_store::{ObjectStoreExt as _, PutPayload};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use storage::StorageError;
use storage::db::content::pictures::{self, ContentPicture};
use storage::db::handles;
use storage::objects::ObjectKey;
use utoipa::ToSchema;
use uuid::Uuid;

use super::super::editing::{Changes, Editor};
use crate::attachments::picture;
use crate::context::Context;
use crate::json::{Json, Multipart};
use crate::one_file;
use crate::problem::{Problem, ProblemBody};

/// A file too large by up to twice as much is read to its end, so that the refusal reaches who sends it.
pub(super) const BODY_LIMIT: usize = 3 * LARGEST_PICTURE + 64 * 1024;

/// The form of an upload.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the body; the parts are read one by one"
)]
pub(super) struct PictureForm {
    /// PNG, JPEG or `WebP`, at most 10 MiB and 40 million pixels.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A picture that a text may name.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UploadedPicture {
    id: Uuid,
    /// Under which a text names it.
    url: String,
    /// Pixels.
    width: i32,
    /// Pixels.
    height: i32,
}

/// Uploads a picture; of what its file says beside the picture, only how it is to be turned is kept. Until a text that everybody can read names it, only those see it who may read all texts; one that no
/// text names for a day is removed.
#[utoipa::path(post, path = "/api/content/pictures", tag = "content", operation_id = "uploadContentPicture",
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadedPicture), (status = 400, body = ProblemBody), (status = 413, body = ProblemBody),
        (status = 415, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody)))]
pub(super) async fn upload(
    State(context): State<Context>,
    editor: Editor,
    form: Multipart,
) -> Result<(StatusCode, Json<UploadedPicture>), Problem> {
    let _permit = context.paper_uploads.enter(editor.caller.id).await?;
    let bytes = one_file::read(form, LARGEST_PICTURE).await?;
    let (format, (width, height)) = picture::check(&bytes)?;
    // Everybody will read the text; where the picture was taken, and by whom, is nobody's business.
    let bytes = picture::without_metadata(format, &bytes)?;
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    let id = ContentPictureId::fresh();
    let path = ObjectKey::ContentPicture(id).path();
    let row = ContentPicture {
        id,
        format,
        width: side(width),
        height: side(height),
        size: i64::try_from(bytes.len()).unwrap_or(i64::MAX),
        sha256: Sha256::digest(&bytes).to_vec(),
        object_key: path.to_string(),
    };
    // The object first: no row ever names one that is not there. One without a row is swept.
    let put = context.objects.put(&path, PutPayload::from(bytes)).await;
    put.map_err(StorageError::from)?;
    let mut tx = context.begin().await?;
    pictures::insert(&mut tx, &row, editor.caller.id).await?;
    let done = (Publication::Picture, PublishingAction::Create);
    let changes = Changes::default().field("sha256", "", &hex::encode(&row.sha256));
    let name = &*id.to_string();
    editor
        .record((&context, &mut tx), done, (name, name), &changes)
        .await?;
    handles::commit(tx).await?;
    let uploaded = UploadedPicture {
        id: id.0,
        url: format!("{}{id}", domain::content::PICTURE_PATH),
        width: row.width,
        height: row.height,
    };
    Ok((StatusCode::CREATED, Json(uploaded)))
}
