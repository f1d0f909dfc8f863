//! `POST /api/auth/logout`

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::audit_log::{AuditAction, AuditOutcome};
use serde::Serialize;
use storage::db::{handles, provider_sign_ins, sessions, users};
use utoipa::ToSchema;

use super::login::session_cookie;
use crate::audit_log::{self, Audited};
use crate::caller::{Client, presented_token};
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// Answer to a sign-out that has to continue at the identity provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignOutAnswer {
    /// The identity provider's own sign-out, to be opened in the browser.
    provider_address: String,
}

/// Ends the session of the bearer token. One that has ended already stays ended. Who came from the identity provider is told
/// where to sign out there.
#[utoipa::path(post, path = "/api/auth/logout", tag = "auth", operation_id = "logout",
    responses((status = 204), (status = 200, body = SignOutAnswer, description = "Signing out goes on at the identity provider")))]
pub async fn logout(
    State(context): State<Context>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut id_token = None;
    if let Some(token) = presented_token(&Method::POST, &headers, context.settings.https) {
        let mut tx = context.begin().await?;
        id_token = provider_sign_ins::id_token_of(&mut tx, &context.server_key, &token).await?;
        if let Some(user) = sessions::end(&mut tx, &token).await? {
            let account = users::by_id(&mut tx, user).await?;
            let name = account.map(|account| account.login_name);
            let audited = Audited {
                by: Some(user),
                action: AuditAction::SignOut,
                subject: (&user.to_string(), &name.unwrap_or_default()),
                outcome: AuditOutcome::Done,
                reason: "",
                changes: &[],
            };
            audit_log::record(&context, &mut tx, &client, &audited).await?;
        }
        handles::commit(tx).await?;
    }
    let cookie = session_cookie(&context, "", 0)?;
    let heads = [
        (header::SET_COOKIE, cookie),
        (header::CACHE_CONTROL, no_store()),
    ];
    match provider_address(&context, id_token).await {
        Some(provider_address) => {
            let answer = SignOutAnswer { provider_address };
            Ok((heads, Json(answer)).into_response())
        }
        None => Ok((StatusCode::NO_CONTENT, heads).into_response()),
    }
}

const fn no_store() -> HeaderValue {
    HeaderValue::from_static("no-store")
}

/// The sign-out at the provider that this token is of, if it is still the installation's.
async fn provider_address(context: &Context, id_token: Option<(String, String)>) -> Option<String> {
    let (issuer, token) = id_token?;
    let provider = context.settings.provider.as_deref()?;
    if provider.settings().issuer != issuer {
        return None;
    }
    let address = provider
        .sign_out_address(Some(&token), context.now())
        .await?;
    Some(address.into())
}

#[cfg(test)]
mod tests {
    use domain::role::Role;
    use serde_json::json;

    use super::*;
    use crate::testing::TestApi;

    #[tokio::test]
    async fn a_session_that_was_ended_stays_ended() {
        let api = TestApi::new().await;
        let token = api.signed_in("lisi_1", Role::Applicant).await;
        let answer = api.post("/api/auth/logout", &token, json!({})).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT);
        assert!(answer.header("set-cookie").contains("Max-Age=0"));
        assert_eq!(
            api.get("/api/auth/me", &token).await.status,
            StatusCode::UNAUTHORIZED
        );
        let again = api.post("/api/auth/logout", &token, json!({})).await;
        assert_eq!(again.status, StatusCode::NO_CONTENT);
        let admin = api.signed_in("admin_1", Role::Admin).await;
        let path = "/api/audit-log?subject=session";
        let log = api.get(path, &admin).await.ok();
        assert_eq!(log["items"].as_array().unwrap().len(), 1);
        let entry = &log["items"][0];
        assert_eq!(entry["action"], "sign_out");
        assert_eq!(entry["subjectName"], "lisi_1");
    }
}
