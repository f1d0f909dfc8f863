//! `/bupt`: searches, recommendations, the survey, and what is published.

use serde_json::{Value, json};

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{EITHER, Operation, does, handler};
use super::records;
use super::search::{SCENE, conditions};
use crate::router::RouteAccess;

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/bupt/bupt_metadata/check"),
        "bupt_metadata_check",
        "tells whether the data of a scene exist offline",
        RouteAccess::Public,
        "getObjectByIdForMETA",
        handler!(check),
    ),
    does(
        ("POST", "/bupt/search_query/search"),
        "bupt_search",
        "searches scenes",
        RouteAccess::Public,
        "findPageQueryByNodes",
        handler!(search),
    ),
    does(
        ("POST", "/bupt/search_query/searchall"),
        "bupt_searchall",
        "searches scenes of all nodes",
        RouteAccess::Public,
        "findPageQueryByNodes",
        handler!(search_all),
    ),
    does(
        ("POST", "/bupt/search_query/search_merge"),
        "bupt_search_merge",
        "searches scenes, with what the found have in common",
        RouteAccess::Public,
        "findPageQueryByNodes",
        handler!(search_merged),
    ),
    does(
        (EITHER, "/bupt/recommend_query/recommend"),
        "bupt_recommend",
        "recommends scenes",
        RouteAccess::SignedIn,
        "recommend",
        handler!(recommend),
    ),
    does(
        (EITHER, "/bupt/recommend_query/recommend_merge"),
        "bupt_recommend_merge",
        "recommends scenes, and those like the scene that is named",
        RouteAccess::SignedIn,
        "recommend, similarScenes",
        handler!(recommend_merged),
    ),
    does(
        ("POST", "/bupt/bupt_feedback/submit"),
        "bupt_feedback_submit",
        "hands in the survey",
        RouteAccess::SignedIn,
        "submitSurvey",
        handler!(survey),
    ),
    does(
        ("GET", "/bupt/bupt_satellite/list"),
        "bupt_satellite_list",
        "lists the satellites, with their scenes",
        RouteAccess::Public,
        "satellites",
        handler!(satellites),
    )
    .at_our_path(),
    does(
        ("GET", "/bupt/bupt_guide/video"),
        "bupt_guide_video",
        "tells about the video of the guide",
        RouteAccess::Public,
        "getGuideVideo",
        handler!(video),
    )
    .at_our_path(),
    does(
        ("GET", "/bupt/bupt_guide/video/file"),
        "bupt_guide_video_file",
        "answers the video of the guide",
        RouteAccess::Public,
        "getGuideVideoFile",
        handler!(video_file),
    )
    .at_our_path()
    .file(),
    does(
        ("GET", "/bupt/bupt_offline_disk/get"),
        "bupt_offline_disk_get",
        "answers the page about offline disks",
        RouteAccess::Public,
        "getGuidePage",
        handler!(offline_disk),
    )
    .at_our_path(),
];

/// Whether the data exist offline: of what does, old clients say so, and of everything else that it is online (portal, section 4).
async fn check(call: Call) -> Result<Reply, Refused> {
    let id = call.params.needed(&["F_DID", "F_DATAID", "dataId"])?;
    let scene = call.get(&format!("/api/scenes/{}", part(&id))).await?;
    Ok(json!({"exists": scene["exists"] == false}).into())
}

async fn results(call: &Call, body: Value) -> Result<Reply, Refused> {
    let found = call.post("/api/scenes/search", body).await?;
    Ok(records::page_list(found, records::scene).into())
}

async fn search(call: Call) -> Result<Reply, Refused> {
    let body = conditions(&call.params)?;
    results(&call, body).await
}

/// In the whole catalogue, whatever node was chosen.
async fn search_all(call: Call) -> Result<Reply, Refused> {
    let mut body = conditions(&call.params)?;
    body["nodeIds"] = json!([]);
    results(&call, body).await
}

/// With what the found have in common.
async fn search_merged(call: Call) -> Result<Reply, Refused> {
    let mut body = conditions(&call.params)?;
    body["facets"] = true.into();
    let mut answer = call.post("/api/scenes/search", body).await?;
    let facets = answer["facets"].take();
    let mut page = records::page_list(answer, records::scene);
    page["facets"] = facets;
    Ok(page.into())
}

async fn recommended(call: &Call) -> Result<Value, Refused> {
    let query = [("limit", call.params.given(&["limit", "pageSize"]))];
    call.get_with("/api/recommend", &query).await
}

async fn recommend(call: Call) -> Result<Reply, Refused> {
    let found = recommended(&call).await?;
    Ok(records::page_list(found, records::scene).into())
}

/// And those like the scene that was named.
async fn recommend_merged(call: Call) -> Result<Reply, Refused> {
    let page = records::page_list(recommended(&call).await?, records::scene);
    let mut all = page["pageList"].as_array().cloned().unwrap_or_default();
    if let Some(id) = call.params.given(&SCENE) {
        let similar = call
            .get(&format!("/api/scenes/{}/similar", part(&id)))
            .await?;
        let similar = similar["items"].as_array().cloned().unwrap_or_default();
        for scene in similar.into_iter().map(records::scene) {
            if !all.iter().any(|one| one["dataid"] == scene["dataid"]) {
                all.push(scene);
            }
        }
    }
    Ok(json!({"total": all.len(), "pageList": all}).into())
}

async fn survey(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let mut body = records::texts(
        sent,
        &[
            "occupation",
            "otherOccupation",
            "frequency",
            "dataQuality",
            "otherProblems",
            "otherCustomerServiceImprovements",
            "recommendationWillingness",
            "suggestions",
        ],
    );
    for name in ["problems", "customerServiceImprovements"] {
        body.insert(name.to_owned(), json!(sent.list(&[name])));
    }
    call.post("/api/survey", body.into()).await?;
    Ok(Reply::yes())
}

async fn satellites(call: Call) -> Result<Reply, Refused> {
    let query = [
        ("page", call.params.given(&["currentPage", "page"])),
        ("pageSize", call.params.given(&["pageSize"])),
    ];
    let found = call.get_with("/api/scenes/satellites", &query).await?;
    Ok(records::list(found, records::same).into())
}

async fn video(call: Call) -> Result<Reply, Refused> {
    let mut answer = call.get("/api/guide/video").await?;
    Ok(answer["video"].take().into())
}

async fn video_file(call: Call) -> Result<Reply, Refused> {
    Ok(Reply::File(call.file("/api/guide/video/file").await))
}

async fn offline_disk(call: Call) -> Result<Reply, Refused> {
    Ok(call.get("/api/guide/pages/offLineDisk").await?.into())
}
