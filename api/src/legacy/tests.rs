use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use domain::permission::{Permission, PermissionSet};
use domain::role::Role;
use serde_json::{Value, json};

use super::table::{LegacyRoute, PREFIXES, legacy_routes};
use crate::router::RouteAccess;
use crate::testing::TestApi;
use crate::testing::callers::RouteCallers;

/// Every old address for those by whom every route of our own is tried.
#[tokio::test]
async fn every_old_address_lets_in_whom_it_names_and_nobody_else() {
    let api = TestApi::new().await;
    let mut callers = RouteCallers::new(&api).await;
    let mut wrong = Vec::new();
    for route in legacy_routes("agrs") {
        // Leaving would end the sessions that the other addresses are tried with.
        if !route.stands_for.contains("logout") {
            let callers = callers.of_route(&route.who.permissions()).await;
            for method in route.method.split(", ") {
                for (held, token) in &callers {
                    wrong.extend(try_route(&api, &route, method, (*held, token.as_str())).await);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

async fn try_route(
    api: &TestApi,
    route: &LegacyRoute,
    method: &str,
    (held, token): (Option<PermissionSet>, &str),
) -> Option<String> {
    let method = match method {
        "ANY" => Method::PUT,
        method => method.parse().unwrap(),
    };
    let path = route.path.replace("{*rest}", "x");
    let body = (method != Method::GET).then(|| json!({}));
    let answer = api.call(method, &path, token, body).await;
    // Files and pictures are answered as they are.
    let http = u64::from(answer.status.as_u16());
    let status = answer.json()["status"].as_u64().unwrap_or(http);
    let is_let_in = match held {
        Some(held) => route.who.includes(held),
        None => route.who == RouteAccess::Public,
    };
    let want_refusal = if held.is_some() { 403 } else { 401 };
    let is_right = if is_let_in {
        ![401, 403, 500].contains(&status)
    } else {
        status == want_refusal
    };
    (!is_right).then(|| {
        format!(
            "{} {path} holding {held:?}: {status} {}",
            route.method,
            answer.text()
        )
    })
}

#[tokio::test]
async fn no_path_of_the_old_folders_is_a_web_page() {
    let api = TestApi::new().await;
    let folders = PREFIXES.into_iter().chain(["/api", "/stac"]);
    for folder in folders {
        for rest in ["/", "/none", "/none/below", "/None.html"] {
            for method in [Method::GET, Method::POST] {
                let path = format!("{folder}{rest}");
                let answer = api.call(method, &path, "", None).await;
                let kind = answer.header("content-type").to_owned();
                if folder == "/stac" && rest == "/" {
                    continue;
                }
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
                assert_eq!(kind, "application/problem+json", "{path}");
            }
        }
    }
    for folder in PREFIXES {
        assert_eq!(api.get(folder, "").await.code(), "not_found", "{folder}");
    }
    let method = api
        .call(Method::PUT, "/systemAA/login/loginForm", "", None)
        .await;
    assert_eq!(method.code(), "method_not_allowed");
}

/// Somebody else's page can make a browser send a cookie, and some of these addresses write on a GET.
#[tokio::test]
async fn a_cookie_is_no_token_here() {
    let api = TestApi::new().await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    let with_cookie = Request::get("/mj/spatial/listBookmark")
        .header(header::COOKIE, format!("scenedock_session={token}"));
    let answer = api.send(with_cookie.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.json()["status"], 401);
}

/// Old clients sent an empty `Authorization` to these four.
#[tokio::test]
async fn an_empty_authorization_is_nobodys() {
    let api = TestApi::new().await;
    let user = api.account("lisi_1", Role::Applicant).await;
    for (method, path) in [
        (Method::GET, "/mj/agrsQueryModuleSpatial/getagrsCatalogTree"),
        (Method::GET, "/mhd/catalog/tree"),
        (Method::POST, "/system/login/logoutNew"),
        (Method::POST, "/systemAA/login/deleteTokenByUserID"),
    ] {
        let token = api.token_of(user).await;
        let sent = json!({"dzytoken": token}).to_string();
        let empty = Request::builder()
            .method(&method)
            .uri(path)
            .header(header::AUTHORIZATION, "")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(sent));
        let answer = api.send(empty.unwrap()).await;
        assert_eq!(answer.json()["status"], 200, "{path}");
        // The two that leave end the session whose token came beside.
        let me = api.get("/api/auth/me", &token).await;
        assert_eq!(me.status == StatusCode::OK, method == Method::GET, "{path}");
    }
}

/// Old clients sent a token that all of them knew wherever `material` was in a path.
#[tokio::test]
async fn paths_with_material_in_them_say_what_to_use() {
    let api = TestApi::new().await;
    for folder in PREFIXES {
        for path in ["material", "material/list", "agrsMaterial/list"] {
            let path = format!("{folder}/{path}");
            for method in [Method::GET, Method::POST] {
                let answer = api.call(method, &path, "", None).await;
                let (status, envelope) = (answer.status, answer.json());
                assert_eq!(status, StatusCode::OK, "{path}");
                assert_eq!(envelope["status"], 410, "{path}");
                let message = envelope["message"].as_str().unwrap();
                assert!(message.contains("固定令牌"), "{message}");
            }
        }
    }
}

/// Somebody else's page can send forms, and must not sign its visitors in.
#[tokio::test]
async fn only_json_brings_the_cookie_that_reads() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    let json = json!({"loginName": "lisi_1", "password": "Scenedock1"}).to_string();
    let form = "loginName=lisi_1&password=Scenedock1".to_owned();
    for (kind, body, has_cookie) in [
        ("application/json", json.clone(), true),
        ("text/plain", json, false),
        ("application/x-www-form-urlencoded", form, false),
    ] {
        let request = Request::post("/systemAA/login/loginForm")
            .header(header::CONTENT_TYPE, kind)
            .body(Body::from(body))
            .unwrap();
        let answer = api.send(request).await;
        assert!(answer.json()["data"]["token"].is_string(), "{kind}");
        assert_eq!(
            !answer.header("set-cookie").is_empty(),
            has_cookie,
            "{kind}"
        );
    }
}

#[tokio::test]
async fn what_is_sent_is_read_in_every_form_and_within_limits() {
    let api = TestApi::new().await;
    let send = async |kind: &'static str, body: Vec<u8>| {
        let request = Request::post("/mj/agrsQueryModuleSpatial/searchArea")
            .header(header::CONTENT_TYPE, kind)
            .body(Body::from(body))
            .unwrap();
        api.send(request).await.json()
    };
    let wkt = "POLYGON((0 0, 1 0, 1 1, 0 1, 0 0))";
    let json = json!({"DATA": {"Wkt": wkt}}).to_string();
    assert_eq!(
        send("application/json", json.into_bytes()).await["data"],
        "true"
    );
    let form = format!("WKT={}", wkt.replace(' ', "+"));
    let kind = "application/x-www-form-urlencoded; charset=UTF-8";
    assert_eq!(send(kind, form.into_bytes()).await["data"], "true");
    for (body, status) in [
        (b"{".to_vec(), 400),
        (br#"{"wkt":"\u0000"}"#.to_vec(), 400),
        (b"{}".to_vec(), 400),
        (vec![b' '; 3 << 20], 413),
    ] {
        let answer = send("application/json", body).await;
        assert_eq!(
            (&answer["status"], &answer["data"]),
            (&json!(status), &Value::Null)
        );
    }
}

/// Who owes a new password is asked for it here too, and counts as one call, not as two.
#[tokio::test]
async fn calls_are_counted_once_and_duties_hold() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    api.configure(&admin, &[("frequency", "60")]).await;
    let mut answered = 0;
    loop {
        let answer = api.get("/mj/agrsShop/getShopCarNum", &token).await;
        if answer.json()["status"] == 429 {
            assert!(!answer.header("retry-after").is_empty());
            break;
        }
        answered += 1;
        assert!(answered <= 60, "nobody counts");
    }
    assert_eq!(answered, 60);
}

/// A client system that sends its token in the header may name the same one in what it sends.
#[tokio::test]
async fn a_token_that_comes_twice_with_a_call_is_counted_once() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.holding("peer_1", &[Permission::SceneFiles]).await;
    let systems = "/api/client-systems";
    let system = json!({"loginName": "peer_1"});
    let system = api.post(systems, &admin, system).await.json();
    let path = format!("{systems}/{}/tokens", system["id"].as_str().unwrap());
    let issued = json!({"name": "同步", "validDays": 30});
    let issued = api.post(&path, &admin, issued).await.json();
    let token = issued["token"].as_str().unwrap();
    for (path, field, status, calls) in [
        ("/systemAA/login/loginForm", "clientToken", 200, 1),
        // Only people sign out.
        ("/systemAA/login/logout", "token", 403, 2),
    ] {
        let answer = api.post(path, token, json!({field: token})).await.json();
        assert_eq!(answer["status"], status, "{answer}");
        let systems = api.get(systems, &admin).await.json();
        assert_eq!(systems["items"][0]["today"]["calls"], calls, "{path}");
    }
}

/// The entrance stands before the guard of our own routes, which would keep what it refuses.
#[tokio::test]
async fn who_is_refused_at_an_old_address_is_in_the_audit_log() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let nobody = api.holding("nobody_1", &[]).await;
    // The last one writes although it is called with GET.
    let list = "/mj/agrsOrder/agrsGetOrderById?id=1";
    let set_status = "/mj/agrsOrder/updateStatusByOrderId";
    let audit = "/mj/agrsOrder/auditOrder";
    for (method, path) in [
        (Method::GET, list),
        (Method::POST, audit),
        (Method::POST, audit),
        (Method::GET, set_status),
    ] {
        let body = (method == Method::POST).then(|| json!({"secret": "s3cret"}));
        let answer = api.call(method, path, &nobody, body).await;
        assert_eq!(answer.json()["status"], 403, "{path}");
    }
    let log = api.get("/api/audit-log?subject=request", &admin).await;
    assert!(!log.text().contains("s3cret"));
    let log = log.json();
    let entries: Vec<[&str; 5]> = log["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            [
                "byLoginName",
                "action",
                "subjectId",
                "subjectName",
                "reason",
            ]
            .map(|field| one[field].as_str().unwrap())
        })
        .collect();
    let entry = |path| ["nobody_1", "post", path, path, "forbidden"];
    assert_eq!(entries, [entry(set_status), entry(audit)]);
    assert_ne!(log["items"][0]["clientIp"], "");
}
