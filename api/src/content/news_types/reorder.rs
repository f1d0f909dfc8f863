//! `PUT /api/content/news-types`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{Publication, PublishingAction};
use domain::ids::NewsTypeId;
use serde::Deserialize;
use storage::db::content::news_types;
use storage::db::handles;
use texts::ProblemText;
use utoipa::ToSchema;

use super::super::editing::{Changes, Editor};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Every type of news, in the order wanted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewsTypeOrder {
    #[schema(value_type = Vec<uuid::Uuid>)]
    ids: Vec<NewsTypeId>,
    /// The order that they had when whoever moves them read it. Where somebody else has moved one meanwhile, nothing is written
    /// (`content_changed`).
    #[schema(value_type = Vec<uuid::Uuid>)]
    ids_before: Vec<NewsTypeId>,
}

/// Puts the types of news into another order; 409 where these are not all of them, or somebody else has moved one
/// since they were read.
#[utoipa::path(put, path = "/api/content/news-types", tag = "content", operation_id = "reorderNewsTypes",
    request_body = NewsTypeOrder,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn reorder(
    State(context): State<Context>,
    editor: Editor,
    Json(order): Json<NewsTypeOrder>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let before = news_types::reorder(&mut tx, &order.ids, &order.ids_before).await?;
    let before = before.ok_or_else(|| Problem::conflict(ProblemText::ContentChanged))?;
    let after = news_types::list(&mut tx).await?;
    let after: Vec<_> = after.into_iter().map(|one| one.name).collect();
    let done = (Publication::NewsType, PublishingAction::Reorder);
    let changes = Changes::default().field("order", &before.join(", "), &after.join(", "));
    editor
        .record((&context, &mut tx), done, ("", ""), &changes)
        .await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
