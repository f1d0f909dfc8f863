//! The map as administrators configured it.

use domain::system::{self, MapLayer, SysKey};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

use super::cache::System;
use crate::basemap::archive::Basemap;

/// See [`system::LayerType`].
enum LayerType {}

impl utoipa::PartialSchema for LayerType {
    fn schema() -> RefOr<Schema> {
        let values = system::LayerType::ALL
            .iter()
            .map(|kind| serde_json::json!(kind));
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .description(Some("How a layer is fetched."))
            .enum_values(Some(values))
            .into()
    }
}

impl utoipa::ToSchema for LayerType {}

/// A map layer. The browser fetches it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MapLayer)]
#[serde(rename_all = "camelCase")]
struct LayerBody {
    name: String,
    /// What the service calls it.
    layer_name: String,
    /// Where it is; the token is put in. May begin with `/`, and its host may hold one range such as `{0-7}`.
    layer_url: String,
    #[schema(value_type = LayerType)]
    layer_type: system::LayerType,
    /// Whether it is shown at first.
    visible: bool,
}

impl LayerBody {
    fn new(layer: MapLayer, token: &str) -> Self {
        let layer = layer.with_token(token);
        Self {
            name: layer.name,
            layer_name: layer.layer_name,
            layer_url: layer.layer_url,
            layer_type: layer.layer_type,
            visible: layer.visible,
        }
    }
}

/// The base map, one PMTiles file.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BasemapBody {
    /// Its address, which changes with the file.
    url: String,
    /// Whether its tiles are pictures; else they are vector tiles of the layers land, water, boundary and place.
    raster: bool,
    /// Whose map it is; empty: the shipped one, or it does not say.
    attribution: String,
}

impl BasemapBody {
    fn new(basemap: &Basemap) -> Self {
        Self {
            url: format!("/api/basemap.pmtiles?v={}", basemap.version()),
            raster: basemap.raster,
            attribution: basemap.attribution.clone(),
        }
    }
}

/// The map; what is null is what the web apps bring along.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MapConfig {
    basemap: BasemapBody,
    /// The vector base map.
    #[schema(required)]
    vector: Option<LayerBody>,
    /// The imagery base map.
    #[schema(required)]
    imagery: Option<LayerBody>,
    /// What lies uppermost on the globe; the flat map has none of it.
    #[schema(required)]
    globe: Option<LayerBody>,
    /// Further layers.
    layers: Vec<LayerBody>,
    /// Address of a GeoJSON file in longitude and latitude: the map is dimmed outside its areas.
    #[schema(required)]
    mask: Option<String>,
    /// West, south, east, north.
    #[schema(required)]
    extent: Option<[f64; 4]>,
    /// Tools that are offered besides those that always are: `legend`.
    tools: Vec<&'static str>,
}

fn one(system: &System, key: SysKey) -> Option<MapLayer> {
    // Checked when it was saved; one that a newer version saved is left out.
    system::one_layer(system.text(key)).ok()
}

fn several(system: &System) -> Vec<MapLayer> {
    system::several_layers(system.text(SysKey::MapLayers)).unwrap_or_default()
}

/// Every configured layer.
pub fn layers(system: &System) -> Vec<MapLayer> {
    let bases = [SysKey::VectorMap, SysKey::ImageMap, SysKey::ThreeMap];
    let bases = bases.into_iter().filter_map(|key| one(system, key));
    bases.chain(several(system)).collect()
}

/// The map's extent, if it is configured.
pub fn extent(system: &System) -> Option<[f64; 4]> {
    system::extent(
        [
            SysKey::LongTopLeft,
            SysKey::LatTopLeft,
            SysKey::LongTopRight,
            SysKey::LatTopRight,
        ]
        .map(|key| system.text(key)),
    )
}

/// Map configuration that the web apps read.
pub fn config(system: &System, basemap: &Basemap) -> MapConfig {
    let token = system.text(SysKey::ServiceToken);
    let layer_body = |layer| LayerBody::new(layer, token);
    MapConfig {
        basemap: BasemapBody::new(basemap),
        vector: one(system, SysKey::VectorMap).map(layer_body),
        imagery: one(system, SysKey::ImageMap).map(layer_body),
        globe: one(system, SysKey::ThreeMap).map(layer_body),
        layers: several(system).into_iter().map(layer_body).collect(),
        mask: Some(system.text(SysKey::MaskUrl).to_owned()).filter(|address| !address.is_empty()),
        extent: extent(system),
        tools: system::tools(system.text(SysKey::ToolList)).unwrap_or_default(),
    }
}
