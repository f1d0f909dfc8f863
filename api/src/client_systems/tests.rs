use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::ids::UserId;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};
use storage::lifecycle::{accounts, password_reset};

use crate::context::Settings;
use crate::testing::{TestApi, scene};

mod log;
mod reach;

const SYSTEMS: &str = "/api/client-systems";

/// A client system of an account that may do this, and the path of its tokens.
async fn system(api: &TestApi, admin: &str, permissions: &[Permission], form: Value) -> String {
    api.holding("peer_1", permissions).await;
    let mut body = json!({"loginName": "peer_1"});
    for (key, value) in form.as_object().unwrap() {
        body[key] = value.clone();
    }
    let made = api.post(SYSTEMS, admin, body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    format!("{SYSTEMS}/{}", made.json()["id"].as_str().unwrap())
}

async fn token(api: &TestApi, admin: &str, one: &str) -> String {
    let made = json!({"name": "同步", "validDays": 30});
    let made = api.post(&format!("{one}/tokens"), admin, made).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    made.json()["token"].as_str().unwrap().to_owned()
}

const FILES: [Permission; 2] = [Permission::SceneFiles, Permission::OrderStatistics];

#[tokio::test]
async fn a_token_calls_as_its_account_is_shown_once_and_ends_at_once() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let one = system(
        &api,
        &admin,
        &FILES,
        json!({"note": "省级节点", "callsADay": 1000}),
    )
    .await;
    let again = api
        .post(SYSTEMS, &admin, json!({"loginName": "PEER_1"}))
        .await;
    assert_eq!(again.json()["code"], "client_system_already");
    let nobody = api
        .post(SYSTEMS, &admin, json!({"loginName": "nobody"}))
        .await;
    assert_eq!(nobody.json()["errors"][0]["field"], "loginName");

    let token = token(&api, &admin, &one).await;
    assert!(token.starts_with("sdk_") && token.len() == 47, "{token}");
    let me = api.get("/api/auth/me", &token).await.json();
    assert_eq!(me["loginName"], "peer_1");
    assert_eq!(
        api.get("/api/stats/orders", &token).await.status,
        StatusCode::OK
    );
    let listed = api.get(&format!("{one}/tokens"), &admin).await.json();
    assert_eq!(listed["total"], 1);
    let shown = &listed["items"][0];
    assert_eq!(
        (&shown["expired"], &shown["token"]),
        (&json!(false), &Value::Null)
    );
    assert!(!shown["lastUsedAt"].is_null());
    let stored: i64 = sqlx::query_scalar("SELECT count(*) FROM access_token WHERE encode(token_hash, 'escape') LIKE '%' || $1 || '%'")
        .bind(&token)
        .fetch_one(&api.context.pool)
        .await
        .unwrap();
    assert_eq!(stored, 0);

    let id = shown["id"].as_str().unwrap();
    let path = format!("{one}/tokens/{id}");
    let gone = api.call(Method::DELETE, &path, &admin, None).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    for path in ["/api/auth/me", "/api/config", "/stac"] {
        let refused = api.get(path, &token).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{path}");
        assert_eq!(refused.json()["code"], "token_invalid", "{path}");
    }
    let log = api
        .get("/api/audit-log?subject=client_system", &admin)
        .await
        .json();
    assert_eq!(log["items"].as_array().unwrap().len(), 3, "{log}");
}

#[tokio::test]
async fn a_token_makes_nobody_its_account() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let held = [Permission::ManageClientSystems, Permission::SceneFiles];
    let one = system(&api, &admin, &held, json!({})).await;
    let token = token(&api, &admin, &one).await;
    let change = json!({"oldPassword": "x", "newPassword": "y"});
    for (method, path, body) in [
        (Method::GET, "/api/auth/sessions", None),
        (Method::POST, "/api/auth/password", Some(change)),
        (Method::GET, "/api/client-systems", None),
        (
            Method::POST,
            "/api/client-systems",
            Some(json!({"loginName": "admin_1"})),
        ),
    ] {
        let refused = api.call(method, path, &token, body).await;
        if refused.status != StatusCode::METHOD_NOT_ALLOWED {
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{path}");
            assert_eq!(refused.json()["code"], "token_not_enough", "{path}");
        }
    }
}

/// Whoever issues a token can use it, and would read another person's orders and delivery passwords, unnoticed.
#[tokio::test]
async fn a_token_of_an_applicant_reaches_nothing_that_is_the_applicants() {
    let api = TestApi::new().await;
    let keeper = [Permission::ManageClientSystems];
    let keeper = [
        &keeper[..],
        &Role::Applicant.permissions().iter().collect::<Vec<_>>(),
    ]
    .concat();
    let keeper = api.holding("keeper_1", &keeper).await;
    let one = system(
        &api,
        &keeper,
        &Role::Applicant.permissions().iter().collect::<Vec<_>>(),
        json!({"note": ""}),
    )
    .await;
    let user = account_of(&one);
    sqlx::query("UPDATE app_user SET email = 'peer_1@cgs.cn' WHERE id = $1")
        .bind(user.0)
        .execute(&api.context.pool)
        .await
        .unwrap();
    assert_eq!(
        api.get(SYSTEMS, &keeper).await.json()["items"][0]["permissions"],
        json!([])
    );
    for code in ["/order/mine", "/shop/list", "/order/all"] {
        let form = json!({"name": "a", "validDays": 1, "permissions": [code]});
        let refused = api.post(&format!("{one}/tokens"), &keeper, form).await;
        assert_eq!(
            refused.json()["errors"][0]["field"],
            "permissions",
            "{code}"
        );
    }
    let token = token(&api, &keeper, &one).await;
    for path in ["/api/orders", "/api/cart", "/api/exports", "/api/results"] {
        assert_eq!(api.get(path, &token).await.code(), "forbidden", "{path}");
    }
    for path in [
        "/api/inbox",
        "/api/bookmarks",
        "/api/searches",
        "/api/auth/profile",
    ] {
        assert_eq!(
            api.get(path, &token).await.code(),
            "token_not_enough",
            "{path}"
        );
    }
    let me = api.get("/api/auth/me", &token).await.json();
    assert_eq!(
        (&me["loginName"], &me["email"]),
        (&json!("peer_1"), &json!(""))
    );
    assert_eq!(me["authorities"], json!([]));
    assert_eq!(api.get("/stac/search", &token).await.status, StatusCode::OK);
}

#[tokio::test]
async fn nobody_hands_out_more_than_one_may_and_what_comes_later_is_not_in_it() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let one = system(&api, &admin, &FILES, json!({})).await;
    let keeper = api
        .holding(
            "keeper_1",
            &[Permission::ManageClientSystems, Permission::SceneFiles],
        )
        .await;
    let path = format!("{one}/tokens");
    let form =
        |permissions: Value| json!({"name": "a", "validDays": 1, "permissions": permissions});
    let beyond = api.post(&path, &keeper, form(Value::Null)).await;
    assert_eq!(beyond.json()["code"], "token_beyond_rights");
    let not_its_own = api.post(&path, &admin, form(json!(["/registry/list"])));
    assert_eq!(not_its_own.await.code(), "token_beyond_rights");
    let within = api.post(&path, &keeper, form(json!(["/scene/file"]))).await;
    assert_eq!(within.status, StatusCode::CREATED);
    let token = within.json()["token"].as_str().unwrap().to_owned();
    let statistics = api.get("/api/stats/orders", &token).await;
    assert_eq!(
        statistics.status,
        StatusCode::FORBIDDEN,
        "the account may, the token may not"
    );
    for (form, field) in [
        (json!({"name": "", "validDays": 1}), "name"),
        (json!({"name": "a", "validDays": 0}), "validDays"),
        (json!({"name": "a", "validDays": 1097}), "validDays"),
        (
            json!({"name": "a", "validDays": 1, "permissions": ["/root"]}),
            "permissions",
        ),
    ] {
        let wrong = api.post(&path, &admin, form).await;
        assert_eq!(wrong.json()["errors"][0]["field"], field);
    }
    // It is over when its time is.
    assert_eq!(api.get("/api/auth/me", &token).await.status, StatusCode::OK);
    api.pass(TimeDelta::days(1));
    assert_eq!(
        api.get("/api/auth/me", &token).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn calls_beyond_the_quota_of_the_day_are_refused_and_counted_and_the_next_day_is_another() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let one = system(&api, &admin, &FILES, json!({"callsADay": 2})).await;
    let token = token(&api, &admin, &one).await;
    for _ in 0..2 {
        assert_eq!(api.get("/stac", &token).await.status, StatusCode::OK);
    }
    let refused = api.get("/stac", &token).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.json()["code"], "daily_quota");
    let today = api.get(SYSTEMS, &admin).await.json()["items"][0]["today"].clone();
    assert_eq!(today, json!({"calls": 2, "refused": 1, "bytes": 0}));
    // Another quota counts at once, and what was refused stays counted.
    let more = json!({"callsADay": 3, "note": ""});
    assert_eq!(
        api.call(Method::PUT, &one, &admin, Some(more)).await.status,
        StatusCode::OK
    );
    assert_eq!(api.get("/stac", &token).await.status, StatusCode::OK);
    assert_eq!(
        api.get("/stac", &token).await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
    api.pass(TimeDelta::days(1));
    assert_eq!(api.get("/stac", &token).await.status, StatusCode::OK);
    let admin = api.signed_in("admin_2", Role::Admin).await;
    let days = api.get(&format!("{one}/use?days=2"), &admin).await.json();
    assert_eq!(days["items"].as_array().unwrap().len(), 2, "{days}");
    assert_eq!(days["items"][0]["calls"], 3);
}

#[tokio::test]
async fn an_account_that_is_switched_off_calls_no_more() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let one = system(&api, &admin, &FILES, json!({})).await;
    let token = token(&api, &admin, &one).await;
    let user = one.rsplit('/').next().unwrap().to_owned();
    let off = api
        .post(&format!("/api/users/{user}/disable"), &admin, json!({}))
        .await;
    assert!(off.status.is_success(), "{}", off.json());
    assert_eq!(
        api.get("/stac", &token).await.status,
        StatusCode::UNAUTHORIZED
    );
    let gone = api.call(Method::DELETE, &one, &admin, None).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(api.get(SYSTEMS, &admin).await.json()["total"], 0);
}

#[tokio::test]
async fn a_system_sees_what_its_account_sees() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.node(1, None, "GF1").await;
    api.scenes(&[scene(
        "s1",
        "POLYGON((100 30, 101 30, 101 31, 100 31, 100 30))",
    )])
    .await;
    let one = system(&api, &admin, &FILES, json!({})).await;
    let token = token(&api, &admin, &one).await;
    let found = api.get("/stac/search", &token).await.json();
    assert_eq!(found["numberMatched"], 1, "{found}");
}

/// How many searches are in the behaviour log, and how many areas are kept on people's account, once all that was begun is written.
async fn written(api: &TestApi, recorders: usize) -> (i64, i64) {
    let all = u32::try_from(recorders).unwrap();
    drop(
        api.context
            .search_recorders
            .acquire_many(all)
            .await
            .unwrap(),
    );
    sqlx::query_as(
        "SELECT (SELECT count(*) FROM behaviour WHERE kind IN (2, 7, 8)), \
         (SELECT count(*) FROM kept_area WHERE keeper LIKE 'user:%')",
    )
    .fetch_one(&api.context.pool)
    .await
    .unwrap()
}

#[tokio::test]
async fn what_a_system_does_is_not_its_accounts_persons_doing() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let one = system(&api, &admin, &FILES, json!({})).await;
    let recorders = api.context.search_recorders.available_permits();
    let token = token(&api, &admin, &one).await;
    let own = api.token_of(account_of(&one)).await;
    for (caller, east, count) in [(&token, 101, 0), (&own, 102, 1)] {
        let wkt = format!("POLYGON((100 30, {east} 30, {east} 31, 100 31, 100 30))");
        let searched = api.post("/api/scenes/search", caller, json!({})).await;
        assert_eq!(searched.status, StatusCode::OK);
        assert_eq!(api.get("/stac/search", caller).await.status, StatusCode::OK);
        let kept = api
            .post("/api/areas/kept", caller, json!({"wkt": wkt}))
            .await;
        assert_eq!(kept.status, StatusCode::OK, "{}", kept.json());
        assert_eq!(written(&api, recorders).await, (2 * count, count));
    }
}

/// Ended for good: it is told so, and listed nowhere.
async fn assert_over(api: &TestApi, admin: &str, one: &str, token: &str) {
    let refused = api.get("/stac", token).await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    assert_eq!(refused.code(), "token_invalid");
    let listed = api.get(&format!("{one}/tokens"), admin).await.json();
    assert_eq!(listed["total"], 0, "{listed}");
}

/// A token of the client system, which calls, a moment later.
async fn working_token(api: &TestApi, admin: &str, one: &str) -> String {
    api.pass(TimeDelta::seconds(1));
    let token = token(api, admin, one).await;
    assert_eq!(api.get("/stac", &token).await.status, StatusCode::OK);
    token
}

fn account_of(one: &str) -> UserId {
    one.rsplit('/').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_new_password_ends_every_token_whoever_sets_it() {
    let settings = Settings {
        captcha: false,
        mail: true,
        ..Settings::default()
    };
    let api = TestApi::with(settings).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let one = system(&api, &admin, &FILES, json!({})).await;
    let user = account_of(&one);

    let token = working_token(&api, &admin, &one).await;
    let path = format!("/api/users/{user}/password");
    let reset = api.post(&path, &admin, json!({"password": "Geology77"}));
    assert_eq!(reset.await.status, StatusCode::NO_CONTENT);
    assert_over(&api, &admin, &one, &token).await;

    let token = working_token(&api, &admin, &one).await;
    // The account was made with a hash of nothing, which no new password can be compared with.
    sqlx::query("DELETE FROM former_password")
        .execute(&api.context.pool)
        .await
        .unwrap();
    let own = api.login("peer_1", "Geology77").await.json();
    let own = own["token"].as_str().unwrap();
    let change = json!({"oldPassword": "Geology77", "password": "Mapping32"});
    let changed = api.call(Method::PUT, "/api/auth/password", own, Some(change));
    assert_eq!(changed.await.status, StatusCode::NO_CONTENT);
    assert_over(&api, &admin, &one, &token).await;

    let token = working_token(&api, &admin, &one).await;
    sqlx::query("UPDATE app_user SET email = 'peer_1@cgs.cn' WHERE id = $1")
        .bind(user.0)
        .execute(&api.context.pool)
        .await
        .unwrap();
    let (pool, now) = (&api.context.pool, api.context.now());
    let link = password_reset::issue_link(pool, user, now).await;
    let link = link.unwrap().expect("the account may have one");
    let by_mail = json!({"token": link.expose(), "password": "Surveys43"});
    let reset = api.post("/api/auth/password/reset", "", by_mail).await;
    assert!(reset.status.is_success(), "{}", reset.text());
    assert_over(&api, &admin, &one, &token).await;

    let token = working_token(&api, &admin, &one).await;
    let key = &api.context.server_key;
    let set = accounts::set_password(pool, key, user, "of the command line", now);
    set.await.unwrap();
    assert_over(&api, &admin, &one, &token).await;
    working_token(&api, &admin, &one).await;
}

#[tokio::test]
async fn tokens_do_not_come_back_with_an_account_that_is_switched_on_again() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let one = system(&api, &admin, &FILES, json!({})).await;
    let user = account_of(&one);

    let token = working_token(&api, &admin, &one).await;
    for step in ["disable", "enable"] {
        let path = format!("/api/users/{user}/{step}");
        let done = api.post(&path, &admin, json!({})).await;
        assert!(done.status.is_success(), "{step}: {}", done.json());
        assert_over(&api, &admin, &one, &token).await;
    }

    let token = working_token(&api, &admin, &one).await;
    let (pool, now) = (&api.context.pool, api.context.now());
    accounts::disable(pool, user, now).await.unwrap();
    accounts::enable(pool, user).await.unwrap();
    assert_over(&api, &admin, &one, &token).await;
    working_token(&api, &admin, &one).await;
}
