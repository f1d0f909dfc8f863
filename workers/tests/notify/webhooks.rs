//! Other systems are told, signed, and again when they did not hear.

use domain::notice::NoticeKind;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use storage::db::Page;
use storage::db::webhooks::{self, WAITS, Webhook};
use storage::lifecycle::accounts;

use super::sinks::{Request, WebSink};
use super::world::{SECRET, World};

async fn only(world: &World) -> Webhook {
    let found = webhooks::list(&mut *world.db().await, Page::new(None, None)).await;
    found.unwrap().items.remove(0)
}

/// As a receiver checks it.
fn is_signed(request: &Request) -> bool {
    let timestamp = request.header("x-scenedock-timestamp");
    let digits = request
        .header("x-scenedock-signature")
        .strip_prefix("sha256=")
        .unwrap();
    let bytes = hex::decode(digits).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(format!("{timestamp}.{}", request.body).as_bytes());
    mac.verify_slice(&bytes).is_ok()
}

#[tokio::test]
async fn a_call_is_signed_and_says_what_happened() {
    let world = World::new().await;
    let sink = WebSink::start().await;
    world.webhook(&sink.url(), &[]).await;
    let other = WebSink::start().await;
    world.webhook(&other.url(), &[NoticeKind::Prepared]).await;
    let order = world.rejected().await;
    let notifier = world.notifier(true);
    for _ in 0..2 {
        notifier.deliver_notices(world.now).await.unwrap();
        notifier.call_webhooks(world.now).await.unwrap();
    }
    let requests = sink.requests();
    assert_eq!(requests.len(), 1);
    assert_eq!(requests[0].line(), "post /hook http/1.1");
    assert_eq!(requests[0].header("content-type"), "application/json");
    assert_eq!(
        requests[0].header("x-scenedock-timestamp"),
        world.now.timestamp().to_string()
    );
    assert!(is_signed(&requests[0]));
    let mut spoiled = requests[0].clone();
    spoiled.body.push(' ');
    assert!(!is_signed(&spoiled));
    let mut body: Value = serde_json::from_str(&requests[0].body).unwrap();
    assert!(body["id"].take().is_string());
    assert_eq!(
        body,
        json!({"id": null, "event": "rejected", "order": order.id.to_string(), "ordername": order.number.as_str(),
            "from": 0, "to": 2, "at": "2026-11-21T02:00:00Z"})
    );
    assert_eq!(only(&world).await.status, Some(204));
    assert_eq!(other.requests().len(), 0, "it asked for something else");
}

#[tokio::test]
async fn a_failed_call_is_made_again_with_the_same_id_and_given_up_after_five() {
    let world = World::new().await;
    let sink = WebSink::start().await;
    world.webhook(&sink.url(), &[]).await;
    world.rejected().await;
    let notifier = world.notifier(true);
    notifier.deliver_notices(world.now).await.unwrap();
    sink.answers
        .lock()
        .unwrap()
        .push_back("500 Internal Server Error");
    notifier.call_webhooks(world.now).await.unwrap();
    let hook = only(&world).await;
    assert_eq!((hook.status, hook.error.is_some()), (Some(500), true));
    notifier.call_webhooks(world.after(59)).await.unwrap();
    assert_eq!(sink.requests().len(), 1, "not before its time");
    notifier.call_webhooks(world.after(60)).await.unwrap();
    notifier.call_webhooks(world.after(100_000)).await.unwrap();
    let requests = sink.requests();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0].body, requests[1].body);
    assert_ne!(
        requests[0].header("x-scenedock-signature"),
        requests[1].header("x-scenedock-signature")
    );
    assert!(is_signed(&requests[1]));
    let hook = only(&world).await;
    assert_eq!((hook.status, hook.error), (Some(204), None));

    world.rejected().await;
    let mut at = 200_000;
    notifier.deliver_notices(world.after(at)).await.unwrap();
    for wait in WAITS {
        sink.answers.lock().unwrap().push_back("503 Busy");
        notifier.call_webhooks(world.after(at)).await.unwrap();
        at += wait;
    }
    notifier
        .call_webhooks(world.after(at + 100_000))
        .await
        .unwrap();
    assert_eq!(sink.requests().len(), 2 + WAITS.len());
}

#[tokio::test]
async fn the_internal_network_is_not_called_and_nobody_is_followed() {
    let world = World::new().await;
    let sink = WebSink::start().await;
    world.webhook(&sink.url(), &[]).await;
    world.rejected().await;
    let strict = world.notifier(false);
    strict.deliver_notices(world.now).await.unwrap();
    strict.call_webhooks(world.now).await.unwrap();
    assert_eq!(sink.requests().len(), 0);
    let hook = only(&world).await;
    let said = hook.error.map(|why| why.chinese());
    assert_eq!(said.as_deref(), Some("不允许调用内部网络地址"));

    let elsewhere = WebSink::start().await;
    let answer: &'static str =
        Box::leak(format!("302 Found\r\nlocation: {}", elsewhere.url()).into_boxed_str());
    sink.answers.lock().unwrap().push_back(answer);
    let lenient = world.notifier(true);
    lenient.call_webhooks(world.after(60)).await.unwrap();
    assert_eq!(sink.requests().len(), 1);
    assert_eq!(elsewhere.requests().len(), 0);
    assert_eq!(only(&world).await.status, Some(302));
}

#[tokio::test]
async fn what_is_switched_off_waits_and_what_is_removed_takes_its_calls_with_it() {
    let world = World::new().await;
    let sink = WebSink::start().await;
    let id = world.webhook(&sink.url(), &[]).await;
    world.rejected().await;
    let notifier = world.notifier(true);
    notifier.deliver_notices(world.now).await.unwrap();
    let mut db = world.db().await;
    assert!(webhooks::set_active(&mut db, id, false).await.unwrap());
    notifier.call_webhooks(world.now).await.unwrap();
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    assert_eq!(sink.requests().len(), 0);
    assert!(webhooks::set_active(&mut db, id, true).await.unwrap());
    notifier.call_webhooks(world.now).await.unwrap();
    assert_eq!(sink.requests().len(), 1, "only what came while it was on");
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    assert!(webhooks::delete(&mut db, id).await.unwrap());
    notifier.call_webhooks(world.now).await.unwrap();
    assert_eq!(sink.requests().len(), 1);
    assert_eq!(
        world.count("SELECT count(*) FROM webhook_delivery").await,
        0
    );
}

/// Who entered an address may have left; it hears nothing while the account is switched off, nor of that time later.
#[tokio::test]
async fn an_address_entered_by_an_account_that_is_switched_off_hears_nothing() {
    let world = World::new().await;
    let sink = WebSink::start().await;
    world.webhook(&sink.url(), &[]).await;
    let notifier = world.notifier(true);
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    accounts::disable(&world.pool, world.admin, world.now)
        .await
        .unwrap();
    world.order().await;
    notifier.deliver_notices(world.now).await.unwrap();
    notifier.call_webhooks(world.now).await.unwrap();
    assert_eq!(sink.requests().len(), 0);
    accounts::enable(&world.pool, world.admin).await.unwrap();
    notifier.call_webhooks(world.now).await.unwrap();
    assert_eq!(
        sink.requests().len(),
        1,
        "what was on its way before goes on"
    );
}
