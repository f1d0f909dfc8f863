//! `GET /api/auth/exists`

use axum::extract::State;
use serde::{Deserialize, Serialize};
use storage::db::users;
use utoipa::{IntoParams, ToSchema};

use crate::caller::Client;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// Whose name to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ExistsQuery {
    /// The account name.
    login_name: String,
}

/// Whether the name is taken.
#[derive(Debug, Serialize, ToSchema)]
pub struct Exists {
    exists: bool,
}

/// Whether an account of that name exists, without regard to case.
#[utoipa::path(get, path = "/api/auth/exists", tag = "auth", operation_id = "checkUserIsIn", params(ExistsQuery),
    responses((status = 200, body = Exists), (status = 429, body = ProblemBody)))]
pub async fn exists(
    State(context): State<Context>,
    client: Client,
    Query(query): Query<ExistsQuery>,
) -> Result<Json<Exists>, Problem> {
    context.paces.exists.step(client.network, context.now())?;
    let mut connection = context.connection().await?;
    let exists = users::exists(&mut connection, query.login_name.trim()).await?;
    Ok(Json(Exists { exists }))
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use chrono::TimeDelta;
    use domain::role::Role;

    use crate::testing::TestApi;

    #[tokio::test]
    async fn names_are_taken_without_regard_to_case() {
        let api = TestApi::new().await;
        api.account("lisi_1", Role::Applicant).await;
        for (name, exists) in [("LISI_1", true), ("lisi_2", false), ("%", false)] {
            let path = format!("/api/auth/exists?loginName={}", name.replace('%', "%25"));
            assert_eq!(api.get(&path, "").await.json()["exists"], exists, "{name}");
        }
        assert_eq!(api.get("/api/auth/exists", "").await.code(), "bad_query");
    }

    #[tokio::test]
    async fn names_are_not_collected() {
        let api = TestApi::new().await;
        let asked = async || api.get("/api/auth/exists?loginName=lisi_1", "").await;
        let mut answered = 0;
        while asked().await.status == StatusCode::OK {
            answered += 1;
            assert!(answered <= 60);
        }
        let refused = asked().await;
        assert_eq!(refused.code(), "too_often");
        assert_eq!(refused.header("retry-after"), "2");
        api.pass(TimeDelta::seconds(1));
        assert_eq!(asked().await.status, StatusCode::OK);
    }
}
