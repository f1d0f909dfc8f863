//! Finished orders that are pushed to targets of their owners.

use serde_json::json;
use testkit::builders::subscription::push_target;

use crate::walk::{STATES, fresh, people};
use crate::world::World;

#[tokio::test]
async fn a_finished_order_goes_to_its_owners_target_once() {
    let w = World::new().await;
    let order = w.prepared().await;
    let path = format!("/api/orders/{order}/pushes");
    let pool = &w.context.pool;
    let now = w.context.now();
    let address = "ftp://ftp.example.cn/inbox";
    let target = push_target(pool, w.owner.id, address, now).await;
    let foreign = push_target(pool, w.stranger.id, address, now).await;
    let before = w.get(&path, &w.owner).await.json();
    assert_eq!(before["isOpen"], true, "{before}");
    assert_eq!(before["targets"].as_array().unwrap().len(), 1, "one's own");
    assert_eq!(before["items"], json!([]));
    let handed_out: (i64, i64) =
        sqlx::query_as("SELECT count(*), sum(size)::bigint FROM delivery_file")
            .fetch_one(pool)
            .await
            .unwrap();
    let outgoing = (before["fileCount"].as_i64(), before["byteCount"].as_i64());
    assert_eq!(outgoing, (Some(handed_out.0), Some(handed_out.1)));
    let refused = w
        .post(&path, &w.owner, json!({"targetId": foreign.0}))
        .await;
    assert_eq!(refused.json()["errors"][0]["field"], "targetId");
    let unseen = w
        .post(&path, &w.stranger, json!({"targetId": foreign.0}))
        .await;
    assert_eq!(unseen.status.as_u16(), 404);
    let first_name: String = sqlx::query_scalar("SELECT user_name FROM app_user WHERE id = $1")
        .bind(w.admin.id.0)
        .fetch_one(pool)
        .await
        .unwrap();
    // The administrator pushes it to the owner's target, and the owner once more.
    for who in [&w.admin, &w.owner] {
        let pushed = w.post(&path, who, json!({"targetId": target.0})).await;
        let body = pushed.json();
        assert_eq!(pushed.status.as_u16(), 200, "{body}");
        let items = body["items"].as_array().unwrap();
        assert_eq!(items.len(), 1, "{body}");
        assert_eq!(items[0]["targetId"], json!(target.0));
        let files = items[0]["files"].as_array().unwrap();
        assert_eq!(items[0]["isCurrent"], true);
        assert_eq!(items[0]["pushedBy"], first_name, "who pushed it first");
        assert!(!files.is_empty());
        assert!(files.iter().all(|file| file["state"] == "waiting"));
    }
    let files: i64 = sqlx::query_scalar("SELECT count(*) FROM subscription_match")
        .fetch_one(pool)
        .await
        .unwrap();
    assert_eq!(files, handed_out.0, "each once");
}

/// Who and when: the owner and who audits, while what was prepared is open for download. Nobody else leaves a trace.
#[tokio::test]
async fn an_order_is_pushed_by_its_owner_and_auditors_while_it_is_handed_out() {
    let w = World::new().await;
    let pool = &w.context.pool;
    let address = "ftp://ftp.example.cn/inbox";
    let target = push_target(pool, w.owner.id, address, w.context.now()).await;
    for state in STATES {
        for (name, person) in people(&w) {
            let order = fresh(&w, state).await;
            let path = format!("/api/orders/{order}/pushes");
            let pushed = w.post(&path, &person, json!({"targetId": target.0})).await;
            let is_handed_out = (6..=8).contains(&state);
            let expected = match name {
                "guest" => 401,
                "operator" => 403,
                "owner" | "admin" if is_handed_out => 200,
                _ => 404,
            };
            assert_eq!(
                pushed.status.as_u16(),
                expected,
                "{name} in {state}: {}",
                pushed.json()
            );
            let rows = "SELECT count(*) FROM order_push WHERE order_id = $1::uuid";
            let rows: i64 = sqlx::query_scalar(rows)
                .bind(&order)
                .fetch_one(pool)
                .await
                .unwrap();
            assert_eq!(rows == 1, expected == 200, "{name} in {state}");
        }
    }
}
