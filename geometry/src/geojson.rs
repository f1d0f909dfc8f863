//! GeoJSON geometries (RFC 7946), read and written. Heights are dropped.

use std::borrow::Cow;
use std::fmt;

use geo::{
    Coord, Geometry, GeometryCollection, LineString, MultiLineString, MultiPoint, MultiPolygon,
    Point, Polygon,
};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::LonLat;

/// Collections in collections: nobody needs more, and each level costs stack.
const DEEPEST: usize = 8;

/// Why a GeoJSON text is no geometry.
#[derive(Debug, thiserror::Error)]
pub enum GeoJsonError {
    /// No JSON, or coordinates that do not fit the kind.
    #[error(transparent)]
    Malformed(#[from] serde_json::Error),
    /// A kind that is no geometry, or not one that was asked for.
    #[error("{0} is no geometry")]
    Kind(String),
    /// Collections in collections in collections.
    #[error("nested too deeply")]
    TooDeep,
}

/// A geometry whose coordinates are not read yet, so that a long text is walked over once and kept nowhere.
#[derive(Debug, Deserialize)]
pub struct RawGeometry<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    coordinates: Option<&'a RawValue>,
    #[serde(borrow, default)]
    geometries: Option<Vec<&'a RawValue>>,
}

impl RawGeometry<'_> {
    /// The polygons of a footprint: a `Polygon` or a `MultiPolygon`, as rings of longitude and latitude.
    pub fn polygons(&self) -> Result<Vec<Vec<Vec<LonLat>>>, GeoJsonError> {
        let polygons: Vec<Vec<Line>> = match self.kind.as_ref() {
            "Polygon" => vec![self.coordinates()?],
            "MultiPolygon" => self.coordinates()?,
            other => return Err(GeoJsonError::Kind(other.to_owned())),
        };
        let ring = |ring: Line| ring.into_iter().map(|Position(x, y)| (x, y)).collect();
        let rings = |rings: Vec<Line>| rings.into_iter().map(ring).collect();
        Ok(polygons.into_iter().map(rings).collect())
    }

    fn coordinates<'a, T: Deserialize<'a>>(&'a self) -> Result<T, GeoJsonError> {
        let text = self.coordinates.map_or("null", RawValue::get);
        Ok(serde_json::from_str(text)?)
    }

    fn geometry(&self, depth: usize) -> Result<Geometry, GeoJsonError> {
        Ok(match self.kind.as_ref() {
            "Point" => point(self.coordinates()?).into(),
            "MultiPoint" => {
                let points: Line = self.coordinates()?;
                MultiPoint(points.into_iter().map(point).collect()).into()
            }
            "LineString" => line(self.coordinates()?).into(),
            "MultiLineString" => {
                let lines: Vec<Line> = self.coordinates()?;
                MultiLineString(lines.into_iter().map(line).collect()).into()
            }
            "Polygon" => polygon(self.coordinates()?).into(),
            "MultiPolygon" => {
                let polygons: Vec<Vec<Line>> = self.coordinates()?;
                MultiPolygon(polygons.into_iter().map(polygon).collect()).into()
            }
            "GeometryCollection" => {
                let parts = self.geometries.iter().flatten();
                let parts: Result<Vec<_>, _> =
                    parts.map(|part| read_at(part.get(), depth + 1)).collect();
                Geometry::GeometryCollection(GeometryCollection(parts?))
            }
            other => return Err(GeoJsonError::Kind(other.to_owned())),
        })
    }
}

/// Two numbers or more.
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

type Line = Vec<Position>;

fn point(Position(x, y): Position) -> Point {
    Point::new(x, y)
}

fn line(positions: Line) -> LineString {
    positions
        .into_iter()
        .map(|Position(x, y)| Coord { x, y })
        .collect()
}

fn polygon(rings: Vec<Line>) -> Polygon {
    let mut rings = rings.into_iter().map(line);
    let exterior = rings.next().unwrap_or_else(|| LineString(Vec::new()));
    Polygon::new(exterior, rings.collect())
}

/// Reads a geometry.
pub fn read(text: &str) -> Result<Geometry, GeoJsonError> {
    read_at(text, 0)
}

fn read_at(text: &str, depth: usize) -> Result<Geometry, GeoJsonError> {
    if depth > DEEPEST {
        return Err(GeoJsonError::TooDeep);
    }
    let raw: RawGeometry = serde_json::from_str(text)?;
    raw.geometry(depth)
}

/// Writes a polygon or multipolygon, and a point; other geometries are not footprints.
#[must_use]
pub fn write(geometry: &Geometry) -> Value {
    let ring = |ring: &LineString| -> Value {
        ring.coords()
            .map(|point| json!([point.x, point.y]))
            .collect()
    };
    let rings = |polygon: &Polygon| -> Value {
        std::iter::once(polygon.exterior())
            .chain(polygon.interiors())
            .map(ring)
            .collect()
    };
    match geometry {
        Geometry::Polygon(polygon) => json!({"type": "Polygon", "coordinates": rings(polygon)}),
        Geometry::MultiPolygon(parts) => {
            let parts: Value = parts.iter().map(rings).collect();
            json!({"type": "MultiPolygon", "coordinates": parts})
        }
        Geometry::Point(point) => json!({"type": "Point", "coordinates": [point.x(), point.y()]}),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn geometries_are_read_and_written() {
        let square =
            r#"{"type":"Polygon","coordinates":[[[0.0,0.0],[1.0,0.0],[1.0,1.0],[0.0,0.0]]]}"#;
        assert_eq!(
            write(&read(square).unwrap()).to_string().len(),
            square.len()
        );
        let high = r#"{"type":"Point","coordinates":[1,2,3]}"#;
        assert_eq!(read(high).unwrap(), Point::new(1.0, 2.0).into());
        let deep = format!(
            "{}{high}{}",
            r#"{"type":"GeometryCollection","geometries":["#.repeat(20),
            "]}".repeat(20)
        );
        for wrong in [
            r#"{"type":"Point","coordinates":[1]}"#,
            r#"{"type":"Point"}"#,
            r#"{"type":"Polygon","coordinates":[[[1],[2],[3]]]}"#,
            r#"{"type":"Polygon","coordinates":"x"}"#,
            r#"{"type":"Feature","geometry":null}"#,
            "[]",
            &deep,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
