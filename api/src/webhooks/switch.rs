//! `PUT /api/webhooks/{id}`

use axum::extract::State;
use domain::ids::WebhookId;
use serde::Deserialize;
use storage::db::webhooks;
use utoipa::ToSchema;

use super::WebhookView;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// On or off.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct WebhookSwitch {
    active: bool,
}

/// Switches a webhook on or off. What was on its way when it was switched off waits.
#[utoipa::path(put, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "switchWebhook",
    params(("id" = Uuid, Path)), request_body = WebhookSwitch,
    responses((status = 200, body = WebhookView), (status = 404, body = ProblemBody)))]
pub(super) async fn switch(
    State(context): State<Context>,
    Path(id): Path<WebhookId>,
    Json(switch): Json<WebhookSwitch>,
) -> Result<Json<WebhookView>, Problem> {
    let mut db = context.connection().await?;
    webhooks::set_active(&mut db, id, switch.active).await?;
    let found = webhooks::find(&mut db, id).await?;
    Ok(Json(found.ok_or_else(Problem::not_found)?.into()))
}
