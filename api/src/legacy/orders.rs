//! What administrators do to orders beside auditing, and what was prepared.

use serde_json::json;

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{ANY, Instead, Operation, does, handler, refuses};
use super::order_list::order_id;
use crate::router::{OWN_OR_AUDITED, RouteAccess};
use domain::permission::Permission;

const AUDIT: RouteAccess = RouteAccess::Needs(Permission::AuditOrders);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/mj/{product}Order/get{product}GetDataAgainAll"),
        "get{product}GetDataAgainAll",
        "has scenes of an order extracted again",
        AUDIT,
        "getDataAgainAll",
        handler!(extract_again),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Order/{product}SaveRule"),
        "{product}SaveRule",
        "sets whether prepared scenes may be extracted again",
        RouteAccess::Needs(Permission::Configuration),
        "putSettings",
        handler!(save_rule),
    ),
    does(
        ("POST", "/mj/{product}OrderTask/orderSetPriority"),
        "orderSetPriority",
        "sets the priority of an order",
        AUDIT,
        "orderSetPriority",
        handler!(set_priority),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Ftp/getFtpByOrderId"),
        "getFtpByOrderId",
        "tells how what was prepared is fetched, with the FTP account",
        OWN_OR_AUDITED,
        "getDelivery",
        handler!(delivery),
    )
    .at_our_path()
    .sealed(),
    does(
        ("GET", "/mj/{product}Ftp/download"),
        "downloadOrderFile",
        "answers a file of what was prepared",
        OWN_OR_AUDITED,
        "getDeliveryFile",
        handler!(download),
    )
    .at_our_path()
    .file(),
    refuses(
        (ANY, "/mj/material/{*rest}"),
        "material",
        "gave out files for a token that every client knew",
        Instead::FixedToken,
    ),
    refuses(
        (ANY, "/mhd/material/{*rest}"),
        "mhdMaterial",
        "gave out files for a token that every client knew",
        Instead::FixedToken,
    ),
];

async fn extract_again(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let mut body = json!({"scope": "all"});
    if let Some(priority) = call.params.integer(&["priorityLevelp", "priority"]) {
        body["priority"] = priority.into();
    }
    let path = format!("/api/orders/{}/reextract", part(&id));
    call.post(&path, body).await?;
    Ok(Reply::yes())
}

/// The one rule of orders that is a switch: whether prepared scenes may be extracted again.
async fn save_rule(call: Call) -> Result<Reply, Refused> {
    call.params.needed(&["reorder"])?;
    let reorder = call.params.flag(&["reorder"]);
    call.put("/api/settings", json!({"reorder": reorder}))
        .await?;
    Ok(Reply::yes())
}

async fn set_priority(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let sorder = call
        .params
        .integer(&["sorder", "priorityLevelp", "priority"]);
    let path = format!("/api/orders/{}/priority", part(&id));
    call.post(&path, json!({"sorder": sorder})).await?;
    Ok(Reply::yes())
}

async fn delivery(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let mut delivery = call
        .get(&format!("/api/orders/{}/delivery", part(&id)))
        .await?;
    delivery["downlodPathFile"] = delivery["address"].clone();
    Ok(delivery.into())
}

/// A file of what was prepared, by its name in the delivery; without one the first.
async fn download(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let path = format!("/api/orders/{}", part(&id));
    let name = if let Some(name) = call.params.given(&["fileName", "name"]) {
        name
    } else {
        let delivery = call.get(&format!("{path}/delivery")).await?;
        let first = &delivery["files"][0]["name"];
        first.as_str().unwrap_or_default().to_owned()
    };
    let name: Vec<String> = name.split('/').map(part).collect();
    let address = format!("{path}/files/{}", name.join("/"));
    Ok(Reply::File(call.file(&address).await))
}
