//! A decision is about what was read: what its applicant took back and handed in anew is not decided about unseen.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::world::World;

impl World {
    async fn submitted_at(&self, order: &str) -> String {
        let path = format!("/api/orders/{order}");
        let order = self.get(&path, &self.admin).await.ok();
        let queue = self.get("/api/audit-desk", &self.admin).await.ok();
        assert_eq!(queue["items"][0]["since"], order["submittedAt"]);
        order["submittedAt"].as_str().unwrap().to_owned()
    }

    /// A minute later the applicant orders something else under the same number.
    async fn hand_in_anew(&self, order: &str) {
        self.pass(TimeDelta::minutes(1)).await;
        self.act(order, "withdraw", &self.owner).await.ok();
        let mut application = self.application("submit").await;
        application["form"]["productName"] = json!("二期");
        let path = format!("/api/orders/{order}");
        let submitted = self.call(Method::PUT, &path, &self.owner, Some(application));
        assert_eq!(submitted.await.ok()["sstatus"], 0);
    }
}

/// Every way to decide about the order as it was handed in at `read`.
fn decisions(order: &str, read: &str) -> [(String, Option<Value>); 4] {
    let path = |verb: &str| format!("/api/orders/{order}/{verb}");
    let reject = json!({"cause": "附件不清晰", "submittedAt": read});
    let mut held = reject.clone();
    held["decision"] = json!("reject");
    [
        (
            path("decision"),
            Some(json!({"decision": "approve", "submittedAt": read})),
        ),
        (path("decision"), Some(held)),
        (path(&format!("approve?submittedAt={read}")), None),
        (path("reject"), Some(reject)),
    ]
}

#[tokio::test]
async fn nobody_decides_about_an_order_that_was_handed_in_anew_since_it_was_read() {
    let w = World::new().await;
    let order = w.submitted().await;
    let read = w.submitted_at(&order).await;
    w.hand_in_anew(&order).await;
    for (path, body) in decisions(&order, &read) {
        let refused = w.call(Method::POST, &path, &w.admin, body).await;
        let problem = refused.json();
        assert_eq!(
            (
                refused.status.as_u16(),
                &problem["code"],
                &problem["reason"]
            ),
            (
                409,
                &json!("changed_meanwhile"),
                &json!("changed_meanwhile.order")
            ),
            "{path}"
        );
        let text = "申请人已撤回并重新提交该订单，请查看最新内容后再审核";
        assert_eq!(problem["detail"], text);
    }
    let queue = w.get("/api/audit-desk", &w.admin).await.ok();
    assert_eq!(queue["items"][0]["decision"], Value::Null);
    assert_ne!(w.submitted_at(&order).await, read);
}

#[tokio::test]
async fn what_was_read_is_decided_about_each_way() {
    let w = World::new().await;
    let statuses = [202, 202, 200, 200];
    for (at, status) in statuses.into_iter().enumerate() {
        let order = w.submitted().await;
        w.hand_in_anew(&order).await;
        let read = w.submitted_at(&order).await;
        let (path, body) = decisions(&order, &read)[at].clone();
        let decided = w.call(Method::POST, &path, &w.admin, body).await;
        assert_eq!(decided.status.as_u16(), status, "{}", decided.json());
        w.run("UPDATE orders SET state = -1").await;
    }
}

/// A priority says when an order's work is done, not what is ordered, nor since when it waits.
#[tokio::test]
async fn a_priority_is_no_new_submission() {
    let w = World::new().await;
    let order = w.submitted().await;
    let read = w.submitted_at(&order).await;
    w.pass(TimeDelta::minutes(1)).await;
    let path = format!("/api/orders/{order}/priority");
    w.post(&path, &w.admin, json!({"sorder": 40})).await.ok();
    assert_eq!(w.submitted_at(&order).await, read);
    let approve = format!("/api/orders/{order}/approve?submittedAt={read}");
    let approved = w.call(Method::POST, &approve, &w.admin, None).await.ok();
    assert_eq!(
        (&approved["sstatus"], &approved["sorder"]),
        (&json!(1), &json!(40))
    );
}
