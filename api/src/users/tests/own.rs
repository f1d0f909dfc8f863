//! What people do with their own accounts, and how they get them.

use axum::http::Method;
use domain::role::Role;
use serde_json::{Value, json};
use testkit::builders::account_mail;

use super::{Office, form};
use crate::testing::TestApi;

#[tokio::test]
async fn a_password_set_by_an_administrator_asks_to_be_changed() {
    let office = Office::new().await;
    let id = office.add("wangwu", "applicant").await;
    let path = format!("/api/users/{id}/password");
    let before = office.api.login("wangwu", "Geology77").await.json()["token"].clone();
    assert_eq!(office.post(&path, json!({"password": "weak"})).await.0, 400);
    assert_eq!(
        office.post(&path, json!({"password": "Mapping88"})).await.0,
        204
    );
    let old = office
        .api
        .get("/api/auth/me", before.as_str().unwrap())
        .await;
    assert_eq!(old.status, 401, "what the old one opened is over");
    let token = office.api.login("wangwu", "Mapping88").await.json()["token"].clone();
    let token = token.as_str().unwrap();
    let me = office.api.get("/api/auth/me", token).await.json();
    assert_eq!(me["pwdMsg"], "您的密码由管理员设置，请尽快修改密码！");
    let change = async |old: &str, new: &str| {
        let body = json!({"oldPassword": old, "password": new});
        let answer = office
            .api
            .call(Method::PUT, "/api/auth/password", token, Some(body));
        let answer = answer.await;
        let is_done = answer.status == 204;
        if is_done {
            return "done".to_owned();
        }
        answer.json()["errors"][0]["code"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        change("Wrong1234", "Geology99").await,
        "field.old_password_wrong"
    );
    assert_eq!(
        change("Mapping88", "Mapping88").await,
        "field.same_password"
    );
    assert_eq!(change("Mapping88", "short").await, "field.password_form");
    assert_eq!(change("Mapping88", "Geology99").await, "done");
    assert_eq!(office.api.get("/api/auth/me", token).await.status, 401);
    let token = office.api.login("wangwu", "Geology99").await.json()["token"].clone();
    let me = office
        .api
        .get("/api/auth/me", token.as_str().unwrap())
        .await
        .json();
    assert_eq!(me["pwdMsg"], Value::Null);
}

#[tokio::test]
async fn sessions_are_listed_and_ended_by_their_owner_and_by_administrators() {
    let office = Office::new().await;
    let id = office.add("wangwu", "applicant").await;
    let mut tokens = Vec::new();
    for _ in 0..3 {
        let answer = office.api.login("wangwu", "Geology77").await.json();
        tokens.push(answer["token"].as_str().unwrap().to_owned());
    }
    let own = async |token: &str| office.api.get("/api/auth/sessions", token).await.json();
    let listed = own(&tokens[0]).await;
    assert_eq!(listed["total"], 3);
    let sessions = listed["items"].as_array().unwrap();
    let current = sessions.iter().filter(|session| session["current"] == true);
    assert_eq!(current.count(), 1);
    let another = sessions.iter().find(|session| session["current"] == false);
    let another = another.unwrap()["id"].as_str().unwrap();
    let end = async |token: &str, session: &str| {
        let path = format!("/api/auth/sessions/{session}");
        let answer = office.api.call(Method::DELETE, &path, token, None).await;
        assert_eq!(answer.status, 204);
    };
    // Somebody else's session is not one's own to end.
    end(&office.admin, another).await;
    assert_eq!(own(&tokens[0]).await["total"], 3);
    end(&tokens[0], another).await;
    let path = format!("/api/users/{id}/sessions");
    let by_admin = office.get(&path).await;
    assert_eq!(by_admin["total"], 2);
    // One of them by an administrator; under another person's id it stays.
    let listed = own(&tokens[0]).await;
    let sessions = listed["items"].as_array().unwrap();
    let other = sessions.iter().find(|session| session["current"] == false);
    let other = other.unwrap()["id"].as_str().unwrap().to_owned();
    let stranger = office.add("zhaoliu", "applicant").await;
    for (person, left) in [(&stranger, 2), (&id, 1)] {
        let path = format!("/api/users/{person}/sessions/{other}");
        assert_eq!(office.send(Method::DELETE, &path, json!({})).await.0, 204);
        assert_eq!(own(&tokens[0]).await["total"], left);
    }
    assert_eq!(office.send(Method::DELETE, &path, json!({})).await.0, 204);
    for token in &tokens {
        assert_eq!(office.api.get("/api/auth/me", token).await.status, 401);
    }
}

#[tokio::test]
async fn registrations_wait_where_they_are_approved() {
    let office = Office::new().await;
    let switched = office
        .send(
            Method::PUT,
            "/api/settings",
            json!({"approveRegistrations": true}),
        )
        .await;
    assert_eq!(switched.1["approveRegistrations"], true);
    assert_eq!(switched.1["reorder"], true);
    let mut registration = form("wangwu", "admin");
    registration["terms"] = true.into();
    registration["address"] = "西宁市".into();
    registration["sex"] = 0.into();
    let (status, made) = office.post("/api/auth/register", registration).await;
    assert_eq!((status, &made["status"]), (201, &json!("waiting")));
    let sign_in = async || office.api.login("wangwu", "Geology77").await;
    assert_eq!(sign_in().await.code(), "awaiting_approval");
    assert_eq!(
        office.api.login("wangwu", "Wrong1234").await.code(),
        "wrong_password"
    );
    let waiting = office.get("/api/users?status=waiting").await;
    let person = &waiting["items"][0]["person"];
    assert_eq!(
        (&person["address"], &person["sex"], &person["nickName"]),
        (&json!("西宁市"), &json!(0), &json!("wangwu"))
    );
    assert_eq!(
        waiting["items"][0]["role"], "applicant",
        "nobody registers as an administrator"
    );
    let path = format!("/api/users/{}", made["id"].as_str().unwrap());
    let refuse = async |reason: &str| {
        office
            .post(&format!("{path}/refuse"), json!({"reason": reason}))
            .await
    };
    let (status, missing) = refuse(" ").await;
    let error = &missing["errors"][0];
    assert_eq!(
        (status, &error["field"], &error["code"], &missing["detail"]),
        (
            400,
            &json!("reason"),
            &json!("field.decision_reason_missing"),
            &json!("请填写原因")
        )
    );
    assert_eq!(refuse("单位信息不完整").await.1["status"], "refused");
    let told = sign_in().await;
    assert_eq!(
        (told.status.as_u16(), told.code().as_str()),
        (403, "registration_refused")
    );
    assert_eq!(told.json()["detail"], "注册申请未通过：单位信息不完整");
    let approve = async |seen: &str| {
        let path = format!("{path}/approve{seen}");
        office.post(&path, json!({})).await
    };
    // Whoever does not say that they have seen the refusal does not undo it, and nobody refuses a second time.
    for (_, late) in [
        approve("").await,
        approve("?status=waiting").await,
        refuse("重复注册").await,
    ] {
        assert_eq!(late["code"], "registration_decided");
    }
    let seen = "?status=refused";
    assert_eq!(approve(seen).await.1["status"], "active");
    assert_eq!(approve(seen).await.1["code"], "registration_decided");
    assert_eq!(sign_in().await.status, 200);
    check_decisions_on_record(&office, &path).await;
}

/// The refusal and the approval of the account at this path are entries that say what became of it.
async fn check_decisions_on_record(office: &Office, path: &str) {
    let events = office.get(&format!("{path}/events")).await;
    let events = events["items"].as_array().unwrap();
    let actions: Vec<_> = events.iter().map(|event| event["action"].clone()).collect();
    assert_eq!(actions, ["approve", "refuse", "register"]);
    let steps = [("refused", "approved"), ("waiting", "refused")];
    for (event, (before, after)) in events.iter().zip(steps) {
        let change = json!([{"field": "approval", "before": before, "after": after}]);
        assert_eq!(event["changes"], change);
    }
}

#[tokio::test]
async fn of_two_who_decide_about_a_registration_at_once_one_does() {
    let office = Office::new().await;
    let switch = json!({"approveRegistrations": true});
    office.send(Method::PUT, "/api/settings", switch).await;
    for name in ["wangwu", "zhaoliu", "sunqi_1"] {
        let mut registration = form(name, "admin");
        registration["terms"] = true.into();
        registration["sex"] = 0.into();
        let (_, made) = office.post("/api/auth/register", registration).await;
        let path = format!("/api/users/{}", made["id"].as_str().unwrap());
        let (approval, refusal) = (format!("{path}/approve"), format!("{path}/refuse"));
        let reason = json!({"reason": "单位信息不完整"});
        let (approved, refused) = tokio::join!(
            office.post(&approval, json!({})),
            office.post(&refusal, reason)
        );
        let mut statuses = [approved.0, refused.0];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", approved.1, refused.1);
        let is = office.get(&path).await["status"].clone();
        let decided = if approved.0 == 200 {
            "active"
        } else {
            "refused"
        };
        assert_eq!(is, decided);
        let events = office.get(&format!("{path}/events")).await;
        assert_eq!(events["total"], 2, "{events}");
    }
}

/// Nothing happens to the account by it, so that nothing is written down.
#[tokio::test]
async fn ending_no_session_is_no_event() {
    let api = TestApi::new().await;
    let own = api.signed_in("lisi_1", Role::Applicant).await;
    let other = api.signed_in("wangwu_1", Role::Applicant).await;
    let first = async |token: &str| {
        let sessions = api.get("/api/auth/sessions", token).await.ok();
        sessions["items"][0]["id"].as_str().unwrap().to_owned()
    };
    let ended = async || -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM account_event WHERE action = 'end_sessions'")
            .fetch_one(&api.context.pool)
            .await
            .unwrap()
    };
    let end = async |id: &str| {
        let path = format!("/api/auth/sessions/{id}");
        let answer = api.call(Method::DELETE, &path, &own, None).await;
        assert_eq!(answer.status, 204);
    };
    end("018f2f4e-0000-7000-8000-000000000000").await;
    end(&first(&other).await).await;
    assert_eq!(ended().await, 0);
    end(&first(&own).await).await;
    assert_eq!(ended().await, 1);
}

#[tokio::test]
async fn one_changes_what_one_has_told_of_oneself() {
    let office = Office::new().await;
    office.add("wangwu", "applicant").await;
    let token = office.api.login("wangwu", "Geology77").await.json()["token"].clone();
    let token = token.as_str().unwrap();
    let mut profile = office.api.get("/api/auth/profile", token).await.json();
    profile["unit"] = "地质云中心".into();
    profile["role"] = "admin".into();
    let put = async |body: &Value| {
        let body = Some(body.clone());
        office
            .api
            .call(Method::PUT, "/api/auth/profile", token, body)
            .await
    };
    assert_eq!(put(&profile).await.status, 200);
    let me = office.api.get("/api/auth/me", token).await.json();
    assert_eq!(
        (&me["unit"], &me["role"]),
        (&json!("地质云中心"), &json!("applicant"))
    );
    profile["phoneMobile"] = "1".into();
    assert_eq!(
        put(&profile).await.json()["errors"][0]["field"],
        "phoneMobile"
    );
}

#[tokio::test]
async fn a_registration_that_waits_is_mailed_to_those_who_decide_where_mails_are_sent() {
    let reminded = vec!["registration_waits to admin_1@cgs.cn".to_owned()];
    for (mail, queued) in [(true, reminded), (false, vec![])] {
        let api = TestApi::sending_mails(mail).await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        api.account("other_1", Role::Operator).await;
        account_mail::give_addresses(&api.context.pool).await;
        let switch = json!({"approveRegistrations": true});
        let switched = api
            .call(Method::PUT, "/api/settings", &admin, Some(switch))
            .await;
        assert_eq!(switched.status, 200);
        for name in ["wangwu", "zhaoliu"] {
            let mut registration = form(name, "admin");
            registration["terms"] = true.into();
            registration["sex"] = 0.into();
            let made = api.post("/api/auth/register", "", registration).await;
            assert_eq!(made.json()["status"], "waiting", "{}", made.json());
        }
        let mailed = account_mail::queued_mails(&api.context.pool).await;
        assert_eq!(mailed, queued, "{mail}");
    }
}
