//! KML files: one placemark with polygons (OGC 12-007r2, section 10).

use geo::{Coord, LineString, MultiPolygon, Polygon};
use quick_xml::Reader;
use quick_xml::events::Event;
use texts::AreaFileText;

use crate::Crs;

use super::refusal::Refusal;
use super::shapes::UploadedShapes;
use crate::wkt::MAX_VERTICES;

/// Most rings; more would be a file of something else.
const MAX_RINGS: usize = MAX_VERTICES / 4;

#[derive(Default)]
struct PlacemarkGeometry {
    /// Placemarks begun so far.
    placemark: usize,
    /// The placemark that the polygons are of.
    owner: Option<usize>,
    name: String,
    polygons: Vec<Polygon>,
    rings: Vec<LineString>,
    vertices: usize,
    path: Vec<&'static str>,
    text: String,
}

/// The elements that matter.
const ELEMENTS: [&str; 6] = [
    "Placemark",
    "name",
    "Polygon",
    "outerBoundaryIs",
    "innerBoundaryIs",
    "coordinates",
];

pub fn read(text: &[u8]) -> Result<UploadedShapes, Refusal> {
    let broken = |error: String| Refusal::unreadable(AreaFileText::KmlBroken { error });
    let text =
        std::str::from_utf8(text).map_err(|_| Refusal::unreadable(AreaFileText::KmlNotUtf8))?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut found = PlacemarkGeometry::default();
    loop {
        match reader
            .read_event()
            .map_err(|error| broken(error.to_string()))?
        {
            Event::Start(element) => found.begin(element.local_name().as_ref()),
            Event::End(element) => found.end(element.local_name().as_ref())?,
            Event::Text(piece) if found.wants_text() => {
                found.text += &piece.decode().map_err(|error| broken(error.to_string()))?;
            }
            Event::CData(piece) if found.wants_text() => {
                found.text += &piece.decode().map_err(|error| broken(error.to_string()))?;
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if found.polygons.is_empty() {
        return Err(Refusal::NotOnePolygon);
    }
    Ok(UploadedShapes {
        polygons: MultiPolygon(found.polygons),
        system: Some(Crs::GEOGRAPHIC),
        name: found.name,
    })
}

impl PlacemarkGeometry {
    fn wants_text(&self) -> bool {
        match self.path.last() {
            Some(&"coordinates") => self.path.contains(&"Polygon"),
            Some(&"name") => self.path.len() == 2 && self.path[0] == "Placemark",
            _ => false,
        }
    }

    fn begin(&mut self, name: &[u8]) {
        let Some(name) = ELEMENTS.into_iter().find(|known| known.as_bytes() == name) else {
            return;
        };
        self.text.clear();
        if name == "Placemark" {
            self.placemark += 1;
        }
        if name == "Polygon" {
            self.rings.clear();
        }
        // Nesting that means nothing is not followed any deeper.
        if self.path.len() < 16 {
            self.path.push(name);
        }
    }

    fn end(&mut self, name: &[u8]) -> Result<(), Refusal> {
        let Some(name) = ELEMENTS.into_iter().find(|known| known.as_bytes() == name) else {
            return Ok(());
        };
        if self.path.last() != Some(&name) {
            return Ok(());
        }
        match name {
            "coordinates" if self.wants_text() => self.ring()?,
            "name" if self.wants_text() && self.polygons.is_empty() => {
                self.name = std::mem::take(&mut self.text);
            }
            "Polygon" => self.polygon()?,
            _ => {}
        }
        self.path.pop();
        Ok(())
    }

    /// `longitude,latitude[,height]`, separated by blanks.
    fn ring(&mut self) -> Result<(), Refusal> {
        let inner = self.path.contains(&"innerBoundaryIs");
        let mut ring = Vec::new();
        for tuple in self.text.split_whitespace() {
            let mut numbers = tuple.split(',').map(str::parse::<f64>);
            let (Some(Ok(x)), Some(Ok(y))) = (numbers.next(), numbers.next()) else {
                return Err(Refusal::unreadable(AreaFileText::KmlNotNumbers));
            };
            ring.push(Coord { x, y });
            self.vertices += 1;
            if self.vertices > MAX_VERTICES {
                return Err(Refusal::TooManyVertices);
            }
        }
        let mut ring = LineString(ring);
        ring.close();
        if inner {
            self.rings.push(ring);
        } else {
            self.rings.insert(0, ring);
        }
        if self.rings.len() + self.polygons.len() > MAX_RINGS {
            return Err(Refusal::TooManyVertices);
        }
        Ok(())
    }

    fn polygon(&mut self) -> Result<(), Refusal> {
        if self.owner.is_some_and(|owner| owner != self.placemark) {
            return Err(Refusal::NotOnePolygon);
        }
        self.owner = Some(self.placemark);
        let mut rings = std::mem::take(&mut self.rings).into_iter();
        let exterior = rings.next().ok_or(Refusal::NotOnePolygon)?;
        self.polygons.push(Polygon::new(exterior, rings.collect()));
        Ok(())
    }
}
