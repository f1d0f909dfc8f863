//! `PUT /api/content/video/captions/{language}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::content::ContentLanguage;
use domain::content::captions;
use storage::db::content::video;
use storage::db::handles;
use texts::ProblemText;
use utoipa::ToSchema;

use super::super::editing::{Changes, Editor};
use super::view::GuideVideoState;
use crate::context::Context;
use crate::delivery::serve::no_file;
use crate::json::{Json, Multipart, Path};
use crate::one_file;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// The form of an upload.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the body; the parts are read one by one"
)]
pub(super) struct CaptionsForm {
    /// `WebVTT`, at most 512 KiB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Gives the video of the guide captions in a language.
#[utoipa::path(put, path = "/api/content/video/captions/{language}", tag = "content",
    operation_id = "putGuideVideoCaptions", params(("language" = codes::ContentLanguage, Path)),
    request_body(content = CaptionsForm, content_type = "multipart/form-data"),
    responses((status = 200, body = GuideVideoState), (status = 400, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 413, body = ProblemBody), (status = 415, body = ProblemBody)))]
pub(super) async fn save(
    State(context): State<Context>,
    editor: Editor,
    Path(language): Path<String>,
    form: Multipart,
) -> Result<Json<GuideVideoState>, Problem> {
    let language = ContentLanguage::parse(&language).ok_or_else(no_file)?;
    let most = usize::try_from(captions::LARGEST).unwrap_or(usize::MAX);
    let bytes = one_file::read(form, most).await?;
    let text = captions::read(&bytes).ok_or_else(|| {
        let text = ProblemText::WrongCaptionsType;
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text)
    })?;
    let state = set(&context, &editor, language, Some(text)).await?;
    Ok(Json(state))
}

/// Gives the video captions, or takes them away.
pub(super) async fn set(
    context: &Context,
    editor: &Editor,
    language: ContentLanguage,
    captions: Option<&str>,
) -> Result<GuideVideoState, Problem> {
    let mut tx = context.begin().await?;
    let current = video::find(&mut tx).await?.ok_or_else(no_file)?;
    let before = video::captions(&mut tx, language).await?;
    let id = current.video.id;
    if !video::set_captions(&mut tx, id, language, captions).await? {
        return Err(Problem::conflict(ProblemText::ContentChanged));
    }
    let field = match language {
        ContentLanguage::Zh => "captionsZh",
        ContentLanguage::En => "captionsEn",
    };
    let (before, after) = (before.unwrap_or_default(), captions.unwrap_or_default());
    let done = (Publication::Video, PublishingAction::Change);
    let changes = Changes::default().long_text(field, &before, after);
    let subject = (&*id.to_string(), &*current.video.file_name);
    editor
        .record((context, &mut tx), done, subject, &changes)
        .await?;
    let state = GuideVideoState::read(context, &mut tx).await?;
    handles::commit(tx).await?;
    Ok(state)
}
