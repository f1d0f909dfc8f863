//! `PUT /api/webhooks/{id}`

use axum::extract::State;
use domain::audit_log::DestinationAction;
use domain::ids::WebhookId;
use serde::Deserialize;
use storage::db::{handles, webhooks};
use utoipa::ToSchema;

use super::WebhookView;
use super::record::{change, record};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{Problem, ProblemBody};

/// Whether the webhook is called.
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
    caller: Caller,
    client: Client,
    Path(id): Path<WebhookId>,
    Json(switch): Json<WebhookSwitch>,
) -> Result<Json<WebhookView>, Problem> {
    let mut tx = context.begin().await?;
    let found = webhooks::find(&mut tx, id).await?;
    let before = found.ok_or_else(Problem::not_found)?.active;
    webhooks::set_active(&mut tx, id, switch.active).await?;
    let found = webhooks::find(&mut tx, id).await?;
    let webhook = found.ok_or_else(Problem::not_found)?;
    if before != webhook.active {
        let changes = [change(
            "active",
            &before.to_string(),
            &webhook.active.to_string(),
        )];
        let done = (DestinationAction::Change, &webhook);
        record(&context, &mut tx, (caller.id, &client), done, &changes).await?;
    }
    handles::commit(tx).await?;
    Ok(Json(webhook.into()))
}
