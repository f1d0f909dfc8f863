//! Roles that ask for a second factor.

use axum::http::StatusCode;
use domain::duty::Duty;
use domain::ids::UserId;
use domain::permission::Permission;
use domain::role::{Role, RoleId};
use serde_json::json;
use storage::lifecycle::By;
use storage::lifecycle::roles::{self, RoleDraft};
use totp_rs::{Builder, Secret};

use super::{Owner, PASSWORD};
use crate::auth::owing::open_to_who_owes;
use crate::testing::TestApi;

async fn require(api: &TestApi, role: Role) {
    let draft = RoleDraft {
        name: "",
        note: "",
        permissions: role.permissions(),
        permissions_before: None,
        second_factor: true,
    };
    let now = api.context.now();
    roles::change(
        &api.context.pool,
        &RoleId::from(role),
        draft,
        By::System,
        now,
    )
    .await
    .unwrap();
}

/// Whoever owes something gets nowhere else, however much the roles allow.
#[tokio::test]
async fn a_role_that_asks_for_it_opens_nothing_before() {
    let api = TestApi::new().await;
    let token = api.signed_in("admin_1", Role::Admin).await;
    require(&api, Role::Admin).await;
    let me = api.get("/api/auth/me", &token).await.json();
    assert_eq!(me["duty"], Duty::SetUpSecondFactor.as_str());
    let open = open_to_who_owes(&api, &token, Duty::SetUpSecondFactor).await;
    assert_eq!(
        open,
        [
            "GET /api/auth/me",
            "GET /api/auth/second-factor",
            "POST /api/auth/second-factor",
            "POST /api/auth/second-factor/confirm",
        ]
    );
    let owner = Owner::with_token(&api, token).await;
    assert_eq!(
        api.get("/api/users", &owner.token).await.status,
        StatusCode::OK
    );
}

/// Where guests are let in, who owes something is a guest.
#[tokio::test]
async fn public_routes_do_not_know_who_owes_something() {
    let api = TestApi::new().await;
    let token = api.signed_in("lisi_1", Role::Applicant).await;
    require(&api, Role::Applicant).await;
    let tree = api.get("/api/catalog/tree", &token).await;
    assert_eq!(tree.status, StatusCode::OK);
    let out = api.post("/api/auth/logout", &token, json!({})).await;
    assert!(out.status.is_success());
    assert_eq!(
        api.get("/api/auth/me", &token).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn the_flag_of_a_role_is_guarded_and_kept() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let keeper = [Permission::ManageRoles, Permission::GrantRoles];
    let keeper = api.holding("keeper_1", &keeper).await;
    let operator = Role::Operator.permissions();
    let draft = |on: bool| json!({"name": "", "permissions": operator.codes(), "secondFactor": on});
    let put = async |token: &str, on: bool| {
        api.change_role("/api/roles/operator", token, draft(on))
            .await
    };
    assert_eq!(put(&keeper, true).await.code(), "beyond_own_rights");
    assert_eq!(put(&admin, true).await.json()["secondFactor"], true);
    assert_eq!(put(&keeper, false).await.code(), "beyond_own_rights");
    let events = api.get("/api/roles/operator/events", &admin).await.json();
    assert_eq!(
        events["items"][0]["changes"],
        json!([{"field": "secondFactor", "before": "false", "after": "true"}])
    );
}

#[tokio::test]
async fn a_demo_account_sets_up_none() {
    let api = TestApi::new().await;
    let user: UserId = api.account("applicant", Role::Applicant).await;
    storage::db::users::mark_demo(&mut api.context.connection().await.unwrap(), user)
        .await
        .unwrap();
    require(&api, Role::Applicant).await;
    let answer = api.login("applicant", PASSWORD).await;
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    assert!(api.get("/api/auth/me", &token).await.json()["duty"].is_null());
    let setup = api
        .post(
            "/api/auth/second-factor",
            &token,
            json!({"password": PASSWORD}),
        )
        .await
        .json();
    let secret = Secret::try_from_base32(setup["secret"].as_str().unwrap()).unwrap();
    let app = Builder::new().with_secret(secret).build().unwrap();
    let code = app
        .generate(api.context.now().timestamp().unsigned_abs())
        .to_string();
    let path = "/api/auth/second-factor/confirm";
    let refused = api.post(path, &token, json!({"code": code})).await;
    assert_eq!(refused.code(), "demo_account");
}
