//! Inbox, opting out of mail, and more time for a delivery.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};
use storage::db::handles::connection;
use storage::db::{mail, notices};

use crate::world::{Person, World, request};

/// What the reconciler does with every event, without mail and webhooks.
async fn deliver_notices(w: &World) {
    let mut db = connection(&w.context.pool).await.unwrap();
    let events = notices::pending_events(&mut db, 100).await.unwrap();
    for event in &events {
        if let Some(kind) = event.kind() {
            let message = kind.message(event.facts()).into();
            notices::deliver(&mut db, event, kind, &message)
                .await
                .unwrap();
        }
    }
    let told: Vec<_> = events.iter().map(|event| event.id).collect();
    notices::mark_told(&mut db, &told).await.unwrap();
}

async fn kinds(w: &World, who: &Person) -> Vec<String> {
    let inbox = w.get("/api/inbox?pageSize=100", who).await.ok();
    let items = inbox["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["kind"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn the_inbox_is_ones_own_and_is_read_in_part_or_whole() {
    let w = World::new().await;
    let order = w.prepared().await;
    deliver_notices(&w).await;
    let inbox = w.get("/api/inbox", &w.owner).await.ok();
    assert_eq!((&inbox["total"], &inbox["unread"]), (&json!(2), &json!(2)));
    let newest = &inbox["items"][0];
    assert_eq!(newest["kind"], "prepared");
    assert_eq!(newest["orderId"], order);
    assert!(newest["ordername"].is_string() && newest["at"].is_string());
    assert_eq!(newest["read"], false);
    assert_eq!(kinds(&w, &w.admin).await, ["submitted"]);
    assert_eq!(kinds(&w, &w.stranger).await, [""; 0]);
    assert_eq!(kinds(&w, &w.operator).await, [""; 0]);

    let one = json!({"ids": [newest["id"]]});
    let by_stranger = w.post("/api/inbox/read", &w.stranger, one.clone()).await;
    assert_eq!(by_stranger.ok()["unread"], 0);
    let left = w.post("/api/inbox/read", &w.owner, one).await.ok();
    assert_eq!(left["unread"], 1, "a stranger cannot read it for them");
    let unread = w.get("/api/inbox?unread=true", &w.owner).await.ok();
    assert_eq!(unread["total"], 1);
    assert_eq!(unread["items"][0]["kind"], "approved");
    let all = json!({"all": true});
    let none = w.post("/api/inbox/read", &w.owner, all).await.ok();
    assert_eq!(none["unread"], 0);
    let page = w.get("/api/inbox?page=2&pageSize=1", &w.owner).await.ok();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(page["items"][0]["kind"], "approved");
    assert_eq!(page["items"][0]["read"], true);
    let nothing = w.post("/api/inbox/read", &w.owner, json!({})).await;
    assert_eq!(nothing.refusal().0, 400);
}

#[tokio::test]
async fn mail_is_switched_off_in_the_settings_and_by_the_link_of_a_mail() {
    let w = World::new().await;
    let settings = "/api/inbox/settings";
    let read = async || w.get(settings, &w.owner).await.ok();
    let at_first = json!({"mailNotices": true, "language": "zh-CN"});
    assert_eq!(read().await, at_first);
    let english = json!({"mailNotices": true, "language": "en"});
    let put = w.call(Method::PUT, settings, &w.owner, Some(english.clone()));
    assert_eq!(put.await.ok(), english);
    let unknown = json!({"mailNotices": true, "language": "de"});
    let put = w.call(Method::PUT, settings, &w.owner, Some(unknown));
    assert_eq!(put.await.refusal().1, "bad_json");
    let off = json!({"mailNotices": false});
    let put = w.call(Method::PUT, settings, &w.owner, Some(off)).await;
    assert_eq!(put.ok()["mailNotices"], false);
    let off = json!({"mailNotices": false, "language": "en"});
    assert_eq!(read().await, off, "the language stays");
    let on = json!({"mailNotices": true});
    w.call(Method::PUT, settings, &w.owner, Some(on)).await.ok();

    let token = mail::unsubscribe_token(&w.context.server_key, w.owner.id).unwrap();
    let path = format!("/api/mail/unsubscribe?token={token}");
    let asked = w.send(request(Method::GET, &path, "")).await;
    assert_eq!(asked.status, 200);
    assert!(asked.header("content-type").starts_with("text/html"));
    let asked = asked.text();
    assert!(
        asked.contains("Stop receiving notifications by email?"),
        "{asked}"
    );
    let chinese = json!({"mailNotices": true, "language": "zh-CN"});
    let put = w.call(Method::PUT, settings, &w.owner, Some(chinese));
    put.await.ok();
    let asked = w.send(request(Method::GET, &path, "")).await.text();
    assert!(asked.contains("<button>退订邮件</button>"), "{asked}");
    assert_eq!(read().await["mailNotices"], true, "looking changes nothing");
    let done = w.send(request(Method::POST, &path, "")).await;
    assert_eq!(done.status, 200);
    assert!(done.text().contains("已退订"), "{}", done.text());
    assert_eq!(read().await["mailNotices"], false);
    let others = w.get(settings, &w.stranger).await.ok();
    assert_eq!(others["mailNotices"], true);
    for forged in ["x", "", w.owner.token.as_str()] {
        let path = format!("/api/mail/unsubscribe?token={forged}");
        let answer = w.send(request(Method::POST, &path, "")).await;
        assert_eq!(answer.refusal().1, "bad_link", "{forged}");
    }
}

fn offers(order: &Value, action: &str) -> bool {
    order["actions"]
        .as_array()
        .unwrap()
        .contains(&action.into())
}

#[tokio::test]
async fn more_time_is_asked_for_and_given() {
    let w = World::new().await;
    let order = w.prepared().await;
    let (ask, give) = (
        format!("/api/orders/{order}/extend"),
        format!("/api/orders/{order}/extension"),
    );
    let see = async |who| w.get(&format!("/api/orders/{order}"), who).await.ok();
    let before = see(&w.owner).await;
    assert!(offers(&before, "request_extension") && !offers(&before, "extend"));
    let seen = see(&w.admin).await;
    assert!(offers(&seen, "extend") && !offers(&seen, "request_extension"));

    let empty = w.post(&ask, &w.owner, json!({"reason": " "})).await;
    assert_eq!(empty.refusal().0, 422);
    assert_eq!(empty.json()["errors"][0]["field"], "reason");
    let long = "长".repeat(5000);
    assert_eq!(
        w.post(&ask, &w.owner, json!({"reason": long}))
            .await
            .refusal()
            .0,
        400
    );
    let reason = json!({"reason": "网络太慢"});
    assert_eq!(
        w.post(&ask, &w.stranger, reason.clone()).await.refusal().0,
        404
    );
    let asked = w.post(&ask, &w.owner, reason.clone()).await.ok();
    assert_eq!(asked["sstatus"], 6);
    let again = w.post(&ask, &w.owner, reason.clone()).await;
    assert_eq!(again.refusal().1, "already_asked");
    deliver_notices(&w).await;
    assert_eq!(kinds(&w, &w.admin).await[0], "extension_requested");

    for days in [json!(0), json!(91), json!(-1), json!(65537)] {
        let answer = w.post(&give, &w.admin, json!({"days": days})).await;
        assert_eq!(answer.json()["errors"][0]["field"], "days", "{days}");
    }
    let given = w.post(&give, &w.admin, json!({"days": 90})).await.ok();
    let time = |order: &Value| -> chrono::DateTime<chrono::Utc> {
        order["expiresAt"].as_str().unwrap().parse().unwrap()
    };
    assert_eq!(time(&given) - time(&before), TimeDelta::days(90));
    assert_eq!(time(&see(&w.owner).await), time(&given));
    deliver_notices(&w).await;
    assert_eq!(kinds(&w, &w.owner).await[0], "extended");

    w.pass(TimeDelta::days(200)).await;
    let late = see(&w.owner).await;
    assert!(!offers(&late, "request_extension"), "{late}");
    let answer = w.post(&ask, &w.owner, reason).await;
    assert_eq!(answer.refusal().1, "no_open_delivery");
    let answer = w.post(&give, &w.admin, json!({"days": 1})).await;
    assert_eq!(answer.refusal().1, "no_open_delivery");
}
