//! Orders as applicants write them: made, changed, handed in.

use serde_json::{Map, Value, json};

use super::call::{Call, part};
use super::cart::every;
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::order_list::order_id;
use super::order_papers::{FILES, papers};
use super::order_steps::{Status, step};
use super::params::Params;
use super::records;
use crate::router::{OWN_OR_AUDITED, RouteAccess};
use domain::permission::Permission;

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/mj/{product}Order/{product}Save"),
        "{product}OrderSave",
        "makes an order, and hands it in where its status is 0",
        RouteAccess::Needs(Permission::CreateOrders),
        "createOrder",
        handler!(create),
    )
    .sealed(),
    does(
        ("POST", "/mj/{product}Order/get{product}UpdateSave"),
        "get{product}UpdateSave",
        "changes an order, or takes the action that leads to the status that is sent; what is not sent stays",
        OWN_OR_AUDITED,
        "getagrsUpdateSave",
        handler!(update),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Order/updateOrderFileList"),
        "updateOrderFileList",
        "changes the papers of an order, which is taken back for that",
        OWN_OR_AUDITED,
        "withdrawOrder, getagrsUpdateSave",
        handler!(update),
    )
    .at_our_path(),
];

const TEXTS: [&str; 9] = [
    "applyuser",
    "applyUserPhone",
    "applyUserUnit",
    "applyUserUsed",
    "productName",
    "description",
    "processDescribe",
    "extractingElements",
    "assignment",
];

/// `distmethod`: 0 online download, otherwise offline copy; `getMethod` may be the word that was shown.
fn get_method(sent: &Params) -> Option<i64> {
    let word = sent
        .given(&["distmethod"])
        .or_else(|| sent.given(&["getMethod"]))?;
    Some(match word.as_str() {
        "0" | "在线下载" => 0,
        _ => 2,
    })
}

fn form(sent: &Params) -> Map<String, Value> {
    let mut form = records::texts(sent, &TEXTS);
    if let Some(method) = get_method(sent) {
        form.insert("getMethod".into(), method.into());
    }
    if let Some(end) = sent.given(&["wantedEnd"]) {
        form.insert("wantedEnd".into(), end.into());
    }
    form
}

/// Only 0 hands an order in; everything else keeps it.
fn intent(sent: &Params) -> &'static str {
    match sent.given(&["sstatus"]).as_deref() {
        Some("0") => "submit",
        _ => "save",
    }
}

fn choose(body: &mut Value, sent: &Params) {
    if let Some(choice) = sent.given(&["catalogueOnly"]) {
        body["catalogueOnly"] = choice.into();
    }
}

async fn create(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let mut body = json!({
        "type": sent.integer(&["type"]).unwrap_or_default(),
        "form": form(sent),
        "dataIds": sent.list(&["dataIds", "shopIds"]),
        "attachments": papers(&call).await?,
        "action": intent(sent),
    });
    if let Some(kind) = sent.given(&["dataType"]) {
        body["dataType"] = kind.into();
    }
    choose(&mut body, sent);
    Ok(call.post("/api/orders", body).await?.into())
}

/// A status that keeps the order where it is saves it; another one is the action that leads there, after the papers that
/// came along.
async fn update(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let path = format!("/api/orders/{}", part(&id));
    let order = call.get(&path).await?;
    let before = order["sstatus"].as_i64().unwrap_or_default();
    let status = call.params.integer(&["sstatus"]).unwrap_or(before);
    let is_draft = matches!(before, -1 | 2);
    if is_draft && matches!(status, -1 | 0 | 2) {
        call.put(&path, whole(&call, &order, &path).await?).await?;
        return Ok(Reply::yes());
    }
    if call.params.value(&FILES).is_some() && status != -1 {
        let attachments = merged(&order, papers(&call).await?);
        call.put(&path, json!({"attachments": attachments})).await?;
    }
    if status != before {
        step(&call, &id, Status::parse(&status.to_string())?).await?;
    }
    Ok(Reply::yes())
}

/// The whole application: what was sent over what is there.
async fn whole(call: &Call, order: &Value, path: &str) -> Result<Value, Refused> {
    let sent = &call.params;
    let mut form = form(sent);
    for name in TEXTS.into_iter().chain(["getMethod", "wantedEnd"]) {
        let before = order[name].clone();
        form.entry(name).or_insert(before);
    }
    let mut scenes = sent.list(&["dataIds"]);
    if scenes.is_empty() {
        let there = every(call, &format!("{path}/scenes")).await?;
        let there = there.iter().filter_map(|scene| scene["dataid"].as_str());
        scenes = there.map(str::to_owned).collect();
    }
    let leaving = sent.list(&["deleteDataId", "deleteDataIds"]);
    scenes.extend(sent.list(&["shopIds"]));
    scenes.retain(|scene| !leaving.contains(scene));
    let mut body = json!({
        "form": form,
        "dataIds": scenes,
        "attachments": merged(order, papers(call).await?),
        "action": intent(sent),
    });
    choose(&mut body, sent);
    Ok(body)
}

/// Papers that came along take the place of those in their slots.
fn merged(order: &Value, new: Vec<Value>) -> Vec<Value> {
    let there = order["attachments"].as_array().cloned().unwrap_or_default();
    let staying = there
        .iter()
        .filter(|paper| !new.iter().any(|one| one["type"] == paper["type"]));
    let staying: Vec<Value> = staying
        .map(|paper| json!({"type": paper["type"], "attachmentId": paper["attachmentId"]}))
        .collect();
    staying.into_iter().chain(new).collect()
}
