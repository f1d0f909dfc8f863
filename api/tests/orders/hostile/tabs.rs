//! Two tabs that act at once: one wins, the other is told so, and nothing is stored twice.

use std::future::Future;

use axum::http::{HeaderValue, Method};
use serde_json::{Value, json};

use super::refused;
use crate::world::{Answer, World, form, id, request};

const ROUNDS: usize = 12;

async fn count(w: &World, query: &'static str) -> i64 {
    sqlx::query_scalar(query)
        .fetch_one(&w.context.pool)
        .await
        .unwrap()
}

async fn events(w: &World, order: &str, from: i16) -> i64 {
    sqlx::query_scalar(
        "SELECT count(*) FROM order_event WHERE order_id = $1::uuid AND from_state = $2",
    )
    .bind(order)
    .bind(from)
    .fetch_one(&w.context.pool)
    .await
    .unwrap()
}

async fn state(w: &World, order: &str) -> i16 {
    sqlx::query_scalar("SELECT state FROM orders WHERE id = $1::uuid")
        .bind(order)
        .fetch_one(&w.context.pool)
        .await
        .unwrap()
}

async fn draft(w: &World) -> String {
    let application = w.application("save").await;
    id(&w.post("/api/orders", &w.owner, application).await.ok())
}

async fn verb(w: &World, order: &str, verb: &str, by_admin: bool) -> Answer {
    let who = if by_admin { &w.admin } else { &w.owner };
    let body = json!({"cause": "原因", "sorder": 9, "scope": "all", "score": 1});
    w.post(&format!("/api/orders/{order}/{verb}"), who, body)
        .await
}

async fn delete(w: &World, order: &str) -> Answer {
    let body = json!({"ids": [order]});
    w.call(Method::DELETE, "/api/orders", &w.owner, Some(body))
        .await
}

async fn save(w: &World, order: &str) -> Answer {
    let mut form = form();
    form["productName"] = json!("另一个标签页");
    let body = json!({"form": form, "dataIds": ["s3"], "attachments": [], "action": "save"});
    let path = format!("/api/orders/{order}");
    w.call(Method::PUT, &path, &w.owner, Some(body)).await
}

/// One of them was done, the other refused with `loser`; 0: the first.
#[track_caller]
fn one_wins(answers: (&Answer, &Answer), loser: &[u16]) -> usize {
    let won = [answers.0.status.is_success(), answers.1.status.is_success()];
    let (winner, lost) = match won {
        [true, false] => (0, answers.1),
        [false, true] => (1, answers.0),
        both => panic!(
            "{both:?} {:?} {:?}",
            answers.0.refusal(),
            answers.1.refusal()
        ),
    };
    let (status, code) = refused(lost);
    assert!(loser.contains(&status), "{status} {code}");
    assert_eq!(
        code,
        if status == 409 {
            "wrong_state"
        } else {
            "not_found"
        }
    );
    winner
}

/// Both at once, in either order.
async fn both<A: Future<Output = Answer>, B: Future<Output = Answer>>(
    round: usize,
    a: A,
    b: B,
) -> (Answer, Answer) {
    if round.is_multiple_of(2) {
        tokio::join!(a, b)
    } else {
        let (b, a) = tokio::join!(b, a);
        (a, b)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_decisions_one_is_taken() {
    let w = World::new().await;
    for round in 0..ROUNDS {
        let order = w.submitted().await;
        let pair = both(
            round,
            verb(&w, &order, "approve", true),
            verb(&w, &order, "reject", true),
        )
        .await;
        let winner = one_wins((&pair.0, &pair.1), &[409]);
        assert_eq!(state(&w, &order).await, [1, 2][winner]);
        assert_eq!(events(&w, &order, 0).await, 1);
        let tasks: i64 = sqlx::query_scalar("SELECT count(*) FROM task WHERE order_id = $1::uuid")
            .bind(&order)
            .fetch_one(&w.context.pool)
            .await
            .unwrap();
        assert_eq!(tasks, [2, 0][winner]);

        let order = w.submitted().await;
        let pair = both(
            round,
            verb(&w, &order, "approve", true),
            verb(&w, &order, "withdraw", false),
        )
        .await;
        let winner = one_wins((&pair.0, &pair.1), &[409]);
        assert_eq!(state(&w, &order).await, [1, -1][winner]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_order_is_handed_in_or_deleted_once() {
    let w = World::new().await;
    for round in 0..ROUNDS {
        let order = draft(&w).await;
        let pair = both(
            round,
            verb(&w, &order, "submit", false),
            verb(&w, &order, "submit", false),
        )
        .await;
        one_wins((&pair.0, &pair.1), &[409]);
        assert_eq!(
            (state(&w, &order).await, events(&w, &order, -1).await),
            (0, 1)
        );

        let order = draft(&w).await;
        let pair = both(round, delete(&w, &order), verb(&w, &order, "submit", false)).await;
        let winner = one_wins((&pair.0, &pair.1), &[404, 409]);
        assert_eq!(state(&w, &order).await, [-2, 0][winner]);
        assert_eq!(events(&w, &order, -1).await, 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_is_saved_is_never_what_lies_with_the_administrators() {
    let w = World::new().await;
    for round in 0..ROUNDS {
        let order = w.submitted().await;
        let (saved, withdrawn) =
            both(round, save(&w, &order), verb(&w, &order, "withdraw", false)).await;
        withdrawn.ok();
        assert_eq!(state(&w, &order).await, -1);
        let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
        if saved.status.is_success() {
            assert_eq!(
                (&seen["productName"], &seen["dataCount"]),
                (&json!("另一个标签页"), &json!(1))
            );
        } else {
            assert_eq!(refused(&saved), (409, "wrong_state".into()));
            assert_eq!(
                (&seen["productName"], &seen["dataCount"]),
                (&json!("青藏高原矿产调查"), &json!(2))
            );
            assert_eq!(seen["attachments"].as_array().unwrap().len(), 4);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_preparation_is_cancelled_once_and_an_order_rated_once() {
    let w = World::new().await;
    for round in 0..ROUNDS {
        let order = w.approved().await;
        let pair = both(
            round,
            verb(&w, &order, "cancel", false),
            verb(&w, &order, "cancel", true),
        )
        .await;
        let winner = one_wins((&pair.0, &pair.1), &[409]);
        let by: String = sqlx::query_scalar(
            "SELECT actor FROM order_event WHERE order_id = $1::uuid AND from_state = 1",
        )
        .bind(&order)
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
        assert_eq!(by, ["owner", "admin"][winner]);
        let order = w.approved().await;
        // Again all scenes, or none: whoever comes first, no task is left behind.
        let (again, cancelled) = both(
            round,
            verb(&w, &order, "reextract", true),
            verb(&w, &order, "cancel", false),
        )
        .await;
        cancelled.ok();
        assert!(again.status.is_success() || refused(&again).1 == "wrong_state");
        let live = "SELECT count(*) FROM task WHERE state IN ('waiting', 'released', 'running')";
        assert_eq!(count(&w, live).await, 0);
        let (moved, gone) = {
            let order = w.approved().await;
            both(
                round,
                verb(&w, &order, "priority", true),
                verb(&w, &order, "cancel", true),
            )
            .await
        };
        gone.ok();
        assert!(moved.status.is_success() || refused(&moved).1 == "wrong_state");
        assert_eq!(count(&w, live).await, 0);
    }
    let order = w.completed().await;
    let pair = both(
        0,
        verb(&w, &order, "feedback", false),
        verb(&w, &order, "feedback", false),
    )
    .await;
    one_wins((&pair.0, &pair.1), &[409]);
    assert_eq!(count(&w, "SELECT count(*) FROM feedback").await, 1);
}

async fn create(w: &World, key: &str, application: &Value) -> Answer {
    let mut request = request(Method::POST, "/api/orders", &w.owner.token);
    let headers = request.headers_mut();
    headers.insert("idempotency-key", HeaderValue::from_str(key).unwrap());
    headers.insert("content-type", HeaderValue::from_static("application/json"));
    *request.body_mut() = application.to_string().into();
    w.send(request).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_application_sent_twice_makes_one_order() {
    let w = World::new().await;
    for round in 0..ROUNDS {
        let application = w.application("submit").await;
        let key = format!("same-{round}");
        let (one, other) = both(
            round,
            create(&w, &key, &application),
            create(&w, &key, &application),
        )
        .await;
        assert_eq!(one.ok()["id"], other.ok()["id"]);
        // Under two keys they are two applications, but papers go with one order only.
        let application = w.application("submit").await;
        let keys = [format!("one-{round}"), format!("other-{round}")];
        let (one, other) = both(
            round,
            create(&w, &keys[0], &application),
            create(&w, &keys[1], &application),
        )
        .await;
        let lost = if one.status.is_success() {
            &other
        } else {
            &one
        };
        assert_ne!(one.status.is_success(), other.status.is_success());
        assert_eq!(refused(lost), (422, "unusable_papers".into()));
    }
    let rounds = i64::try_from(ROUNDS).unwrap();
    assert_eq!(count(&w, "SELECT count(*) FROM orders").await, 2 * rounds);
    assert_eq!(
        count(&w, "SELECT count(*) FROM behaviour WHERE kind = 4").await,
        2 * rounds
    );
    assert_eq!(
        count(&w, "SELECT count(DISTINCT ordername) FROM orders").await,
        2 * rounds
    );
}
