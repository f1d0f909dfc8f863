//! Answers from memory alone.

use std::task::Poll;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::filled;
use crate::testing::square;

/// Somebody else has all the connections, so an answer is from memory or does not come while what is known is confirmed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_keeper_has_confirmed_needs_no_connection() {
    let api = filled().await;
    let searches = [
        json!({}),
        json!({"nodeIds": [1], "objTypes": ["WX"]}),
        json!({"nodeIds": [2], "objTypes": ["WX", "ZL"], "facets": true}),
        json!({"objTypes": ["ZL"]}),
        json!({"wkt": square(100.5, 30.5), "coverage": true}),
        json!({"cloudMax": 20, "sort": "cloud", "from": "2023-01-01", "pageSize": 1, "page": 2}),
    ];
    let ask = async |search: &Value| {
        let answer = api.post("/api/scenes/search", "", search.clone()).await;
        assert_eq!(answer.status, StatusCode::OK, "{search}: {}", answer.json());
        answer.json()
    };
    let mut expected = Vec::new();
    for search in &searches {
        expected.push(ask(search).await);
    }
    let scenes = api.context.scenes.clone();
    let keeper = tokio::spawn(async move { scenes.keep().await });
    for (search, expected) in searches.iter().zip(expected) {
        // What was confirmed may be too old by the time that somebody has all the connections.
        loop {
            while api.context.scenes.confirmed().is_none() {
                tokio::task::yield_now().await;
            }
            assert_eq!(ask(search).await, expected, "{search}");
            let mut others = Vec::new();
            while let Some(other) = api.context.pool.try_acquire() {
                others.push(other);
            }
            let mut again = std::pin::pin!(ask(search));
            let answered = loop {
                match futures::poll!(again.as_mut()) {
                    Poll::Ready(answer) => break Some(answer),
                    Poll::Pending if api.context.scenes.confirmed().is_none() => break None,
                    Poll::Pending => tokio::task::yield_now().await,
                }
            };
            drop(others);
            if let Some(answer) = answered {
                assert_eq!(answer, expected, "{search}");
                break;
            }
        }
    }
    keeper.abort();
}
