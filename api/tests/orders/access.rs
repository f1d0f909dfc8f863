//! Nobody reaches what is not theirs.

use std::collections::BTreeSet;

use axum::http::{HeaderValue, Method};
use serde_json::{Value, json};
use storage::db::order_figures;

use crate::world::{Person, World, request};

/// Every route with what it answers to a guest, the order's owner, another applicant, an administrator and an
/// operator. The order asked about is completed, and no request here changes anything: what a person may do ends in
/// a 400, 409 or 422.
const TABLE: &str = "
    GET    /api/announcements                  200 200 200 200 200
    POST   /api/areas                          400 400 400 400 400
    POST   /api/areas/check                    400 400 400 400 400
    POST   /api/areas/kept                     400 400 400 400 400
    GET    /api/areas/kept/{areaId}            404 404 404 404 404
    GET    /api/attachments                    401 200 200 403 403
    POST   /api/attachments                    401 400 400 400 403
    POST   /api/attachments/reuse              401 400 400 403 403
    GET    /api/attachments/{id}               401 200 404 200 403
    GET    /api/audit-desk                     401 403 403 200 403
    DELETE /api/audit-desk/dropped/{id}        401 403 403 404 403
    GET    /api/audit-desk/phrases             401 403 403 200 403
    PUT    /api/audit-desk/phrases             401 403 403 400 403
    GET    /api/audit-log                      401 403 403 200 403
    GET    /api/audit-log/export               401 403 403 200 403
    POST   /api/auth/captcha                   200 200 200 200 200
    GET    /api/auth/exists                    200 200 200 200 200
    POST   /api/auth/login                     400 400 400 400 400
    GET    /api/auth/me                        401 200 200 200 200
    POST   /api/auth/oidc/back-channel-logout  404 404 404 404 404
    GET    /api/auth/oidc/callback             404 404 404 404 404
    GET    /api/auth/oidc/link                 401 404 404 404 404
    POST   /api/auth/oidc/link                 401 404 404 404 404
    GET    /api/auth/oidc/sign-out             404 404 404 404 404
    GET    /api/auth/oidc/start                404 404 404 404 404
    POST   /api/auth/oidc/unlink               401 404 404 404 404
    PUT    /api/auth/password                  401 400 400 400 400
    GET    /api/auth/profile                   401 200 200 200 200
    PUT    /api/auth/profile                   401 400 400 400 400
    POST   /api/auth/register                  400 400 400 400 400
    GET    /api/auth/rules                     200 200 200 200 200
    GET    /api/auth/second-factor             401 200 200 200 200
    POST   /api/auth/second-factor             401 200 200 200 200
    POST   /api/auth/second-factor/confirm     401 400 400 400 400
    POST   /api/auth/second-factor/off         401 409 409 409 409
    POST   /api/auth/second-factor/recovery-codes 401 409 409 409 409
    GET    /api/auth/sessions                  401 200 200 200 200
    DELETE /api/auth/sessions/{id}             401 204 204 204 204
    GET    /api/behaviours                     401 403 403 200 403
    POST   /api/behaviours                     401 400 400 400 400
    GET    /api/bookmarks                      401 200 200 200 200
    POST   /api/bookmarks                      401 400 400 400 400
    DELETE /api/bookmarks/{id}                 401 404 404 404 404
    DELETE /api/cart                           401 400 400 403 403
    GET    /api/cart                           401 200 200 403 403
    POST   /api/cart                           401 400 400 403 403
    GET    /api/catalog/fieldLists             401 403 403 200 403
    PUT    /api/catalog/fieldLists/{name}      401 403 403 400 403
    DELETE /api/catalog/fieldLists/{name}      401 403 403 404 403
    GET    /api/catalog/fields.xlsx            401 403 403 200 403
    POST   /api/catalog/fields/import          401 403 403 400 403
    GET    /api/catalog/ingestRules            401 403 403 200 403
    PUT    /api/catalog/ingestRules            401 403 403 400 403
    POST   /api/catalog/ingestRules/dryRun     401 403 403 400 403
    GET    /api/catalog/nodes                  401 403 403 200 403
    POST   /api/catalog/nodes                  401 403 403 400 403
    PUT    /api/catalog/nodes/{id}             401 403 403 404 403
    DELETE /api/catalog/nodes/{id}             401 403 403 404 403
    POST   /api/catalog/nodes/{id}/move        401 403 403 404 403
    POST   /api/catalog/nodes/{id}/move/preview 401 403 403 404 403
    GET    /api/catalog/nodes/{id}/uses        401 403 403 404 403
    GET    /api/catalog/nodes/{id}/fields      404 404 404 404 404
    PUT    /api/catalog/nodes/{id}/fields      401 403 403 404 403
    GET    /api/cart/count                     401 200 200 403 403
    POST   /api/cart/search                    401 400 400 403 403
    GET    /api/catalog/tree                   200 200 200 200 200
    GET    /api/config                         200 200 200 200 200
    GET    /api/content/announcements          401 403 403 200 200
    POST   /api/content/announcements          401 403 403 400 403
    PUT    /api/content/announcements          401 403 403 400 403
    PUT    /api/content/announcements/{id}     401 403 403 400 403
    DELETE /api/content/announcements/{id}     401 403 403 404 403
    GET    /api/content/news                   401 403 403 200 200
    POST   /api/content/news                   401 403 403 400 403
    GET    /api/content/news/{id}              401 403 403 404 404
    PUT    /api/content/news/{id}              401 403 403 400 403
    DELETE /api/content/news/{id}              401 403 403 404 403
    GET    /api/content/news-types             401 403 403 200 200
    POST   /api/content/news-types             401 403 403 400 403
    PUT    /api/content/news-types             401 403 403 400 403
    PUT    /api/content/news-types/{id}        401 403 403 400 403
    DELETE /api/content/news-types/{id}        401 403 403 404 403
    GET    /api/content/pages                  401 403 403 200 200
    GET    /api/content/pages/{page}           401 403 403 200 200
    PUT    /api/content/pages/{page}           401 403 403 400 403
    DELETE /api/content/pages/{page}           401 403 403 200 403
    GET    /api/content/pages/{page}/revisions/{revision} 401 403 403 404 404
    POST   /api/content/pages/{page}/revisions/{revision}/restore 401 403 403 404 403
    POST   /api/content/pictures               401 403 403 400 403
    GET    /api/content/pictures/{id}          404 404 404 404 404
    GET    /api/content/video                  401 403 403 200 200
    PUT    /api/content/video                  401 403 403 400 400
    DELETE /api/content/video                  401 403 403 404 404
    PUT    /api/content/video/captions/{language} 401 403 403 400 400
    DELETE /api/content/video/captions/{language} 401 403 403 404 404
    GET    /api/basemap.pmtiles                200 200 200 200 200
    GET    /api/dashboard                      401 403 403 200 200
    GET    /api/exports                        401 200 200 200 403
    POST   /api/exports                        401 400 400 400 403
    GET    /api/exports/{id}                   401 404 404 404 403
    GET    /api/exports/{id}/file              401 404 404 404 403
    DELETE /api/exports/{id}                   401 404 404 404 403
    GET    /api/guide/pages/{page}             200 200 200 200 200
    GET    /api/guide/video                    200 200 200 200 200
    GET    /api/guide/video/captions/{language} 404 404 404 404 404
    GET    /api/guide/video/file               404 404 404 404 404
    DELETE /api/orders                         401 400 400 400 403
    GET    /api/inbox                          401 200 200 200 200
    POST   /api/inbox/read                     401 400 400 400 400
    GET    /api/inbox/settings                 401 200 200 200 200
    PUT    /api/inbox/settings                 401 400 400 400 400
    GET    /api/mail/unsubscribe               400 400 400 400 400
    POST   /api/mail/unsubscribe               400 400 400 400 400
    GET    /api/news                           200 200 200 200 200
    GET    /api/news/types                     200 200 200 200 200
    GET    /api/news/{id}                      404 404 404 404 404
    GET    /api/orders                         401 200 200 200 200
    POST   /api/orders                         401 400 400 403 403
    GET    /api/orders/groups                  401 200 200 200 200
    GET    /api/orders/names                   401 200 200 200 200
    GET    /api/orders/{id}                    401 200 404 200 200
    PUT    /api/orders/{id}                    401 409 404 409 403
    POST   /api/orders/{id}/approve            401 403 403 409 403
    GET    /api/feedback/template              200 200 200 200 200
    GET    /api/orders/{id}/attachments        401 200 404 200 403
    GET    /api/orders/{id}/attachments/history 401 200 404 200 403
    GET    /api/orders/{id}/papers.zip         401 200 404 200 403
    GET    /api/orders/{id}/pickup             401 404 404 404 403
    GET    /api/orders/{id}/scenes/{did}/file  401 404 404 404 403
    POST   /api/orders/{id}/cancel             401 409 404 409 403
    POST   /api/orders/{id}/clone              401 409 404 403 403
    POST   /api/orders/{id}/complete           401 403 403 409 403
    POST   /api/orders/{id}/continue           401 403 403 409 403
    GET    /api/orders/{id}/checks             401 403 403 200 403
    POST   /api/orders/{id}/decision           401 403 403 409 403
    DELETE /api/orders/{id}/decision           401 403 403 409 403
    GET    /api/orders/{id}/delivery           401 200 404 200 403
    GET    /api/orders/{id}/events             401 200 404 200 200
    POST   /api/orders/{id}/extend             401 409 404 403 403
    POST   /api/orders/{id}/extension          401 403 403 400 403
    POST   /api/orders/{id}/feedback           401 422 404 403 403
    GET    /api/orders/{id}/files/{*name}      401 200 404 200 403
    GET    /api/orders/{id}/footprint          401 200 404 200 200
    GET    /api/orders/{id}/forms/{type}       401 200 404 200 403
    POST   /api/forms/{type}                   401 200 200 403 403
    POST   /api/orders/{id}/overdue            401 403 403 409 403
    POST   /api/orders/{id}/priority           401 403 403 400 403
    POST   /api/orders/{id}/reextract          401 403 403 409 403
    POST   /api/orders/{id}/reject             401 403 403 409 403
    POST   /api/orders/{id}/reopen             401 403 403 409 403
    GET    /api/orders/{id}/scenes             401 200 404 200 200
    POST   /api/orders/{id}/scenes             401 400 400 403 403
    GET    /api/orders/{id}/stream             401 200 404 200 200
    POST   /api/orders/{id}/submit             401 409 404 403 403
    POST   /api/orders/{id}/withdraw           401 409 404 403 403
    GET    /api/processes                      200 200 200 200 200
    PUT    /api/processes                      401 403 403 400 403
    GET    /api/recommend                      401 200 200 200 200
    POST   /api/scenes/held                    401 200 200 403 403
    GET    /api/regions                        200 200 200 200 200
    GET    /api/regions/cities                 200 200 200 200 200
    GET    /api/regions/counties               200 200 200 200 200
    GET    /api/regions/provinces              200 200 200 200 200
    GET    /api/regions/{areaCode}/wkt         200 200 200 200 200
    GET    /api/scopes                        401 403 403 200 403
    POST   /api/scopes                        401 403 403 400 403
    POST   /api/scopes/preview                401 403 403 400 403
    GET    /api/scopes/{id}                   401 403 403 404 403
    PUT    /api/scopes/{id}                   401 403 403 400 403
    DELETE /api/scopes/{id}                   401 403 403 404 403
    GET    /api/users/{id}/scope              401 403 403 404 403
    PUT    /api/users/{id}/unit               401 403 403 400 403
    GET    /api/units/tree                    401 403 403 200 403
    PUT    /api/units/{id}/parent             401 403 403 400 403
    GET    /api/scenes/satellites              200 200 200 200 200
    POST   /api/scenes/cover                   400 400 400 400 400
    POST   /api/scenes/footprints              200 200 200 200 200
    POST   /api/scenes/search                  200 200 200 200 200
    GET    /api/scenes/{dataId}                200 200 200 200 200
    GET    /api/scenes/{dataId}/similar        200 200 200 200 200
    GET    /api/scenes/{dataId}/image          404 404 404 404 404
    GET    /api/searches                       401 200 200 200 200
    POST   /api/searches                       401 400 400 400 400
    DELETE /api/searches/{id}                  401 404 404 404 404
    GET    /api/stats/behaviours               401 403 403 200 200
    GET    /api/stats/behaviours.xlsx          401 403 403 200 200
    GET    /api/stats/breakdown                401 403 403 200 200
    GET    /api/stats/breakdown.xlsx           401 403 403 200 200
    GET    /api/stats/monthly                  401 403 403 200 200
    GET    /api/stats/monthly.xlsx             401 403 403 200 200
    GET    /api/stats/orders                   401 403 403 200 200
    GET    /api/stats/orders.xlsx              401 403 403 200 200
    GET    /api/stats/ranking.xlsx             401 403 403 200 200
    GET    /api/stats/units                    401 403 403 200 200
    GET    /api/stats/units.xlsx               401 403 403 200 200
    POST   /api/survey                         401 400 400 400 400
    GET    /api/survey/answers                 401 403 403 200 403
    GET    /api/survey/figures                 401 403 403 200 403
    GET    /api/system                         401 403 403 200 403
    PUT    /api/system                         401 403 403 400 403
    GET    /api/settings                       401 403 403 200 200
    PUT    /api/settings                       401 403 403 400 403
    GET    /api/units                          200 200 200 200 200
    POST   /api/units                          401 400 400 400 403
    GET    /api/permissions                    401 403 403 200 403
    GET    /api/roles                          401 403 403 200 403
    POST   /api/roles                          401 403 403 400 403
    GET    /api/roles/{id}                     401 403 403 404 403
    PUT    /api/roles/{id}                     401 403 403 400 403
    DELETE /api/roles/{id}                     401 403 403 404 403
    GET    /api/roles/{id}/events              401 403 403 200 403
    GET    /api/separation                     401 403 403 200 403
    PUT    /api/separation                     401 403 403 409 403
    POST   /api/set-up                         409 409 409 409 409
    POST   /api/set-up/link                    400 400 400 400 400
    GET    /api/users                          401 403 403 200 403
    GET    /api/users/import-template          401 403 403 200 403
    POST   /api/users/import                   401 403 403 400 403
    POST   /api/users/{id}/personal-data       401 403 403 404 403
    POST   /api/users                          401 403 403 400 403
    GET    /api/users/{id}                     401 403 403 404 403
    PUT    /api/users/{id}                     401 403 403 404 403
    POST   /api/users/{id}/approve             401 403 403 404 403
    POST   /api/users/{id}/disable             401 403 403 404 403
    POST   /api/users/{id}/enable              401 403 403 404 403
    POST   /api/users/{id}/extend              401 403 403 404 403
    GET    /api/users/{id}/events              401 403 403 404 403
    GET    /api/users/{id}/permissions         401 403 403 404 403
    GET    /api/users/{id}/provider-links      401 403 403 404 403
    PUT    /api/users/{id}/roles               401 403 403 400 403
    POST   /api/users/{id}/password            401 403 403 400 403
    POST   /api/users/{id}/refuse              401 403 403 422 403
    DELETE /api/users/{id}/second-factor       401 403 403 404 403
    GET    /api/users/{id}/sessions            401 403 403 404 403
    DELETE /api/users/{id}/sessions            401 403 403 404 403
    GET    /api/webhooks                       401 403 403 200 403
    POST   /api/webhooks                       401 403 403 400 403
    DELETE /api/webhooks/{id}                  401 403 403 404 403
    PUT    /api/webhooks/{id}                  401 403 403 400 403
    GET    /stac                               200 200 200 200 200
    GET    /stac/collections                   200 200 200 200 200
    GET    /stac/collections/{collectionId}    200 200 200 200 200
    GET    /stac/collections/{collectionId}/items 200 200 200 200 200
    GET    /stac/collections/{collectionId}/items/{itemId} 200 200 200 200 200
    GET    /stac/collections/{collectionId}/queryables 200 200 200 200 200
    GET    /stac/conformance                   200 200 200 200 200
    GET    /stac/queryables                    200 200 200 200 200
    GET    /stac/search                        200 200 200 200 200
    POST   /stac/search                        200 200 200 200 200
    GET    /healthz                            200 200 200 200 200
    GET    /metrics                            200 200 200 200 200
    GET    /readyz                             200 200 200 200 200
    POST   /api/auth/logout                    204 204 204 204 204
";

/// Nothing in it moves an order or makes one.
fn harmless(path: &str, application: &Value) -> Value {
    match path {
        "/api/orders" => json!({"type": 9, "ids": []}),
        "/api/orders/{id}" => application.clone(),
        "/api/scenes/search" | "/api/scenes/footprints" | "/api/orders/{id}/feedback" => json!({}),
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
}

#[tokio::test]
async fn every_route_answers_everybody_as_the_table_says() {
    let w = World::new().await;
    let order = w.completed().await;
    // No worker is here, and a figure that is due is waited for.
    let mut tx = w.context.pool.begin().await.unwrap();
    order_figures::roll_up_due(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    let seen = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    let paper = seen["attachments"][0]["attachmentId"].as_str().unwrap();
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
            paper
        } else {
            &order
        };
        let path = route
            .replace("{id}", id)
            .replace("{dataId}", "s1")
            .replace("{did}", "1")
            .replace("{areaCode}", "156000000")
            .replace("{areaId}", "none")
            .replace("{name}", "none")
            .replace("{type}", "7")
            .replace("{collectionId}", "1")
            .replace("{itemId}", "s1")
            .replace("{page}", "userGuide")
            .replace("{language}", "zh")
            .replace("{revision}", "1")
            .replace("{*name}", "package/%E8%AE%A2%E5%8D%95.zip");
        let query = match route {
            "/api/auth/exists" => "?loginName=zhangsan",
            "/api/scenes/{dataId}/image" => "?typeId=1",
            "/api/stats/breakdown" | "/api/stats/breakdown.xlsx" => "?by=day",
            _ => "",
        };
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
            let mut request = request(method.clone(), &format!("{path}{query}"), &who.token);
            if method != Method::GET {
                let json = HeaderValue::from_static("application/json");
                request.headers_mut().insert("content-type", json);
                *request.body_mut() = harmless(route, &application).to_string().into();
            }
            // Streams do not end: the status is all that is read.
            got.push(w.open(request).await.status().as_u16());
        }
        let expected = [want.as_slice(), &want[..1]].concat();
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
