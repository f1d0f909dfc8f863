//! `/mj/{product}Subscribe`, `/mj/{product}UserPushAddress`, `/pushXg/secmep/ftpManager`: what comes to people by itself, and where.

use serde_json::{Map, Value, json};

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::params::{Params, missing};
use super::{order_papers, records, search};
use crate::router::RouteAccess;
use domain::permission::Permission;

const OWN: RouteAccess = RouteAccess::Needs(Permission::CreateOrders);
const DESK: RouteAccess = RouteAccess::Needs(Permission::AuditOrders);
/// Who subscribes, and who decides about it.
pub(super) const WATCHED: RouteAccess =
    RouteAccess::NeedsOne(&[Permission::CreateOrders, Permission::AuditOrders]);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/mj/{product}Subscribe/list"),
        "{product}SubscribeList",
        "lists one's own subscriptions",
        OWN,
        "subscribeMyList",
        handler!(list),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Subscribe/get"),
        "{product}SubscribeById",
        "answers a subscription",
        WATCHED,
        "subscribeById",
        handler!(get),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Subscribe/preview"),
        "{product}SubscribePreview",
        "tells what a subscription to this search would have brought",
        OWN,
        "subscribePreview",
        handler!(preview),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Subscribe/save"),
        "{product}SubscribeSave",
        "subscribes to a search, which waits for approval",
        OWN,
        "subscribeSave",
        handler!(save),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Subscribe/update"),
        "{product}SubscribeUpdate",
        "changes a subscription; what is not sent stays",
        OWN,
        "subscribeUpdate",
        handler!(update),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Subscribe/pause"),
        "{product}SubscribePause",
        "pauses subscriptions",
        OWN,
        "subscribeSteps",
        handler!(pause),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Subscribe/resume"),
        "{product}SubscribeResume",
        "lets paused subscriptions go on",
        OWN,
        "subscribeSteps",
        handler!(resume),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Subscribe/delete"),
        "{product}SubscribeDelete",
        "ends subscriptions",
        OWN,
        "subscribeSteps",
        handler!(end),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Subscribe/auditList"),
        "{product}SubscribeAuditList",
        "lists everybody's subscriptions",
        DESK,
        "subscribeAuditList",
        handler!(audit_list),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}Subscribe/audit"),
        "{product}SubscribeAudit",
        "approves a subscription or refuses it",
        DESK,
        "subscribeAudit",
        handler!(audit),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}UserPushAddress/list"),
        "{product}UserPushAddressList",
        "lists one's own push targets",
        OWN,
        "userPushAddressList",
        handler!(addresses),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}UserPushAddress/save"),
        "{product}UserPushAddressSave",
        "saves a push target that was tried out",
        OWN,
        "userPushAddressSave",
        handler!(save_address),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}UserPushAddress/update"),
        "{product}UserPushAddressUpdate",
        "changes a push target; what is not sent stays, and a bandwidth of 0 is none",
        OWN,
        "userPushAddressUpdate",
        handler!(update_address),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}UserPushAddress/delete"),
        "{product}UserPushAddressDelete",
        "removes a push target",
        OWN,
        "userPushAddressDelete",
        handler!(remove_address),
    )
    .at_our_path(),
    does(
        ("POST", "/pushXg/secmep/ftpManager/list"),
        "ftpManagerList",
        "lists everybody's push targets",
        DESK,
        "ftpManagerList",
        handler!(everybodys_addresses),
    )
    .at_our_path(),
    does(
        ("POST", "/pushXg/secmep/ftpManager/update"),
        "ftpManagerUpdate",
        "sets what somebody's push target may take; what is not sent stays, and 0 is no bound",
        DESK,
        "ftpManagerLimits",
        handler!(limit_address),
    )
    .at_our_path(),
];

/// Parameter names of a subscription.
const ID: [&str; 2] = ["id", "subscribeId"];
/// Parameter names of a push target.
const ADDRESS_ID: [&str; 2] = ["id", "addressId"];
/// How fast a target is written to, as its owner has set it, and as administrators allow.
const RATE: &str = "bytesPerSecond";
const ALLOWED_RATE: &str = "mostBytesPerSecond";
/// What says that another search is meant where a subscription is changed.
const SEARCHED: &str = "nodeIds nodeId satellites satelite F_SANAME sensors sensor wkt areaId region areaCode keyword \
    cloudMax cloud objTypes objType from startTime beginTime to endTime text dataName F_DATANAME";

/// A page of something of ours.
pub(super) async fn page_of(
    call: &Call,
    path: &str,
    more: (&str, Option<String>),
) -> Result<Reply, Refused> {
    let query = [
        more,
        ("page", call.params.given(&["currentPage", "page"])),
        ("pageSize", call.params.given(&["pageSize"])),
    ];
    let found = call.get_with(path, &query).await?;
    Ok(records::list(found, records::same).into())
}

/// Puts what was sent over what is; the first key of each is ours.
pub(super) fn put_over(body: &mut Map<String, Value>, sent: &Params, names: &[&[&str]]) {
    for keys in names {
        if let (Some(ours), Some(value)) = (keys.first(), sent.value(keys)) {
            body.insert((*ours).to_owned(), value.clone());
        }
    }
}

/// The same for numbers, which old clients send as texts too.
pub(super) fn put_numbers(body: &mut Map<String, Value>, sent: &Params, names: &[&str]) {
    for name in names {
        if let Some(number) = sent.integer(&[name]) {
            body.insert((*name).to_owned(), number.into());
        }
    }
}

/// The same of bounds that may be lifted: what is not sent stays, and 0 is none, for old clients drop what is null.
fn put_bounds(body: &mut Map<String, Value>, sent: &Params, names: &[&str]) {
    put_numbers(body, sent, names);
    for name in names {
        if body.get(*name).and_then(Value::as_i64) == Some(0) {
            body.remove(*name);
        }
    }
}

/// Of an object of ours what its form takes.
pub(super) fn taken(mut object: Value, names: &[&str]) -> Map<String, Value> {
    let taken = names
        .iter()
        .map(|name| ((*name).to_owned(), object[*name].take()));
    taken.filter(|(_, value)| !value.is_null()).collect()
}

fn subscription_path(call: &Call) -> Result<String, Refused> {
    let id = call.params.needed(&ID)?;
    Ok(format!("/api/subscriptions/{}", part(&id)))
}

async fn list(call: Call) -> Result<Reply, Refused> {
    page_of(&call, "/api/subscriptions", ("", None)).await
}

async fn get(call: Call) -> Result<Reply, Refused> {
    Ok(call.get(&subscription_path(&call)?).await?.into())
}

async fn preview(call: Call) -> Result<Reply, Refused> {
    let search = search::conditions(&call.params)?;
    Ok(call
        .post("/api/subscriptions/preview", search)
        .await?
        .into())
}

fn put_form(body: &mut Map<String, Value>, sent: &Params) {
    let words: [&[&str]; 5] = [
        &["name", "subscribeName"],
        &["purpose", "applyUse"],
        &["targetId", "addressId"],
        &["frequency"],
        &["validUntil"],
    ];
    put_over(body, sent, &words);
    put_numbers(
        body,
        sent,
        &["delaytime", "dailyBytes", "windowFrom", "windowTo"],
    );
    if let Some(digest) = sent.flag(&["digest"]) {
        body.insert("digest".to_owned(), digest.into());
    }
}

/// As an order names its papers.
async fn put_papers(body: &mut Map<String, Value>, call: &Call) -> Result<(), Refused> {
    let papers = order_papers::papers(call).await?;
    if !papers.is_empty() {
        body.insert("attachments".to_owned(), papers.into());
    }
    Ok(())
}

async fn save(call: Call) -> Result<Reply, Refused> {
    let mut body = Map::new();
    put_form(&mut body, &call.params);
    put_papers(&mut body, &call).await?;
    body.insert("search".to_owned(), search::conditions(&call.params)?);
    Ok(call.post("/api/subscriptions", body.into()).await?.into())
}

/// What is not sent stays as it is.
async fn update(call: Call) -> Result<Reply, Refused> {
    let path = subscription_path(&call)?;
    let stored = call.get(&path).await?;
    let mut body = taken(
        stored,
        &[
            "name",
            "purpose",
            "targetId",
            "query",
            "frequency",
            "delaytime",
            "validUntil",
            "dailyBytes",
            "windowFrom",
            "windowTo",
            "digest",
        ],
    );
    put_form(&mut body, &call.params);
    put_papers(&mut body, &call).await?;
    let searched: Vec<&str> = SEARCHED.split_whitespace().collect();
    if call.params.value(&searched).is_some() {
        // The address of the search before is that of another search.
        body.remove("query");
        body.insert("search".to_owned(), search::conditions(&call.params)?);
    }
    Ok(call.put(&path, body.into()).await?.into())
}

async fn step(call: &Call, step: &str) -> Result<Reply, Refused> {
    let ids = call.params.list(&["ids", ID[0], ID[1]]);
    if ids.is_empty() {
        return Err(missing(&["ids"]).into());
    }
    let body = json!({"ids": ids, "step": step});
    Ok(call.post("/api/subscriptions/steps", body).await?.into())
}

async fn pause(call: Call) -> Result<Reply, Refused> {
    step(&call, "pause").await
}

async fn resume(call: Call) -> Result<Reply, Refused> {
    step(&call, "resume").await
}

async fn end(call: Call) -> Result<Reply, Refused> {
    step(&call, "end").await
}

async fn audit_list(call: Call) -> Result<Reply, Refused> {
    let state = call.params.given(&["state"]);
    page_of(&call, "/api/subscription-desk", ("state", state)).await
}

/// The decision as our word, or as the status that orders have after it.
async fn audit(call: Call) -> Result<Reply, Refused> {
    let path = format!("{}/decision", subscription_path(&call)?);
    let decision = if let Some(word) = call.params.given(&["decision"]) {
        word
    } else {
        match call.params.integer(&["status"]) {
            Some(1) => "approve".to_owned(),
            Some(2) => "refuse".to_owned(),
            _ => return Err(missing(&["decision"]).into()),
        }
    };
    let reason = call.params.text(&["reason", "opinion"]);
    let version = call.params.given(&["version"]);
    let body = json!({"decision": decision, "reason": reason, "version": version});
    Ok(call.post(&path, body).await?.into())
}

fn address_path(call: &Call) -> Result<String, Refused> {
    let id = call.params.needed(&ADDRESS_ID)?;
    Ok(format!("/api/push-targets/{}", part(&id)))
}

async fn addresses(call: Call) -> Result<Reply, Refused> {
    page_of(&call, "/api/push-targets", ("", None)).await
}

fn put_address(body: &mut Map<String, Value>, sent: &Params) {
    let words: [&[&str]; 8] = [
        &["name", "addressName"],
        &["kind", "type"],
        &["address", "url"],
        &["region"],
        &["loginName", "userName"],
        &["secret", "password"],
        &["signIn"],
        &["hostKey"],
    ];
    put_over(body, sent, &words);
    put_bounds(body, sent, &[RATE]);
}

async fn save_address(call: Call) -> Result<Reply, Refused> {
    let mut body = Map::new();
    put_address(&mut body, &call.params);
    Ok(call.post("/api/push-targets", body.into()).await?.into())
}

/// The target that is named, as it stands in a list of ours; null: it is not there.
async fn stored_address(call: &Call, list: &str) -> Result<Value, Refused> {
    let id = call.params.needed(&ADDRESS_ID)?;
    let mut page = 1;
    loop {
        let listed = call
            .get(&format!("{list}?page={page}&pageSize=100"))
            .await?;
        let Value::Array(mut items) = records::items(listed) else {
            return Ok(Value::Null);
        };
        if let Some(at) = items.iter().position(|one| one["id"] == id.as_str()) {
            return Ok(items.swap_remove(at));
        }
        if items.is_empty() {
            return Ok(Value::Null);
        }
        page += 1;
    }
}

/// What is not sent stays as it is, the password too.
async fn update_address(call: Call) -> Result<Reply, Refused> {
    let path = address_path(&call)?;
    let stored = stored_address(&call, "/api/push-targets").await?;
    let names = [
        "name",
        "kind",
        "address",
        "region",
        "loginName",
        "signIn",
        RATE,
    ];
    let mut body = taken(stored, &names);
    put_address(&mut body, &call.params);
    Ok(call.put(&path, body.into()).await?.into())
}

async fn remove_address(call: Call) -> Result<Reply, Refused> {
    call.delete(&address_path(&call)?, None).await?;
    Ok(Reply::yes())
}

async fn everybodys_addresses(call: Call) -> Result<Reply, Refused> {
    page_of(&call, "/api/subscription-desk/targets", ("", None)).await
}

/// What is not sent stays as it is.
async fn limit_address(call: Call) -> Result<Reply, Refused> {
    let path = format!("{}/limits", address_path(&call)?);
    let stored = stored_address(&call, "/api/subscription-desk/targets").await?;
    let mut body = taken(stored, &["mostParallel", "dailyBytes", ALLOWED_RATE]);
    put_numbers(&mut body, &call.params, &["mostParallel"]);
    put_bounds(&mut body, &call.params, &["dailyBytes", ALLOWED_RATE]);
    Ok(call.put(&path, body.into()).await?.into())
}
