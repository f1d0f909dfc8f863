//! `PUT /api/content/news-types/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::NewsTypeId;
use storage::db::content::news_types;
use storage::db::handles;

use super::super::editing::{Changes, Editor};
use super::NewsTypeName;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Gives a type of news another name.
#[utoipa::path(put, path = "/api/content/news-types/{id}", tag = "content", operation_id = "renameNewsType",
    params(("id" = Uuid, Path)), request_body = NewsTypeName,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn rename(
    State(context): State<Context>,
    editor: Editor,
    Path(id): Path<NewsTypeId>,
    Json(body): Json<NewsTypeName>,
) -> Result<StatusCode, Problem> {
    let name = body.checked()?;
    let mut tx = context.begin().await?;
    let before = super::named(news_types::rename(&mut tx, id, name).await?)?;
    let done = (Publication::NewsType, PublishingAction::Change);
    let changes = Changes::default().field("name", &before, name);
    let subject = (&*id.to_string(), name);
    editor
        .record((&context, &mut tx), done, subject, &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
