//! `/mj/{product}QueryModuleSpatial`: the catalogue and its scenes.

use serde_json::{Value, json};
use texts::ProblemText;

use super::call::{Call, address, part};
use super::envelope::{Refused, Reply};
use super::operation::{EITHER, Operation, does, handler};
use super::params::Params;
use super::records;
use crate::router::RouteAccess;

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        (
            "GET",
            "/mj/{product}QueryModuleSpatial/get{product}CatalogTree",
        ),
        "get{product}CatalogTree",
        "answers the tree of the catalogue",
        RouteAccess::Public,
        "getCatalogTree",
        handler!(tree),
    ),
    does(
        (
            "GET",
            "/mj/{product}QueryModuleSpatial/get{product}DzyCatalogTree",
        ),
        "get{product}DzyCatalogTree",
        "answers the tree of the catalogue",
        RouteAccess::Public,
        "getCatalogTree",
        handler!(tree),
    ),
    does(
        (
            "GET",
            "/mj/{product}QueryModuleSpatial/get{product}QueryTablesFields",
        ),
        "get{product}QueryTablesFields",
        "tells which fields a node shows, and by which it is searched",
        RouteAccess::Public,
        "getQueryTablesFields",
        handler!(fields),
    ),
    does(
        (
            "GET",
            "/mj/{product}QueryModuleSpatial/get{product}ObjectByIdForMETA",
        ),
        "get{product}ObjectByIdForMETA",
        "answers a scene with its metadata",
        RouteAccess::Public,
        "getObjectByIdForMETA",
        handler!(detail),
    ),
    does(
        ("GET", "/mj/{product}QueryModuleSpatial/getDetails"),
        "getDetails",
        "answers a scene with its metadata",
        RouteAccess::Public,
        "getObjectByIdForMETA",
        handler!(detail),
    )
    .at_our_path(),
    does(
        (
            "POST",
            "/mj/{product}QueryModuleSpatial/findPageQueryByNodes",
        ),
        "findPageQueryByNodes",
        "searches scenes",
        RouteAccess::Public,
        "findPageQueryByNodes",
        handler!(find),
    )
    .at_our_path(),
    does(
        ("POST", "/mj/{product}QueryModuleSpatial/findQuery"),
        "findQuery",
        "searches scenes",
        RouteAccess::Public,
        "findPageQueryByNodes",
        handler!(find),
    )
    .at_our_path(),
    does(
        (
            "POST",
            "/mj/{product}QueryModuleSpatial/findNew{product}PageList",
        ),
        "findNew{product}PageList",
        "searches scenes of the archives",
        RouteAccess::Public,
        "findPageQueryByNodes",
        handler!(find_archives),
    )
    .at_our_path(),
    does(
        (EITHER, "/mj/{product}QueryModuleSpatial/searchArea"),
        "searchArea",
        "checks whether an area can be searched",
        RouteAccess::Public,
        "searchArea",
        handler!(check_area),
    ),
    does(
        (EITHER, "/mj/{product}QueryModuleSpatial/getWktInfo"),
        "getWktInfo",
        "keeps an area, and answers the id that searches name it by",
        RouteAccess::Public,
        "keepArea",
        handler!(keep_area),
    )
    .writing_on_get(),
    does(
        ("POST", "/mj/{product}QueryModuleSpatial/{product}Shp"),
        "{product}Shp",
        "reads an uploaded area",
        RouteAccess::Public,
        "uploadShp",
        handler!(upload_area),
    )
    .upload(),
    does(
        ("POST", "/pushXg/secmep/wktManager/upload"),
        "wktManagerUpload",
        "reads an uploaded area",
        RouteAccess::Public,
        "uploadShp",
        handler!(upload_area),
    )
    .upload(),
    does(
        ("POST", "/mj/{product}Coverage/uploadeFileZip"),
        "uploadeFileZip",
        "reads an uploaded area",
        RouteAccess::Public,
        "uploadShp",
        handler!(upload_area),
    )
    .upload(),
    does(
        ("GET", "/mj/metaImage/getImageByTypeForAll"),
        "getImageByTypeForAll",
        "answers the picture of a scene",
        RouteAccess::Public,
        "getImageByTypeForAll",
        handler!(image),
    )
    .file(),
    does(
        ("GET", "/mhd/catalog/tree"),
        "mhdCatalog",
        "answers the tree of the catalogue to another system",
        RouteAccess::Public,
        "getCatalogTree",
        handler!(tree),
    )
    .at_our_path(),
    does(
        ("POST", "/mhd/scene/search"),
        "mhdSearch",
        "searches scenes for another system",
        RouteAccess::Public,
        "findPageQueryByNodes",
        handler!(find),
    )
    .at_our_path(),
    does(
        ("GET", "/mhd/scene/detail"),
        "mhdScene",
        "answers a scene with its metadata to another system",
        RouteAccess::Public,
        "getObjectByIdForMETA",
        handler!(detail),
    )
    .at_our_path(),
    does(
        ("GET", "/mhd/scene/preview"),
        "mhdPreview",
        "answers the picture of a scene to another system",
        RouteAccess::Public,
        "getImageByTypeForAll",
        handler!(image),
    )
    .at_our_path()
    .file(),
];

/// Parameter names of a scene.
pub(super) const SCENE: [&str; 3] = ["dataId", "F_DATAID", "F_DID"];

/// Texts that were pieces of SQL.
const CONDITIONS: [&str; 6] = [
    "searchArea",
    "condition",
    "queryCondition",
    "whereSql",
    "where",
    "sql",
];
/// Longest id of a kept area.
const LONGEST_AREA_ID: usize = 64;

async fn tree(call: Call) -> Result<Reply, Refused> {
    let nodes = call.get("/api/catalog/tree").await?;
    let nodes = nodes.as_array().cloned().unwrap_or_default();
    Ok(nodes
        .into_iter()
        .map(records::node)
        .collect::<Value>()
        .into())
}

/// The first item of the list is what old clients take.
async fn fields(call: Call) -> Result<Reply, Refused> {
    let node = call.params.needed(&["nodeId"])?;
    let path = format!("/api/catalog/nodes/{}/fields", part(&node));
    Ok(json!([call.get(&path).await?]).into())
}

fn scene_path(call: &Call) -> Result<String, Refused> {
    let id = call.params.needed(&[SCENE[0], SCENE[1], SCENE[2], "did"])?;
    Ok(format!("/api/scenes/{}", part(&id)))
}

async fn detail(call: Call) -> Result<Reply, Refused> {
    let scene = call.get(&scene_path(&call)?).await?;
    Ok(records::scene(scene).into())
}

async fn image(call: Call) -> Result<Reply, Refused> {
    let kind = call.params.given(&["typeId"]);
    let path = address(
        &format!("{}/image", scene_path(&call)?),
        &[("typeId", kind)],
    );
    Ok(Reply::File(call.file(&path).await))
}

async fn find(call: Call) -> Result<Reply, Refused> {
    let body = conditions(&call.params)?;
    let found = call.post("/api/scenes/search", body).await?;
    Ok(records::page_list(found, records::scene).into())
}

async fn find_archives(call: Call) -> Result<Reply, Refused> {
    let mut body = conditions(&call.params)?;
    body["objTypes"] = json!(["ZL"]);
    let found = call.post("/api/scenes/search", body).await?;
    Ok(records::page_list(found, records::scene).into())
}

/// A search of ours.
pub(super) fn conditions(sent: &Params) -> Result<Value, Refused> {
    let nodes = sent.list(&["nodeIds", "nodeId"]);
    let mut body = json!({
        "nodeIds": nodes.iter().filter_map(|id| id.parse().ok()).collect::<Vec<i64>>(),
        "satellites": sent.list(&["satellites", "satelite", "F_SANAME"]),
        "sensors": sent.list(&["sensors", "sensor"]),
        "objTypes": sent.list(&["objTypes", "objType"]),
    });
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            body[key] = value;
        }
    };
    let text = |keys: &[&str]| sent.given(keys).map(Value::from);
    put(
        "wkt",
        sent.given(&["wkt"]).map(|wkt| plain_brackets(&wkt).into()),
    );
    put("areaId", kept_area(sent)?.map(Value::from));
    put("region", text(&["region", "areaCode"]));
    put("from", text(&["from", "startTime", "beginTime"]));
    put("to", text(&["to", "endTime"]));
    put("text", text(&["text", "keyword", "dataName", "F_DATANAME"]));
    put("sort", text(&["sort"]));
    put(
        "cloudMax",
        sent.number(&["cloudMax", "cloud"]).map(Value::from),
    );
    put(
        "page",
        sent.integer(&["currentPage", "page"]).map(Value::from),
    );
    put("pageSize", sent.integer(&["pageSize"]).map(Value::from));
    Ok(body)
}

/// What `getWktInfo` answered, in place of the condition that it used to answer; anything else is a text of SQL.
fn kept_area(sent: &Params) -> Result<Option<String>, Refused> {
    let Some(condition) = sent.given(&["areaId"]).or_else(|| sent.given(&CONDITIONS)) else {
        return Ok(None);
    };
    let is_id = condition.len() <= LONGEST_AREA_ID
        && condition
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || one == '-' || one == '_');
    if is_id {
        return Ok(Some(condition));
    }
    Err(ProblemText::SqlNotTaken.into())
}

/// Old clients were typed WKT with full-width brackets.
fn plain_brackets(wkt: &str) -> String {
    wkt.replace('（', "(").replace('）', ")").replace('，', ",")
}

fn area(call: &Call) -> Result<Value, Refused> {
    let wkt = call.params.needed(&["wkt"])?;
    Ok(json!({"wkt": plain_brackets(&wkt)}))
}

/// `"false"`: it is too large.
async fn check_area(call: Call) -> Result<Reply, Refused> {
    let checked = call.post("/api/areas/check", area(&call)?).await?;
    Ok(Reply::flag(checked["tooLarge"] != true))
}

async fn keep_area(call: Call) -> Result<Reply, Refused> {
    let mut kept = call.post("/api/areas/kept", area(&call)?).await?;
    Ok(kept["areaId"].take().into())
}

/// A list of WKT, of which there is one.
async fn upload_area(call: Call) -> Result<Reply, Refused> {
    let body = call.take_body();
    let answer = call.upload("/api/areas", body).await?;
    Ok(json!([answer["wkt"]]).into())
}
