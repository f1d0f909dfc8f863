//! The files of a package that are not scenes.

use geo::BoundingRect;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::shapes;
use super::types::{PackageOrder, PackagePart, PackageScene};
use super::zip_writer::ZipEntry;
use crate::fault::Fault;

/// The folder of the scenes.
pub(crate) const SCENES: &str = "scenes/";

/// A small file held in memory.
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Member {
    fn new(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.to_owned(),
            bytes: bytes.into(),
        }
    }

    pub(super) fn entry(&self, order: &PackageOrder) -> ZipEntry {
        ZipEntry {
            name: self.name.clone(),
            size: self.bytes.len() as u64,
            crc32: crc32fast::hash(&self.bytes),
            modified: order.created,
        }
    }
}

/// Everything but the scenes, `SHA256SUMS` last as it holds the sums of the others too.
pub(crate) fn members(order: &PackageOrder, part: &PackagePart) -> Result<Vec<Member>, Fault> {
    let mut members = vec![
        Member::new("README.txt", readme(order, part)),
        Member::new("manifest.json", manifest(&part.scenes)?),
    ];
    for (extension, bytes) in shapes::shapefile(&part.scenes)? {
        members.push(Member::new(
            &format!("footprints/footprints.{extension}"),
            bytes,
        ));
    }
    let sums = sums(part, &members);
    members.push(Member::new("SHA256SUMS", sums));
    Ok(members)
}

/// Most bytes a scene adds to the members.
pub(super) fn cost(name: &str, scene: &PackageScene) -> Result<u64, Fault> {
    const COMMA: u64 = 2;
    let feature = feature(name, scene)?.len() as u64;
    let sum = sum_line(&scene.sha256, &format!("{SCENES}{name}")).len() as u64;
    Ok(feature + COMMA + sum + shapes::cost(scene))
}

fn sums(part: &PackagePart, members: &[Member]) -> String {
    let mut text = String::new();
    for (name, scene) in &part.scenes {
        text += &sum_line(&scene.sha256, &format!("{SCENES}{name}"));
    }
    for member in members {
        text += &sum_line(&Sha256::digest(&member.bytes).into(), &member.name);
    }
    text
}

/// As `sha256sum` writes it, so that `sha256sum -c` reads it.
fn sum_line(sum: &[u8; 32], name: &str) -> String {
    format!("{}  {name}\n", hex::encode(sum))
}

/// A STAC ItemCollection.
fn manifest(scenes: &[(String, PackageScene)]) -> Result<Vec<u8>, Fault> {
    let mut text = b"{\"type\":\"FeatureCollection\",\"features\":[\n".to_vec();
    for (index, (name, scene)) in scenes.iter().enumerate() {
        if index > 0 {
            text.extend(b",\n");
        }
        text.extend(feature(name, scene)?);
    }
    text.extend(b"\n]}\n");
    Ok(text)
}

fn feature(name: &str, scene: &PackageScene) -> Result<Vec<u8>, Fault> {
    let footprint = shapes::footprint(scene);
    let href: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    let mut item = json!({
        "type": "Feature",
        "stac_version": "1.1.0",
        "stac_extensions": ["https://stac-extensions.github.io/file/v2.1.0/schema.json"],
        "id": scene.dataid,
        "geometry": footprint.as_ref().map(geojson::GeometryValue::from),
        "properties": properties(scene)?,
        "links": [],
        "assets": {"data": {
            "href": format!("./{SCENES}{}", href.replace('+', "%20")),
            "title": name,
            "roles": ["data"],
            "file:size": scene.size,
            // Multihash: 0x12 is sha2-256, 0x20 its length (multiformats table).
            "file:checksum": format!("1220{}", hex::encode(scene.sha256)),
        }},
    });
    if let Some(bounds) = footprint.and_then(|f| f.bounding_rect()) {
        let (min, max) = (bounds.min(), bounds.max());
        item["bbox"] = json!([min.x, min.y, max.x, max.y]);
    }
    serde_json::to_vec(&item).map_err(|e| Fault::Bug(e.to_string().into()))
}

fn properties(scene: &PackageScene) -> Result<Map<String, Value>, Fault> {
    let mut properties: Map<String, Value> = match scene.properties.trim() {
        "" => Map::new(),
        text => serde_json::from_str(text)
            .map_err(|e| Fault::Bug(format!("properties of {}: {e}", scene.dataid).into()))?,
    };
    let acquired = scene.acquired.format("%Y-%m-%dT%H:%M:%S%.fZ").to_string();
    properties.insert("datetime".to_owned(), acquired.into());
    if !scene.satellite.is_empty() {
        properties.insert("platform".to_owned(), scene.satellite.clone().into());
    }
    if !scene.sensor.is_empty() {
        let sensors: Vec<&str> = scene.sensor.split(',').map(str::trim).collect();
        properties.insert("instruments".to_owned(), sensors.into());
    }
    Ok(properties)
}

fn readme(order: &PackageOrder, part: &PackagePart) -> String {
    let bytes: u64 = part.scenes.iter().map(|(_, scene)| scene.size).sum();
    let fields = [
        ("{ordername}", order.ordername.clone()),
        ("{unit}", order.unit.clone()),
        ("{project}", order.project.clone()),
        (
            "{created}",
            order.created.format("%Y-%m-%d %H:%M UTC").to_string(),
        ),
        ("{part}", format!("{}/{}", part.number, part.parts)),
        ("{scenes}", part.scenes.len().to_string()),
        ("{bytes}", bytes.to_string()),
    ];
    let template = include_str!("readme.txt").to_owned();
    fields
        .into_iter()
        .fold(template, |text, (field, value)| text.replace(field, &value))
}
