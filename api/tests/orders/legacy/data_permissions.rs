//! Data and area permissions at the old addresses.

use serde_json::json;

use super::client::Walk;

/// What a person or a group may see of the catalogue.
pub async fn walk(walk: &Walk<'_>) {
    let w = walk.w;
    let list = "POST /systemAA/permission/listDataPermission";
    let save = "POST /systemAA/permission/saveDataPermission";
    let tree = w.get("/api/catalog/tree", &w.admin).await.ok();
    let stranger = json!({"userId": w.stranger.id.0});
    let nodes = json!({"userId": w.stranger.id.0, "nodeIds": tree[0]["id"]});
    let grant = walk.ok(save, &w.admin, nodes).await;
    let path = format!("/api/scopes/{}", grant["id"].as_str().unwrap());
    let kept = w.get(&path, &w.admin).await.ok();
    assert_eq!(
        (&kept["subject"], &kept["nodeIds"]),
        (&json!("person"), &json!([tree[0]["id"]]))
    );
    let listed = walk.ok(list, &w.admin, stranger.clone()).await;
    assert_eq!(
        (&listed["total"], &listed["list"][0]["id"]),
        (&json!(1), &grant["id"])
    );
    let gone = json!({"id": grant["id"]});
    walk.yes(
        "POST /systemAA/permission/deleteDataPermission",
        &w.admin,
        gone,
    )
    .await;
    assert_eq!(w.get(&path, &w.admin).await.status, 404);

    // Who forgets what is to be seen does not open everything.
    let forgotten = walk.refusal(save, &w.admin, stranger).await;
    assert_eq!(forgotten.0, 400);
    let group = walk
        .ok(
            "POST /systemAA/group/saveGroup",
            &w.admin,
            json!({"name": "有权限的组"}),
        )
        .await;
    let area = json!({"groupId": group["id"], "areaCode": "156110000"});
    let grant = walk.ok(save, &w.admin, area).await;
    assert_eq!(
        (&grant["subject"], &grant["region"]),
        (&json!("unit"), &json!("156110000"))
    );
    let of_group = walk
        .ok(list, &w.admin, json!({"groupId": group["id"]}))
        .await;
    assert_eq!(of_group["total"], 1);
    let all = walk.ok(list, &w.admin, ()).await;
    assert_eq!(
        all["total"],
        w.get("/api/scopes", &w.admin).await.ok()["total"]
    );
}
