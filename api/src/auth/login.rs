//! `POST /api/auth/login`

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::behaviour::Behaviour;
use serde::{Deserialize, Serialize};
use storage::db::behaviours::{self, Entry};
use storage::db::handles;
use storage::db::sessions::{self, SessionToken};
use storage::db::sign_in::{self, Attempt};
use storage::db::users::{self, User};
use utoipa::ToSchema;

use super::captcha;
use crate::caller::{Client, cookie_name};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{FieldError, Problem};

/// Longer than any account name or password that may exist; what is longer is not even hashed.
const LONGEST_INPUT: usize = 128;

/// What the sign-in dialog sends.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Credentials {
    /// Account.
    #[serde(default)]
    #[schema(required)]
    login_name: String,
    /// Password.
    #[serde(default)]
    #[schema(required)]
    password: String,
    /// From `POST /api/auth/captcha`.
    captcha_id: Option<String>,
    /// What the picture shows.
    captcha: Option<String>,
}

/// A session has begun.
#[derive(Serialize, ToSchema)]
pub struct LoggedIn {
    /// For `Authorization: Bearer`.
    token: String,
}

/// Signs in. An unknown account and a wrong password are told in the same words and take as long. Five failures of
/// one account from one network close the door for 30 minutes.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", operation_id = "loginByUsername",
    request_body = Credentials,
    responses((status = 200, body = LoggedIn), (status = 400, body = crate::problem::ProblemBody),
              (status = 401, body = crate::problem::ProblemBody), (status = 429, body = crate::problem::ProblemBody)))]
pub async fn login(
    State(context): State<Context>,
    client: Client,
    Json(login): Json<Credentials>,
) -> Result<Response, Problem> {
    require_input(&login)?;
    // Counted before anything is looked at, and given back when all is right: of a thousand at the same moment only a
    // few are looked at.
    let pace = &context.paces.sign_in;
    pace.step(client.network, context.now())?;
    captcha::check(
        &context,
        login.captcha_id.as_deref(),
        login.captcha.as_deref(),
    )
    .await?;
    let user = check_password(&context, &client, login).await?;
    pace.give_back(client.network);
    let token = begin_session(&context, &client, &user).await?;
    let cookie = session_cookie(&context, token.expose(), sessions::LONGEST.num_seconds())?;
    let body = Json(LoggedIn {
        token: token.expose().to_owned(),
    });
    let no_store = HeaderValue::from_static("no-store");
    Ok((
        [
            (header::SET_COOKIE, cookie),
            (header::CACHE_CONTROL, no_store),
        ],
        body,
    )
        .into_response())
}

fn require_input(login: &Credentials) -> Result<(), Problem> {
    let mut errors = Vec::new();
    if login.login_name.trim().is_empty() {
        errors.push(FieldError {
            field: "loginName".into(),
            detail: "请输入用户名".into(),
        });
    }
    if login.password.is_empty() {
        errors.push(FieldError {
            field: "password".into(),
            detail: "请输入密码".into(),
        });
    }
    if errors.is_empty() {
        return Ok(());
    }
    Err(Problem::invalid(errors))
}

async fn check_password(
    context: &Context,
    client: &Client,
    login: Credentials,
) -> Result<User, Problem> {
    let name = login.login_name.trim();
    if name.len() > LONGEST_INPUT || login.password.len() > LONGEST_INPUT {
        return Err(refused());
    }
    let known = {
        let mut connection = context.connection().await?;
        let now = context.now();
        if let Attempt::LockedUntil(until) =
            sign_in::attempt(&mut connection, name, client.network, now).await?
        {
            return Err(locked((until - now).num_seconds()));
        }
        users::with_password_hash(&mut connection, name).await?
    };
    // The connection went back: hashing waits its turn without holding one.
    let hash = known.as_ref().map(|(_, hash)| hash.clone());
    let right = context.passwords.verify(login.password, hash).await?;
    match known {
        Some((user, _)) if right && user.disabled_at.is_none() => Ok(user),
        _ => Err(refused()),
    }
}

async fn begin_session(
    context: &Context,
    client: &Client,
    user: &User,
) -> Result<SessionToken, Problem> {
    let now = context.now();
    let mut transaction = context.begin().await?;
    sign_in::succeed(&mut transaction, &user.login_name, client.network).await?;
    let opener = (user.id, user.epoch);
    let token = sessions::start(&mut transaction, opener, &client.ip, &client.agent, now).await?;
    // Between the check of the password and now it has become an old one, or the account was switched off.
    let token = token.ok_or_else(refused)?;
    let entry = Entry {
        kind: Behaviour::SignIn,
        at: now,
        user: Some(user.id),
        client_ip: &client.ip,
        agent: &client.agent,
        detail_url: "/api/auth/login",
        ordername: None,
        data_num: None,
        data_size: None,
    };
    behaviours::record(&mut transaction, &entry).await?;
    handles::commit(transaction).await?;
    Ok(token)
}

/// The cookie of a session for so many seconds; of none: it goes.
pub(super) fn session_cookie(
    context: &Context,
    token: &str,
    seconds: i64,
) -> Result<HeaderValue, Problem> {
    let https = context.settings.https;
    let (name, secure) = (cookie_name(https), if https { "; Secure" } else { "" });
    let text =
        format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}");
    HeaderValue::try_from(text).map_err(|_| Problem::internal())
}

fn refused() -> Problem {
    Problem::new(
        StatusCode::UNAUTHORIZED,
        "wrong_password",
        "用户名或密码错误!",
    )
}

fn locked(seconds: i64) -> Problem {
    let seconds = u32::try_from(seconds.max(1)).unwrap_or(u32::MAX);
    Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        "locked",
        "密码错误次数过多，账号已锁定30分钟，请稍后再试",
    )
    .retry_after(seconds)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::{Method, Request};
    use chrono::TimeDelta;
    use domain::role::Role;
    use serde_json::json;

    use super::*;
    use storage::lifecycle::accounts;

    use crate::pace::SIGN_INS;
    use crate::testing::TestApi;

    #[tokio::test]
    async fn a_token_and_a_cookie_are_handed_out() {
        let api = TestApi::new().await;
        api.account("lisi_1", Role::Applicant).await;
        let answer = api.login("LiSi_1", "Scenedock1").await;
        assert_eq!(answer.status, StatusCode::OK);
        let token = answer.json()["token"].as_str().unwrap().to_owned();
        assert_eq!(
            answer.header("set-cookie"),
            format!("scenedock_session={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400")
        );
        assert_eq!(answer.header("cache-control"), "no-store");
        let me = api.get("/api/auth/me", &token).await;
        assert_eq!(me.json()["loginName"], "lisi_1");
    }

    #[tokio::test]
    async fn over_tls_the_cookie_is_bound_to_this_host() {
        let api = TestApi::with(crate::Settings {
            captcha: false,
            https: true,
            ..crate::Settings::default()
        })
        .await;
        api.account("lisi_1", Role::Applicant).await;
        let answer = api.login("lisi_1", "Scenedock1").await;
        let cookie = answer.header("set-cookie");
        assert!(cookie.starts_with("__Host-scenedock_session="), "{cookie}");
        assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict; Max-Age=86400; Secure"));
        assert!(!cookie.contains("Domain"));
        let (pair, _) = cookie.split_once(';').unwrap();
        let reading = Request::get("/api/auth/me").header("cookie", pair);
        let me = api.send(reading.body(Body::empty()).unwrap()).await;
        assert_eq!(me.status, StatusCode::OK);
    }

    #[tokio::test]
    async fn an_unknown_account_is_told_like_a_wrong_password() {
        let api = TestApi::new().await;
        api.account("lisi_1", Role::Applicant).await;
        let wrong = api.login("lisi_1", "Scenedock2").await;
        let unknown = api.login("nobody", "Scenedock2").await;
        assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
        assert_eq!(wrong.bytes, unknown.bytes);
        assert_eq!(wrong.code(), "wrong_password");
    }

    #[tokio::test]
    async fn what_is_missing_is_named() {
        let api = TestApi::new().await;
        let answer = api.post("/api/auth/login", "", json!({})).await;
        insta::assert_json_snapshot!(answer.json(), @r#"
        {
          "code": "invalid",
          "detail": "请输入用户名",
          "errors": [
            {
              "detail": "请输入用户名",
              "field": "loginName"
            },
            {
              "detail": "请输入密码",
              "field": "password"
            }
          ],
          "status": 400,
          "title": "Bad Request",
          "type": "about:blank"
        }
        "#);
    }

    #[tokio::test]
    async fn five_failures_close_the_door_for_half_an_hour() {
        let api = TestApi::new().await;
        api.account("lisi_1", Role::Applicant).await;
        for _ in 0..5 {
            assert_eq!(
                api.login("lisi_1", "wrong").await.status,
                StatusCode::UNAUTHORIZED
            );
        }
        let locked = api.login("lisi_1", "Scenedock1").await;
        assert_eq!(locked.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(locked.header("retry-after"), "1800");
        api.pass(TimeDelta::minutes(30));
        assert_eq!(
            api.login("lisi_1", "Scenedock1").await.status,
            StatusCode::OK
        );
        for _ in 0..4 {
            assert_eq!(
                api.login("lisi_1", "wrong").await.status,
                StatusCode::UNAUTHORIZED
            );
        }
        assert_eq!(
            api.login("lisi_1", "Scenedock1").await.status,
            StatusCode::OK,
            "success starts anew"
        );
    }

    #[tokio::test]
    async fn a_lock_is_for_one_address() {
        let api = TestApi::new().await;
        api.account("lisi_1", Role::Applicant).await;
        for _ in 0..6 {
            api.login("lisi_1", "wrong").await;
        }
        let mut elsewhere = Request::builder()
            .method(Method::POST)
            .uri("/api/auth/login")
            .header("content-type", "application/json")
            .body(Body::from(
                r#"{"loginName":"lisi_1","password":"Scenedock1"}"#,
            ))
            .unwrap();
        let peer: std::net::SocketAddr = "198.51.100.9:1".parse().unwrap();
        elsewhere
            .extensions_mut()
            .insert(axum::extract::ConnectInfo(peer));
        assert_eq!(api.send(elsewhere).await.status, StatusCode::OK);
    }

    #[tokio::test]
    async fn a_lock_is_for_a_whole_ipv6_network() {
        let api = TestApi::new().await;
        api.account("lisi_1", Role::Applicant).await;
        let tried = async |host: &str| {
            let mut request = Request::post("/api/auth/login")
                .header("content-type", "application/json")
                .body(Body::from(r#"{"loginName":"lisi_1","password":"wrong"}"#))
                .unwrap();
            let peer: std::net::SocketAddr = format!("[{host}]:1").parse().unwrap();
            request
                .extensions_mut()
                .insert(axum::extract::ConnectInfo(peer));
            api.send(request).await.status
        };
        for number in 1..=5 {
            let status = tried(&format!("2001:db8:1:2::{number}")).await;
            assert_eq!(status, StatusCode::UNAUTHORIZED);
        }
        assert_eq!(
            tried("2001:db8:1:2:ffff::6").await,
            StatusCode::TOO_MANY_REQUESTS
        );
        assert_eq!(tried("2001:db8:1:3::1").await, StatusCode::UNAUTHORIZED);
    }

    #[tokio::test]
    async fn one_network_cannot_try_a_password_on_every_account() {
        let api = TestApi::new().await;
        api.account("lisi_1", Role::Applicant).await;
        for _ in 0..2 * SIGN_INS {
            let right = api.login("lisi_1", "Scenedock1").await;
            assert_eq!(right.status, StatusCode::OK, "who is right costs nothing");
        }
        let mut looked_at = 0;
        for number in 0..40 {
            let answer = api.login(&format!("user_{number}"), "Summer2026").await;
            if answer.code() == "too_often" {
                assert!(!answer.header("retry-after").is_empty());
            } else {
                assert_eq!(answer.code(), "wrong_password");
                looked_at += 1;
            }
        }
        assert_eq!(looked_at, SIGN_INS);
        api.pass(TimeDelta::seconds(30));
        let right = api.login("lisi_1", "Scenedock1").await;
        assert_eq!(right.status, StatusCode::OK, "after a while");
    }

    #[tokio::test]
    async fn of_many_guesses_at_once_five_are_looked_at() {
        let api = TestApi::new().await;
        api.account("lisi_1", Role::Applicant).await;
        let guesses = (0..40).map(|_| api.login("lisi_1", "wrong"));
        let answers = futures::future::join_all(guesses).await;
        let looked_at = answers
            .iter()
            .filter(|answer| answer.status == StatusCode::UNAUTHORIZED)
            .count();
        assert_eq!(looked_at, 5);
    }

    #[tokio::test]
    async fn a_disabled_account_stays_out_and_its_session_ends() {
        let api = TestApi::new().await;
        let user = api.account("lisi_1", Role::Applicant).await;
        let token = api.login("lisi_1", "Scenedock1").await.json()["token"]
            .as_str()
            .unwrap()
            .to_owned();
        accounts::disable(&api.context.pool, user, api.context.now())
            .await
            .unwrap();
        assert_eq!(
            api.get("/api/auth/me", &token).await.status,
            StatusCode::UNAUTHORIZED
        );
        assert_eq!(
            api.login("lisi_1", "Scenedock1").await.code(),
            "wrong_password"
        );
    }

    #[tokio::test]
    async fn a_new_password_ends_every_session_and_only_it_signs_in() {
        let api = TestApi::new().await;
        let user = api.account("lisi_1", Role::Applicant).await;
        let other = api.signed_in("wangwu_1", Role::Applicant).await;
        let mut tokens = Vec::new();
        for _ in 0..3 {
            let signed_in = api.login("lisi_1", "Scenedock1").await.json();
            tokens.push(signed_in["token"].as_str().unwrap().to_owned());
        }
        let hash = storage::password::hash_blocking("Scenedock2").unwrap();
        let key = &api.context.server_key;
        accounts::set_password(&api.context.pool, key, user, &hash)
            .await
            .unwrap();
        for token in &tokens {
            let answer = api.get("/api/auth/me", token).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        }
        assert_eq!(
            api.login("lisi_1", "Scenedock1").await.code(),
            "wrong_password"
        );
        let again = api.login("lisi_1", "Scenedock2").await;
        assert_eq!(again.status, StatusCode::OK);
        assert_eq!(api.get("/api/auth/me", &other).await.status, StatusCode::OK);
    }

    /// Of a sign-in and a new password at the same moment the sign-in leaves no session, or one that is ended.
    #[tokio::test]
    async fn an_old_password_that_was_checked_a_moment_ago_opens_nothing() {
        let api = TestApi::new().await;
        let user = api.account("lisi_1", Role::Applicant).await;
        let mut db = api.context.connection().await.unwrap();
        let checked = users::by_id(&mut db, user).await.unwrap().unwrap();
        let key = &api.context.server_key;
        accounts::set_password(&api.context.pool, key, user, "another")
            .await
            .unwrap();
        let opener = (checked.id, checked.epoch);
        let started = sessions::start(&mut db, opener, "", "", api.context.now()).await;
        assert!(started.unwrap().is_none());
    }
}
