//! `DELETE /api/content/pages/{page}`

use axum::extract::State;
use domain::audit_log::PublishingAction;
use storage::db::content::pages;
use storage::db::handles;

use super::super::editing::Editor;
use super::view::PageTextsView;
use crate::context::Context;
use crate::guide::page_named;
use crate::json::{Json, Path};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Lets a page's own text hold again. What stood in its place can be restored.
#[utoipa::path(delete, path = "/api/content/pages/{page}", tag = "content", operation_id = "revertContentPage",
    params(("page" = codes::ContentPage, Path)),
    responses((status = 200, body = PageTextsView), (status = 404, body = ProblemBody)))]
pub(super) async fn revert(
    State(context): State<Context>,
    editor: Editor,
    Path(name): Path<String>,
) -> Result<Json<PageTextsView>, Problem> {
    let page = page_named(&name)?;
    let mut tx = context.begin().await?;
    let before = pages::lock(&mut tx, page).await?;
    if before.as_ref().is_some_and(|held| held.texts.is_some()) {
        let done = (page, PublishingAction::Remove);
        let turn = (before.as_ref(), None);
        super::add_revision((&context, &mut tx), &editor, done, turn).await?;
    }
    let saved = PageTextsView::read(&mut tx, page).await?;
    handles::commit(tx).await?;
    Ok(Json(saved))
}
