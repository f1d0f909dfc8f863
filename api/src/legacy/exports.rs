//! Lists of scenes as files.

use std::future::{Ready, ready};

use axum::http::StatusCode;
use domain::ids::ExportId;
use serde_json::{Value, json};

use super::call::{Call, part};
use super::cart::{self, SCENES};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::order_list::order_id;
use super::params::missing;
use crate::router::RouteAccess;
use domain::permission::Permission;

const EXPORTS: RouteAccess = RouteAccess::Needs(Permission::Exports);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/mj/{product}OrderData/deriveShpByNewByOrderId"),
        "deriveShpByNewByOrderId",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(of_order),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Shop/getUUid"),
        "getUUid",
        EXPORTS,
        "",
        handler!(fresh_id),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Shop/getderiveShopDateOnlyShpByNew"),
        "getderiveShopDateOnlyShpByNew",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(of_scenes),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Coverage/exportShp"),
        "exportShp",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(of_scenes),
    ),
    does(
        ("POST", "/mj/{product}Coverage/exportShpWidthAttributes"),
        "exportShpWidthAttributes",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(of_scenes),
    ),
    does(
        ("POST", "/mj/{product}Coverage/csv"),
        "coverageCsv",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(as_csv),
    ),
    does(
        ("POST", "/mj/{product}Shop/exportShop"),
        "exportShop",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(as_workbook),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Shop/getLuotuStatus"),
        "getLuotuStatus",
        EXPORTS,
        "getLuotuStatus",
        handler!(status),
    )
    .at_our_path(),
];

/// Where the file will be; until it is, our own answer there says so.
async fn of_order(call: Call) -> Result<Reply, Refused> {
    let order = order_id(&call).await?;
    let dids = call.params.list(&["dids"]);
    let dids: Vec<i64> = dids.iter().filter_map(|did| did.parse().ok()).collect();
    let mut body = json!({"kind": "shapefile", "orderId": order});
    if !dids.is_empty() {
        body["dids"] = json!(dids);
    }
    let begun = call.post("/api/exports", body).await?;
    let uuid = begun["uuid"].as_str().unwrap_or_default();
    Ok(Value::from(format!("/api/exports/{uuid}/file")).into())
}

/// Under which the next export is begun.
fn fresh_id(_: Call) -> Ready<Result<Reply, Refused>> {
    ready(Ok(Value::from(ExportId::fresh().0.to_string()).into()))
}

async fn of_scenes(call: Call) -> Result<Reply, Refused> {
    let scenes = call.params.list(&SCENES);
    begin(&call, "shapefile", scenes).await
}

async fn as_csv(call: Call) -> Result<Reply, Refused> {
    let scenes = call.params.list(&SCENES);
    begin(&call, "csv", scenes).await
}

/// Without names of scenes the whole cart, as its button had it.
async fn as_workbook(call: Call) -> Result<Reply, Refused> {
    let mut scenes = call.params.list(&SCENES);
    if scenes.is_empty() {
        let rows = match cart::every(&call, "/api/cart").await {
            // Whoever has no cart is told to name scenes.
            Err(refused) if refused.status == StatusCode::FORBIDDEN => Vec::new(),
            rows => rows?,
        };
        let ids = rows.iter().filter_map(|row| row["dataid"].as_str());
        scenes = ids.map(str::to_owned).collect();
    }
    begin(&call, "xlsx", scenes).await
}

/// The id to ask for with `getLuotuStatus`.
async fn begin(call: &Call, kind: &str, scenes: Vec<String>) -> Result<Reply, Refused> {
    let mut body = json!({"kind": kind, "dataIds": scenes});
    if let Some(id) = call.params.given(&["uuId"]) {
        body["uuid"] = id.into();
    }
    let mut begun = call.post("/api/exports", body).await?;
    Ok(json!({"uuId": begun["uuid"].take()}).into())
}

async fn status(call: Call) -> Result<Reply, Refused> {
    let id = call
        .params
        .given(&["uuId"])
        .ok_or_else(|| missing(&["uuId"]))?;
    Ok(call
        .get(&format!("/api/exports/{}", part(&id)))
        .await?
        .into())
}
