//! Lists of scenes as files.

use std::future::{Ready, ready};
use std::time::Duration;

use axum::http::StatusCode;
use domain::ids::ExportId;
use serde_json::{Value, json};

use super::call::{Call, part};
use super::cart::{self, SCENES};
use super::envelope::{Refused, Reply};
use super::operation::{EITHER, Operation, does, handler};
use super::order_list::order_id;
use super::params::missing;
use crate::router::RouteAccess;
use domain::permission::Permission;

/// Between two looks at whether a file is there.
const BETWEEN: Duration = Duration::from_millis(250);

const EXPORTS: RouteAccess = RouteAccess::Needs(Permission::Exports);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/mj/{product}OrderData/deriveShpByNewByOrderId"),
        "deriveShpByNewByOrderId",
        "exports the scenes of an order as a shapefile, and answers where it will lie",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(of_order),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Shop/getUUid"),
        "getUUid",
        "answers a fresh id for the next export; no operation of ours does that",
        EXPORTS,
        "",
        handler!(fresh_id),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Shop/getderiveShopDateOnlyShpByNew"),
        "getderiveShopDateOnlyShpByNew",
        "exports scenes as a shapefile, and answers the id to ask for",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(of_scenes),
    )
    .at_our_path(),
    does(
        (EITHER, "/mj/{product}Coverage/exportShp"),
        "exportShp",
        "exports scenes as a shapefile, and answers the id to ask for",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(of_scenes),
    )
    .writing_on_get(),
    does(
        (EITHER, "/mj/{product}Coverage/exportShpWidthAttributes"),
        "exportShpWidthAttributes",
        "exports scenes as a shapefile, and answers the file where it is there in time",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(with_attributes),
    )
    .writing_on_get(),
    does(
        (EITHER, "/mj/{product}Coverage/csv"),
        "coverageCsv",
        "exports scenes as CSV, and answers the id to ask for",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(as_csv),
    )
    .writing_on_get(),
    does(
        ("POST", "/mj/{product}Shop/exportShop"),
        "exportShop",
        "exports scenes, or all of the cart, as a workbook, and answers the id to ask for",
        EXPORTS,
        "deriveShpByNewByOrderId",
        handler!(as_workbook),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Shop/getLuotuStatus"),
        "getLuotuStatus",
        "tells how far an export is",
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
    is_there(&call, uuid).await?;
    Ok(Value::from(file_path(uuid)).into())
}

fn file_path(uuid: &str) -> String {
    format!("/api/exports/{uuid}/file")
}

/// Whether the file is there before the wait is over: old clients open at once what is answered.
async fn is_there(call: &Call, uuid: &str) -> Result<bool, Refused> {
    let path = format!("/api/exports/{uuid}");
    let finished = async {
        loop {
            let export = call.get(&path).await?;
            if export["F_STATUS"] != "0" {
                return Ok::<_, Refused>(export["F_STATUS"] == "1");
            }
            tokio::time::sleep(BETWEEN).await;
        }
    };
    let waited = tokio::time::timeout(call.settings.export_wait, finished).await;
    waited.unwrap_or(Ok(false))
}

/// The file itself; of what takes longer the id to ask for.
async fn with_attributes(call: Call) -> Result<Reply, Refused> {
    let scenes = call.params.list(&SCENES);
    let uuid = begin(&call, "shapefile", scenes).await?;
    if is_there(&call, &uuid).await? {
        return Ok(Reply::File(call.file(&file_path(&uuid)).await));
    }
    Ok(named(&uuid))
}

/// What to ask for with `getLuotuStatus`.
fn named(uuid: &str) -> Reply {
    json!({"uuId": uuid}).into()
}

/// Under which the next export is begun.
fn fresh_id(_: Call) -> Ready<Result<Reply, Refused>> {
    ready(Ok(Value::from(ExportId::fresh().0.to_string()).into()))
}

async fn of_scenes(call: Call) -> Result<Reply, Refused> {
    let scenes = call.params.list(&SCENES);
    Ok(named(&begin(&call, "shapefile", scenes).await?))
}

async fn as_csv(call: Call) -> Result<Reply, Refused> {
    let scenes = call.params.list(&SCENES);
    Ok(named(&begin(&call, "csv", scenes).await?))
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
    Ok(named(&begin(&call, "xlsx", scenes).await?))
}

/// The id of what was begun.
async fn begin(call: &Call, kind: &str, scenes: Vec<String>) -> Result<String, Refused> {
    let mut body = json!({"kind": kind, "dataIds": scenes});
    if let Some(id) = call.params.given(&["uuId"]) {
        body["uuid"] = id.into();
    }
    let begun = call.post("/api/exports", body).await?;
    Ok(begun["uuid"].as_str().unwrap_or_default().to_owned())
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
