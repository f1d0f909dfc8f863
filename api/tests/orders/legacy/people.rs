//! Signing in, accounts, roles, units, the system.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::builders::person;

use super::client::Walk;
use super::{client_systems, data_permissions};
use crate::world::{Person, World};

pub async fn walk() -> BTreeSet<String> {
    let w = World::new().await;
    let walk = Walk::new(&w);
    sessions(&walk).await;
    accounts(&walk).await;
    roles(&walk).await;
    units(&walk).await;
    data_permissions::walk(&walk).await;
    system(&walk).await;
    behaviours(&walk).await;
    walk.done()
}

pub fn guest(w: &World) -> Person {
    Person {
        id: w.owner.id,
        token: String::new(),
    }
}

async fn signed_in(walk: &Walk<'_>, login: &str) -> Person {
    let form = json!({"account": login, "pass": "Scenedock1", "sysName": "FW"});
    let data = walk
        .ok("POST /systemAA/login/loginForm", &guest(walk.w), form)
        .await;
    Person {
        id: walk.w.owner.id,
        token: data["token"].as_str().unwrap().to_owned(),
    }
}

async fn sessions(walk: &Walk<'_>) {
    let w = walk.w;
    let made = person("oldclient").password("Scenedock1").name("老客户");
    made.create(&w.context.pool, w.now()).await;
    let picture = walk
        .ok("GET /systemAA/login/getCaptcha", &guest(w), ())
        .await;
    assert!(picture["captchaId"].is_string() && picture["image"].is_string());
    let wrong = json!({"loginName": "oldclient", "password": "Wrong1234"});
    let wrong = walk
        .refusal("POST /systemAA/login/loginForm", &guest(w), wrong)
        .await;
    assert_eq!(wrong.0, 401);

    client_systems::sign_in(walk).await;
    let me = signed_in(walk, "oldclient").await;
    let ours = w.get("/api/auth/me", &me).await.ok();
    let info = walk.ok("GET /systemAA/user/userInfo", &me, ()).await;
    let principal: Value = serde_json::from_str(info["principal"].as_str().unwrap()).unwrap();
    assert_eq!(principal["id"], ours["id"]);
    assert_eq!(
        info["authorities"].as_array().unwrap().len(),
        ours["authorities"].as_array().unwrap().len()
    );
    // The first entry's children are the bar's.
    let bar = info["menus"][0]["children"].as_array().unwrap();
    assert_eq!(
        bar[0],
        json!({"key": "search", "name": "数据订购", "path": "/search"})
    );
    let paths = |menu: &Value| -> Vec<String> {
        let lines = menu[0]["children"].as_array().unwrap().iter();
        lines.map(|line| line["path"].to_string()).collect()
    };
    assert_eq!(paths(&info["menus"]), paths(&ours["menu"]));
    let rights = walk.ok("GET /systemAA/user/listRights", &me, ()).await;
    assert_eq!(rights, info["authorities"]);
    let online = "GET /systemAA/user/getCheckUserOnLine";
    assert_eq!(walk.ok(online, &me, ()).await, "true");
    assert_eq!(walk.ok(online, &guest(w), ()).await, "false");

    // An empty header, and the token beside.
    for address in [
        "POST /systemAA/login/logout",
        "POST /system/login/logoutNew",
        "POST /systemAA/login/deleteTokenByUserID",
    ] {
        let me = signed_in(walk, "oldclient").await;
        walk.yes(address, &guest(w), json!({"dzytoken": me.token}))
            .await;
        assert_eq!(w.get("/api/auth/me", &me).await.status, 401, "{address}");
    }
    let me = signed_in(walk, "oldclient").await;
    let name = json!({"loginName": "oldclient"});
    walk.yes(
        "POST /systemAA/login/deleteTokenByUserName",
        &w.admin,
        name.clone(),
    )
    .await;
    assert_eq!(w.get("/api/auth/me", &me).await.status, 401);
    let denied = walk
        .refusal(
            "POST /systemAA/login/deleteTokenByUserName",
            &w.stranger,
            name,
        )
        .await;
    assert_eq!(denied.0, 403);
}

fn form(login: &str) -> Value {
    json!({
        "nickName": login, "loginName": login, "password": "Scenedock1", "email": "a@example.org",
        "phoneMobile": "13812345678", "fax": "", "unit": "中国地质调查局", "name": "新用户", "sex": "1",
        "address": "", "phoneWork": "",
    })
}

async fn accounts(walk: &Walk<'_>) {
    let w = walk.w;
    walk.yes(
        "POST /systemAA/user/registerUser",
        &guest(w),
        form("fresh_1"),
    )
    .await;
    let exists = "GET /systemAA/user/checkUserIsIn";
    for (name, is_there) in [("fresh_1", "true"), ("nobody_1", "false")] {
        assert_eq!(
            walk.ok(exists, &guest(w), json!({"userName": name})).await,
            is_there
        );
    }
    let rules = walk
        .ok("GET /systemAA/user/getRegularRules", &guest(w), ())
        .await;
    assert!(rules["REGEX_USERNAME"].is_string());

    let named = json!({"data": {"loginName": "fresh_1"}});
    let found = walk
        .ok("POST /systemAA/user/getUserIdByLoginName", &w.admin, named)
        .await;
    let id = found[0]["F_ID"].as_str().unwrap().to_owned();
    let listed = walk
        .ok(
            "POST /systemAA/user/userTable",
            &w.admin,
            json!({"loginName": "fresh_1"}),
        )
        .await;
    assert_eq!(
        (&listed["total"], &listed["list"][0]["F_ID"]),
        (&json!(1), &json!(id))
    );

    let path = format!("/api/users/{id}");
    let moved = json!({"id": id, "unit": "自然资源部"});
    walk.ok("POST /systemAA/user/updateUser", &w.admin, moved)
        .await;
    let seen = w.get(&path, &w.admin).await.ok();
    assert_eq!(
        (&seen["person"]["unit"], &seen["person"]["name"]),
        (&json!("自然资源部"), &json!("新用户"))
    );
    walk.yes(
        "POST /systemAA/user/deleteUser",
        &w.admin,
        json!({"id": id}),
    )
    .await;
    assert_eq!(w.get(&path, &w.admin).await.ok()["status"], "disabled");

    first_password(walk).await;
    waiting(walk).await;
}

/// Whose first password an administrator chose changes it, over the old address too.
async fn first_password(walk: &Walk<'_>) {
    let w = walk.w;
    let made = walk
        .ok("POST /systemAA/user/saveUser", &w.admin, form("made_1"))
        .await;
    let made = made["F_ID"].as_str().unwrap();
    let reset = json!({"id": made, "password": "Another12"});
    walk.yes("POST /systemAA/user/resetPassword", &w.admin, reset)
        .await;
    let old = json!({"loginName": "made_1", "password": "Scenedock1"});
    assert_eq!(w.post("/api/auth/login", &guest(w), old).await.status, 401);

    let login = json!({"loginName": "made_1", "password": "Another12"});
    let data = walk
        .ok("POST /systemAA/login/loginForm", &guest(w), login)
        .await;
    let me = Person {
        id: w.owner.id,
        token: data["token"].as_str().unwrap().to_owned(),
    };
    let change = json!({"oldPassword": "Another12", "newPassword": "Third12345"});
    walk.yes("POST /systemAA/user/updatePassword", &me, change)
        .await;
    let again = json!({"loginName": "made_1", "password": "Third12345"});
    assert_eq!(
        w.post("/api/auth/login", &guest(w), again).await.status,
        200
    );
}

/// Where registrations are approved.
async fn waiting(walk: &Walk<'_>) {
    let w = walk.w;
    w.call(
        "PUT".parse().unwrap(),
        "/api/settings",
        &w.admin,
        Some(json!({"approveRegistrations": true})),
    )
    .await
    .ok();
    walk.yes(
        "POST /systemAA/user/registerUser",
        &guest(w),
        form("waiting_1"),
    )
    .await;
    let named = json!({"loginName": "waiting_1"});
    let found = walk
        .ok("POST /systemAA/user/getUserIdByLoginName", &w.admin, named)
        .await;
    walk.yes(
        "POST /systemAA/user/approveUser",
        &w.admin,
        json!({"id": found[0]["F_ID"]}),
    )
    .await;
    let path = format!("/api/users/{}", found[0]["F_ID"].as_str().unwrap());
    assert_eq!(w.get(&path, &w.admin).await.ok()["status"], "active");
}

async fn roles(walk: &Walk<'_>) {
    let w = walk.w;
    let all = walk
        .ok("GET /systemAA/permission/listPermission", &w.admin, ())
        .await;
    assert_eq!(
        all["total"],
        w.get("/api/permissions", &w.admin).await.ok()["total"]
    );
    let draft = json!({"roleName": "只读", "permissions": ["/shop/list"]});
    let role = walk
        .ok("POST /systemAA/role/saveRole", &w.admin, draft)
        .await;
    let path = format!("/api/roles/{}", role["id"].as_str().unwrap());
    let draft = json!({"id": role["id"], "name": "只看", "permissions": "/shop/list"});
    walk.ok("POST /systemAA/role/updateRole", &w.admin, draft)
        .await;
    assert_eq!(w.get(&path, &w.admin).await.ok()["name"], "只看");
    let listed = walk
        .ok(
            "POST /systemAA/role/listRole",
            &w.admin,
            json!({"name": "只看"}),
        )
        .await;
    assert_eq!(listed["total"], 1);
    walk.yes(
        "POST /systemAA/role/deleteRole",
        &w.admin,
        json!({"id": role["id"]}),
    )
    .await;
    assert_eq!(w.get(&path, &w.admin).await.status, 404);
    let gone = json!({"id": role["id"], "name": "只看", "permissions": "/shop/list"});
    let refused = walk.refusal("POST /systemAA/role/updateRole", &w.admin, gone);
    assert_eq!(refused.await.0, 404);
}

async fn units(walk: &Walk<'_>) {
    let w = walk.w;
    let added = json!({"name": "新单位", "status": 1});
    walk.yes("POST /mj/agrsOrder/addUnit", &w.owner, added)
        .await;
    let units = walk
        .ok(
            "GET /mj/agrsOrder/getUnitList",
            &guest(w),
            json!({"status": 1, "name": "新单位"}),
        )
        .await;
    assert_eq!(units[0]["name"], "新单位");

    let group = walk
        .ok(
            "POST /systemAA/group/saveGroup",
            &w.admin,
            json!({"name": "一组"}),
        )
        .await;
    let id = group["id"].clone();
    walk.yes(
        "POST /systemAA/group/updateGroup",
        &w.admin,
        json!({"id": id, "name": "二组"}),
    )
    .await;
    let named = async || {
        let tree = w.get("/api/units/tree", &w.admin).await.ok();
        let units = tree["items"].as_array().unwrap().clone();
        units
            .into_iter()
            .find(|unit| unit["id"] == id)
            .map(|unit| unit["name"].clone())
    };
    assert_eq!(named().await, Some(json!("二组")));
    let groups = walk
        .ok("POST /systemAA/group/listGroup", &w.admin, ())
        .await;
    assert!(
        groups["list"]
            .as_array()
            .unwrap()
            .iter()
            .any(|unit| unit["name"] == "二组")
    );
    walk.yes(
        "POST /systemAA/group/deleteGroup",
        &w.admin,
        json!({"id": id}),
    )
    .await;
    assert_eq!(named().await, None);

    let levels = walk
        .ok("GET /mj/agrsOrder/listProcess", &guest(w), ())
        .await;
    assert_eq!(
        levels,
        w.get("/api/processes", &guest(w)).await.ok()["items"]
    );
}

async fn system(walk: &Walk<'_>) {
    let w = walk.w;
    let entry = json!({"SYSKEY": "contactTele", "sysvalue": "010-1234"});
    walk.yes("POST /systemAA/sysInfo/saveSysInfo", &w.admin, entry)
        .await;
    let entries = walk
        .ok("GET /systemAA/sysInfo/listSysInfos", &w.admin, ())
        .await;
    let entries = entries.as_array().unwrap();
    let saved = entries
        .iter()
        .find(|entry| entry["sysKey"] == "contactTele");
    assert_eq!(saved.unwrap()["sysValue"], "010-1234");
    let config = walk
        .ok("GET /systemAA/sysInfo/getConfigSation", &guest(w), ())
        .await;
    assert_eq!(config["contactTele"], "010-1234");

    let word = json!({"kind": "usage", "name": "教学"});
    walk.yes("POST /pushXg/secmep/dictionary/save", &w.admin, word)
        .await;
    let words = walk
        .ok(
            "GET /pushXg/secmep/dictionary/list",
            &guest(w),
            json!({"kind": "usage"}),
        )
        .await;
    assert!(
        words
            .as_array()
            .unwrap()
            .iter()
            .any(|word| word["name"] == "教学")
    );

    walk.yes(
        "POST /mj/agrsOrder/agrsSaveRule",
        &w.admin,
        json!({"reorder": "false"}),
    )
    .await;
    assert_eq!(
        w.get("/api/settings", &w.admin).await.ok()["reorder"],
        false
    );
    walk.ok("GET /systemAA/monitor/getMonitor", &w.operator, ())
        .await;
    let log = walk.ok("POST /systemAA/log/listLog", &w.admin, ()).await;
    assert!(!log["list"].as_array().unwrap().is_empty());
}

async fn behaviours(walk: &Walk<'_>) {
    let w = walk.w;
    let now = w.now().to_rfc3339();
    let stay = json!({
        "fUserid": "x", "fBehaviortype": 6, "fDetailurl": "/search", "fUseragent": "x",
        "fReceivestarttime": now, "fReceiveendtime": now,
    });
    walk.yes(
        "POST /mj/userBehavior/postSaveUserBehavior",
        &w.owner,
        stay.clone(),
    )
    .await;
    walk.yes(
        "POST /mj/userBehavior/postSaveUserBehaviorNew",
        &w.stranger,
        stay.clone(),
    )
    .await;
    let listed = walk
        .ok(
            "POST /mj/userBehavior/listUserBehavior",
            &w.admin,
            json!({"fBehaviortype": 6}),
        )
        .await;
    assert_eq!(listed["list"].as_array().unwrap().len(), 2);
    // What else happens is recorded where it happens.
    let other = json!({"fBehaviortype": 2});
    assert_eq!(
        walk.ok(
            "POST /mj/userBehavior/postSaveUserBehavior",
            &w.owner,
            other
        )
        .await,
        "false"
    );
    let mut lying = stay;
    lying["fClientip"] = json!("1.2.3.4");
    let (status, message) = walk
        .refusal(
            "POST /mj/userBehavior/postSaveUserBehavior",
            &w.owner,
            lying,
        )
        .await;
    assert!(status == 400 && message.contains("fClientip"), "{message}");
}
