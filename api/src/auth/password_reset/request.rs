//! `POST /api/auth/password/reset-request`

use axum::extract::State;
use axum::http::StatusCode;
use domain::account::LONGEST_TEXT;
use serde::Deserialize;
use storage::db::password_resets::{self, ResetRequest};
use storage::db::sign_in::{self, Attempt};
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;

use crate::auth::captcha;
use crate::caller::Client;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Who has forgotten the password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasswordResetRequest {
    /// The account's name, or its address.
    #[serde(default)]
    #[schema(required)]
    account: String,
    /// From `POST /api/auth/captcha`.
    captcha_id: Option<String>,
    /// Text that the captcha shows.
    captcha: Option<String>,
}

/// Asks for a link by mail. Every account, and none, is answered alike and as fast: whether there is such an account, and
/// whether it gets a link, is found out after the answer. Five requests for what was typed close the door to it for 30 minutes.
#[utoipa::path(post, path = "/api/auth/password/reset-request", tag = "auth", operation_id = "requestPasswordReset",
    request_body = PasswordResetRequest, responses((status = 204), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(super) async fn request(
    State(context): State<Context>,
    client: Client,
    Json(form): Json<PasswordResetRequest>,
) -> Result<StatusCode, Problem> {
    if !context.settings.mail {
        return Err(Problem::conflict(ProblemText::NoResetByMail));
    }
    let account = form.account.trim();
    if account.is_empty() {
        return Err(Problem::invalid_field("account", FieldText::AccountMissing));
    }
    let now = context.now();
    context.paces.password_reset.step(client.network, now)?;
    let (id, answer) = (form.captcha_id.as_deref(), form.captcha.as_deref());
    captcha::check(&context, id, answer).await?;
    // No account is called so, whatever there is.
    if account.len() > LONGEST_TEXT {
        return Ok(StatusCode::NO_CONTENT);
    }
    let mut db = context.connection().await?;
    if let Attempt::LockedUntil(until) = sign_in::attempt_reset(&mut db, account, now).await? {
        let seconds = u32::try_from((until - now).num_seconds().max(1)).unwrap_or(u32::MAX);
        let often = Problem::new(StatusCode::TOO_MANY_REQUESTS, ProblemText::TooOften);
        return Err(often.retry_after(seconds));
    }
    let request = ResetRequest {
        account: account.to_owned(),
        client_ip: client.ip,
        agent: client.agent,
        at: now,
    };
    password_resets::ask(&mut db, &request).await?;
    Ok(StatusCode::NO_CONTENT)
}
