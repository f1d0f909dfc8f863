//! `GET` and `PUT /api/inbox/settings`

use axum::extract::State;
use serde::{Deserialize, Serialize};
use storage::db::handles;
use storage::db::mail::{self, MailSettings};
use texts::Locale;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::language::LanguageTag;
use crate::problem::{Problem, ProblemBody};

/// How the caller is told, beside the inbox.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InboxSettings {
    /// Whether notices come by mail too, where this server sends mail.
    mail_notices: bool,
    /// The language of the mails.
    language: LanguageTag,
}

/// The same as it is sent.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = InboxSettingsChange)]
#[serde(rename_all = "camelCase")]
pub(super) struct SettingsChange {
    mail_notices: bool,
    /// Stays what it is when absent.
    #[schema(nullable = false)]
    language: Option<LanguageTag>,
}

impl From<MailSettings> for InboxSettings {
    fn from(settings: MailSettings) -> Self {
        Self {
            mail_notices: settings.notices,
            language: settings.locale.into(),
        }
    }
}

/// The caller's settings.
#[utoipa::path(get, path = "/api/inbox/settings", tag = "inbox", operation_id = "getInboxSettings",
    responses((status = 200, body = InboxSettings)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<InboxSettings>, Problem> {
    let mut db = context.connection().await?;
    let settings = mail::settings(&mut db, caller.id).await?;
    Ok(Json(settings.ok_or_else(Problem::not_found)?.into()))
}

/// Changes the caller's settings.
#[utoipa::path(put, path = "/api/inbox/settings", tag = "inbox", operation_id = "putInboxSettings",
    request_body = SettingsChange,
    responses((status = 200, body = InboxSettings), (status = 400, body = ProblemBody)))]
pub(super) async fn put(
    State(context): State<Context>,
    caller: Caller,
    Json(change): Json<SettingsChange>,
) -> Result<Json<InboxSettings>, Problem> {
    let mut tx = context.begin().await?;
    let before = mail::settings(&mut tx, caller.id).await?;
    let before = before.ok_or_else(Problem::not_found)?;
    let settings = MailSettings {
        notices: change.mail_notices,
        locale: change.language.map_or(before.locale, Locale::from),
    };
    mail::save_settings(&mut tx, caller.id, settings, context.now()).await?;
    handles::commit(tx).await?;
    Ok(Json(settings.into()))
}
