//! `/systemAA/sysInfo`, units, processing levels, the dictionary, and what browsers say of a visit.

use serde_json::{Value, json};
use texts::ProblemText;

use super::call::Call;
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::records;
use crate::router::RouteAccess;
use domain::permission::Permission;

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("GET", "/systemAA/sysInfo/listSysInfos"),
        "listSysInfos",
        "lists the entries of the system configuration",
        RouteAccess::Needs(Permission::Configuration),
        "listSysInfos",
        handler!(entries),
    ),
    does(
        ("POST", "/systemAA/sysInfo/saveSysInfo"),
        "saveSysInfo",
        "changes one entry of it, or several",
        RouteAccess::Needs(Permission::Configuration),
        "saveSysInfo",
        handler!(save_entries),
    ),
    does(
        ("GET", "/systemAA/sysInfo/getConfigSation"),
        "getConfigSation",
        "tells what pages need of the configuration",
        RouteAccess::Public,
        "getConfigSation",
        handler!(config),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Order/getUnitList"),
        "getUnitList",
        "lists the units that can be chosen",
        RouteAccess::Public,
        "getUnitList",
        handler!(units),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Order/addUnit"),
        "addUnit",
        "adds a unit to be chosen",
        RouteAccess::Needs(Permission::AddUnits),
        "addUnit",
        handler!(add_unit),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Order/listProcess"),
        "listProcess",
        "lists the product levels that can be ordered",
        RouteAccess::Public,
        "listProcess",
        handler!(processes),
    )
    .at_our_path(),
    does(
        ("GET", "/pushXg/secmep/dictionary/list"),
        "listDictionary",
        "lists the words of the dictionary, or of one of its lists",
        RouteAccess::Public,
        "getDictionary",
        handler!(dictionary),
    )
    .at_our_path(),
    does(
        ("POST", "/pushXg/secmep/dictionary/save"),
        "saveDictionary",
        "adds a word at the end of its list",
        RouteAccess::Needs(Permission::ManageDictionary),
        "putDictionaryList",
        handler!(save_word),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/userBehavior/postSaveUserBehavior"),
        "postSaveUserBehavior",
        "records how long a page was looked at",
        RouteAccess::SignedIn,
        "recordBehaviour",
        handler!(behaviour),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/userBehavior/postSaveUserBehaviorNew"),
        "postSaveUserBehaviorNew",
        "records how long a page was looked at",
        RouteAccess::SignedIn,
        "recordBehaviour",
        handler!(behaviour),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/userBehavior/listUserBehavior"),
        "listUserBehavior",
        "lists what people did",
        RouteAccess::Needs(Permission::BehaviourLog),
        "getUserBehaviors",
        handler!(behaviours),
    )
    .at_our_path()
    .sealed(),
];

/// Time on a page; everything else is recorded where it happens.
const TIME_ON_SITE: &str = "6";

async fn entries(call: Call) -> Result<Reply, Refused> {
    Ok(records::items(call.get("/api/system").await?).into())
}

/// One entry, or a list of them.
async fn save_entries(call: Call) -> Result<Reply, Refused> {
    let entry = |sent: &super::params::Params| json!({"sysKey": sent.text(&["sysKey"]), "sysValue": sent.text(&["sysValue"])});
    let mut items: Vec<Value> = call
        .params
        .objects(&["items", "list", "ids"])
        .iter()
        .map(entry)
        .collect();
    if items.is_empty() {
        call.params.needed(&["sysKey"])?;
        items.push(entry(&call.params));
    }
    call.put("/api/system", json!({"items": items})).await?;
    Ok(Reply::yes())
}

async fn config(call: Call) -> Result<Reply, Refused> {
    Ok(call.get("/api/config").await?.into())
}

async fn units(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let query = [
        ("status", sent.given(&["status"])),
        ("q", sent.given(&["name"])),
        ("pageSize", Some("1000".to_owned())),
    ];
    let found = call.get_with("/api/units", &query).await?;
    Ok(records::items(found).into())
}

async fn add_unit(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let mut body = json!({"name": sent.text(&["name"])});
    if let Some(status) = sent.integer(&["status"]) {
        body["status"] = status.into();
    }
    call.post("/api/units", body).await?;
    Ok(Reply::yes())
}

async fn processes(call: Call) -> Result<Reply, Refused> {
    Ok(records::items(call.get("/api/processes").await?).into())
}

async fn dictionary(call: Call) -> Result<Reply, Refused> {
    let mut words = records::items(call.get("/api/dictionary").await?);
    if let (Some(kind), Value::Array(all)) = (call.params.given(&["kind", "type"]), &mut words) {
        all.retain(|word| word["kind"] == kind.as_str());
    }
    Ok(words.into())
}

/// One word more, at the end of its list.
async fn save_word(call: Call) -> Result<Reply, Refused> {
    let kind = call.params.needed(&["kind", "type"])?;
    let path = format!("/api/dictionary/{}", super::call::part(&kind));
    let mut list = call.get(&path).await?;
    let word = json!({
        "name": call.params.text(&["name"]), "nameEn": call.params.text(&["nameEn"]), "on": true,
    });
    let mut entries = list["entries"]
        .take()
        .as_array()
        .cloned()
        .unwrap_or_default();
    entries.push(word);
    let body = json!({"entries": entries, "version": list["version"]});
    call.put(&path, body).await?;
    Ok(Reply::yes())
}

/// The server keeps whom it sees and from where: a client's own address is refused, whatever else it sends is not looked at.
async fn behaviour(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    if sent.value(&["fClientip"]).is_some() {
        return Err(ProblemText::ClientIpNotTaken.into());
    }
    let kind = sent.needed(&["fBehaviortype"])?;
    if kind != TIME_ON_SITE {
        return Ok(Reply::flag(false));
    }
    let body = json!({
        "type": 6,
        "detailUrl": sent.text(&["fDetailurl"]),
        "start": sent.text(&["fReceivestarttime"]),
        "end": sent.text(&["fReceiveendtime"]),
    });
    call.post("/api/behaviours", body).await?;
    Ok(Reply::yes())
}

async fn behaviours(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let query = [
        ("from", sent.given(&["fReceivestarttime", "startTime"])),
        ("to", sent.given(&["fReceiveendtime", "endTime"])),
        ("type", sent.given(&["fBehaviortype"])),
        ("q", sent.given(&["userName", "fUserid"])),
        ("before", sent.given(&["before"])),
    ];
    let found = call.get_with("/api/behaviours", &query).await?;
    Ok(json!({"list": found["items"], "before": found["next"]}).into())
}
