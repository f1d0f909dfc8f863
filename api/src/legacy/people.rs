//! `/systemAA/user`: accounts.

use serde_json::{Map, Value, json};

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::params::Params;
use super::records;
use super::sign_in::user_id;
use crate::router::RouteAccess;
use domain::duty::Duty;
use domain::permission::Permission;

const SEE: RouteAccess = RouteAccess::Needs(Permission::SeeUsers);
const CHANGE: RouteAccess = RouteAccess::Needs(Permission::ManageUsers);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("GET", "/systemAA/user/userInfo"),
        "getUserInfo",
        "tells who is signed in, with roles and permissions",
        RouteAccess::EvenOwing(&Duty::ALL),
        "getUserInfo",
        handler!(info),
    )
    .sealed(),
    does(
        ("POST", "/systemAA/user/updatePassword"),
        "updatePassword",
        "changes one's own password",
        RouteAccess::EvenOwing(&[Duty::ChangePassword]),
        "updatePassword",
        handler!(change_password),
    ),
    does(
        ("POST", "/systemAA/user/registerUser"),
        "registerUser",
        "registers an account, which waits for approval",
        RouteAccess::Public,
        "registerUser",
        handler!(register),
    )
    .at_our_path(),
    does(
        ("GET", "/systemAA/user/checkUserIsIn"),
        "checkUserIsIn",
        "tells whether a login name is taken",
        RouteAccess::Public,
        "checkUserIsIn",
        handler!(exists),
    )
    .at_our_path(),
    does(
        ("GET", "/systemAA/user/getCheckUserOnLine"),
        "getCheckUserOnLine",
        "tells whether the token is that of a session",
        RouteAccess::Public,
        "getUserInfo",
        handler!(is_online),
    )
    .at_our_path(),
    does(
        ("GET", "/systemAA/user/getRegularRules"),
        "getRegularRules",
        "tells what passwords and login names have to be like",
        RouteAccess::Public,
        "getRegularRules",
        handler!(rules),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/user/getUserIdByLoginName"),
        "getUserIdByLoginName",
        "tells the id of a login name",
        SEE,
        "getUsers",
        handler!(id_by_name),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/user/userTable"),
        "userTable",
        "lists the users",
        SEE,
        "getUsers",
        handler!(list),
    )
    .at_our_path()
    .sealed(),
    does(
        ("POST", "/systemAA/user/saveUser"),
        "saveUser",
        "adds a user",
        CHANGE,
        "createUser",
        handler!(create),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/user/updateUser"),
        "updateUser",
        "changes a user; what is not sent stays",
        RouteAccess::Needs(Permission::ManageUsers),
        "changeUser",
        handler!(change),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/user/deleteUser"),
        "deleteUser",
        "switches a user off",
        CHANGE,
        "disableUser",
        handler!(disable),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/user/resetPassword"),
        "resetUserPasswordByAdmin",
        "gives a user a new password",
        CHANGE,
        "resetUserPassword",
        handler!(reset_password),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/user/approveUser"),
        "approveUser",
        "approves a registration, or refuses it with its reason",
        CHANGE,
        "approveUser, refuseUser",
        handler!(approve),
    )
    .at_our_path(),
    does(
        ("GET", "/systemAA/user/listRights"),
        "listRights",
        "lists the lines of one's menu by their old names",
        RouteAccess::EvenOwing(&Duty::ALL),
        "getUserInfo",
        handler!(rights),
    )
    .at_our_path(),
];

/// What a person's form holds.
const FORM: [&str; 9] = [
    "nickName",
    "email",
    "phoneMobile",
    "fax",
    "unit",
    "name",
    "address",
    "phoneWork",
    "idNumber",
];

fn authorities(me: &Value) -> Value {
    let codes = me["authorities"].as_array().cloned().unwrap_or_default();
    let entries = codes.into_iter().map(|code| json!({"authority": code}));
    entries.collect()
}

async fn info(call: Call) -> Result<Reply, Refused> {
    let me = call.get("/api/auth/me").await?;
    let roles = me["roleIds"].as_array().cloned().unwrap_or_default();
    let roles: Vec<&str> = roles.iter().filter_map(Value::as_str).collect();
    // Old clients read the administrator's word in the first role id.
    let first = me["role"].as_str().unwrap_or_default();
    let role_ids = [&[first], roles.as_slice()].concat().join(",");
    let principal = json!({
        "userName": me["loginName"], "name": me["userName"], "id": me["id"], "userId": me["id"],
        "roleIds": role_ids,
    });
    Ok(json!({
        "authorities": authorities(&me), "principal": principal.to_string(),
        "isAudited": me["isAudited"], "periodMsg": me["periodMsg"], "pwdMsg": me["pwdMsg"],
        "menus": menus(&me),
    })
    .into())
}

/// The menu, each line with the name that the old portal gave it.
fn menus(me: &Value) -> Value {
    let mut menus = me["menu"].clone();
    let parts = menus.as_array_mut().into_iter().flatten();
    for line in parts.flat_map(|part| part["children"].as_array_mut().into_iter().flatten()) {
        line["name"] = line["key"].as_str().map(menu_name).into();
    }
    menus
}

fn menu_name(key: &str) -> &str {
    match key {
        "search" => "数据订购",
        "products" => "产品介绍",
        "guide" => "使用指南",
        "news" => "新闻公告",
        "contact" => "联系我们",
        "orders" => "订单管理",
        "userCentre" => "用户中心",
        "office" => "后台管理",
        other => other,
    }
}

async fn rights(call: Call) -> Result<Reply, Refused> {
    Ok(authorities(&call.get("/api/auth/me").await?).into())
}

async fn change_password(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let body = json!({
        "oldPassword": sent.text(&["oldPassword", "oldPwd"]),
        "password": sent.text(&["newPassword", "newPwd", "password"]),
    });
    call.put("/api/auth/password", body).await?;
    Ok(Reply::yes())
}

fn person(sent: &Params) -> Map<String, Value> {
    let mut form = records::texts(sent, &FORM);
    if let Some(sex) = sent.integer(&["sex"]) {
        form.insert("sex".into(), sex.into());
    }
    form
}

/// Old clients asked for the terms before they sent anything, and did not send that they are agreed to.
async fn register(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let mut body = person(sent);
    body.extend(records::texts(
        sent,
        &["loginName", "password", "captchaId"],
    ));
    body.insert(
        "captcha".into(),
        json!(sent.given(&["verifycode", "captcha"])),
    );
    body.insert(
        "terms".into(),
        (sent.flag(&["terms"]) != Some(false)).into(),
    );
    body.insert("language".into(), "zh-CN".into());
    call.post("/api/auth/register", body.into()).await?;
    Ok(Reply::yes())
}

async fn exists(call: Call) -> Result<Reply, Refused> {
    let name = call.params.needed(&["userName", "loginName", "userId"])?;
    let query = [("loginName", Some(name))];
    let answer = call.get_with("/api/auth/exists", &query).await?;
    Ok(Reply::flag(answer["exists"] == true))
}

async fn is_online(call: Call) -> Result<Reply, Refused> {
    Ok(Reply::flag(call.get("/api/auth/me").await.is_ok()))
}

async fn rules(call: Call) -> Result<Reply, Refused> {
    Ok(call.get("/api/auth/rules").await?.into())
}

async fn id_by_name(call: Call) -> Result<Reply, Refused> {
    let name = call.params.needed(&["loginName"])?;
    let id = user_id(&call, &name).await?;
    Ok(json!([{"F_ID": id, "loginName": name}]).into())
}

async fn list(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let query = [
        (
            "q",
            sent.given(&["loginName", "userName", "name", "keyword"]),
        ),
        ("status", sent.given(&["status"])),
        ("page", sent.given(&["currentPage", "page"])),
        ("pageSize", sent.given(&["pageSize"])),
    ];
    let found = call.get_with("/api/users", &query).await?;
    Ok(records::list(found, records::user).into())
}

async fn create(call: Call) -> Result<Reply, Refused> {
    let mut body = person(&call.params);
    body.extend(records::texts(&call.params, &["loginName", "password"]));
    body.insert(
        "roleIds".into(),
        json!(call.params.list(&["roleIds", "roleId"])),
    );
    Ok(records::user(call.post("/api/users", body.into()).await?).into())
}

fn path_of(call: &Call) -> Result<String, Refused> {
    let id = call.params.needed(&["id", "userId", "F_ID"])?;
    Ok(format!("/api/users/{}", part(&id)))
}

/// What was not sent stays as it is.
async fn change(call: Call) -> Result<Reply, Refused> {
    let path = path_of(&call)?;
    let mut form = person(&call.params);
    let before = call.get(&path).await?["person"].take();
    if let Value::Object(before) = before {
        for (key, value) in before {
            form.entry(key).or_insert(value);
        }
    }
    Ok(records::user(call.put(&path, form.into()).await?).into())
}

async fn disable(call: Call) -> Result<Reply, Refused> {
    let path = format!("{}/disable", path_of(&call)?);
    call.post(&path, Value::Null).await?;
    Ok(Reply::yes())
}

async fn reset_password(call: Call) -> Result<Reply, Refused> {
    let path = format!("{}/password", path_of(&call)?);
    let password = call.params.text(&["password", "newPassword"]);
    call.post(&path, json!({"password": password})).await?;
    Ok(Reply::yes())
}

/// `status` `"false"` or 2 refuses, with its reason.
async fn approve(call: Call) -> Result<Reply, Refused> {
    let path = path_of(&call)?;
    let refuses = matches!(call.params.text(&["status"]).as_str(), "false" | "2");
    if refuses {
        let reason = call.params.text(&["reason", "cause"]);
        call.post(&format!("{path}/refuse"), json!({"reason": reason}))
            .await?;
    } else {
        call.post(&format!("{path}/approve"), Value::Null).await?;
    }
    Ok(Reply::yes())
}
