use axum::http::{Method, StatusCode};
use domain::permission::Permission;
use domain::role::Role;
use domain::subscription::MAX_WITHDRAWN;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::testing::{TestApi, scene, square};

const WITHDRAW: &str = "/api/catalog/withdrawals";
const PREVIEW: &str = "/api/catalog/withdrawals/preview";

/// With these scenes in node 1.
async fn api_with(dataids: &[&str]) -> TestApi {
    let api = TestApi::new().await;
    api.node(1, None, "高分一号").await;
    let scenes: Vec<_> = dataids
        .iter()
        .map(|dataid| {
            let mut new = scene(dataid, &square(100.0, 30.0));
            new.nodeid = 1;
            new
        })
        .collect();
    api.scenes(&scenes).await;
    api
}

async fn preview(api: &TestApi, token: &str, ids: &[&str]) -> Value {
    let answer = api.post(PREVIEW, token, json!({"dataIds": ids})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    answer.json()
}

#[tokio::test]
async fn scenes_leave_the_catalogue_with_a_reason_that_the_log_keeps() {
    let api = api_with(&["a", "b", "c"]).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let before = preview(&api, &admin, &["a", "b", "b", " ", "none"]).await;
    assert_eq!(
        before,
        json!({"scenes": 2, "ordered": [], "orders": 0, "unknown": ["none"], "subscriptions": 0,
            "toTell": 0, "waiting": 0})
    );
    let count = "SELECT count(*) FROM scene";
    let scenes = async || -> i64 {
        let query = sqlx::query_scalar(count);
        query.fetch_one(&api.context.pool).await.unwrap()
    };
    assert_eq!(scenes().await, 3, "nothing is written");
    let form = json!({"dataIds": ["a", "b", "none"], "reason": " 定位超差 "});
    let done = api.post(WITHDRAW, &admin, form).await;
    assert_eq!(
        done.json(),
        json!({"scenes": 2, "ordered": [], "unknown": ["none"], "toTell": 0})
    );
    assert_eq!(scenes().await, 1);
    let log = api.get("/api/audit-log?subject=catalogue", &admin).await;
    let log = log.json();
    let entry = &log["items"][0];
    assert_eq!(
        (
            &entry["action"],
            &entry["reason"],
            &entry["byLoginName"],
            &entry["changes"][0]["before"]
        ),
        (
            &json!("withdraw_scenes"),
            &json!("定位超差"),
            &json!("admin_1"),
            &json!("a, b")
        )
    );
}

#[tokio::test]
async fn a_withdrawal_needs_ids_a_reason_and_the_right() {
    let api = api_with(&["a"]).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let many: Vec<_> = (0..=MAX_WITHDRAWN).map(|n| format!("s{n}")).collect();
    for (form, field) in [
        (json!({"dataIds": [], "reason": "x"}), "dataIds"),
        (json!({"dataIds": [" "], "reason": "x"}), "dataIds"),
        (json!({"dataIds": many, "reason": "x"}), "dataIds"),
        (json!({"dataIds": ["a"], "reason": " "}), "reason"),
        (
            json!({"dataIds": ["a"], "reason": "长".repeat(501)}),
            "reason",
        ),
    ] {
        let refused = api.post(WITHDRAW, &admin, form).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(refused.json()["errors"][0]["field"], field);
    }
    let person = api.signed_in("zhangsan", Role::Applicant).await;
    let form = json!({"dataIds": ["a"], "reason": "x"});
    let refused = api.post(WITHDRAW, &person, form).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    let still = preview(&api, &admin, &["a"]).await;
    assert_eq!(still["scenes"], 1);
}

#[tokio::test]
async fn nobody_withdraws_what_is_not_theirs_to_change() {
    let api = api_with(&["a"]).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let keeper = api.holding("keeper", &[Permission::ManageCatalogue]).await;
    assert_eq!(preview(&api, &keeper, &["a"]).await["scenes"], 1);
    let grants = api.get("/api/scopes", &admin).await.json();
    for grant in grants["items"].as_array().unwrap() {
        let path = format!("/api/scopes/{}", grant["id"].as_str().unwrap());
        api.call(Method::DELETE, &path, &admin, Some(json!({})))
            .await;
    }
    let hidden = preview(&api, &keeper, &["a"]).await;
    assert_eq!(
        (&hidden["scenes"], &hidden["unknown"]),
        (&json!(0), &json!(["a"])),
        "no more than of one that is not there"
    );
    let form = json!({"dataIds": ["a"], "reason": "x"});
    let done = api.post(WITHDRAW, &keeper, form).await;
    assert_eq!(done.json()["unknown"], json!(["a"]));
    assert_eq!(preview(&api, &admin, &["a"]).await["scenes"], 1);
}

/// Other systems that keep a copy know a scene by the digest of its id, and read why it went by its id.
#[tokio::test]
async fn other_systems_follow_what_was_withdrawn_and_guests_learn_nothing() {
    let api = api_with(&["a", "b"]).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let person = api.signed_in("zhangsan", Role::Applicant).await;
    let list = "/api/withdrawn-scenes";
    let none = api.get(list, &person).await.json();
    assert_eq!(none, json!({"items": [], "until": 0, "more": false}));
    for (id, reason) in [("a", "定位超差"), ("b", "重复")] {
        let form = json!({"dataIds": [id], "reason": reason});
        let done = api.post(WITHDRAW, &admin, form).await;
        assert_eq!(done.json()["scenes"], 1);
    }
    let told = api.get(list, &person).await.json();
    let digests: Vec<_> = ["a", "b"]
        .map(|id| json!({"digest": hex::encode(Sha256::digest(id))}))
        .into();
    assert_eq!(told["items"], json!(digests));
    let until = told["until"].as_i64().unwrap();
    let rest = api.get(&format!("{list}?after={until}"), &person).await;
    assert_eq!(rest.json()["items"], json!([]));
    let named = json!({"dataIds": ["b", "none"]});
    let why = api.post(list, &person, named.clone()).await.json();
    assert_eq!(why["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&why["items"][0]["dataId"], &why["items"][0]["reason"]),
        (&json!("b"), &json!("重复"))
    );
    assert_eq!(api.get(list, "").await.json()["items"], json!([]));
    let guest = api.post(list, "", named.clone()).await;
    assert_eq!(guest.json()["items"], json!([]));

    // One that came back is withdrawn no more.
    let mut back = scene("b", &square(100.0, 30.0));
    back.nodeid = 1;
    api.scenes(&[back]).await;
    let left = api.get(list, &person).await.json();
    assert_eq!(left["items"], json!(digests[..1]));
    assert_eq!(left["until"], until, "it is passed over");
    let why = api.post(list, &person, named).await;
    assert_eq!(why.json()["items"], json!([]));
}
