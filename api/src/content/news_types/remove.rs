//! `DELETE /api/content/news-types/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::NewsTypeId;
use domain::text::first_named;
use storage::db::content::news_types::{self, Removal};
use storage::db::handles;
use texts::ProblemText;

use super::super::editing::{Changes, Editor};
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes a type of news; 409 with their number and the newest titles where articles are of it.
#[utoipa::path(delete, path = "/api/content/news-types/{id}", tag = "content", operation_id = "deleteNewsType",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    editor: Editor,
    Path(id): Path<NewsTypeId>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let name = match news_types::remove(&mut tx, id).await? {
        Removal::Done(name) => name,
        Removal::InUse { articles, titles } => {
            let names = first_named(articles, &titles);
            return Err(Problem::conflict(ProblemText::NewsTypeInUse {
                articles,
                names,
            }));
        }
        Removal::Unknown => return Err(Problem::not_found()),
    };
    let done = (Publication::NewsType, PublishingAction::Remove);
    let changes = Changes::default().field("name", &name, "");
    let subject = (&*id.to_string(), &*name);
    editor
        .record((&context, &mut tx), done, subject, &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
