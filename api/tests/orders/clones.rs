//! An order made from another.

use axum::http::{HeaderValue, Method};
use chrono::TimeDelta;
use domain::quota::Quotas;
use futures::TryStreamExt as _;
use object_store::{ObjectStore as _, ObjectStoreExt as _};
use serde_json::{Value, json};
use storage::db::{attachments, deliveries, retention};
use testkit::builders::{add_nodes, node};

use crate::world::{Answer, Person, World, form, id, request};

async fn clone(w: &World, order: &str, who: &Person, scope: &str) -> Answer {
    let path = format!("/api/orders/{order}/clone");
    w.post(&path, who, json!({"scope": scope})).await
}

async fn with_key(w: &World, order: &str, key: &'static str, scope: &str) -> Answer {
    let path = format!("/api/orders/{order}/clone");
    let mut request = request(Method::POST, &path, &w.owner.token);
    let headers = request.headers_mut();
    headers.insert("idempotency-key", HeaderValue::from_static(key));
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    *request.body_mut() = json!({"scope": scope}).to_string().into();
    w.send(request).await
}

async fn papers_in_store(w: &World) -> usize {
    let prefix = "attachments".into();
    let all: Vec<_> = w
        .objects
        .store
        .list(Some(&prefix))
        .try_collect()
        .await
        .unwrap();
    all.len()
}

async fn scenes(w: &World, order: &str) -> Vec<String> {
    let path = format!("/api/orders/{order}/scenes");
    let found = w.get(&path, &w.owner).await.ok();
    let items = found["items"].as_array().unwrap();
    let mut ids: Vec<_> = items
        .iter()
        .map(|scene| scene["dataid"].as_str().unwrap().to_owned())
        .collect();
    ids.sort_unstable();
    ids
}

/// The form as an application sends it, read from an order.
fn form_of(order: &Value) -> Value {
    let mut form = form();
    for (name, value) in form.as_object_mut().unwrap() {
        *value = order[name].clone();
    }
    form
}

#[tokio::test]
async fn a_clone_is_a_draft_with_form_scenes_and_papers_of_its_own() {
    let w = World::new().await;
    let order = w.submitted().await;
    let path = format!("/api/orders/{order}");
    let priority = json!({"sorder": 70});
    w.post(&format!("{path}/priority"), &w.admin, priority)
        .await
        .ok();
    let cause = json!({"cause": "材料不全"});
    let source = w
        .post(&format!("{path}/reject"), &w.admin, cause)
        .await
        .ok();
    let source_papers = w.get(&path, &w.owner).await.ok()["attachments"].clone();

    let made = clone(&w, &order, &w.owner, "all").await;
    assert_eq!(made.status, 201);
    let made = made.json();
    let draft = id(&made);
    assert_ne!(draft, order);
    assert_eq!(made["clonedFrom"], source["ordername"]);
    assert_eq!((&made["sstatus"], &made["sorder"]), (&json!(-1), &json!(0)));
    assert_eq!(
        (&made["cause"], &made["auditor"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(form_of(&made), form());
    assert_eq!(scenes(&w, &draft).await, ["s1", "s2"]);
    let events = w
        .get(&format!("/api/orders/{draft}/events"), &w.owner)
        .await
        .ok();
    assert_eq!(events["total"], 1);
    let event = &events["items"][0];
    assert_eq!(
        (&event["action"], &event["from"], &event["to"]),
        (&json!("clone"), &Value::Null, &json!(-1))
    );
    assert!(
        event["text"]
            .as_str()
            .unwrap()
            .contains(source["ordername"].as_str().unwrap())
    );
    let recorded = "SELECT count(*) FROM behaviour WHERE kind = 4 AND ordername = $1";
    let recorded: i64 = sqlx::query_scalar(recorded)
        .bind(made["ordername"].as_str().unwrap())
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    assert_eq!(recorded, 1);

    // The same papers under ids of their own: what happens to one order's papers leaves the other's.
    let papers = made["attachments"].as_array().unwrap();
    assert_eq!(papers.len(), 4);
    for (copy, paper) in papers.iter().zip(source_papers.as_array().unwrap()) {
        assert_ne!(copy["attachmentId"], paper["attachmentId"]);
        for same in ["type", "fileName", "size", "mediaType"] {
            assert_eq!(copy[same], paper[same], "{same}");
        }
        let bytes = async |paper: &Value| {
            w.get(paper["fDataPath"].as_str().unwrap(), &w.owner)
                .await
                .bytes
        };
        assert_eq!(bytes(copy).await, bytes(paper).await);
        assert_eq!(
            w.get(copy["fDataPath"].as_str().unwrap(), &w.stranger)
                .await
                .status,
            404
        );
    }
    assert_eq!(papers_in_store(&w).await, 4, "nothing is copied");
    // The source is as it was, and both go their own ways.
    let after = w.get(&path, &w.owner).await.ok();
    assert_eq!(
        (&after["sstatus"], &after["clonedFrom"]),
        (&json!(2), &Value::Null)
    );
    assert_eq!(after["attachments"], source_papers);
    assert_eq!(w.act(&draft, "submit", &w.owner).await.ok()["sstatus"], 0);
    let of_clone = clone(&w, &draft, &w.owner, "all").await.ok();
    assert_eq!(of_clone["clonedFrom"], made["ordername"]);
}

#[tokio::test]
async fn the_failed_scenes_are_cloned_alone() {
    let w = World::new().await;
    let order = w.approved().await;
    let none = clone(&w, &order, &w.owner, "failed").await;
    assert_eq!(
        (none.refusal().0, none.refusal().1.as_str()),
        (409, "nothing_failed")
    );
    let claimed = w.claim().await;
    w.work(claimed[0]).await;
    w.fail(claimed[1], "数据源缺少该文件").await;
    w.act(&order, "continue", &w.admin).await.ok();
    let failed: String = sqlx::query_scalar(
        "SELECT s.dataid FROM order_scene os JOIN scene s USING (did) WHERE os.state = 2",
    )
    .fetch_one(&w.context.pool)
    .await
    .unwrap();
    let made = clone(&w, &order, &w.owner, "failed").await.ok();
    assert_eq!(scenes(&w, &id(&made)).await, [failed]);
    assert_eq!(
        (&made["dataCount"], &made["dataSize"]),
        (&json!(1), &json!(10))
    );
    assert_eq!(papers_in_store(&w).await, 4, "nothing is copied");
}

#[tokio::test]
async fn what_left_the_catalogue_is_left_out() {
    let w = World::new().await;
    let order = w.submitted().await;
    let leave = async |dataid: &'static str| {
        for sql in [
            "ALTER TABLE order_scene DROP CONSTRAINT IF EXISTS order_scene_did_fkey",
            "DELETE FROM scene WHERE dataid = $1",
        ] {
            let query = sqlx::query(sql);
            let query = if sql.contains("$1") {
                query.bind(dataid)
            } else {
                query
            };
            query.execute(&w.context.pool).await.unwrap();
        }
    };
    leave("s1").await;
    let made = clone(&w, &order, &w.owner, "all").await.ok();
    assert_eq!(scenes(&w, &id(&made)).await, ["s2"]);
    assert_eq!(
        (&made["dataCount"], &made["dataSize"]),
        (&json!(1), &json!(10))
    );
    leave("s2").await;
    let nothing = clone(&w, &order, &w.owner, "all").await;
    assert_eq!(
        nothing.refusal(),
        (422, "no_scenes".into(), "订购数据不能为空！".into())
    );
    assert_eq!(papers_in_store(&w).await, 4);
}

#[tokio::test]
async fn a_key_makes_one_clone() {
    let w = World::new().await;
    let order = w.submitted().await;
    let (one, other, third) = tokio::join!(
        with_key(&w, &order, "k", "all"),
        with_key(&w, &order, "k", "all"),
        with_key(&w, &order, "k", "all")
    );
    let ids = [
        one.ok()["id"].clone(),
        other.ok()["id"].clone(),
        third.ok()["id"].clone(),
    ];
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(with_key(&w, &order, "k", "all").await.ok()["id"], ids[0]);
    assert_eq!(
        with_key(&w, &order, "k", "failed").await.refusal().1,
        "idempotency_key_reused"
    );
    assert_eq!(w.get("/api/orders", &w.owner).await.ok()["total"], 2);
    assert_eq!(papers_in_store(&w).await, 4);
}

#[tokio::test]
async fn a_paper_whose_bytes_are_gone_leaves_its_slot_empty() {
    let w = World::new().await;
    let order = w.submitted().await;
    let key: String = sqlx::query_scalar("SELECT object_key FROM attachment WHERE kind = 1")
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    w.objects.store.delete(&key.as_str().into()).await.unwrap();
    let made = clone(&w, &order, &w.owner, "all").await.ok();
    let kinds: Vec<_> = made["attachments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|paper| paper["type"].clone())
        .collect();
    assert_eq!(kinds, [6, 7, 2]);
    let refused = w.act(&id(&made), "submit", &w.owner).await;
    assert_eq!(refused.refusal().1, "papers_missing");
}

/// Removes what the sweepers remove; the papers that are then in the store.
async fn swept(w: &World) -> usize {
    let later = w.now() + TimeDelta::days(2);
    let mut db = w.context.connection().await.unwrap();
    retention::forget_dropped_drafts(&mut db, later)
        .await
        .unwrap();
    attachments::forget_unused(&mut db, later).await.unwrap();
    drop(db);
    let listed = w.objects.store.list(Some(&"attachments".into()));
    let keys: Vec<String> = listed
        .map_ok(|object| object.location.to_string())
        .try_collect()
        .await
        .unwrap();
    let mut db = w.context.connection().await.unwrap();
    for orphan in deliveries::orphans(&mut db, &keys).await.unwrap() {
        w.objects
            .store
            .delete(&orphan.as_str().into())
            .await
            .unwrap();
    }
    papers_in_store(w).await
}

#[tokio::test]
async fn clones_share_papers_until_the_last_of_them_is_gone() {
    let w = World::new().await;
    let first = w.submitted().await;
    let mut orders = vec![first.clone()];
    for _ in 0..12 {
        orders.push(id(&clone(&w, &first, &w.owner, "all").await.ok()));
    }
    assert_eq!(swept(&w).await, 4, "thirteen orders, four objects");
    w.act(&first, "withdraw", &w.owner).await.ok();
    let last = orders.pop().unwrap();
    let ids = json!({"ids": orders});
    w.call(Method::DELETE, "/api/orders", &w.owner, Some(ids))
        .await
        .ok();
    assert_eq!(swept(&w).await, 4, "one order is left");
    let papers = w.get(&format!("/api/orders/{last}"), &w.owner).await.ok();
    for paper in papers["attachments"].as_array().unwrap() {
        let bytes = w.get(paper["fDataPath"].as_str().unwrap(), &w.owner).await;
        assert_eq!(bytes.status, 200);
        assert!(!bytes.bytes.is_empty());
    }
    let ids = json!({"ids": [last]});
    w.call(Method::DELETE, "/api/orders", &w.owner, Some(ids))
        .await
        .ok();
    assert_eq!(swept(&w).await, 0);
}

#[tokio::test]
async fn so_many_clones_are_made_as_a_person_may_have_open_orders() {
    let w = World::with_quotas(Quotas {
        open_orders: 3,
        ..Quotas::default()
    })
    .await;
    let order = w.submitted().await;
    for _ in 0..2 {
        clone(&w, &order, &w.owner, "all").await.ok();
    }
    let refused = clone(&w, &order, &w.owner, "all").await.refusal();
    assert_eq!((refused.0, refused.1.as_str()), (409, "quota_orders"));
    assert!(refused.2.contains("请删除不需要的草稿"), "{}", refused.2);
}

#[tokio::test]
async fn uploads_end_where_the_quota_is_met_and_leave_nothing() {
    let w = World::with_quotas(Quotas {
        paper_bytes: 1000,
        ..Quotas::default()
    })
    .await;
    let paper = testkit::client::pdf();
    let mut refused = None;
    for _ in 0..20 {
        let up = w.upload(&w.owner, "6", "a.pdf", &paper).await;
        if !up.status.is_success() {
            refused = Some(up.refusal());
            break;
        }
    }
    let (status, code, _) = refused.unwrap();
    assert_eq!((status, code.as_str()), (409, "quota_papers"));
    assert_eq!(papers_in_store(&w).await, 1000 / paper.len());
}

#[tokio::test]
async fn scenes_that_their_applicant_may_not_see_any_more_are_left_out() {
    let w = World::new().await;
    let order = w.submitted().await;
    let pool = &w.context.pool;
    add_nodes(pool, &[node(99, "授权")]).await;
    for statement in [
        "UPDATE scene SET nodeid = 99 WHERE dataid = 's2'",
        "UPDATE scope_grant SET node_ids = '{99}'",
    ] {
        sqlx::query(statement).execute(pool).await.unwrap();
    }
    let made = clone(&w, &order, &w.owner, "all").await;
    assert_eq!(made.status, 201);
    assert_eq!(scenes(&w, &id(&made.json())).await, ["s2"]);
    sqlx::query("DELETE FROM scope_grant")
        .execute(pool)
        .await
        .unwrap();
    let nothing = clone(&w, &order, &w.owner, "all").await;
    assert_eq!(nothing.status, 422, "{}", nothing.json());
}
