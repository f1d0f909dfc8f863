//! `POST /api/auth/register`

use axum::extract::State;
use axum::http::StatusCode;
use domain::behaviour::Behaviour;
use domain::ids::UserId;
use domain::password::{self, PasswordFlaw};
use domain::role::Role;
use serde::{Deserialize, Serialize};
use storage::db::behaviours::{self, BehaviourEntry};
use storage::db::handles;
use storage::db::users::{self, NewUser};
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;
use uuid::Uuid;

use super::captcha;
use crate::caller::Client;
use crate::context::Context;
use crate::json::Json;
use crate::problem::{FieldError, Problem};

/// Longest free text, in characters.
const LONGEST_TEXT: usize = 200;

/// The registration form. Fields that the survey does not keep (fax, sex, address) are accepted and dropped.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub struct Registration {
    login_name: String,
    password: String,
    email: String,
    phone_mobile: String,
    /// Company.
    unit: String,
    /// Real name.
    name: String,
    captcha_id: Option<String>,
    captcha: Option<String>,
    /// The terms were accepted.
    terms: bool,
}

/// The account was made.
#[derive(Serialize, ToSchema)]
pub struct Registered {
    id: Uuid,
}

/// Makes an account for an applicant.
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
    let new = NewUser {
        login_name: form.login_name.trim().to_owned(),
        password_hash,
        role: Role::Applicant,
        user_name: form.name.trim().to_owned(),
        unit: form.unit.trim().to_owned(),
        phone: form.phone_mobile,
        email: form.email,
    };
    let id = insert(&context, &client, &new).await?;
    Ok((StatusCode::CREATED, Json(Registered { id: id.0 })))
}

async fn insert(context: &Context, client: &Client, new: &NewUser) -> Result<UserId, Problem> {
    let now = context.now();
    let mut transaction = context.begin().await?;
    let made = users::insert(&mut transaction, new, now).await;
    let id = made.map_err(|error| match error.violated_unique() {
        Some(_) => Problem::invalid_field("loginName", FieldText::LoginNameTaken),
        None => error.into(),
    })?;
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
    behaviours::record(&mut transaction, &entry).await?;
    handles::commit(transaction).await?;
    Ok(id)
}

fn check_form(form: &Registration) -> Result<(), Problem> {
    if !form.terms {
        return Err(Problem::invalid_field("terms", FieldText::TermsNotAccepted));
    }
    let password = password::check(&form.password).err();
    let password = password.map(PasswordFlaw::text);
    let checks = [
        ("loginName", login_name_error(form.login_name.trim())),
        ("password", password),
        (
            "email",
            (!is_email(&form.email)).then_some(FieldText::EmailWrong),
        ),
        (
            "phoneMobile",
            (!is_mobile(&form.phone_mobile)).then_some(FieldText::MobileWrong),
        ),
        (
            "unit",
            (!is_text(&form.unit)).then_some(FieldText::UnitMissing),
        ),
        (
            "name",
            (!is_text(&form.name)).then_some(FieldText::RealNameMissing),
        ),
    ];
    let errors: Vec<FieldError> = checks
        .into_iter()
        .filter_map(|(field, error)| error.map(|text| FieldError::new(field, text)))
        .collect();
    if errors.is_empty() {
        return Ok(());
    }
    Err(Problem::bad_request(ProblemText::InvalidRegistration).with_errors(errors))
}

/// Starts with a letter; letters, digits, underscore; 5 to 20.
fn login_name_error(name: &str) -> Option<FieldText> {
    if name.is_empty() {
        return Some(FieldText::LoginNameMissing);
    }
    let well_formed = (5..=20).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (!well_formed).then_some(FieldText::LoginNameWrong)
}

/// Empty, or something on both sides of one `@` with a dot in the right one.
fn is_email(text: &str) -> bool {
    if text.is_empty() {
        return true;
    }
    let Some((local, host)) = text.split_once('@') else {
        return false;
    };
    let Some((name, top)) = host.rsplit_once('.') else {
        return false;
    };
    let plain = |part: &str| {
        !part.is_empty()
            && !part.contains(|character: char| {
                character.is_whitespace() || character.is_control() || "@,;<>\"".contains(character)
            })
    };
    text.len() <= LONGEST_TEXT && plain(local) && plain(name) && plain(top) && top.len() >= 2
}

/// 11 digits starting with 1 then 3-9.
fn is_mobile(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 11
        && bytes.iter().all(u8::is_ascii_digit)
        && bytes[0] == b'1'
        && (b'3'..=b'9').contains(&bytes[1])
}

fn is_text(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty()
        && text.chars().count() <= LONGEST_TEXT
        && !text.contains(|character: char| character.is_control())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
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

    #[test]
    fn account_names_follow_the_rule() {
        for good in ["abcde", "A_123", "a1234567890123456789"] {
            assert_eq!(login_name_error(good), None, "{good}");
        }
        for bad in [
            "",
            "abcd",
            "1abcd",
            "_abcd",
            "ab cd",
            "测试用户名",
            "a12345678901234567890",
        ] {
            assert!(login_name_error(bad).is_some(), "{bad}");
        }
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

    #[test]
    fn addresses_and_telephones_are_told_from_noise() {
        for good in ["", "a@b.cn", "li.si+x@mail.cgs.gov.cn"] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "a",
            "a@b",
            "@b.cn",
            "a@.cn",
            "a@b.c",
            "a b@c.cn",
            "a@b@c.cn",
            "a@b.cn\r\nX: y",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
        assert!(is_mobile("13812345678"));
        for bad in [
            "12812345678",
            "1381234567",
            "138123456789",
            "1381234567a",
            "",
        ] {
            assert!(!is_mobile(bad), "{bad}");
        }
    }
}
