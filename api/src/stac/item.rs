//! A scene as an item.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::order::order_status::OrderStatus;
use serde_json::{Map, Value, json};
use storage::db::items::OwnOrder;
use storage::db::scene_copies::file_tag;
use storage::db::scenes::Scene;

use super::collections::segment;
use super::extensions::declared;
use super::origin::Origin;
use super::{GEOJSON, JSON, STAC_VERSION, interval, item_geometry, link};
use crate::scenes::detail::without_addresses;
use crate::scenes::scene_view::has_image;

/// What is known of a scene beside itself.
pub struct ItemContext<'a> {
    /// The id of its collection.
    pub collection: &'a str,
    /// When the survey received it.
    pub created: DateTime<Utc>,
    /// When its metadata was last written.
    pub updated: DateTime<Utc>,
    /// The caller's newest order of it.
    pub order: Option<&'a OwnOrder>,
    /// Whether the caller may fetch its file without an order.
    pub with_file: bool,
}

/// The item.
pub fn show(scene: Scene, about: &ItemContext, origin: &Origin) -> Value {
    let parent = origin.stac(&format!("/collections/{}", segment(about.collection)));
    let itself = format!("{parent}/items/{}", segment(&scene.dataid));
    let mut item = json!({
        "type": "Feature", "stac_version": STAC_VERSION, "stac_extensions": [],
        "id": scene.dataid, "collection": about.collection, "geometry": null,
        "links": [
            link("self", GEOJSON, &itself),
            link("root", JSON, &origin.stac("")),
            link("parent", JSON, &parent),
            link("collection", JSON, &parent),
        ],
        "assets": assets(&scene, about.with_file, origin),
    });
    if let Some((geometry, bbox)) = item_geometry::of_footprint(&scene.footprint) {
        item["geometry"] = geometry;
        item["bbox"] = bbox;
    }
    let properties = properties(scene, about);
    item["stac_extensions"] = declared(&properties).into();
    item["properties"] = properties.into();
    item
}

fn time(moment: DateTime<Utc>) -> Value {
    moment.to_rfc3339_opts(SecondsFormat::AutoSi, true).into()
}

/// What the archive wrote, and over it what the catalogue knows.
fn properties(scene: Scene, about: &ItemContext) -> Map<String, Value> {
    let mut properties = match without_addresses(scene.properties) {
        Value::Object(fields) => common_metadata(fields),
        _ => Map::new(),
    };
    let mut set = |name: &str, value: Value| properties.insert(name.to_owned(), value);
    set("datetime", time(scene.acquired));
    set("created", time(about.created));
    set("updated", time(about.updated));
    set("title", scene.dataname.into());
    if !scene.satellite.is_empty() {
        set("platform", scene.satellite.into());
    }
    if !scene.sensor.is_empty() {
        let sensors: Vec<&str> = scene.sensor.split(',').map(str::trim).collect();
        set("instruments", json!(sensors));
    }
    if let Some(cloud) = scene.cloud {
        set("eo:cloud_cover", json!(cloud));
    }
    if let Some(gsd) = scene.gsd {
        set("gsd", json!(gsd));
    }
    let status = about
        .order
        .and_then(|order| OrderStatus::of_scene(order.state, order.method, order.scene));
    set(
        "order:status",
        status.unwrap_or(OrderStatus::Orderable).as_str().into(),
    );
    if let (Some(_), Some(order)) = (status, about.order) {
        set("order:id", order.ordername.clone().into());
        set("order:date", time(order.submitted));
    }
    properties
}

/// Takes out what is the catalogue's to say, and what does not keep to the specification of common metadata.
fn common_metadata(mut fields: Map<String, Value>) -> Map<String, Value> {
    const OURS: [&str; 9] = [
        "datetime",
        "created",
        "updated",
        "title",
        "platform",
        "instruments",
        "eo:cloud_cover",
        "gsd",
        "eo:bands",
    ];
    let moment = |value: &Value| {
        value
            .as_str()
            .is_some_and(|text| interval::moment(text).is_some())
    };
    let whole = ["start_datetime", "end_datetime"]
        .iter()
        .all(|name| fields.get(*name).is_some_and(moment));
    fields.retain(|name, value| match name.as_str() {
        name if OURS.contains(&name) || name.starts_with("order:") => false,
        "start_datetime" | "end_datetime" => whole,
        "description" | "constellation" | "mission" => {
            value.as_str().is_some_and(|text| !text.is_empty())
        }
        "license" => value.as_str().is_some_and(is_license),
        "providers" => false,
        "eo:snow_cover" => value
            .as_f64()
            .is_some_and(|cover| (0.0..=100.0).contains(&cover)),
        _ => true,
    });
    fields
}

fn is_license(text: &str) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-._+".contains(character);
    !text.is_empty() && text.chars().all(plain)
}

/// The pictures. The data itself is ordered, and linked for those only who may fetch it without.
fn assets(scene: &Scene, with_file: bool, origin: &Origin) -> Value {
    let mut assets = pictures(scene, origin);
    if with_file && let Some(file) = file(scene, origin) {
        assets["data"] = file;
    }
    assets
}

/// The file of a scene that has one.
fn file(scene: &Scene, origin: &Origin) -> Option<Value> {
    let tag = file_tag(scene)?;
    let address = origin.to(&format!("/api/scene-files/{}", segment(&scene.dataid)));
    let mut file = json!({
        "href": address, "roles": ["data"], "title": scene.file_name.as_deref().unwrap_or(&scene.dataname),
        "file:size": scene.size, "scenedock:file_tag": tag,
    });
    if let Some(sum) = &scene.sha256 {
        // Multihash: SHA2-256, 32 bytes.
        file["file:checksum"] = format!("1220{}", hex::encode(sum)).into();
    }
    Some(file)
}

fn pictures(scene: &Scene, origin: &Origin) -> Value {
    if !has_image(scene.has_preview, scene.image_url.as_deref()) {
        return json!({});
    }
    let address = |kind: u8| {
        origin.to(&format!(
            "/api/scenes/{}/image?typeId={kind}",
            segment(&scene.dataid)
        ))
    };
    let own = scene.image_url.as_deref().unwrap_or_default();
    let is_png = !scene.has_preview
        && std::path::Path::new(own)
            .extension()
            .is_some_and(|kind| kind.eq_ignore_ascii_case("png"));
    json!({
        "thumbnail": {"href": address(1), "type": "image/jpeg", "roles": ["thumbnail"], "title": "缩略图"},
        "preview": {"href": address(2), "type": if is_png { "image/png" } else { "image/jpeg" },
            "roles": ["overview"], "title": "预览图"},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_archives_wrote_wrongly_is_left_out() {
        let fields = json!({
            "start_datetime": "2024-01-01T00:00:00Z", "end_datetime": "soon", "license": "free for all",
            "mission": 5, "order:status": "succeeded", "order:x": 1, "eo:snow_cover": 140, "providers": "us",
            "orbit": 7, "view:off_nadir": 3.5
        });
        let Value::Object(fields) = fields else {
            unreachable!()
        };
        assert_eq!(
            Value::from(common_metadata(fields)),
            json!({"orbit": 7, "view:off_nadir": 3.5})
        );
    }
}
