//! GeoJSON geometries (RFC 7946) of items.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;

use ::geometry::Footprint;

/// A geometry, or `null` for what lies nowhere, such as a document (STAC Item Specification 1.0, "geometry"). The member
/// itself must be there.
#[derive(Deserialize)]
pub(super) struct MaybeGeometry<'a>(#[serde(borrow)] Option<RawGeometry<'a>>);

impl MaybeGeometry<'_> {
    pub(super) fn footprint(&self) -> Result<Footprint, String> {
        self.0
            .as_ref()
            .map_or_else(|| Ok(Footprint::default()), RawGeometry::footprint)
    }
}

#[derive(Deserialize)]
struct RawGeometry<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    coordinates: Option<&'a RawValue>,
}

impl RawGeometry<'_> {
    fn footprint(&self) -> Result<Footprint, String> {
        let text = self.coordinates.map_or("null", RawValue::get);
        let broken = |e: serde_json::Error| format!("geometry 的坐标有误：{e}");
        let polygons: Vec<Vec<Vec<Position>>> = match self.kind.as_ref() {
            "Polygon" => vec![serde_json::from_str(text).map_err(broken)?],
            "MultiPolygon" => serde_json::from_str(text).map_err(broken)?,
            other => return Err(format!("geometry 的类型 {other} 不是面")),
        };
        let rings = |polygon: Vec<Vec<Position>>| {
            let ring = |ring: Vec<Position>| ring.into_iter().map(|p| (p.0, p.1)).collect();
            polygon.into_iter().map(ring).collect()
        };
        Footprint::from_polygons(polygons.into_iter().map(rings).collect())
            .ok_or_else(|| "geometry 没有面积或超出地球范围".to_owned())
    }
}

/// Longitude and latitude; a height is dropped.
struct Position(f64, f64);

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(PositionVisitor)
    }
}

struct PositionVisitor;

impl<'de> Visitor<'de> for PositionVisitor {
    type Value = Position;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a position of two or more numbers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<Position, A::Error> {
        let short = |at| serde::de::Error::invalid_length(at, &"two or more numbers");
        let x = numbers.next_element()?.ok_or_else(|| short(0))?;
        let y = numbers.next_element()?.ok_or_else(|| short(1))?;
        while numbers.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Position(x, y))
    }
}
