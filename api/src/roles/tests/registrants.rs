//! The role that people get by registering, and rights that nobody may lose for good.

use axum::http::StatusCode;
use domain::permission::Permission as P;
use domain::role::Role;
use serde_json::{Value, json};

use super::{ROLE_KEEPER, id_of, put, refused};
use crate::testing::{Answer, TestApi};

const APPLICANTS: &str = "/api/roles/applicant";

async fn allow(api: &TestApi, path: &str, token: &str, codes: &[&str]) -> Answer {
    let draft = json!({"name": "", "permissions": codes});
    api.change_role(path, token, draft).await
}

fn done(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
}

#[tokio::test]
async fn what_is_taken_from_applicants_can_be_given_back() {
    let api = TestApi::new().await;
    let keeper = api.holding("keeper", &ROLE_KEEPER).await;
    let lisi = api.signed_in("lisi_1", Role::Applicant).await;
    done(&allow(&api, APPLICANTS, &keeper, &[]).await);
    let cart = api.get("/api/cart", &lisi).await;
    assert_eq!(cart.status, StatusCode::FORBIDDEN);
    let all = Role::Applicant.permissions().codes();
    done(&allow(&api, APPLICANTS, &keeper, &all).await);
    let cart = api.get("/api/cart", &lisi).await;
    assert_eq!(cart.status, StatusCode::OK);
}

#[tokio::test]
async fn a_right_stays_with_somebody_who_can_sign_in() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let mut fewer = Role::Admin.permissions().codes();
    fewer.retain(|code| *code != P::ManageContent.code());
    let last = allow(&api, "/api/roles/admin", &admin, &fewer).await;
    refused(&last, "last_administrator");
    assert!(last.json()["detail"].as_str().unwrap().contains("权限"));
    // Who is switched off gives nothing.
    api.holding("editor", &[P::ManageContent]).await;
    let editor = id_of(&api, &admin, "editor").await;
    let off = format!("/api/users/{editor}/disable");
    let off = api.post(&off, &admin, Value::Null).await;
    assert!(off.status.is_success(), "{}", off.text());
    let last = allow(&api, "/api/roles/admin", &admin, &fewer).await;
    refused(&last, "last_administrator");
    api.holding("editor_2", &[P::ManageContent]).await;
    done(&allow(&api, "/api/roles/admin", &admin, &fewer).await);
}

/// Whoever gives what one does not hold gives it again.
#[tokio::test]
async fn where_administrators_are_apart_every_other_right_may_go_and_comes_back() {
    let api = TestApi::new().await;
    let root = api.signed_in("root_1", Role::Admin).await;
    let mut ids = Vec::new();
    for name in ["system_1", "secure_1", "audit_1"] {
        ids.push(api.account(name, Role::Applicant).await.0);
    }
    let body = json!({"system": [ids[0]], "security": [ids[1]], "audit": [ids[2]]});
    done(&put(&api, "/api/separation", &root, body).await);
    let signed_in = api.login("secure_1", "Scenedock1").await.json();
    let security = signed_in["token"].as_str().unwrap();
    done(&allow(&api, "/api/roles/admin", security, &[]).await);
    done(&allow(&api, "/api/roles/admin", security, &["/order/audit"]).await);
    let pumped = allow(&api, APPLICANTS, security, &["/log/audit"]).await;
    refused(&pumped, "beyond_applicants");
}

#[tokio::test]
async fn whoever_registers_gets_nothing_of_an_administrator() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    for code in ["/order/audit", "/log/audit", "/scene/all"] {
        let answer = allow(&api, APPLICANTS, &admin, &["/shop/list", code]).await;
        refused(&answer, "beyond_applicants");
    }
    let stored = api.get(APPLICANTS, &admin).await.json();
    let unchanged = json!(Role::Applicant.permissions().codes());
    assert_eq!(stored["permissions"], unchanged);
    done(&allow(&api, APPLICANTS, &admin, &["/shop/list"]).await);
}

/// As an earlier version let it become.
#[tokio::test]
async fn what_the_role_of_applicants_has_too_much_is_nobodys_to_give() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let clerk = api.holding("clerk", &[P::ManageUsers]).await;
    api.holding("auditor", &[P::AuditLog]).await;
    sqlx::query("UPDATE role SET permissions = '{/shop/list,/log/audit}' WHERE id = 'applicant'")
        .execute(&api.context.pool)
        .await
        .unwrap();
    let auditor = id_of(&api, &admin, "auditor").await;
    let path = format!("/api/users/{auditor}/password");
    let reset = json!({"password": "Another1pass"});
    let reset = api.post(&path, &clerk, reset).await;
    refused(&reset, "beyond_own_rights");
    let form = json!({
        "nickName": "zhangsan", "loginName": "zhangsan", "password": "Scenedock1", "email": "z@cgs.cn",
        "phoneMobile": "13812345678", "unit": "中国地质调查局", "name": "张三", "sex": 1, "terms": true
    });
    let registered = api.post("/api/auth/register", "", form).await.json();
    assert_eq!(registered["status"], "waiting");
    // Nor does the clerk let the newcomer in; who holds it may.
    let newcomer = registered["id"].as_str().unwrap();
    let approve = format!("/api/users/{newcomer}/approve");
    let approved = api.post(&approve, &clerk, Value::Null).await;
    refused(&approved, "beyond_own_rights");
    // It stays until somebody changes the role, and goes then.
    let same = ["/shop/list", "/log/audit"];
    let same = allow(&api, APPLICANTS, &admin, &same).await;
    refused(&same, "beyond_applicants");
    done(&allow(&api, APPLICANTS, &admin, &["/shop/list"]).await);
}
