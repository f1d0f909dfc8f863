//! `POST /api/auth/oidc/back-channel-logout`

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use storage::db::handles;
use storage::db::provider_sign_ins::{self, ProviderSignOut};
use texts::ProblemText;
use utoipa::ToSchema;

use super::provider;
use crate::caller::Client;
use crate::context::Context;
use crate::problem::{Problem, ProblemBody};

/// What the provider sends.
#[derive(Deserialize, ToSchema)]
pub(in crate::auth) struct LogoutToken {
    /// Signed by the provider (OpenID Connect Back-Channel Logout 1.0, section 2.4).
    logout_token: String,
}

/// The identity provider tells that somebody has signed out there: the sessions that came of that sign-in end here.
#[utoipa::path(post, path = "/api/auth/oidc/back-channel-logout", tag = "auth", operation_id = "backChannelLogout",
    request_body(content = LogoutToken, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 429, body = ProblemBody)))]
pub(in crate::auth) async fn sign_out(
    State(context): State<Context>,
    client: Client,
    form: Result<Form<LogoutToken>, FormRejection>,
) -> Result<Response, Problem> {
    let provider = provider(&context)?;
    let refused = || Problem::bad_request(ProblemText::BadLogoutToken);
    let Form(form) = form.map_err(|_| refused())?;
    let (pace, now) = (&context.paces.provider, context.now());
    pace.step(client.network, now)?;
    let signed_out = provider
        .told_out(&form.logout_token, now)
        .await
        .map_err(|error| {
            tracing::warn!(%error, "the identity provider's word of a sign-out is refused");
            refused()
        })?;
    // The provider speaks for everybody from one address.
    pace.give_back(client.network);
    let over = ProviderSignOut {
        issuer: &signed_out.issuer,
        subject: signed_out.subject.as_deref(),
        session: signed_out.session.as_deref(),
    };
    let mut tx = context.begin().await?;
    provider_sign_ins::end_told(&mut tx, over, signed_out.before).await?;
    handles::commit(tx).await?;
    let no_store = HeaderValue::from_static("no-store");
    Ok((StatusCode::OK, [(header::CACHE_CONTROL, no_store)]).into_response())
}
