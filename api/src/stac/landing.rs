//! `GET /stac`

use axum::extract::State;
use domain::system::SysKey;
use serde_json::{Value, json};

use super::collections::{QUERYABLES, load};
use super::conformance::CLASSES;
use super::origin::Origin;
use super::{GEOJSON, JSON, STAC_VERSION, link};
use crate::caller::MaybeCaller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;
use crate::system::configured;

/// Where a STAC client begins.
#[utoipa::path(get, path = "/stac", tag = "stac", operation_id = "getStacLandingPage",
    responses((status = 200, body = Object)))]
pub async fn landing(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    origin: Origin,
) -> Result<Json<Value>, Problem> {
    let root = origin.stac("");
    let mut links = vec![
        link("self", JSON, &root),
        link("root", JSON, &root),
        link("conformance", JSON, &origin.stac("/conformance")),
        link("data", JSON, &origin.stac("/collections")),
        link(
            QUERYABLES,
            "application/schema+json",
            &origin.stac("/queryables"),
        ),
        link("service-desc", JSON, &origin.to("/api/openapi.json")),
        link("service-doc", "text/html", &origin.to("/userGuide")),
    ];
    for method in ["GET", "POST"] {
        let mut search = link("search", GEOJSON, &origin.stac("/search"));
        search["method"] = method.into();
        links.push(search);
    }
    let system = configured::current(&context).await;
    let viewer = catalogue_scope::viewer(caller.as_ref());
    for collection in load(&context, viewer).await? {
        let mut child = link("child", JSON, &collection.address(&origin));
        child["title"] = collection.title().into();
        links.push(child);
    }
    let name = system.text(SysKey::SysName);
    Ok(Json(json!({
        "type": "Catalog", "stac_version": STAC_VERSION, "id": "scenedock", "title": name,
        "description": format!("{name}：卫星遥感数据目录"), "conformsTo": CLASSES, "links": links,
    })))
}
