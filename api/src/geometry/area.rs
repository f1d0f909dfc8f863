//! A searched area as people send it.

use std::sync::Arc;

use domain::budget::{Budget, Exhausted};
use geo::{Geometry, MultiPolygon, Polygon};
use storage::db::scenes::{Bounds, Footprint, SearchArea};

use geometry::antimeridian::cut_search;
use geometry::coverage::Surface;
use geometry::wkt::{Unreadable, check, parse};

/// A searched area: read, checked, cut at the antimeridian, and prepared for being asked many times.
#[derive(Clone)]
pub struct Area(Arc<SearchArea>);

impl Area {
    /// Reads what the request holds.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        Ok(Self::new(parse(text)?))
    }

    /// Takes a geometry that was read elsewhere.
    pub fn from_geometry(geometry: Geometry) -> Result<Self, Unreadable> {
        check(&geometry)?;
        Ok(Self::new(geometry))
    }

    fn new(geometry: Geometry) -> Self {
        Self(Arc::new(SearchArea::new(cut_search(geometry))))
    }

    /// The area as scene filters take it.
    #[must_use]
    pub fn search(&self) -> Arc<SearchArea> {
        Arc::clone(&self.0)
    }

    /// What it covers; `None` for points and lines.
    pub fn surface(&self, budget: &Budget) -> Result<Option<Surface>, Exhausted> {
        let mut polygons = Vec::new();
        collect_polygons(self.0.geometry(), &mut polygons);
        Surface::new(&polygons, budget)
    }

    /// Its polygons; points and lines are none.
    #[must_use]
    pub fn polygons(&self) -> MultiPolygon {
        polygons_of(self.0.geometry())
    }

    /// Edges of all parts.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.0.edges()
    }

    /// Bytes on the heap, all but a few.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// Rectangles that together hold the area.
    #[must_use]
    pub fn boxes(&self) -> &[Bounds] {
        self.0.boxes()
    }

    /// Whether a footprint meets the area, exactly; touching counts.
    #[must_use]
    pub fn meets(&self, footprint: &Footprint) -> bool {
        self.0.meets(footprint.view())
    }
}

/// The polygons that a geometry is made of; points and lines are none.
#[must_use]
pub(crate) fn polygons_of(geometry: &Geometry) -> MultiPolygon {
    let mut polygons = Vec::new();
    collect_polygons(geometry, &mut polygons);
    MultiPolygon(polygons)
}

fn collect_polygons(geometry: &Geometry, polygons: &mut Vec<Polygon>) {
    match geometry {
        Geometry::Polygon(polygon) => polygons.push(polygon.clone()),
        Geometry::MultiPolygon(parts) => polygons.extend(parts.iter().cloned()),
        Geometry::GeometryCollection(parts) => {
            parts
                .iter()
                .for_each(|part| collect_polygons(part, polygons));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_across_180_has_two_boxes() {
        let across = Area::read("POLYGON((170 0,190 0,190 10,170 10,170 0))").unwrap();
        assert_eq!(across.boxes().len(), 2);
        assert!(
            across
                .boxes()
                .iter()
                .all(|part| part.east - part.west < 11.0)
        );
        let meets = |text: &str| across.meets(&text.parse().unwrap());
        assert!(meets("POLYGON((-175 2,-174 2,-174 3,-175 2))"));
        assert!(meets("POLYGON((179 2,181 2,181 3,179 2))"));
        assert!(!meets("POLYGON((0 2,1 2,1 3,0 2))"));
    }
}
