//! Nobody reaches what is not theirs.

use axum::http::Method;
use serde_json::json;

use crate::world::{Person, World};

fn is_ours(path: &str) -> bool {
    path.starts_with("/api/orders") || path.starts_with("/api/attachments")
}

#[tokio::test]
async fn every_route_refuses_whom_it_does_not_name() {
    let w = World::new().await;
    let order = w.submitted().await;
    let paper = w
        .get(&format!("/api/orders/{order}/attachments"), &w.owner)
        .await
        .ok()["items"][0]["attachmentId"]
        .clone();
    let guest = Person {
        id: w.owner.id,
        token: String::new(),
    };
    let forged = Person {
        id: w.owner.id,
        token: "forged".into(),
    };
    let mut walked = 0;
    for route in api::routes(&w.context)
        .into_iter()
        .filter(|route| is_ours(&route.path))
    {
        let id = if route.path.starts_with("/api/attachments") {
            paper.as_str().unwrap()
        } else {
            &order
        };
        let path = route.path.replace("{id}", id).replace("{*name}", "a.zip");
        let body = match route.method {
            Method::GET => None,
            _ => Some(json!({"ids": [order], "cause": "x", "attachments": []})),
        };
        for who in [&guest, &forged] {
            let answer = w.call(route.method.clone(), &path, who, body.clone()).await;
            assert_eq!(answer.status, 401, "{} {path}", route.method);
        }
        for who in [&w.stranger, &w.operator] {
            let answer = w.call(route.method.clone(), &path, who, body.clone()).await;
            let (status, code, _) = answer.refusal();
            let open_to_all = path == "/api/orders" && route.method != Method::DELETE
                || path == "/api/attachments";
            if !open_to_all || who.id == w.operator.id {
                assert!(
                    matches!(status, 403 | 404),
                    "{} {path}: {status} {code}",
                    route.method
                );
            }
        }
        walked += 1;
    }
    assert_eq!(walked, 24);
    let after = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    assert_eq!(after["sstatus"], 0);
}

#[tokio::test]
async fn what_belongs_to_another_role_is_forbidden() {
    let w = World::new().await;
    let order = w.submitted().await;
    for verb in ["approve", "continue", "complete", "overdue", "reopen"] {
        assert_eq!(w.act(&order, verb, &w.owner).await.status, 403, "{verb}");
    }
    for verb in ["submit", "withdraw"] {
        assert_eq!(w.act(&order, verb, &w.admin).await.status, 403, "{verb}");
    }
    let application = w.application("save").await;
    assert_eq!(
        w.post("/api/orders", &w.admin, application).await.status,
        403
    );
}

#[tokio::test]
async fn the_cookie_reads_and_does_not_write() {
    let w = World::new().await;
    let order = w.submitted().await;
    let with_cookie = |method, path: &str| {
        let mut request = crate::world::request(method, path, "");
        let cookie = format!("scenedock_session={}", w.owner.token);
        request
            .headers_mut()
            .insert("cookie", cookie.parse().unwrap());
        request
    };
    let read = w
        .send(with_cookie(Method::GET, &format!("/api/orders/{order}")))
        .await;
    assert_eq!(read.status, 200);
    let write = w
        .send(with_cookie(
            Method::POST,
            &format!("/api/orders/{order}/withdraw"),
        ))
        .await;
    assert_eq!(write.status, 401);
}

#[tokio::test]
async fn an_id_that_is_none_is_the_id_of_nothing() {
    let w = World::new().await;
    for path in [
        "/api/orders/1",
        "/api/orders/x/events",
        "/api/attachments/1",
    ] {
        assert_eq!(w.get(path, &w.admin).await.status, 404, "{path}");
    }
}
