//! GeoJSON geometries (RFC 7946) of items.

use ::geometry::Footprint;
use ::geometry::geojson::{GeoJsonError, RawGeometry};
use serde::Deserialize;

/// A geometry, or `null` for what lies nowhere, such as a document (STAC Item Specification 1.0, "geometry"). The member
/// itself must be there.
#[derive(Deserialize)]
pub(super) struct MaybeGeometry<'a>(#[serde(borrow)] Option<RawGeometry<'a>>);

impl MaybeGeometry<'_> {
    pub(super) fn footprint(&self) -> Result<Footprint, String> {
        let Some(raw) = &self.0 else {
            return Ok(Footprint::default());
        };
        let polygons = raw.polygons().map_err(|error| match error {
            GeoJsonError::Kind(kind) => format!("geometry 的类型 {kind} 不是面"),
            other => format!("geometry 的坐标有误：{other}"),
        })?;
        Footprint::from_polygons(polygons)
            .ok_or_else(|| "geometry 没有面积或超出地球范围".to_owned())
    }
}
