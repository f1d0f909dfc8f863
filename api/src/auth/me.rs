//! `GET /api/auth/me`

use axum::extract::State;
use domain::duty::Duty;
use domain::permission::Permission;
use domain::role::{Role, RoleId};
use domain::sign_in_policy::PasswordKind;
use serde::Serialize;
use storage::db::provider_links::is_password_known;
use storage::db::{roles, users};
use texts::{Message, NoticeText};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::Caller;
use crate::context::Context;
use crate::json::Json;
use crate::menu_pages::{MenuPages, MenuPart, menu_of};
use crate::message::MessageBody;
use crate::problem::Problem;
use crate::system::configured;
use crate::users::RoleName;

/// The signed-in person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    id: Uuid,
    login_name: String,
    user_name: String,
    /// Where the person begins. What the person may do are the authorities.
    #[schema(value_type = crate::orders::codes::Role)]
    role: Role,
    /// The roles that the person has.
    #[schema(value_type = Vec<String>)]
    role_ids: Vec<RoleId>,
    /// The same roles with their names, as administrators gave them.
    roles: Vec<RoleName>,
    unit: String,
    /// Empty where a client system asks.
    phone: String,
    /// Empty where a client system asks.
    email: String,
    /// Whether an administrator has let the person in: nobody else has a session.
    is_audited: bool,
    /// What to tell of the password: that an administrator chose it; null: nothing.
    #[schema(required)]
    pwd_msg: Option<String>,
    /// The same as a code.
    #[schema(required)]
    pwd_message: Option<MessageBody>,
    /// That the password is over, or will be within a week; null: nothing.
    #[schema(required)]
    period_msg: Option<String>,
    /// The same as a code.
    #[schema(required)]
    period_message: Option<MessageBody>,
    /// What the person has to do before anything else: every other call is refused until then.
    #[schema(required, value_type = Option<crate::orders::codes::Duty>)]
    duty: Option<Duty>,
    /// Whether signing in asks for a second factor.
    second_factor: bool,
    /// Whether the person has a password: who signs in at the identity provider alone has none.
    has_password: bool,
    /// What the person may do, and the web apps show. The server asks again at every call.
    #[schema(value_type = Vec<crate::orders::codes::Permission>)]
    authorities: Vec<Permission>,
    /// The pages that the menus offer the person.
    pages: MenuPages,
    /// The menu. The portal's bar is the first entry's children.
    menu: Vec<MenuPart>,
}

/// The account of the session.
#[utoipa::path(get, path = "/api/auth/me", tag = "auth", operation_id = "getUserInfo",
    responses((status = 200, body = Me), (status = 401, body = crate::problem::ProblemBody)))]
pub async fn me(State(context): State<Context>, caller: Caller) -> Result<Json<Me>, Problem> {
    let policy = configured::current(&context).await.sign_in_policy();
    let mut db = context.connection().await?;
    // Who has a client system's token may be another person than its account's.
    let (phone, email) = if caller.token.is_some() {
        (String::new(), String::new())
    } else {
        let profile = users::profile(&mut db, &context.server_key, caller.id).await?;
        let phone = profile.map(|profile| profile.phone);
        (phone.unwrap_or_default(), caller.email)
    };
    let roles = roles::with_ids(&mut db, &caller.roles).await?;
    let is_temporary = caller.password_kind == PasswordKind::Temporary;
    let hint = is_temporary.then(|| Message::from(NoticeText::PasswordTemporary));
    let (set, kind) = (caller.password_set, caller.password_kind);
    let age = policy.password_age(set, kind, context.now());
    let period = age.message();
    Ok(Json(Me {
        period_msg: period.as_ref().map(Message::chinese),
        period_message: period.map(MessageBody::from),
        duty: caller.duty,
        second_factor: caller.second_factor,
        has_password: is_password_known(caller.password_set),
        is_audited: true,
        pwd_msg: hint.as_ref().map(Message::chinese),
        pwd_message: hint.map(MessageBody::from),
        email,
        id: caller.id.0,
        authorities: caller.permissions.iter().collect(),
        pages: MenuPages::for_holder(caller.permissions),
        menu: menu_of(Some(caller.permissions)),
        login_name: caller.login_name,
        user_name: caller.user_name,
        role: Role::nearest(caller.permissions),
        role_ids: caller.roles,
        roles: roles.iter().map(RoleName::from).collect(),
        unit: caller.unit,
        phone,
    }))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::{Method, Request, StatusCode};
    use chrono::TimeDelta;

    use super::*;
    use crate::testing::TestApi;

    #[tokio::test]
    async fn tells_who_is_signed_in() {
        let api = TestApi::new().await;
        let token = api.signed_in("lisi_1", Role::Applicant).await;
        let answer = api.get("/api/auth/me", &token).await;
        insta::assert_json_snapshot!(answer.json(), { ".id" => "[id]", ".menu" => "[menu]" }, @r#"
        {
          "authorities": [
            "/shop/list",
            "/order/mine",
            "/order/create",
            "/export/list",
            "/unit/add"
          ],
          "duty": null,
          "email": "",
          "hasPassword": true,
          "id": "[id]",
          "isAudited": true,
          "loginName": "lisi_1",
          "menu": "[menu]",
          "pages": {
            "office": [],
            "portal": [
              "search",
              "products",
              "guide",
              "news",
              "contact",
              "cart",
              "orders",
              "subscriptions",
              "exports"
            ]
          },
          "periodMessage": null,
          "periodMsg": null,
          "phone": "13812345678",
          "pwdMessage": null,
          "pwdMsg": null,
          "role": "applicant",
          "roleIds": [
            "applicant"
          ],
          "roles": [
            {
              "id": "applicant",
              "name": ""
            }
          ],
          "secondFactor": false,
          "unit": "中国地质调查局",
          "userName": "李四"
        }
        "#);
    }

    #[tokio::test]
    async fn a_guest_is_told_to_sign_in() {
        let api = TestApi::new().await;
        let answer = api.get("/api/auth/me", "").await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        assert_eq!(answer.header("content-type"), "application/problem+json");
        assert_eq!(answer.json()["detail"], "登录过期，请重新登录!");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }

    #[tokio::test]
    async fn sessions_end_unused_after_half_an_hour_and_used_after_a_day() {
        let api = TestApi::new().await;
        let idle = api.signed_in("idle_1", Role::Applicant).await;
        let busy = api.signed_in("busy_1", Role::Applicant).await;
        let alive =
            async |token: &str| api.get("/api/auth/me", token).await.status == StatusCode::OK;
        for _ in 0..71 {
            api.pass(TimeDelta::minutes(20));
            assert!(alive(&busy).await);
        }
        assert!(!alive(&idle).await);
        api.pass(TimeDelta::minutes(20));
        assert!(!alive(&busy).await);
    }

    #[tokio::test]
    async fn the_cookie_is_enough_to_read() {
        let api = TestApi::new().await;
        let token = api.signed_in("lisi_1", Role::Applicant).await;
        let with_cookie = |method: Method, path: &str| {
            Request::builder()
                .method(method)
                .uri(path)
                .header("cookie", format!("scenedock_session={token}"))
                .header("content-type", "application/json")
                .body(Body::from(r#"{"dataIds":["x"]}"#))
                .unwrap()
        };
        let read = api.send(with_cookie(Method::GET, "/api/auth/me")).await;
        assert_eq!(read.status, StatusCode::OK);
        for method in [Method::POST, Method::DELETE] {
            let written = api.send(with_cookie(method, "/api/cart")).await;
            assert_eq!(written.status, StatusCode::UNAUTHORIZED);
        }
    }
}
