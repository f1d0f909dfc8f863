//! Things as old clients know them.

use serde_json::{Map, Value, json};

use super::params::Params;

/// `{items, total}` as `{list, total}`, each turned into what old clients know.
pub(super) fn list(mut answer: Value, each: impl Fn(Value) -> Value) -> Value {
    let items = taken(&mut answer, each);
    json!({"list": items, "total": answer["total"]})
}

/// The same as `{pageList, total}`: what queries answer.
pub(super) fn page_list(mut answer: Value, each: impl Fn(Value) -> Value) -> Value {
    let items = taken(&mut answer, each);
    json!({"pageList": items, "total": answer["total"]})
}

/// The items alone.
pub(super) fn items(mut answer: Value) -> Value {
    answer["items"].take()
}

fn taken(answer: &mut Value, each: impl Fn(Value) -> Value) -> Vec<Value> {
    match answer["items"].take() {
        Value::Array(items) => items.into_iter().map(each).collect(),
        _ => Vec::new(),
    }
}

/// The answer unchanged.
pub(super) fn same(value: Value) -> Value {
    value
}

/// A scene, under the capital names besides our own; `F_DID` is what names it everywhere.
pub(super) fn scene(mut scene: Value) -> Value {
    for (old, ours) in [
        ("OBJECTID", "dataid"),
        ("F_DATAID", "dataid"),
        ("F_DID", "dataid"),
        ("F_DATANAME", "dataname"),
        ("F_SANAME", "satelite"),
        ("F_DATASIZE", "datasize"),
        ("F_SCENEDATE", "scenedate"),
        ("NODEID", "nodeid"),
        ("IMAGEURL", "imageurl"),
        ("WKTRESPONSE", "wktresponse"),
    ] {
        let value = scene[ours].clone();
        scene[old] = value;
    }
    scene
}

/// A node of the tree with the names that old clients look for.
pub(super) fn node(mut node: Value) -> Value {
    let (id, label) = (node["id"].clone(), node["label"].clone());
    node["NODEID"] = id;
    node["NODENAME"] = label;
    if let Value::Array(children) = node["children"].take() {
        node["children"] = children.into_iter().map(self::node).collect();
    }
    node
}

/// A user: the id under the name that old clients read.
pub(super) fn user(mut user: Value) -> Value {
    let person = user["person"].take();
    user["F_ID"] = user["id"].clone();
    if let (Value::Object(all), Value::Object(person)) = (&mut user, person) {
        for (key, value) in person {
            all.entry(key).or_insert(value);
        }
    }
    user
}

/// Texts under these names, where they were sent.
pub(super) fn texts(params: &Params, names: &[&str]) -> Map<String, Value> {
    let sent = |name: &&str| Some(((*name).to_owned(), params.given(&[name])?.into()));
    names.iter().filter_map(sent).collect()
}
