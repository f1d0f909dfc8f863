//! Collections: catalogue nodes that hold scenes.

use std::collections::HashMap;

use axum::extract::State;
use chrono::SecondsFormat;
use domain::system::SysKey;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use storage::db::catalogue::{self, Node};
use storage::db::items::{self, Extent};
use storage::db::scenes::{Bounds, SceneScope};
use storage::db::scopes::Viewer;

use super::origin::Origin;
use super::{GEOJSON, JSON, STAC_VERSION, link, no_such_collection};
use crate::caller::MaybeCaller;
use crate::catalogue_scope;
use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::Problem;
use crate::system::configured;

/// The relation that leads to what can be filtered by (OGC API Features part 3).
pub const QUERYABLES: &str = "http://www.opengis.net/def/rel/ogc/1.0/queryables";

/// What stands for itself in a path.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A segment of a path.
pub fn segment(text: &str) -> String {
    utf8_percent_encode(text, PLAIN).to_string()
}

/// A catalogue node as a collection.
#[derive(Debug, Clone)]
pub struct Collection {
    /// Collection id in STAC.
    pub id: String,
    pub node: i64,
    /// Scenes in it.
    pub count: i64,
    label: String,
    extent: Extent,
    satellites: Vec<String>,
}

/// The STAC id of a node: the collection its scenes came with, or its number.
pub fn id_of(node: &Node) -> String {
    node.collection
        .clone()
        .unwrap_or_else(|| node.id.to_string())
}

/// Every collection that holds something the caller may see, in the order of the catalogue.
pub async fn load(context: &Context, viewer: Viewer) -> Result<Vec<Collection>, Problem> {
    let connection = &mut context.begin_search().await?;
    let scope = catalogue_scope::scope_of(context, connection, viewer).await?;
    let counts = catalogue_scope::node_counts(context, connection, &scope).await?;
    let mut nodes = catalogue::nodes(connection).await?;
    if let Some(counts) = &counts {
        for node in &mut nodes {
            node.count = counts.get(&node.id).copied().unwrap_or(0);
        }
    }
    let mut extents: HashMap<i64, Extent> = items::extents(connection)
        .await?
        .into_iter()
        .map(|extent| (extent.nodeid, extent))
        .collect();
    let mut satellites: HashMap<i64, Vec<String>> = HashMap::new();
    let satellites_of_nodes = items::satellites_of_nodes(connection).await?.into_iter();
    for (node, satellite, _) in satellites_of_nodes.filter(|it| scope.holds_all_of_node(it.0)) {
        satellites.entry(node).or_default().push(satellite);
    }
    let held = nodes.into_iter().filter(|node| node.count > 0);
    Ok(held
        .filter_map(|node| {
            Some(Collection {
                id: id_of(&node),
                node: node.id,
                count: node.count,
                extent: clipped(extents.remove(&node.id)?, &scope),
                satellites: satellites.remove(&node.id).unwrap_or_default(),
                label: node.label,
            })
        })
        .collect())
}

/// The smallest box around both.
fn hull(one: Bounds, other: Bounds) -> Bounds {
    Bounds {
        west: one.west.min(other.west),
        south: one.south.min(other.south),
        east: one.east.max(other.east),
        north: one.north.max(other.north),
    }
}

/// What is in both; the first where they are apart, as scenes reach from one area into another.
fn overlap(one: Bounds, other: Bounds) -> Bounds {
    let both = Bounds {
        west: one.west.max(other.west),
        south: one.south.max(other.south),
        east: one.east.min(other.east),
        north: one.north.min(other.north),
    };
    if both.west > both.east || both.south > both.north {
        return one;
    }
    both
}

fn around(boxes: &[Bounds]) -> Option<Bounds> {
    boxes.iter().copied().reduce(hull)
}

/// The extent as far as the areas reach where scenes of the node may be seen.
fn clipped(extent: Extent, scope: &SceneScope) -> Extent {
    if scope.holds_all_of_node(extent.nodeid) {
        return extent;
    }
    let parts = scope.parts().unwrap_or_default().iter();
    let parts = parts.filter(|part| part.holds_node(extent.nodeid));
    let around = parts.filter_map(|part| {
        let areas = part.areas.iter().filter_map(|area| around(area.boxes()));
        areas.reduce(overlap)
    });
    let around = around.reduce(hull);
    let bounds = around.map_or(extent.bounds, |around| overlap(extent.bounds, around));
    Extent { bounds, ..extent }
}

/// The collection with this id, if the caller may see something of it.
pub async fn find(context: &Context, viewer: Viewer, id: &str) -> Result<Collection, Problem> {
    let found = load(context, viewer).await?.into_iter();
    found
        .filter(|collection| collection.id == id)
        .min_by_key(|collection| collection.node.to_string() == id)
        .ok_or_else(no_such_collection)
}

impl Collection {
    /// Its name.
    pub fn title(&self) -> &str {
        &self.label
    }

    pub fn address(&self, origin: &Origin) -> String {
        origin.stac(&format!("/collections/{}", segment(&self.id)))
    }

    fn show(&self, origin: &Origin, owner: &str) -> Value {
        let address = self.address(origin);
        let (first, last) = self.extent.times;
        let time =
            |time: chrono::DateTime<chrono::Utc>| time.to_rfc3339_opts(SecondsFormat::AutoSi, true);
        let bounds = self.extent.bounds;
        let satellites: Vec<&String> = self
            .satellites
            .iter()
            .filter(|name| !name.is_empty())
            .collect();
        let mut collection = json!({
            "type": "Collection", "stac_version": STAC_VERSION, "stac_extensions": [],
            "id": self.id, "title": self.label,
            "description": format!("{}，共 {} 景", self.label, self.count),
            "license": "proprietary",
            "providers": [{"name": owner, "roles": ["host", "licensor"], "url": origin.to("/")}],
            "extent": {
                "spatial": {"bbox": [[bounds.west, bounds.south, bounds.east, bounds.north]]},
                "temporal": {"interval": [[time(first), time(last)]]},
            },
            "links": [
                link("self", JSON, &address),
                link("root", JSON, &origin.stac("")),
                link("parent", JSON, &origin.stac("")),
                link("items", GEOJSON, &format!("{address}/items")),
                link(QUERYABLES, "application/schema+json", &format!("{address}/queryables")),
                link("license", "text/html", &origin.to("/productIntro")),
            ],
        });
        if !satellites.is_empty() {
            collection["summaries"] = json!({"platform": satellites});
        }
        collection
    }
}

/// Every collection.
#[utoipa::path(get, path = "/stac/collections", tag = "stac", operation_id = "getCollections",
    responses((status = 200, body = Object)))]
pub async fn list(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    origin: Origin,
) -> Result<Json<Value>, Problem> {
    let system = configured::current(&context).await;
    let collections: Vec<Value> = load(&context, catalogue_scope::viewer(caller.as_ref()))
        .await?
        .iter()
        .map(|collection| collection.show(&origin, system.text(SysKey::SysName)))
        .collect();
    Ok(Json(json!({
        "numberMatched": collections.len(), "numberReturned": collections.len(),
        "collections": collections,
        "links": [
            link("self", JSON, &origin.stac("/collections")),
            link("root", JSON, &origin.stac("")),
            link("parent", JSON, &origin.stac("")),
        ],
    })))
}

/// A collection by its id.
#[utoipa::path(get, path = "/stac/collections/{collectionId}", tag = "stac", operation_id = "describeCollection",
    params(("collectionId" = String, Path)),
    responses((status = 200, body = Object), (status = 404, body = crate::problem::ProblemBody)))]
pub async fn get_collection(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    origin: Origin,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let system = configured::current(&context).await;
    let viewer = catalogue_scope::viewer(caller.as_ref());
    let collection = find(&context, viewer, &id).await?;
    Ok(Json(collection.show(&origin, system.text(SysKey::SysName))))
}
