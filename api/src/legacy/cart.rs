//! `/mj/{product}Shop`: the cart. What names an entry of it is its scene.

use serde_json::{Value, json};

use super::call::Call;
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::params::missing;
use super::records;
use crate::router::RouteAccess;
use domain::permission::Permission;

const CART: RouteAccess = RouteAccess::Needs(Permission::Cart);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/mj/{product}Shop/{product}Save"),
        "{product}ShopSave",
        "puts scenes into the cart",
        CART,
        "ShopSave",
        handler!(add),
    ),
    does(
        ("POST", "/mj/{product}Shop/{product}List"),
        "{product}ShopList",
        "lists what is in the cart, page by page",
        CART,
        "ShopList",
        handler!(list),
    ),
    does(
        ("POST", "/mj/{product}Shop/{product}AllList"),
        "{product}ShopAllList",
        "lists everything that is in the cart",
        CART,
        "ShopList",
        handler!(all),
    ),
    does(
        ("POST", "/mj/{product}Shop/deleteShopById"),
        "deleteShopById",
        "takes scenes out of the cart by their ids",
        CART,
        "deleteShopById",
        handler!(remove),
    ),
    does(
        ("POST", "/mj/{product}Shop/deleteShopByDataName"),
        "deleteShopByDataName",
        "takes scenes out of the cart by their names",
        CART,
        "deleteShopById",
        handler!(remove_by_name),
    ),
    does(
        ("GET", "/mj/{product}Shop/getShopCarNum"),
        "getShopCarNum",
        "counts what is in the cart",
        CART,
        "getShopCarNum",
        handler!(count),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Shop/get{product}ListCount"),
        "get{product}ListCount",
        "counts what is in the cart",
        CART,
        "getShopCarNum",
        handler!(count),
    )
    .at_our_path(),
];

/// Rows of a page when everything is read.
const WHOLE_PAGE: i64 = 1000;

/// What names scenes in what old clients send about them.
pub(super) const SCENES: [&str; 7] = [
    "dataIds", "shopIds", "dataId", "F_DATAID", "F_DID", "ids", "id",
];

fn scenes(call: &Call) -> Result<Vec<String>, Refused> {
    let ids = call.params.list(&SCENES);
    if ids.is_empty() {
        return Err(missing(&SCENES).into());
    }
    Ok(ids)
}

async fn add(call: Call) -> Result<Reply, Refused> {
    let body = json!({"dataIds": scenes(&call)?});
    call.post("/api/cart", body).await?;
    Ok(Reply::yes())
}

/// A scene in the cart; its id is the scene's.
fn entry(scene: Value) -> Value {
    let mut entry = records::scene(scene);
    entry["id"] = entry["dataid"].clone();
    entry
}

async fn list(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let query = [
        ("text", sent.given(&["dataName", "keyword"])),
        ("page", sent.given(&["currentPage", "page"])),
        ("pageSize", sent.given(&["pageSize"])),
    ];
    let found = call.get_with("/api/cart", &query).await?;
    Ok(records::list(found, entry).into())
}

async fn all(call: Call) -> Result<Reply, Refused> {
    let items = every(&call, "/api/cart").await?;
    Ok(items.into_iter().map(entry).collect::<Value>().into())
}

/// Every row of a list of ours, page by page.
pub(super) async fn every(call: &Call, path: &str) -> Result<Vec<Value>, Refused> {
    let (mut rows, mut page) = (Vec::new(), 1);
    loop {
        let query = [
            ("page", Some(page.to_string())),
            ("pageSize", Some(WHOLE_PAGE.to_string())),
        ];
        let found = call.get_with(path, &query).await?;
        let items = found["items"].as_array().cloned().unwrap_or_default();
        let is_last = items.len() < usize::try_from(WHOLE_PAGE).unwrap_or_default();
        rows.extend(items);
        if is_last {
            return Ok(rows);
        }
        page += 1;
    }
}

async fn remove(call: Call) -> Result<Reply, Refused> {
    let body = json!({"dataIds": scenes(&call)?});
    call.delete("/api/cart", Some(body)).await?;
    Ok(Reply::yes())
}

async fn remove_by_name(call: Call) -> Result<Reply, Refused> {
    const NAMES: [&str; 3] = ["dataNames", "dataName", "F_DATANAME"];
    let names = call.params.list(&NAMES);
    if names.is_empty() {
        return Err(missing(&NAMES).into());
    }
    call.delete("/api/cart", Some(json!({"names": names})))
        .await?;
    Ok(Reply::yes())
}

async fn count(call: Call) -> Result<Reply, Refused> {
    let mut count = call.get("/api/cart/count").await?;
    Ok(count["count"].take().into())
}
