//! `DELETE /api/webhooks/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::WebhookId;
use storage::db::webhooks;

use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes a webhook with everything that is on its way to it.
#[utoipa::path(delete, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "deleteWebhook",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    Path(id): Path<WebhookId>,
) -> Result<StatusCode, Problem> {
    let mut db = context.connection().await?;
    if webhooks::delete(&mut db, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::not_found())
    }
}
