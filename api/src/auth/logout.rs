//! `POST /api/auth/logout`

use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::IntoResponse;
use domain::audit_log::{AuditAction, AuditOutcome};
use storage::db::{handles, sessions};

use super::login::session_cookie;
use crate::audit_log::{self, Audited};
use crate::caller::{Client, presented_token};
use crate::context::Context;
use crate::problem::Problem;

/// Ends the session of the bearer token. One that has ended already stays ended.
#[utoipa::path(post, path = "/api/auth/logout", tag = "auth", operation_id = "logout",
    responses((status = 204)))]
pub async fn logout(
    State(context): State<Context>,
    client: Client,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    if let Some(token) = presented_token(&Method::POST, &headers, context.settings.https) {
        let mut tx = context.begin().await?;
        if let Some(user) = sessions::end(&mut tx, &token).await? {
            let audited = Audited {
                by: Some(user),
                action: AuditAction::SignOut,
                subject: (&user.to_string(), ""),
                outcome: AuditOutcome::Done,
                changes: &[],
            };
            audit_log::record(&context, &mut tx, &client, &audited).await?;
        }
        handles::commit(tx).await?;
    }
    let cookie = session_cookie(&context, "", 0)?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
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
    }
}
