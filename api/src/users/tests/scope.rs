//! Whoever sees part of the catalogue comes by nobody's account who sees another part.

use axum::http::Method;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::TestApi;

async fn answered(
    api: &TestApi,
    helper: &str,
    (method, path): (Method, String),
    body: Value,
) -> (u16, Value) {
    let answer = api.call(method, &path, helper, Some(body)).await;
    let status = answer.status.as_u16();
    if status < 400 {
        return (status, Value::Null);
    }
    (status, answer.json()["code"].clone())
}

#[tokio::test]
async fn nobody_sets_the_password_of_somebody_who_sees_more() {
    let api = TestApi::new().await;
    api.node(1, None, "n1").await;
    api.node(2, None, "n2").await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let helper = api.holding("helper_1", &[Permission::ManageUsers]).await;
    let person = api.account("lisi_1", Role::Applicant).await.to_string();
    let everybody = api.get("/api/scopes?subject=everybody", &admin).await.ok();
    let id = everybody["items"][0]["id"].as_str().unwrap();
    let only = async |method: Method, path: &str, grant: Value| {
        let answer = api.call(method, path, &admin, Some(grant)).await;
        assert!(answer.status.is_success(), "{}", answer.text());
    };
    let grant = |subject: Value, node: i64| {
        let mut grant = json!({"nodeIds": [node], "region": null, "wkt": null, "until": null});
        for (field, value) in subject.as_object().unwrap() {
            grant[field] = value.clone();
        }
        grant
    };
    let first = grant(json!({"subject": "everybody"}), 1);
    only(Method::PUT, &format!("/api/scopes/{id}"), first).await;
    let user = format!("/api/users/{person}");
    let linked = "INSERT INTO provider_link (issuer, subject, user_id, linked_at) \
                  SELECT 'https://id' || n, 'person-1', $1::uuid, now() FROM generate_series(1, 3) n";
    sqlx::query(linked)
        .bind(&person)
        .execute(&api.context.pool)
        .await
        .unwrap();
    let change = |email: &str| json!({"name": "李四", "unit": "中国地质调查局", "phoneMobile": "13812345678", "email": email});
    let all = |round: usize| {
        [
            (
                Method::POST,
                format!("{user}/password"),
                json!({"password": format!("Mapping{round}7")}),
            ),
            (Method::DELETE, format!("{user}/second-factor"), Value::Null),
            (
                Method::DELETE,
                format!("{user}/provider-links?issuer=https://id{round}&subject=person-1"),
                Value::Null,
            ),
            (
                Method::PUT,
                user.clone(),
                change(&format!("lisi{round}@cgs.cn")),
            ),
        ]
    };
    for (method, path, body) in all(1) {
        let (status, code) = answered(&api, &helper, (method, path.clone()), body).await;
        assert!(
            status < 300,
            "who sees the same is helped: {path} {status} {code}"
        );
    }
    let second = grant(json!({"subject": "person", "subjectId": person}), 2);
    only(Method::POST, "/api/scopes", second).await;
    for (method, path, body) in all(2) {
        let (status, code) = answered(&api, &helper, (method, path.clone()), body).await;
        assert_eq!((status, code), (409, json!("scope_beyond_own")), "{path}");
    }
    // The address stays as it is: nothing comes of it.
    let same = (Method::PUT, user.clone());
    let unchanged = answered(&api, &helper, same, change("lisi1@cgs.cn")).await;
    assert_eq!(unchanged.0, 200);
    for (method, path, body) in all(3) {
        let (status, code) = answered(&api, &admin, (method, path.clone()), body).await;
        assert!(status < 300, "who sees everything: {path} {status} {code}");
    }
}
