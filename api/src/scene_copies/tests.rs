use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::permission::Permission;
use domain::role::Role;
use domain::size::ByteCount;
use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use storage::db::handles::connection;
use storage::db::scene_copies::{CopiedFile, file_tag};
use storage::db::scenes::{NewScene, by_data_id};
use storage::db::tasks::{self, Claimed};
use storage::lifecycle::copies;

use crate::context::Settings;
use crate::testing::{TestApi, scene};

const ASK: &str = "/api/scene-files";
const BYTES: &[u8] = b"0123456789";
const WKT: &str = "POLYGON((100 30, 101 30, 101 31, 100 31, 100 30))";

fn archived(id: &str) -> NewScene {
    NewScene {
        archive_url: Some(format!("file:///archive/{id}.tif")),
        file_name: Some(format!("{id}.tif")),
        size: 10,
        ..scene(id, WKT)
    }
}

fn bare(id: &str) -> NewScene {
    NewScene {
        archive_url: None,
        ..scene(id, WKT)
    }
}

/// With scenes `a` and `b` that have files, and `c` that has none.
async fn filled(settings: Settings) -> (TestApi, String) {
    let api = TestApi::with(settings).await;
    api.node(1, None, "GF1").await;
    api.scenes(&[archived("a"), archived("b"), bare("c")]).await;
    let keeper = api.holding("keeper_1", &[Permission::SceneFiles]).await;
    (api, keeper)
}

async fn open() -> (TestApi, String) {
    filled(Settings {
        captcha: false,
        ..Settings::default()
    })
    .await
}

async fn ask(api: &TestApi, token: &str, ids: &[&str]) -> Value {
    let answer = api.post(ASK, token, json!({"dataIds": ids})).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    answer.json()
}

/// Does what a worker does with every copy that waits.
async fn work(api: &TestApi) {
    let pool = &api.context.pool;
    let mut db = connection(pool).await.unwrap();
    sqlx::query("UPDATE task SET state = 'released'")
        .execute(&mut *db)
        .await
        .unwrap();
    let ids: Vec<uuid::Uuid> = sqlx::query_scalar("SELECT id FROM task")
        .fetch_all(&mut *db)
        .await
        .unwrap();
    for id in ids {
        let lease = std::time::Duration::from_mins(1);
        let claimed = tasks::claim(&mut db, id.into(), "test", lease)
            .await
            .unwrap();
        let Some(Claimed::Copy(task)) = claimed else {
            panic!("no copy: {claimed:?}");
        };
        assert!(tasks::begin_copy(&mut db, task.claim).await.unwrap());
        let id: String = sqlx::query_scalar("SELECT dataid FROM scene WHERE did = $1")
            .bind(task.did)
            .fetch_one(&mut *db)
            .await
            .unwrap();
        let scene = by_data_id(&mut db, &id).await.unwrap().unwrap();
        let key = format!("copies/{}/{}-1", task.did, task.claim.task);
        api.context
            .objects
            .put(&Path::from(key.as_str()), BYTES.into())
            .await
            .unwrap();
        let file = CopiedFile {
            copy_key: key,
            size: ByteCount(10),
            sha256: Sha256::digest(BYTES).to_vec(),
        };
        let tag = file_tag(&scene).unwrap();
        copies::publish(pool, (task, &tag), &file, api.context.now())
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn files_are_asked_for_prepared_and_fetched_in_parts() {
    let (api, keeper) = open().await;
    let first = ask(&api, &keeper, &["a", "c", "none", "a"]).await;
    assert_eq!(
        (&first["missing"], &first["later"]),
        (&json!(["c", "none"]), &json!([]))
    );
    assert_eq!(first["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&first["items"][0]["state"], &first["items"][0]["name"]),
        (&json!("waiting"), &json!("a.tif"))
    );
    let early = api.get(&format!("{ASK}/a"), &keeper).await;
    assert_eq!(
        (early.status, &early.json()["code"]),
        (StatusCode::CONFLICT, &json!("copy_not_ready"))
    );
    let tasks: i64 = sqlx::query_scalar("SELECT count(*) FROM task")
        .fetch_one(&api.context.pool)
        .await
        .unwrap();
    assert_eq!(tasks, 1);
    ask(&api, &keeper, &["a"]).await;
    work(&api).await;
    let ready = ask(&api, &keeper, &["a"]).await;
    let sum = hex::encode(Sha256::digest(BYTES));
    assert_eq!(
        (&ready["items"][0]["state"], &ready["items"][0]["sha256"]),
        (&json!("ready"), &json!(sum))
    );

    let whole = api.get(&format!("{ASK}/a"), &keeper).await;
    assert_eq!(
        (whole.status, whole.bytes.as_slice()),
        (StatusCode::OK, BYTES)
    );
    assert_eq!(whole.headers["etag"], format!("\"{sum}\""));
    assert!(
        whole.headers["content-disposition"]
            .to_str()
            .unwrap()
            .contains("a.tif")
    );
    let range = |text: &'static str| {
        axum::http::Request::get(format!("{ASK}/a"))
            .header("authorization", format!("Bearer {keeper}"))
            .header("range", text)
            .body(axum::body::Body::empty())
            .unwrap()
    };
    let part = api.send(range("bytes=7-")).await;
    assert_eq!(
        (part.status, part.bytes.as_slice()),
        (StatusCode::PARTIAL_CONTENT, &b"789"[..])
    );
    let beyond = api.send(range("bytes=10-")).await;
    assert_eq!(beyond.status, StatusCode::RANGE_NOT_SATISFIABLE);
}

#[tokio::test]
async fn another_file_of_the_scene_is_prepared_anew() {
    let (api, keeper) = open().await;
    ask(&api, &keeper, &["a"]).await;
    work(&api).await;
    sqlx::query("UPDATE scene SET archive_url = 'file:///archive/a2.tif' WHERE dataid = 'a'")
        .execute(&api.context.pool)
        .await
        .unwrap();
    let stale = api.get(&format!("{ASK}/a"), &keeper).await;
    assert_eq!(
        stale.status,
        StatusCode::CONFLICT,
        "the old file is not the scene's"
    );
    assert_eq!(
        ask(&api, &keeper, &["a"]).await["items"][0]["state"],
        "waiting"
    );
    work(&api).await;
    assert_eq!(
        ask(&api, &keeper, &["a"]).await["items"][0]["state"],
        "ready"
    );
}

#[tokio::test]
async fn what_has_no_room_is_asked_for_later() {
    let (api, keeper) = filled(Settings {
        captcha: false,
        copies_max_bytes: ByteCount(15),
        ..Settings::default()
    })
    .await;
    let answer = ask(&api, &keeper, &["a", "b"]).await;
    assert_eq!(answer["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&answer["later"], &answer["retryAfter"]),
        (&json!(["b"]), &json!(30))
    );
    let many: Vec<String> = (0..201).map(|number| number.to_string()).collect();
    let refused = api.post(ASK, &keeper, json!({"dataIds": many})).await;
    assert_eq!(refused.json()["errors"][0]["field"], "dataIds");
    let none = api.post(ASK, &keeper, json!({"dataIds": []})).await;
    assert_eq!(none.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn bytes_are_counted_and_end_with_the_day() {
    let (api, _) = open().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let system = json!({"loginName": "keeper_1", "bytesADay": 12});
    let system = api.post("/api/client-systems", &admin, system).await.json();
    let path = format!(
        "/api/client-systems/{}/tokens",
        system["id"].as_str().unwrap()
    );
    let made = api
        .post(&path, &admin, json!({"name": "a", "validDays": 9}))
        .await;
    let token = made.json()["token"].as_str().unwrap().to_owned();
    ask(&api, &token, &["a"]).await;
    work(&api).await;
    let counted = async |bytes: u64| {
        let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
        loop {
            let listed = api.get("/api/client-systems", &admin).await.json();
            if listed["items"][0]["today"]["bytes"] == bytes {
                return;
            }
            assert!(std::time::Instant::now() < until, "{listed}");
            tokio::task::yield_now().await;
        }
    };
    for bytes in [10, 20] {
        assert_eq!(
            api.get(&format!("{ASK}/a"), &token).await.status,
            StatusCode::OK
        );
        counted(bytes).await;
    }
    let spent = api.get(&format!("{ASK}/a"), &token).await;
    assert_eq!(spent.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(spent.json()["reason"], "daily_quota.bytes");
    let figures = api.get("/api/stats/open-services", &admin).await.ok();
    let files =
        json!({"service": "file", "requests": 4, "overQuota": 1, "forbidden": 0, "bytes": 20});
    assert_eq!(figures["days"][0]["services"], json!([files]));
    api.pass(TimeDelta::days(1));
    ask(&api, &token, &["a"]).await;
    assert_eq!(
        api.get(&format!("{ASK}/a"), &token).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn items_name_their_file_to_those_who_may_fetch_it() {
    let (api, keeper) = open().await;
    let item = "/stac/search?ids=a";
    let shown = api.get(item, &keeper).await.json();
    let file = &shown["features"][0]["assets"]["data"];
    assert!(
        file["href"]
            .as_str()
            .unwrap()
            .ends_with("/api/scene-files/a"),
        "{file}"
    );
    assert_eq!(
        (&file["file:size"], &file["title"]),
        (&json!(10), &json!("a.tif"))
    );
    assert_eq!(file["scenedock:file_tag"].as_str().unwrap().len(), 32);
    assert!(
        !shown.to_string().contains("/archive/"),
        "where it lies is nobody's business"
    );
    let without = api.get("/stac/search?ids=c", &keeper).await.json();
    assert_eq!(without["features"][0]["assets"]["data"], Value::Null);
    let guest = api.get(item, "").await.json();
    assert_eq!(guest["features"][0]["assets"]["data"], Value::Null);
    let other = api.signed_in("person_1", Role::Applicant).await;
    let refused = api
        .call(Method::GET, &format!("{ASK}/a"), &other, None)
        .await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
}
