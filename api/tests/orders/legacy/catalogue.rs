//! The catalogue as administrators change it.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::Walk;
use crate::world::World;

pub async fn walk() -> BTreeSet<String> {
    let w = World::new().await;
    let walk = Walk::new(&w);
    nodes(&walk).await;
    fields(&walk).await;
    written(&walk).await;
    instruments(&walk).await;
    walk.done()
}

async fn node(walk: &Walk<'_>, id: &Value) -> Option<Value> {
    let nodes = walk.w.get("/api/catalog/nodes", &walk.w.admin).await.ok();
    let nodes = nodes["items"].as_array().unwrap().clone();
    nodes.into_iter().find(|node| node["id"] == *id)
}

async fn nodes(walk: &Walk<'_>) {
    let w = walk.w;
    let new = json!({"NODENAME": "新节点", "objType": "WX"});
    let made = walk
        .ok("POST /mj/agrsCatalogNode/agrsSave", &w.admin, new)
        .await;
    let id = made["NODEID"].clone();
    let listed = walk.ok("GET /mj/agrsCatalog/agrsList", &w.admin, ()).await;
    assert!(
        listed["list"]
            .as_array()
            .unwrap()
            .iter()
            .any(|node| node["NODEID"] == id)
    );
    let change = json!({"nodeId": id, "label": "改名的节点"});
    walk.ok("POST /mj/agrsCatalogNode/agrsUpdate", &w.admin, change)
        .await;
    assert_eq!(node(walk, &id).await.unwrap()["label"], "改名的节点");
    walk.yes(
        "POST /mj/agrsCatalogNode/agrsDelete",
        &w.admin,
        json!({"nodeId": id}),
    )
    .await;
    assert_eq!(node(walk, &id).await, None);
    let rules = walk
        .ok("GET /mj/agrsCatalogNodeTable/agrsList", &w.admin, ())
        .await;
    assert_eq!(
        rules,
        w.get("/api/catalog/ingestRules", &w.admin).await.ok()
    );
}

async fn fields(walk: &Walk<'_>) {
    let w = walk.w;
    let lists = walk
        .ok("GET /mj/agrsNodeFiled/agrsList", &w.admin, ())
        .await;
    let ours = w.get("/api/catalog/fieldLists", &w.admin).await.ok();
    assert_eq!(lists["list"], ours["items"]);
    let tree = w.get("/api/catalog/tree", &w.admin).await.ok();
    let node = tree[0]["id"].clone();
    let name = ours["items"][0]["name"].clone();
    let assign = json!({"nodeId": node, "listName": name});
    walk.yes("POST /mj/agrsNodeFiled/agrsSave", &w.admin, assign)
        .await;
    let fields = w
        .get(&format!("/api/catalog/nodes/{node}/fields"), &w.admin)
        .await
        .ok();
    assert_eq!(
        (&fields["list"], &fields["inherited"]),
        (&name, &json!(false))
    );
    let table = walk
        .file("GET /mj/agrsNodeFiled/exportExcel", &w.admin, ())
        .await;
    assert!(table.bytes.starts_with(b"PK"), "{}", table.text());
    let import = "POST /mj/agrsNodeFiled/importExcel";
    let answer = walk
        .upload(import, &w.admin, ("fields.xlsx", &table.bytes))
        .await
        .json();
    assert_eq!(answer["data"]["imported"], true, "{answer}");
}

/// Fields of a list, and one rule more of what lies where.
async fn written(walk: &Walk<'_>) {
    let w = walk.w;
    let lists = w.get("/api/catalog/fieldLists", &w.admin).await.ok();
    let name = lists["items"][0]["name"].clone();
    for (address, part) in [
        ("POST /mj/agrsDisplayFiled/agrsSave", "display"),
        ("POST /mj/agrsQueryFiled/agrsSave", "query"),
    ] {
        let mut fields = lists["items"][0][part].as_array().unwrap().clone();
        fields.truncate(1);
        let sent = json!({"listName": name, "fields": fields});
        walk.yes(address, &w.admin, sent).await;
        let after = w.get("/api/catalog/fieldLists", &w.admin).await.ok();
        let mut after = after["items"].as_array().unwrap().iter();
        let after = after.find(|list| list["name"] == name).unwrap();
        assert_eq!(after[part], json!(fields), "{address}");
        let unknown = json!({"listName": "none", "fields": fields});
        assert_eq!(walk.refusal(address, &w.admin, unknown).await.0, 404);
    }

    let tree = w.get("/api/catalog/tree", &w.admin).await.ok();
    let before = w.get("/api/catalog/ingestRules", &w.admin).await.ok();
    let table = json!({"NODEID": tree[0]["id"], "tableName": "old-table-*"});
    walk.yes("POST /mj/agrsCatalogNodeTable/agrsSave", &w.admin, table)
        .await;
    let after = w.get("/api/catalog/ingestRules", &w.admin).await.ok();
    let rules = after["rules"].as_array().unwrap();
    assert_eq!(rules.len(), before["rules"].as_array().unwrap().len() + 1);
    let last = rules.last().unwrap();
    assert_eq!(
        (&last["nodeId"], &last["collection"]),
        (&tree[0]["id"], &json!("old-table-*"))
    );
}

async fn instruments(walk: &Walk<'_>) {
    let w = walk.w;
    let known = w.get("/api/catalog/instruments", &w.admin).await.ok();
    let one = known["items"][0].clone();
    let kept = json!({"satelite": one["satellite"], "sensor": one["sensor"], "name": "高分一号"});
    walk.yes("POST /mj/sensortranslation/save", &w.admin, kept)
        .await;
    let names = walk
        .ok("GET /mj/sensortranslation/list", &w.owner, ())
        .await;
    let name = names
        .as_array()
        .unwrap()
        .iter()
        .find(|name| name["satellite"] == one["satellite"] && name["sensor"] == one["sensor"]);
    assert_eq!(name.unwrap()["name"], "高分一号");
}
