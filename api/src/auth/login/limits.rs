//! Limits that administrators set hold in every process on the same database.

use std::collections::HashSet;

use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::account::Approval;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::users;
use storage::lifecycle::accounts;
use testkit::builders::person;

use crate::network_limit::SIGN_INS;
use crate::testing::TestApi;

const PASSWORD: &str = "Scenedock1";

#[tokio::test]
async fn an_account_is_valid_for_so_many_days_and_can_be_extended() {
    let api = TestApi::new().await;
    let other = api.beside();
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.account("lisi_1", Role::Applicant).await;
    api.configure(&admin, &[("accountValPer", "90")]).await;
    api.pass(TimeDelta::days(90) - TimeDelta::seconds(1));
    assert_eq!(other.login("lisi_1", PASSWORD).await.status, StatusCode::OK);
    api.pass(TimeDelta::seconds(1));
    let late = other.login("lisi_1", PASSWORD).await;
    assert_eq!(
        (late.status, late.code().as_str()),
        (StatusCode::FORBIDDEN, "account_expired")
    );
    assert_eq!(late.json()["detail"], "账号已过有效期，请联系管理员延期");
    let stranger = other.login("lisi_1", "Scenedock2").await;
    assert_eq!(
        stranger.code(),
        "wrong_password",
        "told to who knows the password only"
    );
    // Who extends accounts is not shut out.
    let admin = other.login("admin_1", PASSWORD).await.json();
    let admin = admin["token"].as_str().unwrap();
    let found = api.get("/api/users?q=lisi_1", admin).await.json();
    let person = &found["items"][0];
    assert_eq!(person["validUntil"], "2026-05-30T08:00:00Z");
    let path = format!("/api/users/{}/extend", person["id"].as_str().unwrap());
    let extended = api.post(&path, admin, json!({})).await.json();
    assert_eq!(extended["validUntil"], "2026-08-28T08:00:00Z");
    let log = api
        .get("/api/audit-log?subject=account", admin)
        .await
        .json();
    let extension = &log["items"][0];
    assert_eq!(extension["action"], "extend_validity");
    let changes = json!([{"field": "validFrom", "before": "2026-03-01T08:00:00Z", "after": "2026-05-30T08:00:00Z"}]);
    assert_eq!(extension["changes"], changes);
    assert_eq!(other.login("lisi_1", PASSWORD).await.status, StatusCode::OK);
    let admins = api.get("/api/users?q=admin_1", admin).await.json();
    assert_eq!(admins["items"][0]["validUntil"], Value::Null);
}

/// A session that began while the account was valid, and the token of another system.
#[tokio::test]
async fn an_account_that_is_over_ends_what_calls_as_it() {
    let api = TestApi::new().await;
    let other = api.beside();
    api.account("lisi_1", Role::Applicant).await;
    api.account("admin_1", Role::Admin).await;
    api.holding("peer_1", &[Permission::OrderStatistics]).await;
    api.pass(TimeDelta::days(90) - TimeDelta::minutes(10));
    let admin = api.login("admin_1", PASSWORD).await.json();
    let admin = admin["token"].as_str().unwrap();
    api.configure(admin, &[("accountValPer", "90")]).await;
    let signed_in = other.login("lisi_1", PASSWORD).await.json();
    let session = signed_in["token"].as_str().unwrap();
    let system = json!({"loginName": "peer_1"});
    let system = api.post("/api/client-systems", admin, system).await.ok();
    assert_eq!(system["validUntil"], "2026-05-30T08:00:00Z");
    let peer = system["id"].as_str().unwrap();
    let tokens = format!("/api/client-systems/{peer}/tokens");
    let token = json!({"name": "同步", "validDays": 30});
    let token = api.post(&tokens, admin, token).await.ok();
    let token = token["token"].as_str().unwrap();
    assert_eq!(other.get("/api/inbox", session).await.status, 200);
    assert_eq!(other.get("/api/stats/orders", token).await.status, 200);

    api.pass(TimeDelta::minutes(10));
    assert_eq!(other.get("/api/inbox", session).await.status, 401);
    let late = other.get("/api/stats/orders", token).await;
    assert_eq!(
        (late.status.as_u16(), &*late.code()),
        (403, "account_expired")
    );
    let found = api.get("/api/users?q=lisi_1", admin).await.json();
    let person = found["items"][0]["id"].as_str().unwrap().to_owned();
    for id in [&*person, peer] {
        let path = format!("/api/users/{id}/extend");
        api.post(&path, admin, json!({})).await.ok();
    }
    // The token is its account's; a session that has ended does not come back.
    assert_eq!(other.get("/api/stats/orders", token).await.status, 200);
    assert_eq!(other.get("/api/inbox", session).await.status, 401);
    assert_eq!(other.get("/api/inbox", admin).await.status, 200);
}

#[tokio::test]
async fn only_so_many_people_are_online_at_once() {
    let api = TestApi::new().await;
    let other = api.beside();
    let admin = api.signed_in("admin_1", Role::Admin).await;
    for name in ["lisi_1", "wangwu_1", "zhaoliu_1", "admin_2"] {
        let role = if name == "admin_2" {
            Role::Admin
        } else {
            Role::Applicant
        };
        api.account(name, role).await;
    }
    // The administrator is one of them.
    api.configure(&admin, &[("onlineUsersNub", "2")]).await;
    assert_eq!(api.login("lisi_1", PASSWORD).await.status, StatusCode::OK);
    let full = other.login("wangwu_1", PASSWORD).await;
    assert_eq!(
        (full.status, full.code().as_str()),
        (StatusCode::SERVICE_UNAVAILABLE, "too_many_online")
    );
    assert_eq!(full.json()["detail"], "当前在线人数已满，请稍后再试");
    assert_eq!(full.header("retry-after"), "60");
    let again = other.login("lisi_1", PASSWORD).await;
    assert_eq!(again.status, StatusCode::OK, "who is online takes no place");
    assert_eq!(
        other.login("admin_2", PASSWORD).await.status,
        StatusCode::OK
    );
    // Those who have gone make room.
    api.pass(TimeDelta::minutes(31));
    let (one, two) = tokio::join!(
        api.login("wangwu_1", PASSWORD),
        other.login("zhaoliu_1", PASSWORD)
    );
    assert!(one.status.is_success() && two.status.is_success());
}

/// Who knows the password guesses nothing, and is not shut out for having come in vain.
#[tokio::test]
async fn right_passwords_in_vain_are_no_failures() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.signed_in("lisi_1", Role::Applicant).await;
    api.account("wangwu_1", Role::Applicant).await;
    let waiting = api.account("zhaoliu_1", Role::Applicant).await;
    let mut db = api.context.connection().await.unwrap();
    users::set_approval(&mut db, waiting, Approval::Waiting, "")
        .await
        .unwrap();
    drop(db);
    api.configure(&admin, &[("onlineUsersNub", "2")]).await;
    for (name, code) in [
        ("wangwu_1", "too_many_online"),
        ("zhaoliu_1", "awaiting_approval"),
    ] {
        for number in 0..7 {
            let answer = api.login(name, PASSWORD).await;
            assert_eq!(answer.code(), code, "{number}");
        }
        // Who knows the password and was turned away is in the audit log, with the reason.
        let log = api.get("/api/audit-log?subject=session", &admin).await;
        let last = &log.json()["items"][0];
        let fields = ["subjectName", "byLoginName", "outcome", "reason"];
        let fields = fields.map(|field| last[field].as_str().unwrap().to_owned());
        assert_eq!(fields, [name, name, "refused", code]);
    }
}

#[tokio::test]
async fn of_two_who_come_for_the_last_place_one_gets_it() {
    let api = TestApi::new().await;
    let other = api.beside();
    let admin = api.signed_in("admin_1", Role::Admin).await;
    for number in 0..6 {
        api.account(&format!("person_{number}"), Role::Applicant)
            .await;
    }
    api.configure(&admin, &[("onlineUsersNub", "3")]).await;
    let tries = (0..6).map(|number| {
        let process = if number % 2 == 0 { &api } else { &other };
        async move {
            process
                .login(&format!("person_{number}"), PASSWORD)
                .await
                .status
        }
    });
    let answers = futures::future::join_all(tries).await;
    let let_in = answers.iter().filter(|status| **status == StatusCode::OK);
    assert_eq!(let_in.count(), 2, "{answers:?}");
}

#[tokio::test]
async fn calls_of_a_person_are_counted_over_all_processes() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    let neighbour = api.signed_in("wangwu_1", Role::Applicant).await;
    api.configure(&admin, &[("frequency", "6")]).await;
    let other = api.beside();
    for number in 0..6 {
        let process = if number % 2 == 0 { &api } else { &other };
        let answer = process.get("/api/auth/me", &token).await;
        assert_eq!(answer.status, StatusCode::OK, "{number}");
    }
    for process in [&api, &other] {
        let refused = process.get("/api/auth/me", &token).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.code(), "too_often");
        assert_eq!(refused.json()["params"], json!({"most": 6}));
        assert_eq!(refused.header("retry-after"), "60");
    }
    assert_eq!(
        other.get("/api/auth/me", &neighbour).await.status,
        StatusCode::OK
    );
    for _ in 0..10 {
        assert_eq!(api.get("/api/auth/me", &admin).await.status, StatusCode::OK);
    }
    api.pass(TimeDelta::minutes(1));
    assert_eq!(api.get("/api/auth/me", &token).await.status, StatusCode::OK);
}

/// A token that somebody planted before signing in opens nothing afterwards.
#[tokio::test]
async fn every_sign_in_begins_a_session_of_its_own() {
    let api = TestApi::new().await;
    api.account("lisi_1", Role::Applicant).await;
    let body = json!({"loginName": "lisi_1", "password": PASSWORD});
    let answer = api.post("/api/auth/login", "planted-token", body).await;
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    assert_ne!(token, "planted-token");
    assert!(answer.header("set-cookie").contains(&token));
    let planted = api.get("/api/auth/me", "planted-token").await;
    assert_eq!(planted.status, StatusCode::UNAUTHORIZED);
    let again = api.login("lisi_1", PASSWORD).await.json();
    assert_ne!(again["token"], token.as_str());
}

/// As an institute does at nine, behind one address.
#[tokio::test]
async fn fifty_people_of_one_address_sign_in_at_once_and_no_more_fail_than_may() {
    let api = TestApi::new().await;
    let (pool, key) = (&api.context.pool, &api.context.server_key);
    let (hash, now) = (
        storage::password::hash_blocking(PASSWORD).unwrap(),
        api.context.now(),
    );
    for number in 0..50 {
        let id = person(&format!("person_{number}")).create(pool, now).await;
        let set = accounts::set_password(pool, key, id, &hash, now).await;
        set.unwrap();
    }
    let login = async |number: i32, password: &str| {
        let body = json!({"loginName": format!("person_{number}"), "password": password});
        let body = body.to_string();
        // As browsers do: what is of unknown length counts as an upload.
        let request = axum::http::Request::post("/api/auth/login")
            .header("content-type", "application/json")
            .header("content-length", body.len());
        api.send(request.body(axum::body::Body::from(body)).unwrap())
            .await
    };
    let all = async |password: &str| {
        let tries = (0..50).map(|number| login(number, password));
        let answers = futures::future::join_all(tries).await;
        let counted = |status: StatusCode| {
            let alike = answers.iter().filter(|answer| answer.status == status);
            alike.count()
        };
        (
            counted(StatusCode::OK),
            counted(StatusCode::UNAUTHORIZED),
            counted(StatusCode::TOO_MANY_REQUESTS),
        )
    };
    assert_eq!(all(PASSWORD).await, (50, 0, 0));
    let most = usize::try_from(SIGN_INS).unwrap();
    assert_eq!(all("Scenedock2").await, (0, most, 50 - most));
}

#[tokio::test]
async fn fifty_sign_in_at_once_and_each_has_a_session() {
    let api = TestApi::new().await;
    let id = api.account("lisi_1", Role::Applicant).await;
    // Tries are counted before they are looked at: somebody who comes often comes from several networks at the same time.
    let tries = (0..50).map(|number| {
        let api = &api;
        async move {
            let body = json!({"loginName": "lisi_1", "password": PASSWORD}).to_string();
            let request = axum::http::Request::post("/api/auth/login")
                .header("content-type", "application/json");
            let mut request = request.body(axum::body::Body::from(body)).unwrap();
            let peer: std::net::SocketAddr = format!("192.0.2.{number}:1").parse().unwrap();
            request
                .extensions_mut()
                .insert(axum::extract::ConnectInfo(peer));
            api.send(request).await
        }
    });
    let answers = futures::future::join_all(tries).await;
    let tokens: HashSet<String> = answers
        .iter()
        .map(|answer| answer.json()["token"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(tokens.len(), 50);
    let mut db = api.context.connection().await.unwrap();
    let live = storage::db::sessions::of_user(&mut db, id, api.context.now())
        .await
        .unwrap();
    assert_eq!(live.len(), 50);
}

/// Refused sign-ins in the log: what was typed, whose account it is, and why.
async fn refused_sign_ins(api: &TestApi, admin: &str) -> Vec<(String, bool, String)> {
    let path = "/api/audit-log?subject=session&outcome=refused";
    let log = api.get(path, admin).await.json();
    let items = log["items"].as_array().unwrap().iter();
    let text = |item: &Value, field: &str| item[field].as_str().unwrap().to_owned();
    let rows = items.map(|item| {
        assert_ne!(item["clientIp"], "");
        let has_account = item["subjectId"] != "";
        (text(item, "subjectName"), has_account, text(item, "reason"))
    });
    rows.collect()
}

/// Strangers who try names do not fill the log: it has one entry each time a door closes.
#[tokio::test]
async fn the_failure_that_closes_a_door_is_in_the_log_with_what_was_typed() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let typed = format!("Nobody{}", "x".repeat(100));
    let kept = typed[..64].to_owned();
    for _ in 0..4 {
        assert_eq!(api.login(&typed, "wrong").await.code(), "wrong_password");
    }
    assert!(refused_sign_ins(&api, &admin).await.is_empty());
    for code in ["wrong_password", "locked", "locked"] {
        assert_eq!(api.login(&typed, "wrong").await.code(), code);
    }
    let closed = (kept, false, "locked".to_owned());
    assert_eq!(
        refused_sign_ins(&api, &admin).await,
        std::slice::from_ref(&closed)
    );

    api.pass(TimeDelta::minutes(31));
    let admin = api.login("admin_1", PASSWORD).await.json();
    let admin = admin["token"].as_str().unwrap();
    for _ in 0..7 {
        api.login(&typed, "wrong").await;
    }
    assert_eq!(
        refused_sign_ins(&api, admin).await,
        [closed.clone(), closed]
    );
}

#[tokio::test]
async fn the_failure_that_closes_the_door_of_an_account_says_so() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.account("lisi_1", Role::Applicant).await;
    for _ in 0..7 {
        api.login("LiSi_1", "wrong").await;
    }
    let entry = |reason: &str| ("lisi_1".to_owned(), true, reason.to_owned());
    let [last, before] = ["locked", ""].map(entry);
    let expected = [last, before.clone(), before.clone(), before.clone(), before];
    assert_eq!(refused_sign_ins(&api, &admin).await, expected);
}
