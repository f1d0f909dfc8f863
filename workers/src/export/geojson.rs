//! A feature collection as RFC 7946 has it: WGS 84, longitude before latitude, exterior rings counterclockwise.

use std::fs::File;
use std::io::{BufWriter, Write};

use geo::Geometry;
use geo::orient::{Direction, Orient as _};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use super::footprint::exact;
use super::output::{Title, nothing_to_show, temporary, written};
use super::row::{Layout, SceneRow, Value, columns, rfc3339, values};
use crate::fault::Fault;

/// A collection that is being written.
pub struct Geojson {
    out: BufWriter<File>,
    features: u64,
    placed: u64,
    layout: Layout,
    further: Vec<String>,
}

impl Geojson {
    pub(super) fn begin(title: &Title) -> Result<Self, Fault> {
        let mut out = BufWriter::new(temporary()?);
        out.write_all(b"{\"type\":\"FeatureCollection\",\"features\":[")
            .map_err(|error| written(&error))?;
        Ok(Self {
            out,
            features: 0,
            placed: 0,
            layout: title.layout,
            further: title.further.clone(),
        })
    }

    pub(super) fn add(&mut self, row: &SceneRow) -> Result<(), Fault> {
        let geometry = exact(&row.footprint).map(right_handed);
        self.placed += u64::from(geometry.is_some());
        let feature = Feature {
            kind: "Feature",
            id: (self.layout != Layout::Outlines).then_some(&*row.dataid),
            geometry: geometry.as_ref().map(geojson::Geometry::from),
            properties: Properties {
                row,
                layout: self.layout,
                further: &self.further,
            },
        };
        let comma: &[u8] = if self.features == 0 { b"\n" } else { b",\n" };
        self.features += 1;
        self.out
            .write_all(comma)
            .and_then(|()| serde_json::to_writer(&mut self.out, &feature).map_err(Into::into))
            .map_err(|error| written(&error))
    }

    pub(super) fn finish(mut self) -> Result<File, Fault> {
        if self.placed == 0 {
            return Err(nothing_to_show());
        }
        self.out
            .write_all(b"\n]}\n")
            .map_err(|error| written(&error))?;
        self.out
            .into_inner()
            .map_err(|error| written(error.error()))
    }
}

/// RFC 7946 section 3.1.6: exterior rings run counterclockwise, holes clockwise.
fn right_handed(geometry: Geometry) -> Geometry {
    match geometry {
        Geometry::Polygon(polygon) => polygon.orient(Direction::Default).into(),
        Geometry::MultiPolygon(polygons) => polygons.orient(Direction::Default).into(),
        other => other,
    }
}

#[derive(serde::Serialize)]
struct Feature<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    geometry: Option<geojson::Geometry>,
    properties: Properties<'a>,
}

/// In the order of the columns, which a map of JSON values would not keep.
struct Properties<'a> {
    row: &'a SceneRow,
    layout: Layout,
    further: &'a [String],
}

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let ours = columns(self.layout).map(|column| column.heading);
        let ours = ours.zip(values(self.row, self.layout));
        let further = self.further.iter().map(String::as_str);
        let further = further.zip(self.row.further.iter().map(Value::from));
        for (name, value) in ours.chain(further) {
            match value {
                Value::Text(text) => map.serialize_entry(name, text)?,
                Value::Whole(number) => map.serialize_entry(name, &number)?,
                Value::Real(number) => map.serialize_entry(name, &number)?,
                Value::Number(number) => map.serialize_entry(name, &number)?,
                Value::Time(time) => map.serialize_entry(name, &time.map(rfc3339))?,
            }
        }
        map.end()
    }
}
