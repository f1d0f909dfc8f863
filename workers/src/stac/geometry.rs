//! GeoJSON geometries (RFC 7946) of items.

use ::geometry::Footprint;
use ::geometry::geojson::{GeoJsonError, RawGeometry};
use serde::Deserialize;
use texts::ItemText;

/// A geometry, or `null` for what lies nowhere, such as a document (STAC Item Specification 1.0, "geometry"). The member
/// itself must be there.
#[derive(Deserialize)]
pub(super) struct MaybeGeometry<'a>(#[serde(borrow)] Option<RawGeometry<'a>>);

impl MaybeGeometry<'_> {
    pub(super) fn footprint(&self) -> Result<Footprint, ItemText> {
        let Some(raw) = &self.0 else {
            return Ok(Footprint::default());
        };
        let polygons = raw.polygons().map_err(|error| match error {
            GeoJsonError::Kind(kind) => ItemText::GeometryKind { kind },
            other => ItemText::GeometryCoordinates {
                why: other.to_string(),
            },
        })?;
        Footprint::from_polygons(polygons).ok_or(ItemText::GeometryWithoutArea)
    }
}
