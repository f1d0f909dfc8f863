//! `POST /api/auth/register`

use axum::extract::State;
use axum::http::StatusCode;
use domain::account::{AccountAction, AccountStatus, Approval, check_login_name};
use domain::behaviour::Behaviour;
use domain::ids::UserId;
use domain::password::{self, PasswordFlaw};
use domain::role::{Role, suits_registrants};
use domain::setting::Setting;
use serde::{Deserialize, Serialize};
use storage::db::behaviours::{self, BehaviourEntry};
use storage::db::mail::{self, MailSettings};
use storage::db::users::{NewUser, Profile};
use storage::db::{handles, roles, settings};
use storage::lifecycle::By;
use storage::lifecycle::administration::{self, ByMail};
use texts::{FieldText, Locale, ProblemText};
use utoipa::ToSchema;
use uuid::Uuid;

use super::captcha;
use crate::caller::Client;
use crate::context::Context;
use crate::json::Json;
use crate::language::LanguageTag;
use crate::orders::codes;
use crate::person_form::{PersonForm, Required};
use crate::problem::{FieldError, Problem};

/// The registration form.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub struct Registration {
    /// See `/api/auth/rules`.
    #[schema(required)]
    login_name: String,
    #[schema(required)]
    password: String,
    #[serde(flatten)]
    person: PersonForm,
    /// The language of mails to the person; Chinese where it is left out.
    #[schema(nullable = false)]
    language: Option<LanguageTag>,
    captcha_id: Option<String>,
    captcha: Option<String>,
    /// The terms were accepted.
    #[schema(required)]
    terms: bool,
}

/// The account was made.
#[derive(Serialize, ToSchema)]
pub struct Registered {
    id: Uuid,
    /// `waiting`: an administrator lets the person in first.
    #[schema(value_type = codes::AccountStatus)]
    status: AccountStatus,
}

/// Makes an account for an applicant. Where registrations are approved, it waits for that, and where the role of applicants
/// allows more than belongs to them.
#[utoipa::path(post, path = "/api/auth/register", tag = "auth", operation_id = "registerUser",
    request_body = Registration,
    responses((status = 201, body = Registered), (status = 400, body = crate::problem::ProblemBody),
              (status = 429, body = crate::problem::ProblemBody)))]
pub async fn register(
    State(context): State<Context>,
    client: Client,
    Json(form): Json<Registration>,
) -> Result<(StatusCode, Json<Registered>), Problem> {
    check_form(&form)?;
    context.paces.sign_up.step(client.network, context.now())?;
    captcha::check(
        &context,
        form.captcha_id.as_deref(),
        form.captcha.as_deref(),
    )
    .await?;
    let password_hash = context.passwords.hash(form.password.clone()).await?;
    let profile = profile(&form);
    let new = NewUser {
        login_name: form.login_name.trim().to_owned(),
        password_hash,
        roles: vec![Role::Applicant.into()],
        user_name: profile.user_name.clone(),
        unit: profile.unit.clone(),
        email: profile.email.clone(),
    };
    let locale = form.language.map(Locale::from);
    let (id, approval) = insert(&context, &client, &new, (&profile, locale)).await?;
    let status = AccountStatus::new(approval, false);
    Ok((StatusCode::CREATED, Json(Registered { id: id.0, status })))
}

/// Who chooses no other name is called by the account's (portal specification, section 3).
fn profile(form: &Registration) -> Profile {
    let mut profile = form.person.profile();
    if profile.nick_name.is_empty() {
        form.login_name.trim().clone_into(&mut profile.nick_name);
    }
    profile
}

async fn insert(
    context: &Context,
    client: &Client,
    new: &NewUser,
    (profile, locale): (&Profile, Option<Locale>),
) -> Result<(UserId, Approval), Problem> {
    let (key, now) = (&context.server_key, context.now());
    let mut tx = context.begin().await?;
    // Where an earlier version let more into the role, nobody comes by that without being let in by somebody who holds it.
    let gets_more = !suits_registrants(roles::of_registrants(&mut tx).await?);
    let approval = if gets_more || settings::is_on(&mut tx, Setting::ApproveRegistrations).await? {
        Approval::Waiting
    } else {
        Approval::Approved
    };
    let by = By::Registrant {
        client_ip: &client.ip,
        agent: &client.agent,
    };
    let account = (new, profile, approval);
    let id =
        administration::create(&mut tx, key, account, AccountAction::Register, by, now).await?;
    if let Some(locale) = locale {
        let settings = MailSettings {
            notices: true,
            locale,
        };
        mail::save_settings(&mut tx, id, settings, now).await?;
    }
    let entry = BehaviourEntry {
        kind: Behaviour::Register,
        at: now,
        user: Some(id),
        client_ip: &client.ip,
        agent: &client.agent,
        detail_url: "/api/auth/register",
        ordername: None,
        data_num: None,
        data_size: None,
    };
    behaviours::record(&mut tx, &entry).await?;
    if approval == Approval::Waiting {
        let by_mail = ByMail::of_installation(context.settings.mail);
        administration::tell_deciders(&mut tx, by_mail, now).await?;
    }
    handles::commit(tx).await?;
    Ok((id, approval))
}

fn check_form(form: &Registration) -> Result<(), Problem> {
    if !form.terms {
        return Err(Problem::invalid_field("terms", FieldText::TermsNotAccepted));
    }
    let password = password::check(&form.password).err();
    let checks = [
        ("loginName", check_login_name(form.login_name.trim()).err()),
        ("password", password.map(PasswordFlaw::text)),
    ];
    let mut errors: Vec<FieldError> = checks
        .into_iter()
        .filter_map(|(field, error)| error.map(|text| FieldError::new(field, text)))
        .collect();
    errors.extend(form.person.errors(Required::ApplicantFacts));
    if errors.is_empty() {
        return Ok(());
    }
    Err(Problem::bad_request(ProblemText::InvalidRegistration).with_errors(errors))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use storage::db::captchas;

    use super::*;
    use crate::context::Settings;
    use crate::testing::TestApi;

    fn form() -> serde_json::Value {
        json!({
            "nickName": "zhangsan", "loginName": "zhangsan", "password": "Scenedock1", "email": "z@cgs.cn",
            "phoneMobile": "13812345678", "unit": "中国地质调查局", "name": "张三", "sex": 1, "terms": true
        })
    }

    #[tokio::test]
    async fn a_registered_applicant_can_sign_in() {
        let api = TestApi::new().await;
        let answer = api.post("/api/auth/register", "", form()).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json());
        let token = api.login("ZhangSan", "Scenedock1").await.json()["token"]
            .as_str()
            .unwrap()
            .to_owned();
        let me = api.get("/api/auth/me", &token).await.json();
        assert_eq!(me["role"], "applicant");
        assert_eq!(me["userName"], "张三");
        let again = api.post("/api/auth/register", "", form()).await;
        assert_eq!(again.json()["detail"], "用户名已存在！");
    }

    #[tokio::test]
    async fn nobody_registers_as_an_administrator() {
        let api = TestApi::new().await;
        let mut form = form();
        form["role"] = "admin".into();
        form["type"] = "admin".into();
        api.post("/api/auth/register", "", form).await;
        let token = api.login("zhangsan", "Scenedock1").await.json()["token"]
            .as_str()
            .unwrap()
            .to_owned();
        assert_eq!(
            api.get("/api/auth/me", &token).await.json()["role"],
            "applicant"
        );
    }

    #[tokio::test]
    async fn what_is_wrong_is_told_field_by_field() {
        let api = TestApi::new().await;
        let answer = api.post("/api/auth/register", "", json!({})).await;
        assert_eq!(answer.json()["detail"], "请勾选服务条款!");
        let answer = api
            .post("/api/auth/register", "", json!({"terms": true}))
            .await
            .json();
        assert_eq!(answer["detail"], "必填项错误, 请重新填写!");
        let fields: Vec<_> = answer["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| &error["field"])
            .collect();
        assert_eq!(
            fields,
            ["loginName", "password", "phoneMobile", "unit", "name"]
        );
    }

    #[tokio::test]
    async fn a_password_that_everybody_tries_is_refused() {
        let api = TestApi::new().await;
        let mut common = form();
        common["password"] = "Password1".into();
        let answer = api.post("/api/auth/register", "", common).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        let error = &answer.json()["errors"][0];
        assert_eq!(error["field"], "password");
        assert_eq!(error["detail"], "密码过于常见，容易被猜到，请更换");
    }

    #[tokio::test]
    async fn a_captcha_makes_one_account_and_none_makes_none() {
        let api = TestApi::with(Settings::default()).await;
        let now = api.context.now();
        let mut db = api.context.connection().await.unwrap();
        let id = captchas::issue(&mut db, "4711", now).await.unwrap();
        let other = captchas::issue(&mut db, "0815", now).await.unwrap();
        drop(db);
        let register = async |name: &str, captcha: serde_json::Value| {
            let mut form = form();
            form["loginName"] = name.into();
            for (field, value) in captcha.as_object().unwrap() {
                form[field] = value.clone();
            }
            api.post("/api/auth/register", "", form).await
        };
        let right = json!({"captchaId": id, "captcha": "4711"});
        for (captcha, detail) in [
            (json!({}), "请输入验证码"),
            (json!({"captchaId": id}), "请输入验证码"),
            (json!({"captcha": "4711"}), "验证码不正确!"),
            (
                json!({"captchaId": other, "captcha": "4711"}),
                "验证码不正确!",
            ),
            (
                json!({"captchaId": other, "captcha": "0815"}),
                "验证码不正确!",
            ),
        ] {
            let refused = register("zhangsan", captcha.clone()).await;
            assert_eq!(refused.json()["detail"], detail, "{captcha}");
        }
        let made = register("zhangsan", right.clone()).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
        let again = register("lisi_1", right).await;
        assert_eq!(again.json()["detail"], "验证码不正确!");
        for (name, exists) in [("zhangsan", true), ("lisi_1", false)] {
            let path = format!("/api/auth/exists?loginName={name}");
            assert_eq!(api.get(&path, "").await.json()["exists"], exists, "{name}");
        }
    }

    #[tokio::test]
    async fn a_network_makes_accounts_at_a_walk() {
        let api = TestApi::new().await;
        let made = async |number: i32| {
            let mut form = form();
            form["loginName"] = format!("zhangsan_{number}").into();
            api.post("/api/auth/register", "", form).await
        };
        for number in 0..20 {
            assert_eq!(made(number).await.status, StatusCode::CREATED);
        }
        let refused = made(20).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(refused.code(), "too_often");
        api.pass(chrono::TimeDelta::minutes(3));
        assert_eq!(made(20).await.status, StatusCode::CREATED);
    }
}
