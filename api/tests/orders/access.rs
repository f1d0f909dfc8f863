//! Nobody reaches what is not theirs.

mod alone;
mod scope;
mod table;

use std::collections::BTreeSet;

use api::server::{Server, ServerLimits};
use axum::http::{HeaderValue, Method};
use domain::permission::{Permission, PermissionSet};
use reqwest::Client;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use storage::db::order_figures;
use storage::lifecycle::By;
use storage::lifecycle::roles::{self, RoleDraft};
use testkit::builders::person;
use tokio::net::TcpListener;

use self::table::TABLE;
use crate::world::{Person, World, request};

/// Nothing in it moves an order or makes one.
fn harmless(path: &str, application: &Value) -> Value {
    match path {
        "/api/orders" => json!({"type": 9, "ids": []}),
        "/api/orders/{id}" => application.clone(),
        "/api/scenes/search"
        | "/api/scenes/footprints"
        | "/api/exports/count"
        | "/api/stats/coverage"
        | "/api/stats/coverage.csv"
        | "/api/orders/{id}/feedback" => json!({}),
        "/api/cart/search" => json!({"wkt": "x"}),
        "/api/orders/{id}/decision" => json!({"decision": "approve"}),
        "/api/orders/{id}/clone" => json!({"scope": "failed"}),
        _ => json!({"dataIds": [], "cause": "x"}),
    }
}

/// The lines of the table: method, path, and the statuses.
fn table() -> Vec<(Method, &'static str, Vec<u16>)> {
    let line = |line: &'static str| {
        let mut words = line.split_whitespace();
        let method = words.next()?.parse().unwrap();
        let path = words.next().unwrap();
        Some((
            method,
            path,
            words.map(|code| code.parse().unwrap()).collect(),
        ))
    };
    TABLE.lines().filter_map(line).collect()
}

/// What a route cannot be asked without.
fn query_of(route: &str) -> &'static str {
    match route {
        "/api/auth/exists" => "?loginName=zhangsan",
        "/api/scenes/{dataId}/image" => "?typeId=1",
        "/api/stats/breakdown"
        | "/api/stats/breakdown.xlsx"
        | "/api/stats/received"
        | "/api/stats/received.xlsx"
        | "/api/stats/downloads"
        | "/api/stats/downloads.xlsx"
        | "/api/stats/open-services.xlsx" => "?by=day",
        "/api/registry/figures" => "?by=month",
        "/api/result-desk/figures" => "?by=unit",
        "/api/reports/yearly" => "?year=2026",
        "/api/reports/yearly/file" => "?year=2026&format=json",
        "/api/reports/yearly/{id}/file" => "?format=json",
        "/api/users/{id}/provider-links" => "?issuer=none&subject=none",
        _ => "",
    }
}

/// The route's address: of this order or whatever else has an id, of this scene in this collection.
fn path_of(route: &str, (id, scene, collection): (&str, &str, &str)) -> String {
    route
        .replace("{id}", id)
        .replace("{dataId}", scene)
        .replace("{did}", "1")
        .replace("{areaCode}", "156000000")
        .replace("{areaId}", "none")
        .replace("{name}", "none")
        .replace("{type}", "7")
        .replace("{collectionId}", collection)
        .replace("{itemId}", scene)
        .replace("{page}", "userGuide")
        .replace("{kind}", "usage")
        .replace("{language}", "zh")
        .replace("{revision}", "1")
        .replace("{number}", "1")
        .replace("{session}", "018f0000-0000-7000-8000-000000000000")
        .replace("{*name}", "package/%E8%AE%A2%E5%8D%95.zip")
}

#[tokio::test]
async fn the_table_lists_every_route() {
    let w = World::new().await;
    let declared: BTreeSet<_> = api::routes(&w.context)
        .into_iter()
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    let listed: BTreeSet<_> = table()
        .iter()
        .map(|(method, path, _)| format!("{method} {path}"))
        .collect();
    assert_eq!(
        declared, listed,
        "a route needs a line that says who reaches it"
    );
    for (method, path, statuses) in table() {
        assert_eq!(statuses.len(), 6, "{method} {path}: a cell is missing");
    }
}

/// No worker is here, and a figure that is due is waited for.
async fn count_figures(w: &World) {
    let mut tx = w.context.pool.begin().await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
}

/// A completed order and one of its papers, by their ids.
async fn completed(w: &World) -> (String, String) {
    let order = w.completed().await;
    count_figures(w).await;
    let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    let paper = seen["attachments"][0]["attachmentId"].as_str().unwrap();
    (order, paper.to_owned())
}

/// Somebody who may do this, what it implies, and nothing else.
async fn holder(w: &World, login_name: &str, permissions: &[Permission]) -> Person {
    let draft = RoleDraft {
        name: login_name,
        note: "",
        permissions: PermissionSet::from_permissions(permissions),
        permissions_before: None,
        second_factor: false,
    };
    let pool = &w.context.pool;
    let role = roles::create(pool, draft, By::System, w.now()).await;
    let person = person(login_name).roles(vec![role.unwrap()]);
    w.signs_in(person.create(pool, w.now()).await).await
}

/// Over HTTP, through the server that the product serves with.
#[tokio::test]
async fn every_route_answers_everybody_as_the_table_says() {
    let w = World::new().await;
    let (order, paper) = completed(&w).await;
    let served = Served::new(&w).await;
    let mut application = w.application("save").await;
    application["attachments"] = json!([]);
    let outside = |token: &str| Person {
        id: w.owner.id,
        token: token.into(),
    };
    let (guest, forged) = (outside(""), outside("forged"));
    let mut wrong = Vec::new();
    for (method, route, want) in table() {
        let id = if route.starts_with("/api/attachments") {
            &paper
        } else {
            &order
        };
        let path = path_of(route, (id, "s1", "1"));
        let query = query_of(route);
        let people = [
            &guest,
            &w.owner,
            &w.stranger,
            &w.admin,
            &w.operator,
            &forged,
        ];
        let mut got = Vec::new();
        for who in people {
            let path = format!("{path}{query}");
            got.push(
                served
                    .status(who, (&method, route, &path), &application)
                    .await,
            );
        }
        let expected = [&want[..5], &want[..1]].concat();
        if got != expected {
            wrong.push(format!("{method} {route}: {got:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let again = w.signs_in(w.owner.id).await;
    let after = w.get(&format!("/api/orders/{order}"), &again).await.ok();
    assert_eq!(after["sstatus"], 7);
    assert_eq!(w.get("/api/orders", &again).await.ok()["total"], 1);
}

/// The application as the product serves it, and what calls it there.
struct Served {
    address: String,
    client: Client,
}

impl Served {
    async fn new(w: &World) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let server = Server::new(w.router.clone(), ServerLimits::default());
        tokio::spawn(server.serve(listener, std::future::pending()));
        // A connection for each request: one whose request was answered unread is closed.
        let client = Client::builder()
            .no_proxy()
            .redirect(Policy::none())
            .pool_max_idle_per_host(0);
        let client = client.build().unwrap();
        Self { address, client }
    }

    async fn status(
        &self,
        who: &Person,
        (method, route, path): (&Method, &str, &str),
        application: &Value,
    ) -> u16 {
        let address = format!("{}{path}", self.address);
        let mut request = self.client.request(method.clone(), address);
        if !who.token.is_empty() {
            request = request.bearer_auth(&who.token);
        }
        if *method != Method::GET {
            request = request.json(&harmless(route, application));
        }
        // Streams do not end: the status is all that is read.
        request.send().await.unwrap().status().as_u16()
    }
}

async fn status(
    w: &World,
    who: &Person,
    (method, route, address): (&Method, &str, &str),
    application: &Value,
) -> u16 {
    let mut request = request(method.clone(), address, &who.token);
    if *method != Method::GET {
        let json = HeaderValue::from_static("application/json");
        request.headers_mut().insert("content-type", json);
        *request.body_mut() = harmless(route, application).to_string().into();
    }
    // Streams do not end: the status is all that is read.
    w.open(request).await.status().as_u16()
}

/// Routes ask for permissions, and one permission may open to a role what another one, of a second role, would make more of.
#[tokio::test]
async fn two_roles_reach_no_more_of_anothers_order_than_each_of_them() {
    let w = World::new().await;
    let order = w.completed().await;
    let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    let paper = seen["attachments"][0]["attachmentId"].as_str().unwrap();
    let application = w.application("save").await;
    w.run("INSERT INTO user_role (user_id, role_id) SELECT id, 'applicant' FROM app_user WHERE login_name = 'operator'")
        .await;
    let both = w.signs_in(w.operator.id).await;
    let reaches = |status: u16| !matches!(status, 401 | 403 | 404);
    let (mut wrong, mut looked) = (Vec::new(), 0);
    for (method, route, want) in table() {
        let id = match route {
            _ if route.starts_with("/api/attachments/{id}") => paper,
            _ if route.starts_with("/api/orders/{id}") => &order,
            _ => continue,
        };
        let address = format!("{}{}", path_of(route, (id, "s1", "1")), query_of(route));
        let got = status(&w, &both, (&method, route, &address), &application).await;
        if reaches(got) && !reaches(want[2]) && !reaches(want[4]) {
            wrong.push(format!("{method} {route}: {got}"));
        }
        looked += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looked >= 40, "{looked}");
}

/// An administrator is told before a role is saved what the table above finds out with people who have it.
#[tokio::test]
async fn a_role_is_previewed_as_every_route_answers_it() {
    let w = World::new().await;
    let mut wrong = Vec::new();
    for (at, who) in [(1, &w.owner), (3, &w.admin), (4, &w.operator)] {
        let me = w.get("/api/auth/me", who).await.ok();
        let body = json!({"permissions": me["authorities"]});
        let preview = w.post("/api/roles/preview", &w.admin, body).await.ok();
        assert_eq!(preview["permissions"], me["authorities"]);
        assert_eq!(preview["pages"], me["pages"]);
        assert_eq!(preview["scenes"], Value::Null);
        let routes = preview["routes"].as_array().unwrap();
        let open: BTreeSet<_> = (routes.iter().filter(|route| route["open"] == true))
            .map(|route| format!("{} {}", route["method"], route["path"]).replace('"', ""))
            .collect();
        assert_eq!(routes.len(), table().len());
        for (method, path, statuses) in table() {
            let name = format!("{method} {path}");
            let opens = statuses[at] != 403;
            if open.contains(&name) != opens {
                wrong.push(format!("{name}: {at} {}", statuses[at]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    // Who is refused learns whom to ask for what.
    let refused = w.act(&order, "approve", &w.operator).await;
    assert_eq!(refused.json()["needs"], json!(["/order/audit"]));
}

/// Operators watch over the preparation of everybody's orders: they see them, and nothing of what is in them.
#[tokio::test]
async fn operators_read_orders_and_their_preparation() {
    let w = World::new().await;
    let order = w.prepared().await;
    let path = format!("/api/orders/{order}");
    let listed = w.get("/api/orders?status=6", &w.operator).await.ok();
    assert_eq!(listed["total"], 1);
    for seen in [
        listed["items"][0].clone(),
        w.get(&path, &w.operator).await.ok(),
    ] {
        assert_eq!(seen["dataPercent"]["percentStr"], "100%");
        assert!(seen["expiresAt"].is_string());
        assert_eq!(seen["actions"], json!([]));
        assert_eq!(
            (&seen["downlodPathFile"], &seen["downloads"]),
            (&Value::Null, &json!([]))
        );
        assert!(seen.get("attachments").is_none());
    }
    let scenes = w.get(&format!("{path}/scenes"), &w.operator).await.ok();
    assert_eq!(scenes["items"][0]["fileUrl"], Value::Null);
    for secret in [
        "delivery",
        "attachments",
        "papers.zip",
        "files/package/1.zip",
        "pickup",
    ] {
        let status = w.get(&format!("{path}/{secret}"), &w.operator).await.status;
        assert_eq!(status, 403, "{secret}");
    }
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
