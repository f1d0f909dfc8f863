//! The catalogue as administrators change it: nodes, where scenes go, fields, names of satellites and sensors.

use serde_json::{Value, json};

use super::call::{Call, address, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::params::missing;
use super::records;
use crate::router::RouteAccess;
use domain::permission::Permission;

const NODES: RouteAccess = RouteAccess::Needs(Permission::ManageCatalogue);
const FIELDS: RouteAccess = RouteAccess::Needs(Permission::CatalogFields);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("GET", "/mj/{product}Catalog/{product}List"),
        "{product}CatalogList",
        "lists the nodes of the catalogue for who keeps it",
        NODES,
        "getCatalogNodes",
        handler!(nodes),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}CatalogNode/{product}Save"),
        "{product}CatalogNodeSave",
        "adds a node",
        NODES,
        "createCatalogNode",
        handler!(add_node),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}CatalogNode/{product}Update"),
        "{product}CatalogNodeUpdate",
        "changes a node; what is not sent stays",
        NODES,
        "changeCatalogNode",
        handler!(change_node),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}CatalogNode/{product}Delete"),
        "{product}CatalogNodeDelete",
        "removes a node that nothing needs",
        NODES,
        "deleteCatalogNode",
        handler!(remove_node),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}CatalogNodeTable/{product}List"),
        "{product}CatalogNodeTableList",
        "lists the rules that place data which come in",
        NODES,
        "getIngestRules",
        handler!(tables),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}CatalogNodeTable/{product}Save"),
        "{product}CatalogNodeTableSave",
        "adds such a rule, or changes one",
        NODES,
        "getIngestRules, putIngestRules",
        handler!(add_table),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}DisplayFiled/{product}List"),
        "{product}DisplayFiledList",
        "lists the fields that a node shows",
        RouteAccess::Public,
        "getQueryTablesFields",
        handler!(display_fields),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}DisplayFiled/{product}Save"),
        "{product}DisplayFiledSave",
        "sets the fields that a field list shows",
        FIELDS,
        "getFieldLists, putFieldList",
        handler!(save_display_fields),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}QueryFiled/{product}List"),
        "{product}QueryFiledList",
        "lists the fields that a node is searched by",
        RouteAccess::Public,
        "getQueryTablesFields",
        handler!(query_fields),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}QueryFiled/{product}Save"),
        "{product}QueryFiledSave",
        "sets the fields that a field list is searched by",
        FIELDS,
        "getFieldLists, putFieldList",
        handler!(save_query_fields),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}NodeFiled/{product}List"),
        "{product}NodeFiledList",
        "lists the field lists, and which node has which",
        FIELDS,
        "getFieldLists",
        handler!(field_lists),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}NodeFiled/{product}Save"),
        "{product}NodeFiledSave",
        "gives a node a field list",
        FIELDS,
        "putNodeFields",
        handler!(assign_fields),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}NodeFiled/exportExcel"),
        "{product}NodeFiledExport",
        "answers the field lists as a workbook",
        FIELDS,
        "exportFields",
        handler!(export_fields),
    )
    .at_our_path()
    .file(),
    does(
        ("POST", "/mj/{product}NodeFiled/importExcel"),
        "{product}NodeFiledImport",
        "takes over a workbook of field lists",
        FIELDS,
        "importFields",
        handler!(import_fields),
    )
    .at_our_path()
    .upload(),
    does(
        ("GET", "/mj/sensortranslation/list"),
        "sensortranslationList",
        "lists what satellites and sensors are called",
        RouteAccess::Public,
        "getInstrumentNames",
        handler!(instruments),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/sensortranslation/save"),
        "sensortranslationSave",
        "names a satellite or a sensor",
        NODES,
        "getInstruments, nameInstrument",
        handler!(name_instrument),
    )
    .at_our_path(),
];

fn with_old_names(mut node: Value) -> Value {
    node["NODEID"] = node["id"].clone();
    node["NODENAME"] = node["label"].clone();
    node
}

async fn nodes(call: Call) -> Result<Reply, Refused> {
    let found = call.get("/api/catalog/nodes").await?;
    Ok(records::list(found, with_old_names).into())
}

async fn add_node(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let body = json!({
        "label": sent.text(&["label", "NODENAME"]),
        "labelEn": sent.text(&["labelEn"]),
        "objType": sent.given(&["objType"]).unwrap_or_else(|| "WX".to_owned()),
        "parentId": sent.integer(&["parentId", "parentNodeId"]),
    });
    let node = call.post("/api/catalog/nodes", body).await?;
    Ok(with_old_names(node).into())
}

/// The node that was named, as it is: old clients know no version, so theirs is the newest.
async fn node(call: &Call) -> Result<(Value, String), Refused> {
    let id = call.params.needed(&["nodeId", "id"])?;
    let found = call.get("/api/catalog/nodes").await?;
    let nodes = found["items"].as_array().cloned().unwrap_or_default();
    let node = nodes.into_iter().find(|node| {
        node["id"]
            .as_i64()
            .is_some_and(|number| number.to_string() == id)
    });
    let node = node.ok_or_else(crate::problem::Problem::not_found)?;
    Ok((node, format!("/api/catalog/nodes/{}", part(&id))))
}

async fn change_node(call: Call) -> Result<Reply, Refused> {
    let (node, path) = node(&call).await?;
    let sent = &call.params;
    let mut body = json!({"version": node["version"]});
    for (name, keys) in [
        ("label", ["label", "NODENAME"]),
        ("labelEn", ["labelEn", "labelEn"]),
        ("objType", ["objType", "objType"]),
        ("collection", ["collection", "collection"]),
    ] {
        body[name] = sent
            .given(&keys)
            .map_or_else(|| node[name].clone(), Value::from);
    }
    body["dataType"] = node["dataType"].clone();
    Ok(with_old_names(call.put(&path, body).await?).into())
}

async fn remove_node(call: Call) -> Result<Reply, Refused> {
    let (node, path) = node(&call).await?;
    let version = [("version", Some(node["version"].to_string()))];
    call.delete(&address(&path, &version), None).await?;
    Ok(Reply::yes())
}

/// Which scenes lie in which node.
async fn tables(call: Call) -> Result<Reply, Refused> {
    Ok(call.get("/api/catalog/ingestRules").await?.into())
}

/// One rule more, behind those that are there; what was a table is a collection.
async fn add_table(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    sent.needed(&["nodeId"])?;
    let mut known = call.get("/api/catalog/ingestRules").await?;
    let mut rules = match known["rules"].take() {
        Value::Array(rules) => rules,
        _ => Vec::new(),
    };
    for rule in rules.iter_mut().filter_map(Value::as_object_mut) {
        rule.remove("number");
    }
    rules.push(json!({
        "nodeId": sent.integer(&["nodeId"]), "collection": sent.text(&["tableName", "collection"]),
        "satellite": sent.text(&["satellite", "satelite"]), "sensor": sent.text(&["sensor"]),
        "level": sent.text(&["level"]),
    }));
    let body = json!({
        "rules": rules, "fallbackId": known["fallbackId"], "version": known["version"],
    });
    call.put("/api/catalog/ingestRules", body).await?;
    Ok(Reply::yes())
}

/// Puts other fields into one part of a list, as they are sent: objects with `key`, `label`, `labelEn` and `kind`.
async fn save_fields(call: &Call, part_name: &str) -> Result<Reply, Refused> {
    let name = call.params.needed(&["listName", "list"])?;
    let fields = call.params.value(&["fields"]).cloned();
    let fields = fields.ok_or_else(|| missing(&["fields"]))?;
    let lists = records::items(call.get("/api/catalog/fieldLists").await?);
    let mut lists = lists.as_array().into_iter().flatten();
    let list = lists.find(|list| list["name"] == name.as_str());
    let list = list.ok_or_else(crate::problem::Problem::not_found)?;
    let mut body = json!({
        "label": list["label"], "display": list["display"], "query": list["query"], "version": list["version"],
    });
    body[part_name] = fields;
    let path = format!("/api/catalog/fieldLists/{}", part(&name));
    call.put(&path, body).await?;
    Ok(Reply::yes())
}

async fn save_display_fields(call: Call) -> Result<Reply, Refused> {
    save_fields(&call, "display").await
}

async fn save_query_fields(call: Call) -> Result<Reply, Refused> {
    save_fields(&call, "query").await
}

async fn fields_of(call: &Call, list: &str) -> Result<Reply, Refused> {
    let node = call.params.needed(&["nodeId"])?;
    let path = format!("/api/catalog/nodes/{}/fields", part(&node));
    let mut fields = call.get(&path).await?;
    Ok(fields[list].take().into())
}

async fn display_fields(call: Call) -> Result<Reply, Refused> {
    fields_of(&call, "display").await
}

async fn query_fields(call: Call) -> Result<Reply, Refused> {
    fields_of(&call, "query").await
}

async fn field_lists(call: Call) -> Result<Reply, Refused> {
    let found = call.get("/api/catalog/fieldLists").await?;
    Ok(records::list(found, records::same).into())
}

async fn assign_fields(call: Call) -> Result<Reply, Refused> {
    let node = call.params.needed(&["nodeId"])?;
    let list = call.params.given(&["list", "listName"]);
    let path = format!("/api/catalog/nodes/{}/fields", part(&node));
    call.put(&path, json!({"list": list})).await?;
    Ok(Reply::yes())
}

async fn export_fields(call: Call) -> Result<Reply, Refused> {
    Ok(Reply::File(call.file("/api/catalog/fields.xlsx").await))
}

async fn import_fields(call: Call) -> Result<Reply, Refused> {
    let body = call.take_body();
    let dry = call.params.given(&["dryRun"]);
    let path = address("/api/catalog/fields/import", &[("dryRun", dry)]);
    Ok(call.upload(&path, body).await?.into())
}

async fn instruments(call: Call) -> Result<Reply, Refused> {
    Ok(records::items(call.get("/api/instruments").await?).into())
}

async fn name_instrument(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let satellite = sent.needed(&["satellite", "satelite"])?;
    let sensor = sent.text(&["sensor"]);
    let known = records::items(call.get("/api/catalog/instruments").await?);
    let known = known.as_array().cloned().unwrap_or_default();
    let before = known
        .iter()
        .find(|one| one["satellite"] == satellite.as_str() && one["sensor"] == sensor.as_str());
    let version = before.map_or(Value::from(0), |one| one["version"].clone());
    let body = json!({
        "satellite": satellite, "sensor": sensor, "version": version,
        "name": sent.text(&["name", "translation"]), "nameEn": sent.text(&["nameEn"]),
    });
    call.put("/api/catalog/instruments", body).await?;
    Ok(Reply::yes())
}
