mod registrants;

use std::collections::{BTreeMap, BTreeSet};

use axum::http::{Method, StatusCode};
use domain::permission::Permission as P;
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::{Answer, TestApi};

/// May see and change roles and give them, and holds nothing else.
const ROLE_KEEPER: [P; 2] = [P::ManageRoles, P::GrantRoles];

async fn put(api: &TestApi, path: &str, token: &str, body: Value) -> Answer {
    api.call(Method::PUT, path, token, Some(body)).await
}

async fn delete(api: &TestApi, path: &str, token: &str) -> Answer {
    api.call(Method::DELETE, path, token, None).await
}

async fn id_of(api: &TestApi, admin: &str, login_name: &str) -> String {
    let found = api
        .get(&format!("/api/users?q={login_name}"), admin)
        .await
        .json();
    found["items"][0]["id"].as_str().unwrap().to_owned()
}

fn refused(answer: &Answer, code: &str) {
    let got = (answer.status, answer.code());
    assert_eq!(got, (StatusCode::CONFLICT, code.to_owned()));
}

#[tokio::test]
async fn a_role_is_made_changed_and_removed_and_each_is_kept() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let draft = json!({"name": " 统计员 ", "note": "只看统计", "permissions": ["/stat/orders"]});
    let created = api.post("/api/roles", &admin, draft).await;
    assert_eq!(created.status, StatusCode::CREATED);
    let role = created.json();
    let path = format!("/api/roles/{}", role["id"].as_str().unwrap());
    assert_eq!(
        (&role["name"], &role["members"]),
        (&json!("统计员"), &json!(0))
    );
    // What a permission implies comes with it.
    let draft = json!({"name": "审核员", "note": "", "permissions": ["/order/audit"]});
    // Whoever does not say what it allowed might undo another's change.
    let unread = put(&api, &path, &admin, draft.clone()).await;
    assert_eq!(unread.status, StatusCode::BAD_REQUEST);
    assert_eq!(unread.json()["errors"][0]["field"], "permissionsBefore");
    let changed = api.change_role(&path, &admin, draft).await.json();
    assert_eq!(
        changed["permissions"],
        json!(["/order/all", "/order/audit", "/scene/all"])
    );
    // Whoever began before that change does not undo it.
    let late = json!({"name": "审核员", "permissions": ["/stat/orders"], "permissionsBefore": ["/stat/orders"]});
    refused(&put(&api, &path, &admin, late).await, "changed_meanwhile");
    let begun = json!({"name": "审核员", "permissions": ["/order/audit"], "permissionsBefore": ["/order/audit"]});
    assert_eq!(put(&api, &path, &admin, begun).await.status, StatusCode::OK);
    let taken = json!({"name": "审核员", "permissions": []});
    let again = api.post("/api/roles", &admin, taken).await;
    assert_eq!(again.json()["errors"][0]["field"], "name");
    for (field, draft) in [
        ("name", json!({"name": " ", "permissions": []})),
        (
            "permissions",
            json!({"name": "x", "permissions": ["/root"]}),
        ),
    ] {
        let wrong = api.post("/api/roles", &admin, draft).await;
        assert_eq!(wrong.status, StatusCode::BAD_REQUEST, "{field}");
        assert_eq!(wrong.json()["errors"][0]["field"], field);
    }
    assert_eq!(
        delete(&api, &path, &admin).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(api.get(&path, &admin).await.status, StatusCode::NOT_FOUND);
    let events = api.get(&format!("{path}/events"), &admin).await.json();
    let actions: Vec<_> = (events["items"].as_array().unwrap().iter())
        .map(|event| event["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["remove", "change", "create"]);
    assert_eq!(
        events["items"][1]["changes"][2],
        json!({"field": "permissions", "before": "/stat/orders", "after": "/order/all /order/audit /scene/all"})
    );
}

#[tokio::test]
async fn the_roles_of_every_installation_stay_and_are_listed_first() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.role("a", &[P::Cart]).await;
    let listed = api.get("/api/roles", &admin).await.json();
    let ids: Vec<_> = (listed["items"].as_array().unwrap().iter())
        .map(|role| role["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids[..3], ["admin", "applicant", "operator"]);
    refused(
        &delete(&api, "/api/roles/operator", &admin).await,
        "built_in_role",
    );
    for role in Role::ALL {
        let path = format!("/api/roles/{}", role.as_str());
        let stored = api.get(&path, &admin).await.json();
        // The migration and the domain agree.
        assert_eq!(
            stored["permissions"],
            json!(role.permissions().codes()),
            "{path}"
        );
    }
}

#[tokio::test]
async fn nobody_gives_or_takes_what_one_has_not() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let keeper = api.holding("keeper", &ROLE_KEEPER).await;
    api.account("lisi_1", Role::Applicant).await;
    let more = api.role("more", &[P::Configuration]).await;
    let beyond = "beyond_own_rights";
    let draft = json!({"name": "root", "permissions": ["/system/config"]});
    refused(&api.post("/api/roles", &keeper, draft).await, beyond);
    // Taking away is a change too: of another's role, and of the own one to more.
    let emptied = json!({"name": "", "permissions": []});
    refused(
        &api.change_role("/api/roles/admin", &keeper, emptied).await,
        beyond,
    );
    refused(
        &delete(&api, &format!("/api/roles/{more}"), &keeper).await,
        beyond,
    );
    let lisi = id_of(&api, &admin, "lisi_1").await;
    let roles = format!("/api/users/{lisi}/roles");
    refused(
        &put(&api, &roles, &keeper, json!({"roleIds": ["admin"]})).await,
        beyond,
    );
    let boss = id_of(&api, &admin, "admin_1").await;
    refused(
        &put(
            &api,
            &format!("/api/users/{boss}/roles"),
            &keeper,
            json!({"roleIds": ["applicant"]}),
        )
        .await,
        beyond,
    );
    // What registering gives to everybody may be given, and what one has.
    let own = api.role("own", &ROLE_KEEPER).await;
    let given = put(
        &api,
        &roles,
        &keeper,
        json!({"roleIds": ["applicant", own]}),
    )
    .await;
    assert_eq!(given.status, StatusCode::OK, "{}", given.json());
    let unknown = put(&api, &roles, &keeper, json!({"roleIds": ["nobody"]})).await;
    assert_eq!(unknown.status, StatusCode::BAD_REQUEST);
}

/// Whoever may set a password may come by whatever it opens.
#[tokio::test]
async fn nobody_steers_an_account_that_may_do_more() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let clerk = api.holding("clerk", &[P::ManageUsers]).await;
    let boss = id_of(&api, &admin, "admin_1").await;
    let reset = json!({"password": "Another1pass"});
    let path = |what: &str| format!("/api/users/{boss}/{what}");
    refused(
        &api.post(&path("password"), &clerk, reset).await,
        "beyond_own_rights",
    );
    refused(
        &api.post(&path("disable"), &clerk, Value::Null).await,
        "beyond_own_rights",
    );
    let profile = json!({"name": "他", "unit": "", "phoneMobile": "", "email": "mine@example.org"});
    refused(
        &put(&api, &format!("/api/users/{boss}"), &clerk, profile.clone()).await,
        "beyond_own_rights",
    );
    let mut account = profile;
    account["loginName"] = json!("lisi_1");
    account["password"] = json!("Another1pass");
    account["roleIds"] = json!(["admin"]);
    let made = api.post("/api/users", &clerk, account.clone()).await;
    assert_eq!(made.status, StatusCode::FORBIDDEN);
    assert_eq!(made.json()["needs"], json!(["/role/grant"]));
    account["roleIds"] = json!([]);
    account["unit"] = json!("某单位");
    account["phoneMobile"] = json!("13812345678");
    let made = api.post("/api/users", &clerk, account).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    assert_eq!(
        made.json()["roles"],
        json!([{"id": "applicant", "name": ""}])
    );
}

#[tokio::test]
async fn a_changed_role_holds_at_once() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let reader = api.holding("reader", &[P::OrderStatistics]).await;
    let figures = "/api/settings";
    let asked = api.get(figures, &reader).await;
    assert_eq!(asked.status, StatusCode::FORBIDDEN);
    assert_eq!(
        asked.json()["needs"],
        json!(["/order/all", "/system/config"])
    );
    let found = api.get("/api/roles?q=reader", &admin).await.json();
    let path = format!("/api/roles/{}", found["items"][0]["id"].as_str().unwrap());
    let draft = json!({"name": "reader", "permissions": ["/system/config"]});
    let changed = api.change_role(&path, &admin, draft).await;
    assert_eq!(changed.status, StatusCode::OK);
    assert_eq!(api.get(figures, &reader).await.status, StatusCode::OK);
    let held = delete(&api, &path, &admin).await;
    refused(&held, "role_in_use");
    let params = json!({"members": 1, "names": ["reader"]});
    assert_eq!(held.json()["params"], params);
    let me = api.get("/api/auth/me", &reader).await.json();
    assert_eq!(me["authorities"], json!(["/system/config"]));
    assert_eq!(me["role"], "operator");
}

#[tokio::test]
async fn what_is_forgotten_or_looks_like_another_makes_no_role() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let made = json!({"name": "stat", "permissions": ["/stat/orders"]});
    let made = api.post("/api/roles", &admin, made).await.json();
    let path = format!("/api/roles/{}", made["id"].as_str().unwrap());
    for body in [
        json!({"name": "stat"}),
        json!({"name": "stat", "permission": []}),
        json!({"name": "stat", "permissions": [], "secondfactor": true}),
    ] {
        let answer = api.change_role(&path, &admin, body.clone()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
    }
    let kept = api.get(&path, &admin).await.json();
    assert_eq!(kept["permissions"], json!(["/stat/orders"]));
    let changed = json!({"name": "运维人员", "permissions": ["/stat/orders"]});
    let changed = api.change_role(&path, &admin, changed).await.json();
    assert_eq!(changed["errors"][0]["code"], "field.role_name_taken");
    for name in ["STAT", "ｓｔａｔ", "st\u{200b}at", "管理员"] {
        let body = json!({"name": name, "permissions": []});
        let answer = api.post("/api/roles", &admin, body).await;
        assert_eq!(
            answer.json()["errors"][0]["code"],
            "field.role_name_taken",
            "{name}"
        );
    }
}

#[tokio::test]
async fn somebody_can_always_give_roles() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let mut kept: Vec<_> = Role::Admin.permissions().codes();
    kept.retain(|code| *code != "/role/grant");
    let draft = json!({"name": "", "permissions": kept});
    refused(
        &api.change_role("/api/roles/admin", &admin, draft.clone())
            .await,
        "last_administrator",
    );
    api.holding("keeper", &ROLE_KEEPER).await;
    // Whoever can give roles gives no right that nobody has any more.
    let emptied = json!({"name": "", "permissions": []});
    refused(
        &api.change_role("/api/roles/admin", &admin, emptied).await,
        "last_administrator",
    );
    let changed = api.change_role("/api/roles/admin", &admin, draft).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.json());
    // Now the keeper is the last.
    let keeper = id_of(&api, &admin, "keeper").await;
    let off = api
        .post(&format!("/api/users/{keeper}/disable"), &admin, Value::Null)
        .await;
    refused(&off, "beyond_own_rights");
}

#[tokio::test]
async fn why_somebody_may_is_told_and_why_not() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    api.role("统计员", &[P::OrderStatistics]).await;
    api.holding("clerk", &[P::ManageUsers]).await;
    let clerk = id_of(&api, &admin, "clerk").await;
    let told = api
        .get(&format!("/api/users/{clerk}/permissions"), &admin)
        .await
        .json();
    let of = |code: &str| {
        let mut items = told["items"].as_array().unwrap().iter();
        items.find(|one| one["code"] == code).unwrap().clone()
    };
    let names = |roles: &Value| {
        let roles = roles.as_array().unwrap().iter();
        let name = |role: &Value| match role["name"].as_str().unwrap() {
            "" => role["id"].as_str().unwrap().to_owned(),
            name => name.to_owned(),
        };
        roles.map(name).collect::<Vec<_>>()
    };
    let (held, not_held) = (of("/user/list"), of("/stat/orders"));
    assert_eq!(
        (&held["held"], &not_held["held"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(names(&held["through"]), ["clerk"]);
    assert_eq!(
        names(&not_held["offeredBy"]),
        ["admin", "operator", "统计员"]
    );
}

#[tokio::test]
async fn what_may_be_given_is_what_one_has_or_registering_gives() {
    let api = TestApi::new().await;
    let keeper = api.holding("keeper", &ROLE_KEEPER).await;
    let listed = api.get("/api/permissions", &keeper).await.json();
    let grantable: Vec<_> = (listed["items"].as_array().unwrap().iter())
        .filter(|one| one["grantable"] == true)
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    let mut expected = Role::Applicant.permissions().codes();
    expected.extend(["/user/list", "/role/save", "/role/grant"]);
    assert_eq!(grantable, expected);
}

/// What each permission opens by itself, as the list says it: method, path and operation.
async fn opened_by_permission(api: &TestApi, admin: &str) -> BTreeMap<String, BTreeSet<String>> {
    let listed = api.get("/api/permissions", admin).await.json();
    let mut opened = BTreeMap::new();
    for permission in listed["items"].as_array().unwrap() {
        let operations = permission["operations"].as_array().unwrap();
        let calls: BTreeSet<_> = operations.iter().map(call_of).collect();
        assert_eq!(calls.len(), operations.len(), "{permission} twice");
        opened.insert(permission["code"].as_str().unwrap().to_owned(), calls);
    }
    opened
}

fn call_of(route: &Value) -> String {
    let [method, path, operation] =
        ["method", "path", "operation"].map(|field| route[field].as_str().unwrap());
    format!("{method} {path} {operation}")
}

#[tokio::test]
async fn every_guarded_route_stands_under_the_permissions_that_open_it() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let document = serde_json::to_value(crate::openapi(&api.context)).unwrap();
    let mut expected: BTreeMap<_, BTreeSet<_>> =
        (P::ALL.map(|code| (code.code().to_owned(), BTreeSet::new()))).into();
    let mut guarded = BTreeSet::new();
    for route in crate::routes(&api.context) {
        let item = &document["paths"][&route.path];
        let described = &item[route.method.as_str().to_lowercase()];
        let operation = described["operationId"].as_str().unwrap();
        let call = format!("{} {} {operation}", route.method, route.path);
        for code in route.who.permissions() {
            guarded.insert(operation);
            let opened = expected.get_mut(code.code()).unwrap();
            opened.insert(call.clone());
        }
    }
    assert_eq!(opened_by_permission(&api, &admin).await, expected);
    // What the web apps have names for.
    let named = document["components"]["schemas"]["GuardedOperation"]["enum"].as_array();
    let named: BTreeSet<_> = (named.unwrap().iter())
        .map(|one| one.as_str().unwrap())
        .collect();
    assert_eq!(named, guarded);
}

/// What comes along in the editor of a role is what comes along when the role is saved.
#[tokio::test]
async fn what_a_permission_implies_is_listed() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let listed = api.get("/api/permissions", &admin).await.json();
    let implied: BTreeMap<_, Vec<_>> = (listed["items"].as_array().unwrap().iter())
        .map(|one| {
            let implies = one["implies"].as_array().unwrap().iter();
            let implies = implies.map(|code| code.as_str().unwrap());
            (one["code"].as_str().unwrap(), implies.collect())
        })
        .collect();
    assert_eq!(
        implied["/report/publish"],
        ["/registry/list", "/report/note"]
    );
    assert_eq!(implied["/shop/list"], [""; 0]);
    for code in P::ALL.map(P::code) {
        let mut closed = BTreeSet::new();
        let mut open = vec![code];
        while let Some(next) = open.pop() {
            closed.insert(next);
            open.extend(&implied[next]);
        }
        let body = json!({"permissions": [code]});
        let preview = api.post("/api/roles/preview", &admin, body).await.json();
        let held = preview["permissions"].as_array().unwrap().iter();
        let held: BTreeSet<_> = held.map(|one| one.as_str().unwrap()).collect();
        assert_eq!(held, closed, "{code}");
    }
}

/// A permission opens what the list says of it and of what it implies, and nothing else that is guarded.
#[tokio::test]
async fn a_preview_opens_what_the_permissions_say_that_they_open() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let opened = opened_by_permission(&api, &admin).await;
    for code in P::ALL.map(P::code) {
        let body = json!({"permissions": [code]});
        let answer = api.post("/api/roles/preview", &admin, body).await;
        let preview = answer.json();
        let held = preview["permissions"].as_array().unwrap().iter();
        let listed = held.flat_map(|held| &opened[held.as_str().unwrap()]);
        let routes = preview["routes"].as_array().unwrap().iter();
        let guarded = routes.filter(|route| route["needs"] != json!([]));
        let open = guarded.filter(|route| route["open"] == true).map(call_of);
        assert_eq!(
            open.collect::<BTreeSet<_>>(),
            listed.cloned().collect::<BTreeSet<_>>(),
            "{code}"
        );
    }
}
