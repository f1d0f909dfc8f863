//! `GET` and `PUT /api/inbox/settings`

use axum::extract::State;
use serde::{Deserialize, Serialize};
use storage::db::{handles, mail};
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// How the caller is told, beside the inbox.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InboxSettings {
    /// Whether notices come by mail too, where this server sends mail.
    mail_notices: bool,
}

/// The caller's settings.
#[utoipa::path(get, path = "/api/inbox/settings", tag = "inbox", operation_id = "getInboxSettings",
    responses((status = 200, body = InboxSettings)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<InboxSettings>, Problem> {
    let mut db = context.connection().await?;
    let wanted = mail::wants_mail(&mut db, caller.id).await?;
    Ok(Json(InboxSettings {
        mail_notices: wanted.ok_or_else(Problem::not_found)?,
    }))
}

/// Changes the caller's settings.
#[utoipa::path(put, path = "/api/inbox/settings", tag = "inbox", operation_id = "putInboxSettings",
    request_body = InboxSettings,
    responses((status = 200, body = InboxSettings), (status = 400, body = ProblemBody)))]
pub(super) async fn put(
    State(context): State<Context>,
    caller: Caller,
    Json(settings): Json<InboxSettings>,
) -> Result<Json<InboxSettings>, Problem> {
    let mut tx = context.begin().await?;
    mail::set_wanted(&mut tx, caller.id, settings.mail_notices, context.now()).await?;
    handles::commit(tx).await?;
    Ok(Json(settings))
}
