//! Regions and bookmarks.

use serde_json::{Value, json};

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::records;
use crate::router::RouteAccess;

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("GET", "/mj/{product}Spatial/listProvince"),
        "listProvinces",
        "lists the provinces by the first letter of their names",
        RouteAccess::Public,
        "listProvinces",
        handler!(provinces),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Spatial/listCity"),
        "listCities",
        "lists the cities by the first letter of their names",
        RouteAccess::Public,
        "listCities",
        handler!(cities),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Spatial/listCounty"),
        "listCounties",
        "lists the counties, of one city or of all",
        RouteAccess::Public,
        "listCounties",
        handler!(counties),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}Spatial/getAreaWkt"),
        "getAreaWkt",
        "answers the outline of a region",
        RouteAccess::Public,
        "getAreaWkt",
        handler!(outline),
    )
    .at_our_path(),
    does(
        ("GET", "/pushXg/secmep/xzqManager/list"),
        "xzqManagerList",
        "lists regions, of one or of all",
        RouteAccess::Public,
        "listRegions",
        handler!(regions),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/spatial/listBookmark"),
        "listBookmark",
        "lists one's own bookmarks of the map",
        RouteAccess::SignedIn,
        "listBookmark",
        handler!(bookmarks),
    ),
    does(
        ("POST", "/mj/spatial/saveBookMark"),
        "saveBookMark",
        "keeps a bookmark",
        RouteAccess::SignedIn,
        "saveBookMark",
        handler!(add_bookmark),
    ),
    does(
        ("GET", "/mj/spatial/removeBookMark"),
        "removeBookMark",
        "removes a bookmark",
        RouteAccess::SignedIn,
        "removeBookMark",
        handler!(remove_bookmark),
    )
    .writing_on_get(),
];

/// From a letter to the regions that begin with it.
async fn provinces(call: Call) -> Result<Reply, Refused> {
    grouped(&call, "/api/regions/provinces").await
}

async fn cities(call: Call) -> Result<Reply, Refused> {
    grouped(&call, "/api/regions/cities").await
}

async fn grouped(call: &Call, path: &str) -> Result<Reply, Refused> {
    let mut found = below(call, path).await?;
    Ok(found["groups"].take().into())
}

async fn below(call: &Call, path: &str) -> Result<Value, Refused> {
    let sent = &call.params;
    let query = [
        ("level", sent.given(&["level"])),
        ("parent", sent.given(&["al", "parent", "areaCode"])),
        ("q", sent.given(&["name", "areaName"])),
    ];
    call.get_with(path, &query).await
}

async fn counties(call: Call) -> Result<Reply, Refused> {
    Ok(records::items(below(&call, "/api/regions/counties").await?).into())
}

async fn regions(call: Call) -> Result<Reply, Refused> {
    Ok(records::items(below(&call, "/api/regions").await?).into())
}

async fn outline(call: Call) -> Result<Reply, Refused> {
    let code = call.params.needed(&["code", "areaCode"])?;
    let path = format!("/api/regions/{}/wkt", part(&code));
    let mut region = call.get(&path).await?;
    Ok(region["wkt"].take().into())
}

async fn bookmarks(call: Call) -> Result<Reply, Refused> {
    Ok(records::items(call.get("/api/bookmarks").await?).into())
}

async fn add_bookmark(call: Call) -> Result<Reply, Refused> {
    let sent = &call.params;
    let layer = |layer: &super::params::Params| {
        json!({
            "serviceId": layer.text(&["serviceId"]),
            "serviceOrder": layer.integer(&["serviceOrder"]).unwrap_or_default(),
            "serviceStatus": layer.integer(&["serviceStatus"]).unwrap_or_default(),
        })
    };
    let layers = sent.objects(&["mapConfigList"]);
    let body = json!({
        "name": sent.text(&["name"]),
        "mapConfigList": layers.iter().map(layer).collect::<Vec<_>>(),
        "wkt": sent.given(&["wkt"]),
        "center": sent.text(&["center"]),
        "zoom": sent.number(&["zoom"]).unwrap_or_default(),
    });
    Ok(call.post("/api/bookmarks", body).await?.into())
}

/// It writes on a GET: that is why a cookie is no token for these addresses.
async fn remove_bookmark(call: Call) -> Result<Reply, Refused> {
    let id = call.params.needed(&["id"])?;
    call.delete(&format!("/api/bookmarks/{}", part(&id)), None)
        .await?;
    Ok(Value::from(true).into())
}
