//! `/systemAA/role`, `permission`, `group`, `log`, `monitor`: what people may do, where they belong, and what they did.

use serde_json::{Value, json};

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{Instead, Operation, does, handler, refuses};
use super::records;
use crate::router::RouteAccess;
use domain::permission::Permission;

const SEE_ROLES: RouteAccess =
    RouteAccess::NeedsOne(&[Permission::SeeUsers, Permission::ManageRoles]);
const ROLES: RouteAccess = RouteAccess::Needs(Permission::ManageRoles);
const UNITS: RouteAccess = RouteAccess::Needs(Permission::ManageScopes);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/systemAA/role/listRole"),
        "listRole",
        "lists the roles",
        SEE_ROLES,
        "getRoles",
        handler!(list),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/role/saveRole"),
        "saveRole",
        "adds a role",
        ROLES,
        "createRole",
        handler!(create),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/role/updateRole"),
        "updateRole",
        "changes a role and what it permits",
        ROLES,
        "changeRole",
        handler!(change),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/role/deleteRole"),
        "deleteRole",
        "removes a role",
        ROLES,
        "removeRole",
        handler!(remove),
    )
    .at_our_path(),
    does(
        ("GET", "/systemAA/permission/listPermission"),
        "listPermission",
        "lists the permissions that there are",
        SEE_ROLES,
        "getPermissions",
        handler!(permissions),
    )
    .at_our_path(),
    refuses(
        ("POST", "/systemAA/permission/savePermission"),
        "savePermission",
        "added a permission",
        Instead::Permissions,
    )
    .at_our_path(),
    refuses(
        ("POST", "/systemAA/permission/updatePermission"),
        "updatePermission",
        "changed a permission",
        Instead::Permissions,
    )
    .at_our_path(),
    refuses(
        ("POST", "/systemAA/permission/deletePermission"),
        "deletePermission",
        "removed a permission",
        Instead::Permissions,
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/group/listGroup"),
        "listGroup",
        "lists the units with what is below them",
        UNITS,
        "getUnitTree",
        handler!(groups),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/group/saveGroup"),
        "saveGroup",
        "adds a unit",
        UNITS,
        "addUnitNode",
        handler!(add_group),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/group/updateGroup"),
        "updateGroup",
        "renames a unit",
        UNITS,
        "renameUnit",
        handler!(rename_group),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/group/deleteGroup"),
        "deleteGroup",
        "removes a unit",
        UNITS,
        "removeUnit",
        handler!(remove_group),
    )
    .at_our_path(),
    does(
        ("POST", "/systemAA/log/listLog"),
        "listLog",
        "lists the audit log",
        RouteAccess::Needs(Permission::AuditLog),
        "listAuditLog",
        handler!(log),
    )
    .at_our_path(),
    refuses(
        ("POST", "/systemAA/log/saveLog"),
        "saveLog",
        "wrote an entry of the log",
        Instead::Records,
    )
    .at_our_path(),
    refuses(
        ("POST", "/systemAA/log/updateLog"),
        "updateLog",
        "changed an entry of the log",
        Instead::Records,
    )
    .at_our_path(),
    refuses(
        ("POST", "/systemAA/log/deleteLog"),
        "deleteLog",
        "removed an entry of the log",
        Instead::Records,
    )
    .at_our_path(),
    does(
        ("GET", "/systemAA/monitor/getMonitor"),
        "getMonitorInfo",
        "tells how workers, queue and storage are",
        RouteAccess::Needs(Permission::Monitor),
        "getMonitor",
        handler!(monitor),
    )
    .at_our_path(),
    refuses(
        ("POST", "/systemAA/monitor/saveMonitor"),
        "saveMonitor",
        "wrote what was measured",
        Instead::Records,
    )
    .at_our_path(),
    refuses(
        ("POST", "/systemAA/monitor/updateMonitor"),
        "updateMonitor",
        "changed what was measured",
        Instead::Records,
    )
    .at_our_path(),
    refuses(
        ("POST", "/systemAA/monitor/deleteMonitor"),
        "deleteMonitor",
        "removed what was measured",
        Instead::Records,
    )
    .at_our_path(),
];

async fn list(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let query = [
        ("q", sent.given(&["name", "roleName"])),
        ("page", sent.given(&["currentPage", "page"])),
        ("pageSize", sent.given(&["pageSize"])),
    ];
    let found = call.get_with("/api/roles", &query).await?;
    Ok(records::list(found, records::same).into())
}

fn draft(call: &Call) -> Value {
    let sent = &call.params;
    json!({
        "name": sent.text(&["name", "roleName"]),
        "note": sent.text(&["note", "description"]),
        "permissions": sent.list(&["permissions", "authorities"]),
        "secondFactor": sent.flag(&["secondFactor"]) == Some(true),
    })
}

fn role_path(call: &Call) -> Result<String, Refused> {
    let id = call.params.needed(&["id", "roleId"])?;
    Ok(format!("/api/roles/{}", part(&id)))
}

async fn create(call: Call) -> Result<Reply, Refused> {
    Ok(call.post("/api/roles", draft(&call)).await?.into())
}

async fn change(call: Call) -> Result<Reply, Refused> {
    let mut body = draft(&call);
    // An old client changes what there is.
    let before = call.params.list(&["permissionsBefore"]);
    let path = role_path(&call)?;
    body["permissionsBefore"] = if before.is_empty() {
        let mut role = call.get(&path).await?;
        role["permissions"].take()
    } else {
        before.into()
    };
    Ok(call.put(&path, body).await?.into())
}

async fn remove(call: Call) -> Result<Reply, Refused> {
    call.delete(&role_path(&call)?, None).await?;
    Ok(Reply::yes())
}

async fn permissions(call: Call) -> Result<Reply, Refused> {
    let found = call.get("/api/permissions").await?;
    Ok(records::list(found, records::same).into())
}

async fn groups(call: Call) -> Result<Reply, Refused> {
    let found = call.get("/api/units/tree").await?;
    Ok(records::list(found, records::same).into())
}

async fn add_group(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let body = json!({
        "name": sent.text(&["name", "groupName"]), "parentId": sent.given(&["parentId", "pid"]),
    });
    Ok(call.post("/api/units/tree", body).await?.into())
}

fn group_path(call: &Call) -> Result<String, Refused> {
    let id = call.params.needed(&["id", "groupId"])?;
    Ok(format!("/api/units/{}", part(&id)))
}

async fn rename_group(call: Call) -> Result<Reply, Refused> {
    let name = call.params.text(&["name", "groupName"]);
    call.put(&group_path(&call)?, json!({"name": name})).await?;
    Ok(Reply::yes())
}

async fn remove_group(call: Call) -> Result<Reply, Refused> {
    call.delete(&group_path(&call)?, None).await?;
    Ok(Reply::yes())
}

async fn log(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let query = [
        ("q", sent.given(&["keyword", "userName", "loginName"])),
        ("from", sent.given(&["startTime"])),
        ("to", sent.given(&["endTime"])),
        ("before", sent.given(&["before"])),
    ];
    let found = call.get_with("/api/audit-log", &query).await?;
    Ok(json!({"list": found["items"], "before": found["next"]}).into())
}

async fn monitor(call: Call) -> Result<Reply, Refused> {
    Ok(call.get("/api/monitor").await?.into())
}
