//! `/systemAA/login`, `/system/login`: coming in and leaving.

use axum::http::{HeaderMap, Method, StatusCode, header};
use serde_json::{Value, json};

use super::call::{Call, address, part};
use super::envelope::{Refused, Reply};
use super::operation::{Instead, Operation, does, handler, refuses};
use crate::router::RouteAccess;

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/systemAA/login/loginForm"),
        "LoginByUsername",
        "signs in with a picture of ours, or with a client system's token, and answers the token of the session",
        RouteAccess::Public,
        "loginByUsername",
        handler!(sign_in),
    ),
    does(
        ("GET", "/systemAA/login/getCaptcha"),
        "getLoginCaptcha",
        "makes a picture to be read, with its id",
        RouteAccess::Public,
        "getCaptcha",
        handler!(captcha),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/login/logout"),
        "logout",
        "ends the session whose token is sent",
        RouteAccess::Public,
        "logout",
        handler!(sign_out),
    ),
    does(
        ("POST", "/system/login/logoutNew"),
        "logoutNew",
        "ends the session whose token is sent",
        RouteAccess::Public,
        "logout",
        handler!(sign_out),
    ),
    does(
        ("POST", "/systemAA/login/deleteTokenByUserID"),
        "deleteTokenByUserID",
        "ends one's own session",
        RouteAccess::Public,
        "logout",
        handler!(sign_out),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/login/deleteTokenByUserName"),
        "deleteTokenByUserName",
        "ends one's own session; every session of somebody else, for who may end them",
        RouteAccess::SignedIn,
        "logout, endUserSessions",
        handler!(end_sessions),
    )
    .at_our_path(),
    refuses(
        ("POST", "/system/login/loginByToken"),
        "loginByToken",
        "took a token of an identity provider",
        Instead::Password,
    ),
    refuses(
        ("POST", "/systemAA/login/loginByUsernameDZY"),
        "loginByUsernameDZY",
        "signed in by an identity provider",
        Instead::SingleSignOn,
    )
    .at_our_path(),
    refuses(
        ("GET", "/system/login/getTokenData"),
        "getTokenData",
        "read a token of an identity provider",
        Instead::SingleSignOn,
    )
    .at_our_path(),
    refuses(
        ("GET", "/system/login/getCodeData"),
        "getCodeData",
        "read a code of an identity provider",
        Instead::SingleSignOn,
    )
    .at_our_path(),
];

/// With the id of a picture of ours, or with the token of a client system, which needs no picture; the token in the answer is what the header
/// carries from then on.
async fn sign_in(mut call: Call) -> Result<Reply, Refused> {
    if let Some(token) = call.params.given(&["clientToken", "token"]) {
        call.present(&token)?;
        let me = call.get("/api/auth/me").await?;
        return Ok(json!({"token": token, "loginName": me["loginName"]}).into());
    }
    let sent = &call.params;
    let login_name = sent.text(&["loginName", "account", "username"]);
    let body = json!({
        "loginName": login_name,
        "password": sent.text(&["password", "pass"]),
        "captchaId": sent.given(&["captchaId"]),
        "captcha": sent.given(&["verifycode", "captcha"]),
        "secondFactor": sent.given(&["secondFactor"]),
    });
    let (answer, mut headers) = call
        .ask(Method::POST, "/api/auth/login", Some(body))
        .await?;
    // A form can be sent by somebody else's page, which would sign its visitors in as whom it likes.
    if !call.sent_json() {
        headers.remove(header::SET_COOKIE);
    }
    let data = json!({"token": answer["token"], "loginName": login_name});
    Ok(Reply::DataWith(data, headers))
}

async fn captcha(call: Call) -> Result<Reply, Refused> {
    Ok(call.post("/api/auth/captcha", Value::Null).await?.into())
}

/// Ends the session whose token was sent: some of these addresses came with an empty `Authorization`, and the token beside.
async fn sign_out(mut call: Call) -> Result<Reply, Refused> {
    if let Some(token) = call.params.given(&["token", "dzytoken"]) {
        call.present(&token)?;
    }
    let (answer, headers) = call.ask(Method::POST, "/api/auth/logout", None).await?;
    Ok(left(&answer, headers))
}

fn left(answer: &Value, headers: HeaderMap) -> Reply {
    // Where signing out goes on, at the identity provider.
    match answer["providerAddress"].as_str() {
        Some(address) => Reply::DataWith(address.into(), headers),
        None => Reply::DataWith("true".into(), headers),
    }
}

/// One's own session; every session of somebody else, for who may end them.
async fn end_sessions(call: Call) -> Result<Reply, Refused> {
    let name = call.params.needed(&["loginName", "userName"])?;
    let is_own = call
        .caller
        .as_ref()
        .is_some_and(|one| one.login_name == name);
    if is_own {
        return sign_out(call).await;
    }
    let id = user_id(&call, &name).await?;
    let path = format!("/api/users/{}/sessions", part(&id));
    call.delete(&path, None).await?;
    Ok(Reply::yes())
}

/// Whose login name this is.
pub(super) async fn user_id(call: &Call, login_name: &str) -> Result<String, Refused> {
    let path = address(
        "/api/users",
        &[
            ("q", Some(login_name.to_owned())),
            ("pageSize", Some("200".into())),
        ],
    );
    let found = call.get(&path).await?;
    let found = found["items"].as_array().cloned().unwrap_or_default();
    let user = found.iter().find(|user| user["loginName"] == login_name);
    let id = user.and_then(|user| user["id"].as_str());
    id.map(str::to_owned).ok_or_else(|| {
        crate::problem::Problem::new(StatusCode::NOT_FOUND, texts::ProblemText::NotFound).into()
    })
}
