//! `DELETE /api/webhooks/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::DestinationAction;
use domain::ids::WebhookId;
use storage::db::account_events::reversed;
use storage::db::{handles, webhooks};

use super::record::{change, facts, record};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes a webhook with everything that is on its way to it.
#[utoipa::path(delete, path = "/api/webhooks/{id}", tag = "webhooks", operation_id = "deleteWebhook",
    params(("id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<WebhookId>,
) -> Result<StatusCode, Problem> {
    let mut tx = context.begin().await?;
    let found = webhooks::find(&mut tx, id).await?;
    let webhook = found.ok_or_else(Problem::not_found)?;
    if !webhooks::delete(&mut tx, id).await? {
        return Err(Problem::not_found());
    }
    let mut changes = reversed(facts(&webhook));
    changes.push(change("active", &webhook.active.to_string(), ""));
    let removed = (DestinationAction::Remove, &webhook);
    record(&context, &mut tx, (caller.id, &client), removed, &changes).await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
