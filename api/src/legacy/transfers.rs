//! `/pushXg/secmep/task` and `subTask`, `/mj/{product}Sync`: what is on its way to somebody, file by file, and what is copied from
//! another installation.

use serde_json::{Map, Value, json};

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::order_list::order_id;
use super::params::Params;
use super::subscriptions::{WATCHED, page_of, put_numbers, put_over, taken};
use crate::router::{OWN_OR_AUDITED, RouteAccess};
use domain::permission::Permission;

const CATALOGUE: RouteAccess = RouteAccess::Needs(Permission::ManageCatalogue);
const SEEN: RouteAccess =
    RouteAccess::NeedsOne(&[Permission::ManageCatalogue, Permission::Monitor]);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/pushXg/secmep/task/list"),
        "taskList",
        "lists the pushes of an order",
        OWN_OR_AUDITED,
        "orderPushList",
        handler!(pushes),
    )
    .at_our_path(),
    does(
        ("POST", "/pushXg/secmep/task/send"),
        "taskSend",
        "pushes a finished order to a target",
        OWN_OR_AUDITED,
        "orderPushSend",
        handler!(push),
    )
    .at_our_path(),
    does(
        ("POST", "/pushXg/secmep/subTask/listByOrder"),
        "subTaskListByOrder",
        "lists the files of the pushes of an order",
        OWN_OR_AUDITED,
        "orderPushList",
        handler!(files_of_order),
    )
    .at_our_path(),
    does(
        ("POST", "/pushXg/secmep/subTask/list"),
        "subTaskList",
        "lists the scenes that a subscription matched",
        WATCHED,
        "subTaskList",
        handler!(scenes),
    )
    .at_our_path(),
    does(
        ("GET", "/pushXg/secmep/subTask/flow"),
        "subTaskFlow",
        "tells how many scenes came and went on each day of a subscription",
        WATCHED,
        "subTaskFlow",
        handler!(flow),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Sync/list"),
        "{product}SyncList",
        "lists what copies from other installations and receives",
        SEEN,
        "dataTask",
        handler!(list),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Sync/get"),
        "{product}SyncById",
        "answers such a task",
        SEEN,
        "getReceiveTask",
        handler!(get),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Sync/save"),
        "{product}SyncSave",
        "makes a task that copies another installation",
        CATALOGUE,
        "createReceiveTask",
        handler!(save),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Sync/update"),
        "{product}SyncUpdate",
        "changes such a task; what is not sent stays, the token too",
        CATALOGUE,
        "changeReceiveTask",
        handler!(update),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Sync/delete"),
        "{product}SyncDelete",
        "removes such a task",
        CATALOGUE,
        "removeReceiveTask",
        handler!(remove),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Sync/pause"),
        "{product}SyncPause",
        "pauses such a task",
        CATALOGUE,
        "pauseReceiveTask",
        handler!(pause),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Sync/resume"),
        "{product}SyncResume",
        "lets a paused task go on",
        CATALOGUE,
        "resumeReceiveTask",
        handler!(resume),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Sync/run"),
        "{product}SyncRun",
        "runs such a task at once",
        CATALOGUE,
        "runReceiveTask",
        handler!(run),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Sync/history"),
        "{product}SyncHistory",
        "lists the runs of such a task",
        SEEN,
        "dataSyncTask",
        handler!(history),
    )
    .at_our_path(),
];

async fn pushes_of_order(call: &Call) -> Result<Value, Refused> {
    let id = order_id(call).await?;
    call.get(&format!("/api/orders/{}/pushes", part(&id))).await
}

async fn pushes(call: Call) -> Result<Reply, Refused> {
    Ok(pushes_of_order(&call).await?.into())
}

async fn push(call: Call) -> Result<Reply, Refused> {
    let id = order_id(&call).await?;
    let target = call.params.needed(&["targetId", "addressId"])?;
    let path = format!("/api/orders/{}/pushes", part(&id));
    Ok(call.post(&path, json!({"targetId": target})).await?.into())
}

/// The files of all pushes of an order, or of one of them, each with where it goes.
async fn files_of_order(call: Call) -> Result<Reply, Refused> {
    let mut found = pushes_of_order(&call).await?;
    let task = call.params.given(&["taskId"]);
    let Value::Array(pushes) = found["items"].take() else {
        return Ok(json!({"list": [], "total": 0}).into());
    };
    let mut files = Vec::new();
    for mut push in pushes {
        if task.as_deref().is_some_and(|task| push["id"] != task) {
            continue;
        }
        let Value::Array(of_push) = push["files"].take() else {
            continue;
        };
        for mut file in of_push {
            file["taskId"] = push["id"].clone();
            file["targetName"] = push["targetName"].clone();
            files.push(file);
        }
    }
    Ok(json!({"total": files.len(), "list": files}).into())
}

fn subscription_path(call: &Call) -> Result<String, Refused> {
    let id = call.params.needed(&["subscribeId", "taskId", "id"])?;
    Ok(format!("/api/subscriptions/{}", part(&id)))
}

async fn scenes(call: Call) -> Result<Reply, Refused> {
    let path = format!("{}/scenes", subscription_path(&call)?);
    let state = call.params.given(&["state"]);
    page_of(&call, &path, ("state", state)).await
}

async fn flow(call: Call) -> Result<Reply, Refused> {
    let path = format!("{}/flow", subscription_path(&call)?);
    Ok(call.get(&path).await?.into())
}

fn task_path(call: &Call) -> Result<String, Refused> {
    let id = call.params.needed(&["id", "taskId"])?;
    Ok(format!("/api/receive-tasks/{}", part(&id)))
}

async fn list(call: Call) -> Result<Reply, Refused> {
    let only = ("synchronises", Some("true".to_owned()));
    page_of(&call, "/api/receive-tasks", only).await
}

async fn get(call: Call) -> Result<Reply, Refused> {
    Ok(call.get(&task_path(&call)?).await?.into())
}

fn put_form(body: &mut Map<String, Value>, definition: &mut Map<String, Value>, sent: &Params) {
    put_over(body, sent, &[&["name", "taskName"], &["cron"]]);
    put_numbers(body, sent, &["everyMinutes"]);
    // One of the two.
    if sent.value(&["cron"]).is_some() {
        body.remove("everyMinutes");
    } else if sent.value(&["everyMinutes"]).is_some() {
        body.remove("cron");
    }
    let words: [&[&str]; 4] = [
        &["location", "url"],
        &["secret", "token"],
        &["verification"],
        &["area"],
    ];
    put_over(definition, sent, &words);
    if sent.value(&["collections"]).is_some() {
        let collections = sent.list(&["collections"]);
        definition.insert("collections".to_owned(), collections.into());
    }
    if let Some(with_files) = sent.flag(&["withFiles"]) {
        definition.insert("withFiles".to_owned(), with_files.into());
    }
}

async fn save(call: Call) -> Result<Reply, Refused> {
    let mut body = Map::new();
    let mut definition = Map::new();
    definition.insert("kind".to_owned(), "scenedock".into());
    definition.insert("verification".to_owned(), "checksum".into());
    put_form(&mut body, &mut definition, &call.params);
    body.insert("definition".to_owned(), definition.into());
    Ok(call.post("/api/receive-tasks", body.into()).await?.into())
}

/// What is not sent stays as it is, the token too.
async fn update(call: Call) -> Result<Reply, Refused> {
    let path = task_path(&call)?;
    let mut stored = call.get(&path).await?;
    let Value::Object(mut definition) = stored["definition"].take() else {
        return Err(crate::problem::Problem::internal().into());
    };
    let mut body = taken(stored, &["name", "everyMinutes", "cron"]);
    put_form(&mut body, &mut definition, &call.params);
    body.insert("definition".to_owned(), definition.into());
    Ok(call.put(&path, body.into()).await?.into())
}

async fn remove(call: Call) -> Result<Reply, Refused> {
    call.delete(&task_path(&call)?, None).await?;
    Ok(Reply::yes())
}

async fn step(call: &Call, step: &str) -> Result<Reply, Refused> {
    let path = format!("{}/{step}", task_path(call)?);
    Ok(call.post(&path, json!({})).await?.into())
}

async fn pause(call: Call) -> Result<Reply, Refused> {
    step(&call, "pause").await
}

async fn resume(call: Call) -> Result<Reply, Refused> {
    step(&call, "resume").await
}

async fn run(call: Call) -> Result<Reply, Refused> {
    step(&call, "runs").await
}

async fn history(call: Call) -> Result<Reply, Refused> {
    let path = format!("{}/runs", task_path(&call)?);
    page_of(&call, &path, ("", None)).await
}
