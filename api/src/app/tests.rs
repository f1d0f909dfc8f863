use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use chrono::TimeDelta;
use domain::ids::AccessTokenId;
use domain::permission::{Permission, PermissionSet};
use domain::role::Role;
use serde_json::json;
use storage::db::client_systems::{self, IssuedToken};

use crate::router::{Declared, RouteAccess};
use crate::testing::TestApi;
use crate::testing::callers::{RouteCaller, RouteCallers};

/// Every route for everybody who could be let in by mistake, and who must be. Slow: those are some thousand requests.
#[tokio::test]
async fn every_route_lets_in_whom_it_names_and_nobody_else() {
    let api = TestApi::new().await;
    let mut callers = RouteCallers::new(&api).await;
    for route in crate::routes(&api.context) {
        // Signing out would end the sessions that the other routes are tried with.
        if route.path != "/api/auth/logout" {
            let callers = callers.of_route(&route.who.permissions()).await;
            try_route(&api, &route, &callers).await;
        }
    }
}

/// The route's path with something in place of each parameter.
fn example_path(route: &Declared) -> String {
    let path = route
        .path
        .replace("{*name}", "none")
        .replace("{type}", "6")
        .replace("{id}", "018f0000-0000-7000-8000-000000000000")
        .replace("{session}", "018f0000-0000-7000-8000-000000000000")
        .replace("{dataId}", "none")
        .replace("{backfill}", "018f0000-0000-7000-8000-000000000000")
        .replace("{tokenId}", "018f0000-0000-7000-8000-000000000000")
        .replace("{did}", "1")
        .replace("{collectionId}", "none")
        .replace("{itemId}", "none")
        .replace("{areaCode}", "none")
        .replace("{areaId}", "none")
        .replace("{page}", "contactUs")
        .replace("{language}", "zh")
        .replace("{revision}", "1")
        .replace("{number}", "1")
        .replace("{name}", "none")
        .replace("{kind}", "usage");
    assert!(!path.contains('{'), "{path}");
    path
}

async fn try_route(api: &TestApi, route: &Declared, callers: &[RouteCaller]) {
    let path = example_path(route);
    for (held, token) in callers {
        let answer = api.call(route.method.clone(), &path, token, None).await;
        let what = format!(
            "{} {path} holding {held:?}: {}",
            route.method, answer.status
        );
        let let_in = match held {
            Some(held) => route.who.includes(*held),
            None => route.who == RouteAccess::Public,
        };
        match (let_in, held) {
            (true, _) => {
                assert_ne!(answer.status, StatusCode::FORBIDDEN, "{what}");
                assert!(!answer.status.is_server_error(), "{what}");
            }
            (false, Some(_)) => {
                assert_eq!(answer.status, StatusCode::FORBIDDEN, "{what}");
                let needs: Vec<_> = route
                    .who
                    .permissions()
                    .into_iter()
                    .map(Permission::code)
                    .collect();
                assert_eq!(answer.json()["needs"], serde_json::json!(needs), "{what}");
            }
            (false, None) => assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{what}"),
        }
    }
}

/// The token is one of an earlier version, and of an account that may do everything.
#[tokio::test]
async fn a_token_opens_what_is_listed_here_and_nothing_of_its_accounts_person() {
    let api = TestApi::new().await;
    api.holding("peer_1", &Permission::ALL).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let made = api
        .post(
            "/api/client-systems",
            &admin,
            json!({"loginName": "peer_1"}),
        )
        .await
        .json();
    let user = made["id"].as_str().unwrap().parse().unwrap();
    let token = IssuedToken::fresh();
    let now = api.context.now();
    let mut db = api.context.connection().await.unwrap();
    let written = ("sync", PermissionSet::all());
    let times = (now, now + TimeDelta::days(1));
    let id = (user, AccessTokenId::fresh(), &token);
    client_systems::insert_token(&mut db, id, written, None, times)
        .await
        .unwrap();
    drop(db);
    let mut opened = Vec::new();
    for route in crate::routes(&api.context) {
        if route.who == RouteAccess::Public {
            continue;
        }
        let path = example_path(&route);
        let answer = api
            .call(route.method.clone(), &path, token.expose(), None)
            .await;
        if answer.status != StatusCode::FORBIDDEN {
            opened.push(format!("{} {}", route.method, route.path));
        }
    }
    opened.sort();
    insta::assert_snapshot!(opened.join("\n"));
}

/// A permission that opens nothing is none. What lets somebody see every scene opens scenes, by routes that anybody may call.
#[tokio::test]
async fn every_permission_opens_a_route() {
    let api = TestApi::new().await;
    let routes = crate::routes(&api.context);
    let opening = Permission::ALL.into_iter();
    for permission in opening.filter(|one| *one != Permission::AllScenes) {
        assert!(
            routes
                .iter()
                .any(|route| route.who.permissions().contains(&permission)),
            "{permission:?}"
        );
    }
}

#[tokio::test]
async fn what_anybody_may_call_is_listed_here() {
    let api = TestApi::new().await;
    let mut public: Vec<String> = crate::routes(&api.context)
        .into_iter()
        .filter(|route| route.who == RouteAccess::Public)
        .map(|route| format!("{} {}", route.method, route.path))
        .collect();
    public.sort();
    insta::assert_snapshot!(public.join("\n"), @r"
    GET /api/announcements
    GET /api/areas/kept/{areaId}
    GET /api/auth/exists
    GET /api/auth/oidc/callback
    GET /api/auth/oidc/sign-out
    GET /api/auth/oidc/start
    GET /api/auth/rules
    GET /api/basemap.pmtiles
    GET /api/catalog/nodes/{id}/fields
    GET /api/catalog/tree
    GET /api/config
    GET /api/content/pictures/{id}
    GET /api/delivery-records/keys
    GET /api/dictionary
    GET /api/feedback/template
    GET /api/guide/pages/{page}
    GET /api/guide/video
    GET /api/guide/video/captions/{language}
    GET /api/guide/video/file
    GET /api/instruments
    GET /api/mail/unsubscribe
    GET /api/news
    GET /api/news/types
    GET /api/news/{id}
    GET /api/processes
    GET /api/regions
    GET /api/regions/cities
    GET /api/regions/counties
    GET /api/regions/outlines
    GET /api/regions/provinces
    GET /api/regions/{areaCode}/wkt
    GET /api/scenes/satellites
    GET /api/scenes/{dataId}
    GET /api/scenes/{dataId}/image
    GET /api/scenes/{dataId}/similar
    GET /api/units
    GET /api/withdrawn-scenes
    GET /healthz
    GET /metrics
    GET /readyz
    GET /stac
    GET /stac/collections
    GET /stac/collections/{collectionId}
    GET /stac/collections/{collectionId}/items
    GET /stac/collections/{collectionId}/items/{itemId}
    GET /stac/collections/{collectionId}/queryables
    GET /stac/conformance
    GET /stac/queryables
    GET /stac/search
    POST /api/areas
    POST /api/areas/check
    POST /api/areas/kept
    POST /api/auth/captcha
    POST /api/auth/login
    POST /api/auth/logout
    POST /api/auth/oidc/back-channel-logout
    POST /api/auth/password/reset
    POST /api/auth/password/reset-link
    POST /api/auth/password/reset-request
    POST /api/auth/register
    POST /api/delivery-records/verification
    POST /api/mail/unsubscribe
    POST /api/scenes/cover
    POST /api/scenes/footprints
    POST /api/scenes/search
    POST /api/set-up
    POST /api/set-up/link
    POST /api/withdrawn-scenes
    POST /stac/search
    ");
}

#[tokio::test]
async fn every_answer_carries_the_protecting_headers() {
    let api = TestApi::new().await;
    for path in ["/", "/api/config", "/api/none", "/api/auth/me"] {
        let answer = api.get(path, "").await;
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("script-src 'self';"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn unknown_paths_and_methods_are_problems_too() {
    let api = TestApi::new().await;
    let none = api.get("/api/none", "").await;
    assert_eq!(
        (none.status, none.code().as_str()),
        (StatusCode::NOT_FOUND, "not_found")
    );
    let method = api.call(Method::PUT, "/api/config", "", None).await;
    assert_eq!(method.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(method.code(), "method_not_allowed");
}

#[tokio::test]
async fn bodies_are_limited_and_must_be_json() {
    let api = TestApi::new().await;
    let post = |kind: &'static str, body: Vec<u8>| {
        Request::post("/api/scenes/search")
            .header("content-type", kind)
            .body(Body::from(body))
            .unwrap()
    };
    let large = api
        .send(post("application/json", vec![b' '; 3 << 20]))
        .await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(large.code(), "too_large");
    let text = api.send(post("text/plain", b"{}".to_vec())).await;
    assert_eq!(text.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let deep = api
        .send(post("application/json", vec![b'['; 100_000]))
        .await;
    assert_eq!(deep.code(), "bad_json");
}

#[tokio::test]
async fn json_is_compressed_for_those_who_take_it() {
    let api = TestApi::new().await;
    let request = Request::get("/api/openapi.json").header("accept-encoding", "gzip");
    let answer = api.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.header("content-encoding"), "gzip");
    assert!(answer.bytes.starts_with(&[0x1f, 0x8b]));
}

#[tokio::test]
async fn the_document_is_openapi_3_1_and_names_every_route() {
    let api = TestApi::new().await;
    let document = api.get("/api/openapi.json", "").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    for route in crate::routes(&api.context) {
        let method = route.method.as_str().to_ascii_lowercase();
        let operation = &document["paths"][&route.path][&method];
        assert!(operation.is_object(), "{method} {}", route.path);
        assert_eq!(
            operation["security"].is_array(),
            route.who != RouteAccess::Public
        );
    }
}
