//! `/mj/news`, `/mj/newsType`, announcements.

use serde_json::{Map, Value, json};

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::records;
use crate::router::RouteAccess;
use domain::permission::Permission;

const WRITE: RouteAccess = RouteAccess::Needs(Permission::ManageContent);
const SEE: RouteAccess = RouteAccess::Needs(Permission::SeeContent);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("GET", "/mj/news/list"),
        "listNews",
        "lists published news",
        RouteAccess::Public,
        "getNewsList",
        handler!(list),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/news/get"),
        "getNewsById",
        "answers an article",
        RouteAccess::Public,
        "getNews",
        handler!(article),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/news/listAnnouncement"),
        "listAnnouncement",
        "lists the announcements that hold now",
        RouteAccess::Public,
        "getAnnouncements",
        handler!(announcements),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/news/manage"),
        "listWrittenNews",
        "lists all articles for who writes them",
        SEE,
        "getWrittenNews",
        handler!(written),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/news/save"),
        "saveNews",
        "adds an article, which is published unless another state is sent",
        WRITE,
        "createNews",
        handler!(create),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/news/update"),
        "updateNews",
        "changes an article; what is not sent stays",
        WRITE,
        "changeNews",
        handler!(change),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/news/delete"),
        "removeNews",
        "withdraws an article that is published, and removes it",
        WRITE,
        "deleteNews",
        handler!(remove),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/newsType/list"),
        "listNewsType",
        "lists the types of news",
        RouteAccess::Public,
        "getNewsKinds",
        handler!(kinds),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/newsType/save"),
        "saveNewsType",
        "adds a type of news",
        WRITE,
        "createNewsType",
        handler!(add_kind),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/newsType/update"),
        "updateNewsType",
        "renames a type of news",
        WRITE,
        "renameNewsType",
        handler!(rename_kind),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/newsType/delete"),
        "removeNewsType",
        "removes a type of news",
        WRITE,
        "deleteNewsType",
        handler!(remove_kind),
    )
    .at_our_path(),
];

async fn results(call: &Call, path: &str) -> Result<Reply, Refused> {
    let sent = &call.params;
    let query = [
        ("type", sent.given(&["typeId", "newsType"])),
        ("q", sent.given(&["title", "keyword"])),
        ("page", sent.given(&["currentPage", "page"])),
        ("pageSize", sent.given(&["pageSize"])),
    ];
    let found = call.get_with(path, &query).await?;
    Ok(records::list(found, records::same).into())
}

async fn list(call: Call) -> Result<Reply, Refused> {
    results(&call, "/api/news").await
}

async fn written(call: Call) -> Result<Reply, Refused> {
    results(&call, "/api/content/news").await
}

fn path(call: &Call, folder: &str) -> Result<String, Refused> {
    Ok(format!("{folder}/{}", part(&call.params.needed(&["id"])?)))
}

async fn article(call: Call) -> Result<Reply, Refused> {
    Ok(call.get(&path(&call, "/api/news")?).await?.into())
}

async fn announcements(call: Call) -> Result<Reply, Refused> {
    Ok(records::items(call.get("/api/announcements").await?).into())
}

fn draft(call: &Call) -> Map<String, Value> {
    let sent = &call.params;
    let mut draft = records::texts(sent, &["title", "state", "publishAt"]);
    if let Some(body) = sent.given(&["body", "content"]) {
        draft.insert("body".into(), body.into());
    }
    if let Some(kind) = sent.given(&["typeId", "newsType"]) {
        draft.insert("typeId".into(), kind.into());
    }
    if let Some(pinned) = sent.flag(&["pinned", "isTop"]) {
        draft.insert("pinned".into(), pinned.into());
    }
    draft
}

/// Old news were there as soon as they were saved.
async fn create(call: Call) -> Result<Reply, Refused> {
    let mut draft = draft(&call);
    draft.entry("state").or_insert_with(|| "published".into());
    Ok(call.post("/api/content/news", draft.into()).await?.into())
}

/// What was not sent stays as it is; old clients know no version, so theirs is the newest.
async fn change(call: Call) -> Result<Reply, Refused> {
    let path = path(&call, "/api/content/news")?;
    let before = call.get(&path).await?;
    let mut draft = draft(&call);
    for name in [
        "title",
        "body",
        "typeId",
        "state",
        "pinned",
        "publishAt",
        "version",
    ] {
        let kept = before[name].clone();
        draft.entry(name).or_insert(kept);
    }
    Ok(call.put(&path, draft.into()).await?.into())
}

/// What is published is withdrawn first: old clients knew no such step.
async fn remove(call: Call) -> Result<Reply, Refused> {
    let path = path(&call, "/api/content/news")?;
    let mut article = call.get(&path).await?;
    if article["state"] == "published" {
        article["state"] = "withdrawn".into();
        call.put(&path, article).await?;
    }
    call.delete(&path, None).await?;
    Ok(Reply::yes())
}

async fn kinds(call: Call) -> Result<Reply, Refused> {
    Ok(records::items(call.get("/api/news/types").await?).into())
}

fn kind_name(call: &Call) -> Value {
    json!({"name": call.params.text(&["name", "typeName"])})
}

async fn add_kind(call: Call) -> Result<Reply, Refused> {
    let added = call
        .post("/api/content/news-types", kind_name(&call))
        .await?;
    Ok(added.into())
}

async fn rename_kind(call: Call) -> Result<Reply, Refused> {
    let path = path(&call, "/api/content/news-types")?;
    call.put(&path, kind_name(&call)).await?;
    Ok(Reply::yes())
}

async fn remove_kind(call: Call) -> Result<Reply, Refused> {
    call.delete(&path(&call, "/api/content/news-types")?, None)
        .await?;
    Ok(Reply::yes())
}
