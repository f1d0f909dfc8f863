//! `DELETE /api/exports/{uuid}`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::ExportId;
use storage::db::exports;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Path;
use crate::problem::{Problem, ProblemBody};

/// Removes an export of the caller's with its file. One that is being made ends.
#[utoipa::path(delete, path = "/api/exports/{id}", tag = "exports", operation_id = "deleteExport",
    params(("id" = Uuid, Path, description = "The export's `uuid`")),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(super) async fn remove(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<ExportId>,
) -> Result<StatusCode, Problem> {
    let mut db = context.connection().await?;
    if exports::remove(&mut db, id, caller.id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::not_found())
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use domain::ids::ExportId;
    use domain::quota::Quotas;
    use domain::role::Role;
    use serde_json::json;
    use storage::db::{deliveries, health};

    use crate::context::Settings;
    use crate::testing::{TestApi, scene, square};

    /// One scene, and one export that anybody may keep.
    async fn api() -> TestApi {
        let quotas = Quotas {
            exports: 1,
            ..Quotas::default()
        };
        let api = TestApi::with(Settings {
            captcha: false,
            quotas,
            ..Settings::default()
        })
        .await;
        api.node(1, None, "卫星").await;
        api.scenes(&[scene("a", &square(100.0, 30.0))]).await;
        api
    }

    async fn begun(api: &TestApi, token: &str) -> (StatusCode, String) {
        let asked = json!({"kind": "csv", "dataIds": ["a"]});
        let answer = api.post("/api/exports", token, asked).await;
        let body = answer.json();
        let word = body["uuid"].as_str().or(body["code"].as_str());
        (answer.status, word.unwrap_or_default().to_owned())
    }

    async fn removed(api: &TestApi, path: &str, token: &str) -> (StatusCode, String) {
        let answer = api.call(Method::DELETE, path, token, None).await;
        (answer.status, answer.code())
    }

    #[tokio::test]
    async fn its_owner_removes_it_once_it_is_made_and_may_ask_for_another() {
        let api = api().await;
        let owner = api.signed_in("owner_1", Role::Applicant).await;
        let stranger = api.signed_in("stranger_1", Role::Applicant).await;
        let (status, uuid) = begun(&api, &owner).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{uuid}");
        let (status, code) = begun(&api, &owner).await;
        assert_eq!((status, &*code), (StatusCode::CONFLICT, "quota_exports"));

        let path = format!("/api/exports/{uuid}");
        let nothing = (StatusCode::NOT_FOUND, "not_found".to_owned());
        assert_eq!(removed(&api, &path, &stranger).await, nothing);
        let key = api.publish_export(ExportId(uuid.parse().unwrap())).await;
        assert_eq!(removed(&api, &path, &stranger).await, nothing);
        let unknown = format!("/api/exports/{}", ExportId::fresh().0);
        assert_eq!(removed(&api, &unknown, &owner).await, nothing);
        let file = api.get(&format!("{path}/file"), &owner).await;
        assert_eq!((file.status, &*file.bytes), (StatusCode::OK, &b"abc"[..]));

        let gone = removed(&api, &path, &owner).await;
        assert_eq!(gone, (StatusCode::NO_CONTENT, String::new()));
        assert_eq!(removed(&api, &path, &owner).await, nothing);
        for path in [path.clone(), format!("{path}/file")] {
            assert_eq!(api.get(&path, &owner).await.status, StatusCode::NOT_FOUND);
        }
        // No row names its bytes: the next sweep takes them.
        let mut db = api.context.connection().await.unwrap();
        let keys = [key.clone()];
        assert_eq!(deliveries::orphans(&mut db, &keys).await.unwrap(), [key]);
        drop(db);
        assert_eq!(begun(&api, &owner).await.0, StatusCode::ACCEPTED);
    }

    #[tokio::test]
    async fn its_owner_ends_it_while_it_is_made_and_nobody_else_does() {
        let api = api().await;
        let owner = api.signed_in("owner_1", Role::Applicant).await;
        let stranger = api.signed_in("stranger_1", Role::Applicant).await;
        let (_, uuid) = begun(&api, &owner).await;
        let path = format!("/api/exports/{uuid}");
        let nothing = (StatusCode::NOT_FOUND, "not_found".to_owned());
        assert_eq!(removed(&api, &path, &stranger).await, nothing);
        let gone = removed(&api, &path, &owner).await;
        assert_eq!(gone, (StatusCode::NO_CONTENT, String::new()));
        let mut db = api.context.connection().await.unwrap();
        let tasks = health::tasks_by_state(&mut db).await.unwrap();
        assert_eq!(tasks, [], "nobody works at it any more");
        assert_eq!(begun(&api, &owner).await.0, StatusCode::ACCEPTED);
    }
}
