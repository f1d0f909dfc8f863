//! How far into the catalogue a token looks.

use axum::http::{Method, StatusCode};
use domain::ids::UserId;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::json;
use storage::db::scenes::NewScene;
use testkit::builders::person;

use super::{FILES, account_of, system, token};
use crate::testing::{TestApi, scene};

/// A catalogue of three nodes with a scene each, of which everybody sees the first.
async fn three_nodes(api: &TestApi, admin: &str) {
    for node in 1..=3 {
        api.node(node, None, &format!("n{node}")).await;
        let square = "POLYGON((100 30, 101 30, 101 31, 100 31, 100 30))";
        api.scenes(&[NewScene {
            nodeid: node,
            ..scene(&format!("s{node}"), square)
        }])
        .await;
    }
    let everybody = api.get("/api/scopes?subject=everybody", admin).await.ok();
    let path = format!(
        "/api/scopes/{}",
        everybody["items"][0]["id"].as_str().unwrap()
    );
    let first =
        json!({"subject": "everybody", "nodeIds": [1], "region": null, "wkt": null, "until": null});
    let changed = api.call(Method::PUT, &path, admin, Some(first)).await;
    assert!(changed.status.is_success(), "{}", changed.text());
}

/// Somebody who keeps client systems, and a session.
async fn keeper(api: &TestApi, permissions: &[Permission]) -> (UserId, String) {
    let role = api.role("keepers", permissions).await;
    let keeper = person("keeper_1").roles(vec![role]);
    let keeper = keeper.create(&api.context.pool, api.context.now()).await;
    (keeper, api.token_of(keeper).await)
}

async fn grant(api: &TestApi, admin: &str, person: UserId, nodes: &[i64]) {
    let grant = json!({"subject": "person", "subjectId": person.to_string(), "nodeIds": nodes, "region": null, "wkt": null, "until": null});
    let granted = api.post("/api/scopes", admin, grant).await;
    assert!(granted.status.is_success(), "{}", granted.text());
}

/// What a search finds, by name.
async fn found_scenes(api: &TestApi, caller: &str) -> Vec<String> {
    let answer = api.get("/stac/search", caller).await.json();
    let items = answer["features"].as_array().unwrap().iter();
    let mut found: Vec<String> = items
        .map(|item| item["id"].as_str().unwrap().to_owned())
        .collect();
    found.sort_unstable();
    assert_eq!(answer["numberMatched"], found.len(), "{answer}");
    found
}

#[tokio::test]
async fn a_token_looks_no_further_than_whoever_made_it() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    three_nodes(&api, &admin).await;
    let permissions = [Permission::ManageClientSystems, Permission::SceneFiles];
    let (keeper_id, keeper) = keeper(&api, &permissions).await;
    let one = system(&api, &keeper, &[Permission::SceneFiles], json!({})).await;
    let account = account_of(&one);
    let of_keeper = token(&api, &keeper, &one).await;
    let of_admin = token(&api, &admin, &one).await;
    let own = api.token_of(account).await;
    assert_eq!(found_scenes(&api, &of_keeper).await, ["s1"]);

    // What the account is granted later is no business of whoever could not have granted it.
    grant(&api, &admin, account, &[2, 3]).await;
    assert_eq!(found_scenes(&api, &own).await, ["s1", "s2", "s3"]);
    assert_eq!(found_scenes(&api, &of_admin).await, ["s1", "s2", "s3"]);
    assert_eq!(found_scenes(&api, &of_keeper).await, ["s1"]);
    for (token, status) in [
        (&of_admin, StatusCode::OK),
        (&of_keeper, StatusCode::NOT_FOUND),
    ] {
        assert_eq!(api.get("/api/scenes/s2", token).await.status, status);
    }
    let another = json!({"name": "b", "validDays": 1});
    let refused = api.post(&format!("{one}/tokens"), &keeper, another).await;
    assert_eq!(refused.code(), "scope_beyond_own");

    grant(&api, &admin, keeper_id, &[3]).await;
    assert_eq!(found_scenes(&api, &of_keeper).await, ["s1", "s3"]);
    assert_eq!(found_scenes(&api, &keeper).await, ["s1", "s3"]);
}

#[tokio::test]
async fn a_token_that_sees_all_scenes_is_bounded_by_whoever_made_it_as_well() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    three_nodes(&api, &admin).await;
    let all = [&FILES[..], &[Permission::AllScenes, Permission::Registry]].concat();
    let one = system(&api, &admin, &all, json!({})).await;
    let permissions = [&all[..], &[Permission::ManageClientSystems]].concat();
    let (keeper_id, keeper) = keeper(&api, &permissions).await;
    let made = token(&api, &keeper, &one).await;
    let of_admin = token(&api, &admin, &one).await;
    assert_eq!(found_scenes(&api, &made).await, ["s1", "s2", "s3"]);
    assert_eq!(api.get("/api/registry", &made).await.status, StatusCode::OK);

    // Whoever made it sees less from now on.
    sqlx::query("DELETE FROM user_role WHERE user_id = $1")
        .bind(keeper_id.0)
        .execute(&api.context.pool)
        .await
        .unwrap();
    assert_eq!(found_scenes(&api, &made).await, ["s1"]);
    // The registry is all that was handed out, and knows no scope.
    for (token, status) in [(&made, StatusCode::FORBIDDEN), (&of_admin, StatusCode::OK)] {
        assert_eq!(api.get("/api/registry", token).await.status, status);
    }
}

#[tokio::test]
async fn whoever_sees_every_scene_by_what_a_permission_implies_bounds_no_token() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    three_nodes(&api, &admin).await;
    let permissions = [Permission::ManageClientSystems, Permission::Registry];
    let (_, keeper) = keeper(&api, &permissions).await;
    // As an earlier version saved it.
    sqlx::query("UPDATE role SET permissions = '{/client/save,/registry/list,/scene/file}' WHERE name = 'keepers'")
        .execute(&api.context.pool)
        .await
        .unwrap();
    let one = system(&api, &keeper, &[Permission::SceneFiles], json!({})).await;
    let made = token(&api, &keeper, &one).await;
    grant(&api, &admin, account_of(&one), &[2]).await;
    assert_eq!(found_scenes(&api, &made).await, ["s1", "s2"]);
}
