//! GeoJSON files: a geometry, a feature, or a collection of one feature.

use std::borrow::Cow;
use texts::AreaFileText;

use crate::Crs;
use geo::{Geometry, MultiPolygon};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::prj::unsupported;
use super::refusal::Refusal;
use super::shapes::UploadedShapes;
use crate::geojson;

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    features: Option<Vec<&'a RawValue>>,
    #[serde(borrow, default)]
    geometry: Option<&'a RawValue>,
    #[serde(borrow, default)]
    crs: Option<&'a RawValue>,
    #[serde(default)]
    name: Option<serde_json::Value>,
}

pub fn read(text: &[u8]) -> Result<UploadedShapes, Refusal> {
    let text =
        std::str::from_utf8(text).map_err(|_| Refusal::unreadable(AreaFileText::GeoJsonNotUtf8))?;
    let raw = parse(text)?;
    let system = raw.crs.map(named_system).transpose()?;
    let geometry = match raw.kind.as_ref() {
        "FeatureCollection" => {
            let features = raw.features.unwrap_or_default();
            let [only] = features.as_slice() else {
                return Err(Refusal::NotOnePolygon);
            };
            of_feature(&parse(only.get())?)?
        }
        "Feature" => of_feature(&raw)?,
        _ => of_text(text)?,
    };
    let polygons = match geometry {
        Geometry::Polygon(polygon) => MultiPolygon(vec![polygon]),
        Geometry::MultiPolygon(polygons) => polygons,
        _ => return Err(Refusal::NotOnePolygon),
    };
    Ok(UploadedShapes {
        polygons,
        system: system.or(Some(Crs::GEOGRAPHIC)),
        name: raw
            .name
            .as_ref()
            .and_then(|name| name.as_str())
            .unwrap_or_default()
            .to_owned(),
    })
}

/// No GeoJSON.
fn broken(error: &dyn std::fmt::Display) -> Refusal {
    let error = error.to_string();
    Refusal::unreadable(AreaFileText::GeoJsonBroken { error })
}

fn parse(text: &str) -> Result<Raw<'_>, Refusal> {
    serde_json::from_str(text).map_err(|error| broken(&error))
}

fn of_feature(feature: &Raw) -> Result<Geometry, Refusal> {
    match feature.geometry {
        Some(geometry) if geometry.get() != "null" => of_text(geometry.get()),
        _ => Err(Refusal::NotOnePolygon),
    }
}

fn of_text(text: &str) -> Result<Geometry, Refusal> {
    geojson::read(text).map_err(|error| broken(&error))
}

/// The older member that names a system: `{"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::4490"}}`.
fn named_system(crs: &RawValue) -> Result<Crs, Refusal> {
    let crs: serde_json::Value = serde_json::from_str(crs.get()).unwrap_or_default();
    let name = crs["properties"]["name"].as_str().unwrap_or_default();
    let system = if crs.is_null() || name.ends_with("CRS84") {
        Some(Crs::GEOGRAPHIC)
    } else {
        let code = name.rsplit(':').next().and_then(|code| code.parse().ok());
        code.and_then(Crs::from_epsg)
    };
    let excerpt: String = name.chars().take(80).collect();
    system.ok_or_else(|| unsupported(&excerpt))
}
