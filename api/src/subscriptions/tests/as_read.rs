//! A decision is about what was read: what its owner or another administrator changed since is not decided about unseen.

use axum::http::Method;
use serde_json::{Value, json};

use super::Desk;

impl Desk {
    async fn decide_about(&self, read: &Value, decision: &str) -> (u16, Value) {
        let path = format!(
            "/api/subscriptions/{}/decision",
            read["id"].as_str().unwrap()
        );
        let body =
            json!({"decision": decision, "reason": "请说明用途", "version": read["version"]});
        let answer = self.api.post(&path, &self.admin, body).await;
        (answer.status.as_u16(), answer.json())
    }

    async fn change(&self, read: &Value, form: Value) -> Value {
        let path = format!("/api/subscriptions/{}", read["id"].as_str().unwrap());
        let changed = self.api.call(Method::PUT, &path, &self.token, Some(form));
        changed.await.json()
    }
}

fn refused(reason: &str) -> (u16, Value, Value) {
    (409, json!("changed_meanwhile"), json!(reason))
}

fn refusal((status, problem): (u16, Value)) -> (u16, Value, Value) {
    (status, problem["code"].clone(), problem["reason"].clone())
}

#[tokio::test]
async fn nobody_decides_about_a_subscription_that_was_changed_since_it_was_read() {
    let desk = Desk::new().await;
    let read = desk.create().await;
    // Another search, and another name alone: it waits before and after each.
    let search = json!({"satellites": ["GF1"]});
    let mut form = desk.form(&search);
    let wider = desk.change(&read, form.clone()).await;
    form["name"] = json!("长期监测");
    let renamed = desk.change(&wider, form).await;
    assert_eq!(renamed["state"], "pending", "{renamed}");
    for stale in [&read, &wider] {
        for decision in ["approve", "refuse"] {
            let answer = refusal(desk.decide_about(stale, decision).await);
            assert_eq!(answer, refused("changed_meanwhile.subscription"));
        }
    }
    let (_, approved) = desk.decide_about(&renamed, "approve").await;
    assert_eq!(approved["state"], "running", "{approved}");
}

#[tokio::test]
async fn who_names_no_version_decides_about_what_there_is() {
    let desk = Desk::new().await;
    let read = desk.create().await;
    let path = format!(
        "/api/subscriptions/{}/decision",
        read["id"].as_str().unwrap()
    );
    desk.change(&read, desk.form(&json!({"satellites": ["GF1"]})))
        .await;
    for (body, state) in [
        (json!({"decision": "approve"}), "running"),
        (
            json!({"decision": "suspend", "reason": "请说明用途", "version": null}),
            "suspended",
        ),
    ] {
        let decided = desk.api.post(&path, &desk.admin, body).await.json();
        assert_eq!(decided["state"], state, "{decided}");
    }
}

#[tokio::test]
async fn of_two_who_decide_about_a_subscription_the_second_sees_what_the_first_did() {
    let desk = Desk::new().await;
    let read = desk.create().await;
    let (_, approved) = desk.decide_about(&read, "approve").await;
    let (_, suspended) = desk.decide_about(&approved, "suspend").await;
    assert_eq!(suspended["state"], "suspended", "{suspended}");
    let answer = refusal(desk.decide_about(&approved, "lift").await);
    assert_eq!(answer, refused("changed_meanwhile.subscription"));
    let (_, again) = desk.decide_about(&suspended, "approve").await;
    assert_eq!(again["code"], "wrong_state");
    let (_, lifted) = desk.decide_about(&suspended, "lift").await;
    assert_eq!(lifted["state"], "running", "{lifted}");
}

#[tokio::test]
async fn what_is_brought_changes_no_version() {
    let desk = Desk::new().await;
    let read = desk.create().await;
    let path = format!("/api/subscriptions/{}", read["id"].as_str().unwrap());
    for who in [&desk.token, &desk.admin] {
        let seen = desk.api.get(&path, who).await.json();
        assert_eq!(seen["version"], read["version"]);
    }
    let listed = desk.api.get("/api/subscription-desk", &desk.admin).await;
    assert_eq!(listed.json()["items"][0]["version"], read["version"]);
}
