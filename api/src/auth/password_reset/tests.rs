use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::account::Approval;
use domain::ids::UserId;
use domain::role::Role;
use serde_json::json;
use storage::db::{captchas, users};
use storage::lifecycle::{accounts, password_reset};
use storage::link_token::LinkToken;

use crate::context::Settings;
use crate::network_limit::RESETS;
use crate::testing::{Answer, TestApi};

const OLD: &str = "Scenedock1";
const NEW: &str = "Geology77";

/// An installation that sends mails.
async fn installation(captcha: bool) -> TestApi {
    TestApi::with(Settings {
        captcha,
        mail: true,
        ..Settings::default()
    })
    .await
}

/// An account of this name, with an address.
async fn account(api: &TestApi, login_name: &str) -> UserId {
    let id = api.account(login_name, Role::Applicant).await;
    let address = format!("{login_name}@cgs.cn");
    sqlx::query("UPDATE app_user SET email = $2 WHERE id = $1")
        .bind(id.0)
        .bind(address)
        .execute(&api.context.pool)
        .await
        .unwrap();
    id
}

async fn ask(api: &TestApi, account: &str) -> Answer {
    let body = json!({"account": account});
    api.post("/api/auth/password/reset-request", "", body).await
}

/// What workers do.
async fn answer(api: &TestApi) {
    let (pool, now) = (&api.context.pool, api.context.now());
    while password_reset::answer_next(pool, now).await.unwrap() {}
}

/// The link that a worker sends.
async fn link(api: &TestApi, user: UserId) -> LinkToken {
    let link = password_reset::issue_link(&api.context.pool, user, api.context.now()).await;
    link.unwrap().expect("the account may have one")
}

async fn check(api: &TestApi, token: &str) -> Answer {
    let body = json!({"token": token});
    api.post("/api/auth/password/reset-link", "", body).await
}

async fn reset(api: &TestApi, token: &LinkToken, password: &str) -> Answer {
    let body = json!({"token": token.expose(), "password": password});
    api.post("/api/auth/password/reset", "", body).await
}

async fn count(api: &TestApi, of: &str) -> i64 {
    let query = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {of}"));
    let counted = sqlx::query_scalar(query).fetch_one(&api.context.pool);
    counted.await.unwrap()
}

async fn is_over(api: &TestApi, token: &LinkToken) {
    let answers = [
        check(api, token.expose()).await,
        reset(api, token, NEW).await,
    ];
    for answer in answers {
        let seen = (answer.status, answer.code());
        assert_eq!(seen, (StatusCode::CONFLICT, "reset_link_over".to_owned()));
    }
}

#[tokio::test]
async fn whoever_asks_is_answered_alike_and_a_link_goes_to_who_may_have_one() {
    let api = installation(false).await;
    let pool = &api.context.pool;
    account(&api, "zhangsan").await;
    api.account("no_address", Role::Applicant).await;
    let off = account(&api, "switched_off").await;
    accounts::disable(pool, off, api.context.now())
        .await
        .unwrap();
    let waiting = account(&api, "waiting").await;
    let mut db = api.context.connection().await.unwrap();
    users::set_approval(&mut db, waiting, Approval::Waiting, "")
        .await
        .unwrap();
    let demo = account(&api, "applicant").await;
    users::mark_demo(&mut db, demo).await.unwrap();
    let elsewhere = account(&api, "elsewhere").await;
    sqlx::query("UPDATE app_user SET password_set_at = '9999-12-31Z' WHERE id = $1")
        .bind(elsewhere.0)
        .execute(pool)
        .await
        .unwrap();
    drop(db);
    let asked = [
        "zhangsan",
        "no_address",
        "switched_off",
        "waiting",
        "applicant",
        "elsewhere",
        "nobody_1",
        "nobody@cgs.cn",
    ];
    for name in asked {
        let before = count(&api, "password_reset_request").await;
        let answer = ask(&api, name).await;
        let seen = (answer.status, answer.bytes.len());
        assert_eq!(seen, (StatusCode::NO_CONTENT, 0), "{name}");
        // The same was done for each: nothing that takes longer for one than for another.
        assert_eq!(count(&api, "password_reset_request").await, before + 1);
        assert_eq!(count(&api, "account_mail").await, 0, "{name}");
        assert_eq!(count(&api, "account_event").await, 0, "{name}");
    }
    answer(&api).await;
    assert_eq!(count(&api, "password_reset_request").await, 0);
    let told: Vec<String> = sqlx::query_scalar(
        "SELECT u.login_name FROM account_mail m JOIN app_user u ON u.id = m.user_id",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    assert_eq!(told, ["zhangsan"]);
    let done =
        "audit_entry WHERE action = 'request_password_reset' AND by_id IS NULL AND outcome =";
    assert_eq!(count(&api, &format!("{done} 'done'")).await, 1);
    assert_eq!(count(&api, &format!("{done} 'refused'")).await, 5);
}

#[tokio::test]
async fn an_account_that_is_over_gets_no_link() {
    let api = installation(false).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let user = account(&api, "zhangsan").await;
    let token = link(&api, user).await;
    api.configure(&admin, &[("accountValPer", "30")]).await;
    assert_eq!(check(&api, token.expose()).await.status, StatusCode::OK);
    api.pass(TimeDelta::days(30));
    ask(&api, "zhangsan").await;
    answer(&api).await;
    assert_eq!(count(&api, "account_mail").await, 0);
    let now = api.context.now();
    let none = password_reset::issue_link(&api.context.pool, user, now).await;
    assert!(none.unwrap().is_none());
}

#[tokio::test]
async fn an_address_of_a_few_accounts_gets_a_link_for_each_and_of_many_none() {
    let api = installation(false).await;
    for number in 1..=6 {
        account(&api, &format!("member_{number}")).await;
        sqlx::query("UPDATE app_user SET email = 'Desk@cgs.cn'")
            .execute(&api.context.pool)
            .await
            .unwrap();
        if number < 5 {
            continue;
        }
        ask(&api, " desk@CGS.cn ").await;
        answer(&api).await;
        assert_eq!(count(&api, "account_mail").await, 5, "{number}");
    }
}

#[tokio::test]
async fn a_link_sets_another_password_once_and_ends_what_the_old_one_opened() {
    let api = installation(false).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let user = account(&api, "zhangsan").await;
    let sessions = [
        api.login("zhangsan", OLD).await,
        api.login("zhangsan", OLD).await,
    ];
    let sessions = sessions.map(|it| it.json()["token"].as_str().unwrap().to_owned());
    let token = link(&api, user).await;
    assert_eq!(
        check(&api, token.expose()).await.json(),
        json!({"loginName": "zhangsan"})
    );
    let done = reset(&api, &token, NEW).await;
    let seen = (done.status, done.bytes.len(), done.header("set-cookie"));
    assert_eq!(seen, (StatusCode::NO_CONTENT, 0, ""), "nobody is signed in");
    for session in &sessions {
        let me = api.get("/api/auth/me", session).await;
        assert_eq!(me.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(
        api.login("zhangsan", OLD).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(api.login("zhangsan", NEW).await.status, StatusCode::OK);
    is_over(&api, &token).await;
    let told = "account_mail WHERE kind = 'password_changed' AND ended_at IS NULL";
    assert_eq!(count(&api, told).await, 1);
    let log = api.get("/api/audit-log?subject=account", &admin).await;
    let entry = &log.json()["items"][0];
    assert_eq!(entry["action"], "reset_password_by_mail");
    assert_eq!(entry["byLoginName"], "zhangsan");
    assert!(!log.json().to_string().contains(token.expose()));
}

#[tokio::test]
async fn of_many_who_use_a_link_at_once_one_is_heard() {
    let api = installation(false).await;
    let user = account(&api, "zhangsan").await;
    let token = link(&api, user).await;
    let passwords = ["Geology71", "Geology72", "Geology73", "Geology74"];
    let attempts = passwords.map(|password| reset(&api, &token, password));
    let answers = futures::future::join_all(attempts).await;
    let heard: Vec<_> = (answers.iter().zip(passwords))
        .filter(|(answer, _)| answer.status == StatusCode::NO_CONTENT)
        .collect();
    assert_eq!(heard.len(), 1);
    let entered = api.login("zhangsan", heard[0].1).await;
    assert_eq!(entered.status, StatusCode::OK);
    let kept = "account_event WHERE action = 'reset_password_by_mail'";
    assert_eq!(count(&api, kept).await, 1);
}

#[tokio::test]
async fn a_link_opens_for_half_an_hour_and_no_longer_than_to_the_next_one() {
    let api = installation(false).await;
    let user = account(&api, "zhangsan").await;
    let first = link(&api, user).await;
    let second = link(&api, user).await;
    is_over(&api, &first).await;
    is_over(&api, &LinkToken::presented("")).await;
    is_over(&api, &LinkToken::presented("a guess")).await;
    api.pass(TimeDelta::minutes(30) - TimeDelta::seconds(1));
    assert_eq!(check(&api, second.expose()).await.status, StatusCode::OK);
    api.pass(TimeDelta::seconds(1));
    is_over(&api, &second).await;
    assert_eq!(api.login("zhangsan", OLD).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_link_opens_nothing_once_the_account_is_another() {
    let api = installation(false).await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let (pool, now) = (&api.context.pool, api.context.now());

    let off = account(&api, "switched_off").await;
    let token = link(&api, off).await;
    accounts::disable(pool, off, now).await.unwrap();
    is_over(&api, &token).await;
    accounts::enable(pool, off).await.unwrap();
    is_over(&api, &token).await;

    let refused = account(&api, "refused").await;
    let token = link(&api, refused).await;
    let mut db = api.context.connection().await.unwrap();
    users::set_approval(&mut db, refused, Approval::Refused, "")
        .await
        .unwrap();
    is_over(&api, &token).await;

    // Somebody else has set a password, or another address.
    let changed = account(&api, "changed").await;
    let token = link(&api, changed).await;
    let path = format!("/api/users/{changed}/password");
    let body = json!({"password": "Mapping99"});
    let answer = api.post(&path, &admin, body).await;
    assert!(answer.status.is_success(), "{}", answer.json());
    is_over(&api, &token).await;
    let token = link(&api, changed).await;
    let own = api.login("changed", "Mapping99").await.json()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut profile = api.get("/api/auth/profile", &own).await.json();
    profile["email"] = "other@cgs.cn".into();
    profile["password"] = "Mapping99".into();
    let put = axum::http::Method::PUT;
    let answer = api.call(put, "/api/auth/profile", &own, Some(profile));
    let answer = answer.await;
    assert!(answer.status.is_success(), "{}", answer.json());
    is_over(&api, &token).await;
}

#[tokio::test]
async fn the_password_keeps_to_the_rules_and_a_refused_one_leaves_the_link() {
    let api = installation(false).await;
    let user = account(&api, "zhangsan").await;
    let token = link(&api, user).await;
    reset(&api, &token, NEW).await;
    let token = link(&api, user).await;
    for (password, code) in [
        ("", "field.password_missing"),
        ("geology", "field.password_form"),
        ("Password1", "field.password_common"),
        (NEW, "field.same_password"),
        (OLD, "field.password_used_before"),
    ] {
        let refused = reset(&api, &token, password).await.json();
        assert_eq!(refused["errors"][0]["field"], "password", "{refused}");
        assert_eq!(refused["errors"][0]["code"], code, "{refused}");
    }
    let done = reset(&api, &token, "Mapping21").await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn the_second_factor_stays() {
    let api = installation(false).await;
    let user = account(&api, "zhangsan").await;
    sqlx::query("INSERT INTO second_factor (user_id, secret_sealed, begun_at, confirmed_at) VALUES ($1, '', now(), now())")
        .bind(user.0)
        .execute(&api.context.pool)
        .await
        .unwrap();
    let token = link(&api, user).await;
    assert_eq!(
        reset(&api, &token, NEW).await.status,
        StatusCode::NO_CONTENT
    );
    let asked = api.login("zhangsan", NEW).await;
    assert_eq!(asked.code(), "second_factor_needed");
}

#[tokio::test]
async fn a_door_that_wrong_passwords_closed_is_open_to_who_has_the_link() {
    let api = installation(false).await;
    let user = account(&api, "zhangsan").await;
    for _ in 0..6 {
        api.login("zhangsan", "Wrong1234").await;
    }
    assert_eq!(api.login("zhangsan", OLD).await.code(), "locked");
    let token = link(&api, user).await;
    reset(&api, &token, NEW).await;
    assert_eq!(api.login("zhangsan", NEW).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_request_needs_a_captcha_which_is_heard_once() {
    let api = installation(true).await;
    let request = async |captcha: &str, id: uuid::Uuid| {
        let body = json!({"account": "zhangsan", "captchaId": id, "captcha": captcha});
        api.post("/api/auth/password/reset-request", "", body).await
    };
    let issue = async || {
        let mut db = api.context.connection().await.unwrap();
        let issued = captchas::issue(&mut db, "4711", api.context.now()).await;
        issued.unwrap()
    };
    let missing = ask(&api, "zhangsan").await.json();
    assert_eq!(missing["errors"][0]["code"], "field.captcha_missing");
    let id = issue().await;
    assert_eq!(request("4711", id).await.status, StatusCode::NO_CONTENT);
    for (answer, id) in [("4711", id), ("0000", issue().await)] {
        let refused = request(answer, id).await.json();
        assert_eq!(refused["errors"][0]["code"], "field.captcha_wrong");
    }
    assert_eq!(count(&api, "password_reset_request").await, 1);
}

#[tokio::test]
async fn requests_are_counted_for_what_is_typed_and_for_the_network() {
    let api = installation(false).await;
    account(&api, "zhangsan").await;
    for name in ["zhangsan", "nobody_1"] {
        for _ in 0..5 {
            assert_eq!(ask(&api, name).await.status, StatusCode::NO_CONTENT);
        }
        let refused = ask(&api, &name.to_uppercase()).await;
        assert_eq!(refused.code(), "too_often", "{name}");
        assert_eq!(refused.header("retry-after"), "1800");
    }
    // Of five requests the mailbox gets three.
    answer(&api).await;
    assert_eq!(count(&api, "account_mail").await, 3);
    let waiting = "account_mail WHERE ended_at IS NULL";
    assert_eq!(count(&api, waiting).await, 1, "the last overtakes the rest");
    for number in 12..RESETS {
        let answer = ask(&api, &format!("member_{number}")).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(ask(&api, "member_0").await.code(), "too_often");
    api.pass(TimeDelta::minutes(31));
    assert_eq!(ask(&api, "zhangsan").await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_request_that_nobody_answered_in_time_is_dropped() {
    let api = installation(false).await;
    account(&api, "zhangsan").await;
    ask(&api, "zhangsan").await;
    api.pass(TimeDelta::minutes(30));
    answer(&api).await;
    assert_eq!(count(&api, "account_mail").await, 0);
    assert_eq!(count(&api, "password_reset_request").await, 0);
}

#[tokio::test]
async fn without_mail_nobody_is_promised_one() {
    let api = TestApi::new().await;
    account(&api, "zhangsan").await;
    let refused = ask(&api, "zhangsan").await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (StatusCode::CONFLICT, "no_reset_by_mail")
    );
    assert!(
        refused.json()["detail"]
            .as_str()
            .unwrap()
            .contains("邮件服务")
    );
    let config = api.get("/api/config", "").await.json();
    assert_eq!(config["passwordResetByMail"], false);
    let with = installation(false)
        .await
        .get("/api/config", "")
        .await
        .json();
    assert_eq!(with["passwordResetByMail"], true);
}

#[tokio::test]
async fn what_is_missing_or_too_long_is_no_account() {
    let api = installation(false).await;
    let refused = ask(&api, "  ").await.json();
    assert_eq!(refused["errors"][0]["code"], "field.account_missing");
    let long = format!("{}@cgs.cn", "a".repeat(300));
    assert_eq!(ask(&api, &long).await.status, StatusCode::NO_CONTENT);
    assert_eq!(count(&api, "password_reset_request").await, 0);
}
