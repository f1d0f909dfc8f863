//! `GET /api/webhooks`

use axum::extract::State;
use storage::db::webhooks;

use super::WebhookView;
use crate::context::Context;
use crate::json::{Json, List, PageQuery, Query};
use crate::problem::Problem;

/// Webhooks, oldest first, with what the last call came to.
#[utoipa::path(get, path = "/api/webhooks", tag = "webhooks", operation_id = "getWebhooks", params(PageQuery),
    responses((status = 200, body = List<WebhookView>)))]
pub(super) async fn list(
    State(context): State<Context>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<WebhookView>>, Problem> {
    let mut db = context.connection().await?;
    let rows = webhooks::list(&mut db, query.page()).await?;
    Ok(Json(List::from_rows(rows, Into::into)))
}
