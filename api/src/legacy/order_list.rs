//! Orders as they are listed and looked at.

use axum::http::StatusCode;
use serde_json::{Value, json};
use texts::ProblemText;

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::params::missing;
use super::records;
use crate::problem::Problem;
use crate::router::OWN_OR_WATCHED;

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/mj/{product}Order/{product}MyList"),
        "{product}OrderMyList",
        "lists one's own orders",
        OWN_OR_WATCHED,
        "getManOrderListForPage",
        handler!(own),
    )
    .sealed(),
    does(
        ("POST", "/mj/{product}Order/{product}List"),
        "{product}OrderList",
        "lists the orders that one may see",
        OWN_OR_WATCHED,
        "getManOrderListForPage",
        handler!(list),
    )
    .sealed(),
    does(
        ("POST", "/mj/{product}Order/getManOrderListForPage"),
        "getManOrderListForPage",
        "lists the orders that one may see",
        OWN_OR_WATCHED,
        "getManOrderListForPage",
        handler!(list),
    )
    .at_our_path()
    .sealed(),
    does(
        ("GET", "/mj/{product}Order/{product}GetOrderById"),
        "{product}GetOrderById",
        "answers an order",
        OWN_OR_WATCHED,
        "getOrder",
        handler!(detail),
    )
    .at_our_path()
    .sealed(),
    does(
        ("GET", "/mj/{product}Order/getOrderNameListByOrderName"),
        "getOrderNameListByOrderName",
        "lists the numbers of orders that fit what was typed",
        OWN_OR_WATCHED,
        "getOrderNameListByOrderName, getManOrderListForPage",
        handler!(names),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Order/get{product}GroupNameList"),
        "get{product}GroupNameList",
        "lists the groups that orders were filed under",
        OWN_OR_WATCHED,
        "getagrsGroupNameList",
        handler!(groups),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}OrderData/get{product}ListOfSate"),
        "get{product}ListOfSate",
        "lists the scenes of an order with their state",
        OWN_OR_WATCHED,
        "getagrsListOfSate",
        handler!(scenes),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}OrderTask/{product}List"),
        "{product}OrderTaskList",
        "tells how far the preparation of an order is, and what happened until now",
        OWN_OR_WATCHED,
        "getOrder, getOrderEvents",
        handler!(tasks),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}OrderData/getMaxPolygon"),
        "getMaxPolygon",
        "answers the outline around the scenes of an order",
        OWN_OR_WATCHED,
        "getMaxPolygon",
        handler!(footprint),
    )
    .at_our_path(),
];

/// What names an order in what old clients send.
const ORDER: [&str; 6] = [
    "orderId",
    "orderIdStr",
    "id",
    "orderIds",
    "orderName",
    "ordername",
];

/// Most numbers of orders that are suggested.
const SUGGESTED: &str = "20";

/// What says that an order has no footprint.
const NO_FOOTPRINT: &str = "GEOMETRYCOLLECTION EMPTY";

/// The id of the order that was named, by its id or by its number.
pub(super) async fn order_id(call: &Call) -> Result<String, Refused> {
    let given = call.params.needed(&ORDER)?;
    id_of(call, &given).await
}

/// The same of one that stands in a list.
pub(super) async fn id_of(call: &Call, given: &str) -> Result<String, Refused> {
    if uuid::Uuid::try_parse(given).is_ok() {
        return Ok(given.to_owned());
    }
    let query = [
        ("ordername", Some(given.to_owned())),
        ("pageSize", Some("100".to_owned())),
    ];
    let found = call.get_with("/api/orders", &query).await?;
    let orders = found["items"].as_array().cloned().unwrap_or_default();
    let order = orders.iter().find(|order| order["ordername"] == given);
    let id = order.and_then(|order| order["id"].as_str());
    id.map(str::to_owned)
        .ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, ProblemText::OrderNotFound).into())
}

async fn own(call: Call) -> Result<Reply, Refused> {
    let own = call.caller.as_ref().map(|caller| caller.login_name.clone());
    listed(&call, own).await
}

async fn list(call: Call) -> Result<Reply, Refused> {
    let login = call.params.given(&["loginName", "loginUser"]);
    listed(&call, login).await
}

async fn listed(call: &Call, login: Option<String>) -> Result<Reply, Refused> {
    let sent = &call.params;
    // The lists of reprocessing orders are screens of their own; 0 stands for all the others.
    let kind = sent.given(&["type"]).map(|kind| match kind.as_str() {
        "0" => "0,1".to_owned(),
        _ => kind,
    });
    let status = sent.list(&["sstatus", "orderStatus"]).join(",");
    let query = [
        ("type", kind),
        ("status", Some(status).filter(|status| !status.is_empty())),
        ("ordername", sent.given(&["ordercode", "ordername"])),
        ("unit", sent.given(&["groupName", "applyUserUnit"])),
        ("applicant", sent.given(&["applyuser", "userName"])),
        ("loginName", login),
        ("from", sent.given(&["lessCreattimeStr", "lessCreattime"])),
        ("to", sent.given(&["moreCreattimeStr", "moreCreattime"])),
        ("page", sent.given(&["currentPage", "page"])),
        ("pageSize", sent.given(&["pageSize"])),
    ];
    let found = call.get_with("/api/orders", &query).await?;
    Ok(records::list(found, records::same).into())
}

fn path(id: &str, rest: &str) -> String {
    format!("/api/orders/{}{rest}", part(id))
}

async fn detail(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    Ok(call.get(&path(&id, "")).await?.into())
}

/// Of what was typed, and of the orders of `luser`, who is somebody's login name; what is none was typed too.
async fn names(call: Call) -> Result<Reply, Refused> {
    let typed = call.params.given(&["ordername", "orderName"]);
    let user = call.params.given(&["luser"]);
    if let Some(user) = &user {
        let query = [
            ("loginName", Some(user.clone())),
            ("ordername", typed.clone()),
            ("pageSize", Some(SUGGESTED.to_owned())),
        ];
        let found = call.get_with("/api/orders", &query).await?;
        let orders = found["items"].as_array().cloned().unwrap_or_default();
        if !orders.is_empty() {
            let names = orders.iter().map(|order| order["ordername"].clone());
            return Ok(names.collect::<Value>().into());
        }
    }
    let query = [("q", typed.or(user))];
    let found = call.get_with("/api/orders/names", &query).await?;
    Ok(records::items(found).into())
}

async fn groups(call: Call) -> Result<Reply, Refused> {
    let query = [("q", call.params.given(&["name", "groupName"]))];
    let found = call.get_with("/api/orders/groups", &query).await?;
    Ok(records::items(found).into())
}

async fn scenes(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let query = [
        ("page", call.params.given(&["currentPage", "page"])),
        ("pageSize", call.params.given(&["pageSize"])),
    ];
    let found = call.get_with(&path(&id, "/scenes"), &query).await?;
    Ok(records::list(found, records::scene).into())
}

/// How far the preparation is, and what happened until now.
async fn tasks(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let order = call.get(&path(&id, "")).await?;
    let events = call.get(&path(&id, "/events")).await?;
    Ok(json!({
        "sstatus": order["sstatus"], "dataPercent": order["dataPercent"],
        "list": events["items"], "total": events["total"],
    })
    .into())
}

async fn footprint(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let footprint = call.get(&path(&id, "/footprint")).await?;
    let wkt = footprint["wkt"].as_str().filter(|wkt| !wkt.is_empty());
    Ok(Value::from(wkt.unwrap_or(NO_FOOTPRINT)).into())
}

/// Ids of several orders.
pub(super) async fn order_ids(call: &Call) -> Result<Vec<String>, Refused> {
    const NAMED: [&str; 4] = ["orderNames", "ordernames", "orderIds", "ids"];
    let given = call.params.list(&NAMED);
    if given.is_empty() {
        return Err(missing(&NAMED).into());
    }
    let mut ids = Vec::new();
    for one in &given {
        ids.push(id_of(call, one).await?);
    }
    Ok(ids)
}
