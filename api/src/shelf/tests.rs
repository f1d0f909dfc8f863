use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use chrono::TimeDelta;
use domain::ids::{ShelfFileId, UserId};
use domain::role::Role;
use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use serde_json::{Value, json};
use testkit::answer::Answer;

use crate::testing::TestApi;

const TARGETS: &str = "/api/push-targets";

fn target(name: &str) -> Value {
    json!({"name": name, "kind": "shelf"})
}

/// Somebody with a shelf: who, the token, and the target's address.
async fn with_shelf(api: &TestApi, login_name: &str) -> (UserId, String, String) {
    let owner = api.account(login_name, Role::Applicant).await;
    let token = api.token_of(owner).await;
    let made = api.post(TARGETS, &token, target("我的数据架")).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let id = made.json()["id"].as_str().unwrap().to_owned();
    (owner, token, format!("{TARGETS}/{id}"))
}

/// As a worker leaves a file there.
async fn put(api: &TestApi, owner: UserId, path: &str, bytes: &'static [u8]) -> ShelfFileId {
    let (id, now) = (ShelfFileId::fresh(), api.context.now());
    let key = format!("shelves/{owner}/{id}");
    let payload = bytes.to_vec().into();
    let location = Path::from(key.as_str());
    let stored = api.context.objects.put(&location, payload).await;
    stored.unwrap();
    sqlx::query(
        "INSERT INTO shelf_file (id, user_id, dataname, path, object_key, size, sha256, stored_at, expires_at) \
         VALUES ($1, $2, 'GF1_a', $3, $4, $5, $6, $7, $8)",
    )
    .bind(id.0)
    .bind(owner.0)
    .bind(path)
    .bind(key)
    .bind(i64::try_from(bytes.len()).unwrap())
    .bind([7_u8; 32].as_slice())
    .bind(now)
    .bind(now + TimeDelta::days(30))
    .execute(&api.context.pool)
    .await
    .unwrap();
    id
}

async fn fetch(api: &TestApi, path: &str, token: &str, (name, value): (&str, &str)) -> Answer {
    let request = Request::get(path)
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(name, value)
        .body(Body::empty());
    api.send(request.unwrap()).await
}

async fn count(api: &TestApi, query: &'static str) -> i64 {
    let counted = sqlx::query_scalar(query).fetch_one(&api.context.pool);
    counted.await.unwrap()
}

#[tokio::test]
async fn a_shelf_is_a_target_and_there_is_one_for_each_person() {
    let api = TestApi::new().await;
    let without = api.signed_in("lisi", Role::Applicant).await;
    for path in ["/api/shelf", "/api/shelf/files"] {
        let missing = api.get(path, &without).await;
        assert_eq!(missing.refusal().0, 404, "{path}");
        assert_eq!(missing.code(), "shelf_missing", "{path}");
    }
    let (_, token, path) = with_shelf(&api, "zhangsan").await;
    let second = api.post(TARGETS, &token, target("另一个")).await;
    assert_eq!(second.status, StatusCode::CONFLICT);
    assert_eq!(second.code(), "shelf_exists");

    let listed = api.get(TARGETS, &token).await.json()["items"][0].clone();
    assert_eq!(
        (&listed["kind"], &listed["address"], &listed["loginName"]),
        (&json!("shelf"), &json!(""), &json!(""))
    );
    let shelf = api.get("/api/shelf", &token).await;
    assert_eq!(shelf.headers[header::CACHE_CONTROL], "no-store");
    let shelf = shelf.json();
    let text = |field: &str| shelf[field].as_str().unwrap().to_owned();
    let (account, password) = (text("account"), text("password"));
    assert!(account.starts_with("shelf-"), "{account}");
    assert_eq!(
        text("login"),
        format!("{account}:{password}@127.0.0.1:2121")
    );
    assert_eq!(format!("{TARGETS}/{}", text("targetId")), path);
    assert_eq!(
        (&shelf["files"], &shelf["bytes"], &shelf["days"]),
        (&json!(0), &json!(0), &json!(30))
    );
    assert_eq!(shelf["mostBytes"], 500_i64 << 30);

    // What it is stays; what it is called and how fast it is filled do not.
    let ftp = json!({"name": "x", "kind": "ftp", "address": "ftp://127.0.0.1/", "secret": "s"});
    let other = api.call(Method::PUT, &path, &token, Some(ftp)).await;
    assert_eq!(
        other.json()["errors"][0]["field"],
        "kind",
        "{}",
        other.json()
    );
    let renamed = json!({"name": "架", "kind": "shelf", "bytesPerSecond": 1 << 20});
    let renamed = api.call(Method::PUT, &path, &token, Some(renamed)).await;
    assert_eq!(renamed.status, StatusCode::OK, "{}", renamed.json());
    assert_eq!(renamed.json()["bytesPerSecond"], 1 << 20);
    let same = api.get("/api/shelf", &token).await.json();
    assert_eq!(same["account"], account);

    let removed = api.call(Method::DELETE, &path, &token, None).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    assert_eq!(api.get("/api/shelf", &token).await.code(), "shelf_missing");
}

#[tokio::test]
async fn files_are_listed_fetched_in_parts_and_removed_by_whose_they_are() {
    let api = TestApi::new().await;
    let (owner, token, target) = with_shelf(&api, "zhangsan").await;
    let (_, stranger, _) = with_shelf(&api, "lisi").await;
    let id = put(&api, owner, "S000001/a_1.tif", b"0123456789").await;
    let list = api
        .get("/api/shelf/files?page=1&pageSize=10", &token)
        .await
        .json();
    assert_eq!(list["total"], 1);
    let file = &list["items"][0];
    assert_eq!(
        (&file["id"], &file["path"], &file["size"]),
        (
            &json!(id.to_string()),
            &json!("S000001/a_1.tif"),
            &json!(10)
        )
    );
    assert_eq!(
        (&file["sha256"], &file["subscriptionNumber"]),
        (&json!("07".repeat(32)), &Value::Null)
    );
    assert_eq!(api.get("/api/shelf", &token).await.json()["bytes"], 10);
    assert_eq!(
        api.get("/api/shelf/files", &stranger).await.json()["total"],
        0
    );

    let content = format!("/api/shelf/files/{id}/content");
    let whole = api.get(&content, &token).await;
    assert_eq!(
        (whole.status, &whole.bytes[..]),
        (StatusCode::OK, &b"0123456789"[..])
    );
    let tag = whole.headers[header::ETAG].to_str().unwrap().to_owned();
    let part = fetch(&api, &content, &token, ("range", "bytes=7-")).await;
    assert_eq!(
        (part.status, &part.bytes[..]),
        (StatusCode::PARTIAL_CONTENT, &b"789"[..])
    );
    let known = fetch(&api, &content, &token, ("if-none-match", &tag)).await;
    assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    let beyond = fetch(&api, &content, &token, ("range", "bytes=10-")).await;
    assert_eq!(beyond.status, StatusCode::RANGE_NOT_SATISFIABLE);
    let transfers = "SELECT count(*) FROM transfer WHERE shelf_user_id IS NOT NULL AND size = 10 AND NOT by_check";
    assert_eq!(count(&api, transfers).await, 2);

    let path = format!("/api/shelf/files/{id}");
    assert_eq!(
        api.get(&content, &stranger).await.status,
        StatusCode::NOT_FOUND
    );
    let foreign = api.call(Method::DELETE, &path, &stranger, None).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    let removed = api.call(Method::DELETE, &path, &token, None).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    let again = api.call(Method::DELETE, &path, &token, None).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    assert_eq!(
        api.get(&content, &token).await.status,
        StatusCode::NOT_FOUND
    );

    // Whose time is over is not handed out, whether it has been removed or not; and all of it goes with its target.
    put(&api, owner, "S000001/b_2.tif", b"01").await;
    api.pass(TimeDelta::days(31));
    let token = api.token_of(owner).await;
    assert_eq!(api.get("/api/shelf/files", &token).await.json()["total"], 0);
    api.call(Method::DELETE, &target, &token, None).await;
    assert_eq!(count(&api, "SELECT count(*) FROM shelf_file").await, 0);
}

#[tokio::test]
async fn a_new_password_is_another_one_and_in_no_log() {
    let api = TestApi::new().await;
    let (owner, token, target) = with_shelf(&api, "zhangsan").await;
    let before = api.get("/api/shelf", &token).await.json();
    let renewed = api.post("/api/shelf/password", &token, json!({})).await;
    assert_eq!(renewed.status, StatusCode::OK, "{}", renewed.json());
    assert_eq!(renewed.headers[header::CACHE_CONTROL], "no-store");
    let renewed = renewed.json();
    assert_eq!(renewed["account"], before["account"]);
    assert_ne!(renewed["password"], before["password"]);
    assert_eq!(api.get("/api/shelf", &token).await.json(), renewed);
    let id = put(&api, owner, "a.tif", b"0").await;
    let path = format!("/api/shelf/files/{id}");
    api.call(Method::DELETE, &path, &token, None).await;

    let admin = api.signed_in("admin_1", Role::Admin).await;
    let log = api.get("/api/audit-log?subject=shelf", &admin).await.json();
    let entries = log["items"].as_array().unwrap().iter();
    let entries: Vec<_> = entries
        .map(|entry| {
            (
                entry["action"].as_str().unwrap(),
                entry["subjectName"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        entries,
        [
            ("remove_file", "我的数据架"),
            ("renew_password", "我的数据架")
        ]
    );
    assert_eq!(log["items"][0]["changes"][0]["before"], "a.tif");
    assert!(
        target.ends_with(log["items"][0]["subjectId"].as_str().unwrap()),
        "{log}"
    );
    let all = api.get("/api/audit-log", &admin).await.text();
    for shelf in [before, renewed] {
        assert!(!all.contains(shelf["password"].as_str().unwrap()));
    }
}

/// Else a thief whose call was let in a moment before would have the new password of the shelf.
#[tokio::test]
async fn whose_account_is_changed_meanwhile_gets_no_new_password() {
    let api = TestApi::new().await;
    let (owner, token, _) = with_shelf(&api, "zhangsan").await;
    let number = "SELECT password_number FROM shelf";
    let before = count(&api, number).await;
    let pool = &api.context.pool;
    let mut changing = pool.begin().await.unwrap();
    let epoch = "UPDATE app_user SET sign_in_epoch = sign_in_epoch + 1 WHERE id = $1";
    sqlx::query(epoch)
        .bind(owner.0)
        .execute(&mut *changing)
        .await
        .unwrap();
    let renewing = api.post("/api/shelf/password", &token, json!({}));
    let changing = async {
        let waiting = "SELECT count(*) FROM pg_stat_activity \
                       WHERE datname = current_database() AND wait_event_type = 'Lock'";
        while count(&api, waiting).await == 0 {
            tokio::task::yield_now().await;
        }
        changing.commit().await.unwrap();
    };
    let (answer, ()) = futures::future::join(renewing, changing).await;
    assert_eq!(
        (answer.refusal().0, answer.code()),
        (409, "changed_meanwhile".to_owned())
    );
    assert_eq!(count(&api, number).await, before);
}
