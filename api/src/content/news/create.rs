//! `POST /api/content/news`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::NewsId;
use storage::db::content::news;
use storage::db::handles;

use super::super::editing::Editor;
use super::{NewsForm, NewsView};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Writes an article.
#[utoipa::path(post, path = "/api/content/news", tag = "content", operation_id = "createNews", request_body = NewsForm,
    responses((status = 201, body = NewsView), (status = 400, body = ProblemBody)))]
pub(super) async fn create(
    State(context): State<Context>,
    editor: Editor,
    Json(form): Json<NewsForm>,
) -> Result<(StatusCode, Json<NewsView>), Problem> {
    let (draft, pictures) = form.checked()?;
    let id = NewsId::fresh();
    let mut tx = context.begin().await?;
    news::insert(&mut tx, id, &draft, editor.caller.id, context.now())
        .await
        .map_err(super::without_type)?;
    super::use_pictures(&mut tx, id, &pictures).await?;
    let made = news::find(&mut tx, id)
        .await?
        .ok_or_else(Problem::internal)?;
    let done = (Publication::News, PublishingAction::Create);
    let subject = (&*id.to_string(), &*draft.title);
    editor
        .record(
            (&context, &mut tx),
            done,
            subject,
            &super::changes(None, &made),
        )
        .await?;
    handles::commit(tx).await?;
    Ok((StatusCode::CREATED, Json(made.into())))
}
