use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::ids::OrderId;
use domain::order::state::OrderState;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::handles::connection;
use storage::db::{sessions, worker_registry};
use testkit::builders::worker::{claim, do_waiting, release};
use testkit::builders::{self, order, person, scene};

use crate::testing::TestApi;

async fn monitor(api: &TestApi, token: &str) -> Value {
    let answer = api.get("/api/monitor", token).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()
}

/// An approved order of so many scenes: their extraction waits.
async fn approved(api: &TestApi, scenes: usize) -> OrderId {
    let (pool, now) = (&api.context.pool, api.context.now());
    let ids: Vec<String> = (0..scenes).map(|number| format!("s{number}")).collect();
    let batch: Vec<_> = ids.iter().map(|id| scene(id)).collect();
    builders::add_scenes(pool, &batch).await;
    let owner = person("owner").create(pool, now).await;
    let admin = person("decider").role(Role::Admin).create(pool, now).await;
    order(owner, &ids)
        .in_state(OrderState::Approved, admin)
        .create(pool, now)
        .await
}

fn queue<'a>(found: &'a Value, kind: &str) -> &'a Value {
    let queues = found["queues"].as_array().unwrap();
    queues.iter().find(|queue| queue["kind"] == kind).unwrap()
}

#[tokio::test]
async fn who_may_watch_sees_a_quiet_system() {
    let api = TestApi::new().await;
    let watcher = api.holding("watcher", &[Permission::Monitor]).await;
    let found = monitor(&api, &watcher).await;
    let kinds: Vec<&str> = found["queues"]
        .as_array()
        .unwrap()
        .iter()
        .map(|queue| queue["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "extract_scene",
            "package_order",
            "verify_delivery",
            "export",
            "make_preview",
            "push_scene",
            "build_segments",
            "receive_run",
            "copy_scene",
            "withdraw_scene"
        ]
    );
    for dependency in found["dependencies"].as_array().unwrap() {
        assert!(
            dependency["millis"].as_f64().unwrap() >= 0.0,
            "{dependency}"
        );
    }
    assert_eq!(found["workers"], json!([]));
    assert_eq!(found["transfers"], json!([]));
    assert_eq!(found["throughput"].as_array().unwrap().len(), 60);
    assert!(found["process"]["residentBytes"].as_u64().unwrap() > 1 << 20);
    assert!(found["holdings"]["databaseBytes"].as_u64().unwrap() > 1 << 20);
    assert_eq!(found["holdings"]["deliveries"], 0);
    assert_eq!(found["holdings"]["online"], 1);
}

#[tokio::test]
async fn what_a_worker_is_at_stands_with_it_and_the_rest_waits() {
    let api = TestApi::new().await;
    let watcher = api.holding("watcher", &[Permission::Monitor]).await;
    let pool = &api.context.pool;
    let mut db = connection(pool).await.unwrap();
    worker_registry::beat(&mut db, "played", (2, 0))
        .await
        .unwrap();
    worker_registry::beat(&mut db, "idle", (4, 1))
        .await
        .unwrap();
    let made = approved(&api, 3).await;
    let [first, ..] = release(pool, 2).await[..] else {
        panic!("nothing is released")
    };
    claim(pool, first).await.unwrap();

    let found = monitor(&api, &watcher).await;
    let extracting = queue(&found, "extract_scene");
    assert_eq!(
        [
            &extracting["waiting"],
            &extracting["released"],
            &extracting["running"]
        ],
        [1, 1, 1]
    );
    assert!(extracting["oldest"].is_string());
    let workers = found["workers"].as_array().unwrap();
    let names: Vec<_> = workers.iter().map(|worker| &worker["name"]).collect();
    assert_eq!(names, ["idle", "played"]);
    let urgent: Vec<_> = workers
        .iter()
        .map(|worker| &worker["emergencySlots"])
        .collect();
    assert_eq!(urgent, [1, 0]);
    assert_eq!(workers[0]["tasks"], json!([]));
    let task = &workers[1]["tasks"][0];
    assert_eq!(task["id"], json!(first.0));
    assert_eq!(task["order"]["id"], json!(made.0));
    assert_eq!(task["attempt"], 1);
    assert_eq!(task["inEmergencySlot"], false);
    assert!(task["scene"].is_string());
}

#[tokio::test]
async fn what_ended_is_counted_in_its_minute() {
    let api = TestApi::new().await;
    let watcher = api.holding("watcher", &[Permission::Monitor]).await;
    let pool = &api.context.pool;
    approved(&api, 3).await;
    assert_eq!(do_waiting(pool, api.context.now()).await, 3);
    let found = monitor(&api, &watcher).await;
    let done: i64 = found["throughput"]
        .as_array()
        .unwrap()
        .iter()
        .map(|minute| minute["done"].as_i64().unwrap())
        .sum();
    assert_eq!(done, 3);
}

#[tokio::test]
async fn a_task_whose_worker_fell_silent_still_stands_there() {
    let api = TestApi::new().await;
    let watcher = api.holding("watcher", &[Permission::Monitor]).await;
    let pool = &api.context.pool;
    approved(&api, 1).await;
    let [only] = release(pool, 1).await[..] else {
        panic!("nothing is released")
    };
    claim(pool, only).await.unwrap();
    let found = monitor(&api, &watcher).await;
    let worker = &found["workers"][0];
    assert_eq!(
        (&worker["name"], &worker["slots"]),
        (&json!("played"), &json!(0))
    );
    assert_eq!(worker["tasks"][0]["id"], json!(only.0));
}

#[tokio::test]
async fn whoever_did_nothing_for_long_is_not_online() {
    let api = TestApi::new().await;
    api.signed_in("sleeper", Role::Applicant).await;
    api.pass(TimeDelta::minutes(10));
    let watcher = api.holding("watcher", &[Permission::Monitor]).await;
    let found = monitor(&api, &watcher).await;
    assert_eq!(found["holdings"]["signedIn"], 2);
    assert_eq!(found["holdings"]["online"], 1);
    api.pass(sessions::IDLE);
    let other = api.holding("other", &[Permission::Monitor]).await;
    let found = monitor(&api, &other).await;
    assert_eq!(found["holdings"]["signedIn"], 1);
}

#[tokio::test]
async fn what_lies_on_shelves_is_part_of_what_is_stored() {
    let api = TestApi::new().await;
    let watcher = api.holding("watcher", &[Permission::Monitor]).await;
    let held = async || {
        let holdings = monitor(&api, &watcher).await["holdings"].take();
        ["shelfFiles", "shelfBytes"].map(|name| holdings[name].as_i64().unwrap())
    };
    assert_eq!(held().await, [0, 0]);
    for (name, size) in [("zhangsan", 10_i64), ("lisi", 32)] {
        let owner = api.signed_in(name, Role::Applicant).await;
        let shelf = json!({"name": "架", "kind": "shelf"});
        let made = api.post("/api/push-targets", &owner, shelf).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
        let put = "INSERT INTO shelf_file (id, user_id, dataname, path, object_key, size, sha256, stored_at, expires_at) \
            SELECT gen_random_uuid(), user_id, 'GF1_a', 'a.tif', $1, $2, decode(repeat('07', 32), 'hex'), now(), now() \
            FROM shelf WHERE user_id NOT IN (SELECT user_id FROM shelf_file)";
        sqlx::query(put)
            .bind(name)
            .bind(size)
            .execute(&api.context.pool)
            .await
            .unwrap();
    }
    assert_eq!(held().await, [2, 42]);
}

#[tokio::test]
async fn nobody_else_may_watch() {
    let api = TestApi::new().await;
    let others: Vec<Permission> = Permission::ALL
        .into_iter()
        .filter(|permission| *permission != Permission::Monitor)
        .collect();
    let other = api.holding("other", &others).await;
    assert_eq!(
        api.get("/api/monitor", &other).await.status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        api.get("/api/monitor", "").await.status,
        StatusCode::UNAUTHORIZED
    );
    for role in [Role::Admin, Role::Operator] {
        let token = api
            .signed_in(&format!("{role:?}").to_lowercase(), role)
            .await;
        monitor(&api, &token).await;
    }
}
