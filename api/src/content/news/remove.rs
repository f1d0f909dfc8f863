//! `DELETE /api/content/news/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::NewsId;
use storage::db::content::news;
use storage::db::handles;
use texts::ProblemText;

use super::super::editing::Editor;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes an article that is not published.
#[utoipa::path(delete, path = "/api/content/news/{id}", tag = "content", operation_id = "deleteNews",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    editor: Editor,
    Path(id): Path<NewsId>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let found = news::find(&mut tx, id).await?;
    let article = found.ok_or_else(Problem::not_found)?;
    if !news::remove(&mut tx, id).await? {
        return Err(Problem::conflict(ProblemText::NewsPublished));
    }
    let done = (Publication::News, PublishingAction::Remove);
    let changes = super::changes(None, &article).reversed();
    let subject = (&*id.to_string(), &*article.draft.title);
    editor
        .record((&context, &mut tx), done, subject, &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
