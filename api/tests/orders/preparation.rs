//! Steering the preparation.

use serde_json::{Value, json};

use crate::world::World;

/// Extracts one of two scenes and fails the other.
async fn half_failed(w: &World) -> String {
    let order = w.approved().await;
    let claimed = w.claim().await;
    w.work(claimed[0]).await;
    w.fail(claimed[1], "数据源缺少该文件").await;
    order
}

fn has(order: &Value, action: &str) -> bool {
    order["actions"]
        .as_array()
        .unwrap()
        .iter()
        .any(|offered| offered == action)
}

#[tokio::test]
async fn going_on_without_the_failed_scenes() {
    let w = World::new().await;
    let order = w.approved().await;
    let early = w.act(&order, "continue", &w.admin).await;
    assert_eq!(
        (early.refusal().0, early.refusal().1.as_str()),
        (409, "nothing_to_continue")
    );
    let claimed = w.claim().await;
    w.work(claimed[0]).await;
    let seen = w.get(&format!("/api/orders/{order}"), &w.admin).await.ok();
    assert!(!has(&seen, "continue_without_failed"));
    assert_eq!(seen["dataPercent"]["percentStr"], "25%");

    w.fail(claimed[1], "数据源缺少该文件").await;
    let seen = w.get(&format!("/api/orders/{order}"), &w.admin).await.ok();
    assert!(has(&seen, "continue_without_failed"));
    let scenes = w
        .get(&format!("/api/orders/{order}/scenes"), &w.owner)
        .await
        .ok();
    let mut states: Vec<_> = scenes["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|scene| (scene["sstatus"].clone(), scene["flog"].clone()))
        .collect();
    states.sort_by_key(|(state, _)| state.as_i64());
    assert_eq!(
        states,
        [
            (json!(0), Value::Null),
            (json!(2), json!("归档文件不存在：数据源缺少该文件"))
        ]
    );

    assert_eq!(w.act(&order, "continue", &w.admin).await.ok()["sstatus"], 3);
    w.prepare().await;
    assert_eq!(
        w.get(&format!("/api/orders/{order}"), &w.owner).await.ok()["sstatus"],
        6
    );
}

#[tokio::test]
async fn extracting_again() {
    let w = World::new().await;
    let order = half_failed(&w).await;
    let path = format!("/api/orders/{order}/reextract");
    let much = w
        .post(&path, &w.admin, json!({"scope": "failed", "priority": 101}))
        .await;
    assert_eq!(
        (much.refusal().0, much.refusal().2.as_str()),
        (400, "优先级应为0到100的整数！")
    );
    let again = w
        .post(&path, &w.admin, json!({"scope": "failed", "priority": 80}))
        .await
        .ok();
    assert_eq!(
        (&again["sorder"], &again["dataPercent"]["doing"]),
        (&json!(80), &json!(1))
    );
    let none = w.post(&path, &w.admin, json!({"scope": "failed"})).await;
    assert_eq!(
        (none.refusal().0, none.refusal().1.as_str()),
        (409, "nothing_failed")
    );
    let all = w.post(&path, &w.admin, json!({"scope": "all"})).await.ok();
    assert_eq!(
        (&all["sorder"], &all["dataPercent"]["doing"]),
        (&json!(80), &json!(2))
    );
    w.prepare().await;
    assert_eq!(
        w.get(&format!("/api/orders/{order}"), &w.owner).await.ok()["sstatus"],
        6
    );
    let late = w.post(&path, &w.admin, json!({"scope": "all"})).await;
    assert_eq!(late.refusal().1, "wrong_state");
}

#[tokio::test]
async fn cancelling_needs_a_cause_and_stops_the_work() {
    let w = World::new().await;
    let order = w.approved().await;
    let claimed = w.claim().await;
    let path = format!("/api/orders/{order}/cancel");
    let silent = w.post(&path, &w.admin, json!({})).await;
    assert_eq!(
        silent.refusal(),
        (422, "cause_missing".into(), "请填写取消原因！".into())
    );
    let cancelled = w
        .post(&path, &w.admin, json!({"cause": "数据有误"}))
        .await
        .ok();
    assert_eq!(
        (&cancelled["sstatus"], &cancelled["cause"]),
        (&json!(2), &json!("数据有误"))
    );
    w.fail(claimed[0], "too late").await;
    let scenes = w
        .get(&format!("/api/orders/{order}/scenes"), &w.owner)
        .await
        .ok();
    assert_eq!(scenes["items"][0]["sstatus"], Value::Null);
}
