//! `POST /api/content/pages/{page}/revisions/{revision}/restore`

use axum::extract::State;
use domain::audit_log::PublishingAction;
use domain::content::KEPT_REVISIONS;
use storage::db::content::pages;
use storage::db::handles;

use super::super::editing::Editor;
use super::view::PageTextsView;
use crate::context::Context;
use crate::guide::page_named;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Lets the texts of an earlier revision hold again, as a new revision.
#[utoipa::path(post, path = "/api/content/pages/{page}/revisions/{revision}/restore", tag = "content",
    operation_id = "restoreContentRevision",
    params(("page" = codes::ContentPage, Path), ("revision" = i64, Path)),
    responses((status = 200, body = PageTextsView), (status = 404, body = ProblemBody)))]
pub(super) async fn restore(
    State(context): State<Context>,
    editor: Editor,
    Path((name, revision)): Path<(String, i64)>,
) -> Result<Json<PageTextsView>, Problem> {
    let page = page_named(&name)?;
    let mut tx = context.begin().await?;
    let before = pages::lock(&mut tx, page).await?;
    let kept = pages::revisions(&mut tx, page, KEPT_REVISIONS).await?;
    let earlier = kept.into_iter().find(|one| one.id == revision);
    let texts = earlier.ok_or_else(Problem::not_found)?.texts;
    let done = (page, PublishingAction::Restore);
    let turn = (before.as_ref(), texts.as_ref());
    super::add_revision((&context, &mut tx), &editor, done, turn).await?;
    let saved = PageTextsView::read(&mut tx, page).await?;
    handles::commit(tx).await?;
    Ok(Json(saved))
}
