//! `PUT /api/content/news/{id}`

use axum::extract::State;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::NewsId;
use serde::Deserialize;
use storage::db::content::news;
use storage::db::handles;
use texts::ProblemText;
use utoipa::ToSchema;

use super::super::editing::Editor;
use super::{NewsForm, NewsView};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// An article as it is to be.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct NewsChange {
    #[serde(flatten)]
    form: NewsForm,
    /// The version the editor had open; a newer one is answered 409.
    version: i32,
}

/// Changes an article, publishes it, or withdraws it.
#[utoipa::path(put, path = "/api/content/news/{id}", tag = "content", operation_id = "changeNews",
    params(("id" = Uuid, Path)), request_body = NewsChange,
    responses((status = 200, body = NewsView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn change(
    State(context): State<Context>,
    editor: Editor,
    Path(id): Path<NewsId>,
    Json(change): Json<NewsChange>,
) -> Result<Json<NewsView>, Problem> {
    let (draft, pictures) = change.form.checked()?;
    let mut tx = context.begin().await?;
    let before = news::find(&mut tx, id).await?;
    let before = before.ok_or_else(Problem::not_found)?;
    let (version, by) = (change.version, editor.caller.id);
    let is_newest = news::update(&mut tx, (id, version), &draft, by, context.now())
        .await
        .map_err(super::without_type)?;
    if !is_newest {
        return Err(Problem::conflict(ProblemText::ContentChanged));
    }
    super::use_pictures(&mut tx, id, &pictures).await?;
    let after = news::find(&mut tx, id)
        .await?
        .ok_or_else(Problem::internal)?;
    let done = (Publication::News, PublishingAction::Change);
    let subject = (&*id.to_string(), &*draft.title);
    let changes = super::changes(Some(&before), &after);
    editor
        .record((&context, &mut tx), done, subject, &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(Json(after.into()))
}
