//! Priority, cancelling by the owner, the switch for extracting again, scenes held, suggestions.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::world::{Person, World, form, id};

async fn priorities(w: &World) -> Vec<(String, i32)> {
    sqlx::query_as("SELECT state, priority FROM task ORDER BY state")
        .fetch_all(&w.context.pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_priority_moves_the_orders_tasks_and_stands_in_its_time_line() {
    let w = World::new().await;
    let order = w.submitted().await;
    let path = format!("/api/orders/{order}/priority");
    for wrong in [json!(-1), json!(101), json!(i64::MAX)] {
        let answer = w.post(&path, &w.admin, json!({"sorder": wrong})).await;
        assert_eq!(
            answer.refusal(),
            (400, "invalid".into(), "优先级应为0到100的整数！".into())
        );
    }
    let set = async |sorder: i32| {
        w.post(&path, &w.admin, json!({"sorder": sorder}))
            .await
            .ok()
    };
    let seen = set(40).await;
    assert_eq!((&seen["sstatus"], &seen["sorder"]), (&json!(0), &json!(40)));
    w.act(&order, "approve", &w.admin).await.ok();
    assert_eq!(
        priorities(&w).await,
        [("waiting".into(), 40), ("waiting".into(), 40)]
    );
    let mut tx = w.context.begin().await.unwrap();
    let room = domain::emergency::Room::ordinary(1);
    let released = storage::db::tasks::release(&mut tx, room).await.unwrap();
    assert_eq!(released.ordinary.len(), 1);
    tx.commit().await.unwrap();
    set(90).await;
    assert_eq!(
        priorities(&w).await,
        [("released".into(), 90), ("waiting".into(), 90)]
    );
    sqlx::query("UPDATE task SET state = 'waiting'")
        .execute(&w.context.pool)
        .await
        .unwrap();
    // The package that follows takes it over, and moves in state 3 as well.
    for task in w.claim().await {
        w.work(task).await;
    }
    let seen = set(10).await;
    assert_eq!((&seen["sstatus"], &seen["sorder"]), (&json!(3), &json!(10)));
    assert!(priorities(&w).await.contains(&("waiting".into(), 10)));
    let events = w
        .get(&format!("/api/orders/{order}/events"), &w.owner)
        .await
        .ok();
    let texts: Vec<_> = events["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["action"] == "set_priority")
        .map(|event| {
            (
                event["role"].clone(),
                event["text"].clone(),
                event["to"].clone(),
            )
        })
        .collect();
    let want = [
        ("优先级由0改为40", 0),
        ("优先级由40改为90", 1),
        ("优先级由90改为10", 3),
    ];
    assert_eq!(
        texts,
        want.map(|(text, to)| (json!("admin"), json!(text), json!(to)))
    );
}

#[tokio::test]
async fn the_owner_cancels_the_preparation() {
    let w = World::new().await;
    let order = w.approved().await;
    let claimed = w.claim().await;
    w.work(claimed[0]).await;
    let path = format!("/api/orders/{order}/cancel");
    let silent = w.post(&path, &w.owner, json!({"cause": " "})).await;
    assert_eq!(
        silent.refusal(),
        (422, "cause_missing".into(), "请填写取消原因！".into())
    );
    assert_eq!(
        w.post(&path, &w.stranger, json!({"cause": "x"}))
            .await
            .status,
        404
    );
    let cancelled = w
        .post(&path, &w.owner, json!({"cause": "不再需要"}))
        .await
        .ok();
    assert_eq!(
        (&cancelled["sstatus"], &cancelled["cause"]),
        (&json!(2), &json!("不再需要"))
    );
    let events = w
        .get(&format!("/api/orders/{order}/events"), &w.owner)
        .await
        .ok();
    let last = events["items"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["role"], &last["action"], &last["text"]),
        (
            &json!("owner"),
            &json!("cancel_preparation"),
            &json!("申请人取消：不再需要")
        )
    );
    let open = "SELECT count(*) FROM task WHERE state IN ('waiting', 'released', 'running')";
    let open: i64 = sqlx::query_scalar(open)
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    assert_eq!(open, 0);
    let named = "SELECT count(*) FROM order_scene WHERE object_key IS NOT NULL";
    let named: i64 = sqlx::query_scalar(named)
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    assert_eq!(named, 0, "its bytes are the sweeper's");
}

#[tokio::test]
async fn whole_orders_are_not_extracted_again_while_that_is_off() {
    let w = World::new().await;
    let order = w.approved().await;
    let claimed = w.claim().await;
    w.work(claimed[0]).await;
    w.fail(claimed[1], "数据源缺少该文件").await;
    let settings = async || w.get("/api/settings", &w.admin).await.ok();
    let on = json!({"reorder": true, "approveRegistrations": false, "pushMostParallel": null, "pushDailyBytes": null,
        "pushBytesPerSecond": null});
    assert_eq!(settings().await, on);
    let put = async |who: &Person, body: Value| {
        w.call(Method::PUT, "/api/settings", who, Some(body)).await
    };
    for (wrong, code) in [
        (json!({}), "invalid"),
        (json!({"reorder": "no"}), "bad_json"),
        (json!({"reorder": null}), "invalid"),
    ] {
        assert_eq!(put(&w.admin, wrong).await.refusal().1, code);
    }
    let off = json!({"reorder": false, "approveRegistrations": false, "pushMostParallel": null, "pushDailyBytes": null,
        "pushBytesPerSecond": null});
    for _ in 0..2 {
        assert_eq!(put(&w.admin, json!({"reorder": false})).await.ok(), off);
    }
    assert_eq!(settings().await, off);
    let log = w.get("/api/audit-log?subject=setting", &w.admin).await.ok();
    assert_eq!(log["items"].as_array().unwrap().len(), 1, "{log}");
    let change = json!([{"field": "reorder", "before": "true", "after": "false"}]);
    assert_eq!(log["items"][0]["changes"], change);
    let path = format!("/api/orders/{order}/reextract");
    let all = w.post(&path, &w.admin, json!({"scope": "all"})).await;
    assert_eq!(
        all.refusal(),
        (409, "reorder_off".into(), "未开启重提数据！".into())
    );
    w.post(&path, &w.admin, json!({"scope": "failed"}))
        .await
        .ok();
    put(&w.admin, json!({"reorder": true})).await.ok();
    w.post(&path, &w.admin, json!({"scope": "all"})).await.ok();
    let by: (uuid::Uuid, bool) = sqlx::query_as("SELECT set_by, set_at IS NOT NULL FROM setting")
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    assert_eq!(by, (w.admin.id.0, true));
}

#[tokio::test]
async fn scenes_in_an_open_delivery_are_held() {
    let w = World::new().await;
    let ask = async |who: &Person, ids: Value| {
        w.post("/api/scenes/held", who, json!({"dataIds": ids}))
            .await
    };
    assert_eq!(
        ask(&w.owner, json!(["s1"])).await.ok(),
        json!({"items": [], "total": 0})
    );
    let order = w.prepared().await;
    let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    let mut many: Vec<_> = (0..4997).map(|n| format!("x{n}")).collect();
    many.extend(["s1".into(), "s2".into(), "s3".into()]);
    let held = ask(&w.owner, json!(many)).await.ok();
    assert_eq!(held["total"], 2);
    let want = |dataid: &str| json!({"dataid": dataid, "orderId": order, "ordername": seen["ordername"], "expiresAt": seen["expiresAt"]});
    assert_eq!(held["items"], json!([want("s1"), want("s2")]));
    assert_eq!(ask(&w.stranger, json!(["s1"])).await.ok()["total"], 0);
    many.push("one more".into());
    assert_eq!(ask(&w.owner, json!(many)).await.refusal().0, 400);
    w.pass(TimeDelta::days(8)).await;
    assert_eq!(
        ask(&w.owner, json!(["s1"])).await.ok()["total"],
        0,
        "its delivery has closed"
    );
}

#[tokio::test]
async fn a_scene_that_failed_or_came_on_a_disk_is_not_held() {
    let w = World::new().await;
    let order = w.approved().await;
    let claimed = w.claim().await;
    w.work(claimed[0]).await;
    w.fail(claimed[1], "数据源缺少该文件").await;
    w.act(&order, "continue", &w.admin).await.ok();
    w.prepare().await;
    let ask = async || {
        let body = json!({"dataIds": ["s1", "s2"]});
        w.post("/api/scenes/held", &w.owner, body).await.ok()["total"].clone()
    };
    assert_eq!(ask().await, 1);
    sqlx::query("UPDATE orders SET get_method = 2")
        .execute(&w.context.pool)
        .await
        .unwrap();
    assert_eq!(ask().await, 0);
}

async fn draft(w: &World, who: &Person, unit: &str) -> Value {
    let mut form = form();
    form["applyUserUnit"] = json!(unit);
    let draft = json!({"form": form, "dataIds": ["s1"]});
    let made = w.post("/api/orders", who, draft).await.ok();
    w.pass(TimeDelta::seconds(1)).await;
    made
}

#[tokio::test]
async fn order_numbers_and_units_are_suggested() {
    let w = World::new().await;
    let mut made = Vec::new();
    for (who, unit) in [
        (&w.owner, "甲院"),
        (&w.owner, "乙院"),
        (&w.stranger, "甲院"),
        (&w.owner, "乙院 100%"),
    ] {
        made.push(draft(&w, who, unit).await);
    }
    let number = |at: usize| made[at]["ordername"].clone();
    let names =
        async |q: &str, who: &Person| w.get(&format!("/api/orders/names?q={q}"), who).await.ok();
    assert_eq!(
        names("", &w.owner).await,
        json!({"items": [number(3), number(1), number(0)], "total": 3})
    );
    assert_eq!(names("20261121wp", &w.admin).await["total"], 4);
    assert_eq!(
        names("WP100002", &w.admin).await["items"],
        json!([number(2)])
    );
    for nothing in ["%25", "_", "x%01", "%E9%99%A2"] {
        assert_eq!(
            names(nothing, &w.admin).await,
            json!({"items": [], "total": 0}),
            "{nothing}"
        );
    }
    let groups =
        async |q: &str, who: &Person| w.get(&format!("/api/orders/groups?q={q}"), who).await.ok();
    let unit = |name: &str, at: usize| json!({"name": name, "ordername": number(at)});
    assert_eq!(
        groups("", &w.admin).await,
        json!({"items": [unit("乙院 100%", 3), unit("甲院", 2), unit("乙院", 1)], "total": 3})
    );
    assert_eq!(
        groups("", &w.owner).await["items"],
        json!([unit("乙院 100%", 3), unit("乙院", 1), unit("甲院", 0)])
    );
    assert_eq!(
        groups("%25", &w.admin).await["items"],
        json!([unit("乙院 100%", 3)])
    );
    let body = json!({"ids": [id(&made[3])]});
    w.call(Method::DELETE, "/api/orders", &w.owner, Some(body))
        .await
        .ok();
    assert_eq!(names("", &w.owner).await["total"], 2);
    assert_eq!(groups("100", &w.admin).await["total"], 0);
    for n in 0..21 {
        draft(&w, &w.stranger, &format!("单位{n}")).await;
    }
    let all = groups("", &w.admin).await;
    assert_eq!(
        (all["items"].as_array().unwrap().len(), &all["total"]),
        (20, &json!(23))
    );
    assert_eq!(
        names("", &w.admin).await["items"].as_array().unwrap().len(),
        20
    );
}
