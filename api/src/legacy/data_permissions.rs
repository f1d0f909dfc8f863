//! What somebody, or a group, may see: which nodes of the catalogue, and where. Data permission and area permission are one
//! grant here.

use serde_json::{Value, json};
use texts::ProblemText;

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::params::missing;
use super::records;
use crate::router::RouteAccess;
use domain::permission::Permission;

const SCOPES: RouteAccess = RouteAccess::Needs(Permission::ManageScopes);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/systemAA/permission/listDataPermission"),
        "listDataPermission",
        "lists who may see which data",
        SCOPES,
        "getScopeGrants",
        handler!(list),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/permission/saveDataPermission"),
        "saveDataPermission",
        "lets a person or a unit see nodes, an area, or both",
        SCOPES,
        "grantScope",
        handler!(save),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/permission/deleteDataPermission"),
        "deleteDataPermission",
        "takes such a grant back",
        SCOPES,
        "revokeScopeGrant",
        handler!(remove),
    )
    .at_our_path(),
];

const NODES: [&str; 2] = ["nodeIds", "nodeId"];

/// Whose it is, as our own interface says it: of a person or a unit.
fn subject(call: &Call) -> Option<(&'static str, String)> {
    let person = call.params.given(&["userId", "F_ID"]);
    let person = person.map(|id| ("person", id));
    person.or_else(|| Some(("unit", call.params.given(&["groupId"])?)))
}

/// Those of a person, those of a group, or all.
async fn list(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let query = match subject(&call) {
        Some(("unit", group)) => return of_group(&call, &group).await,
        Some((_, person)) => [("userId", Some(person))],
        None => [("userId", None)],
    };
    let pages = [
        ("page", sent.given(&["currentPage", "page"])),
        ("pageSize", sent.given(&["pageSize"])),
    ];
    let query: Vec<_> = query.into_iter().chain(pages).collect();
    let found = call.get_with("/api/scopes", &query).await?;
    Ok(records::list(found, records::same).into())
}

/// Our own interface finds units by their names, which are not what is sent.
async fn of_group(call: &Call, group: &str) -> Result<Reply, Refused> {
    let (mut own, mut page) = (Vec::new(), 1);
    loop {
        let query = [
            ("subject", Some("unit".to_owned())),
            ("page", Some(page.to_string())),
            ("pageSize", Some("1000".to_owned())),
        ];
        let mut found = call.get_with("/api/scopes", &query).await?;
        let Value::Array(grants) = found["items"].take() else {
            break;
        };
        if grants.is_empty() {
            break;
        }
        let theirs = |grant: &Value| grant["subjectId"] == group;
        own.extend(grants.into_iter().filter(theirs));
        page += 1;
    }
    Ok(json!({"total": own.len(), "list": own}).into())
}

/// Nodes, an area, or both. Without either it would let see everything, which nobody means who forgot them.
async fn save(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let (kind, id) = subject(&call).ok_or_else(|| missing(&["userId"]))?;
    let nodes = sent.list(&NODES);
    let ids: Vec<i64> = nodes.iter().filter_map(|id| id.parse().ok()).collect();
    if ids.len() != nodes.len() {
        let reason = "nodeIds".to_owned();
        return Err(ProblemText::BadQuery { reason }.into());
    }
    let region = sent.given(&["areaCode", "region"]);
    let wkt = sent.given(&["wkt"]);
    if ids.is_empty() && region.is_none() && wkt.is_none() {
        return Err(missing(&NODES).into());
    }
    let grant = json!({
        "subject": kind, "subjectId": id, "nodeIds": Some(ids).filter(|ids| !ids.is_empty()), "region": region,
        "wkt": wkt, "areaName": sent.text(&["areaName"]), "until": sent.given(&["until", "endTime"]),
        "note": sent.text(&["note", "description"]),
    });
    Ok(call.post("/api/scopes", grant).await?.into())
}

async fn remove(call: Call) -> Result<Reply, Refused> {
    let id = call.params.needed(&["id"])?;
    call.delete(&format!("/api/scopes/{}", part(&id)), None)
        .await?;
    Ok(Reply::yes())
}
