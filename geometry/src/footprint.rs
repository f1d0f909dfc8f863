//! Where a scene is.

use std::str::FromStr;

use geo::{Coord, Geometry, LineString, MultiPolygon, Polygon};

use crate::corner::{Bounds, Corner, Extent, corner, degrees, side};

mod antimeridian;
mod corners;
mod middle;
mod text;

pub use antimeridian::unwrap_longitudes;
pub use corners::{Corners, corners};

/// Longitude and latitude in degrees, as files name them.
pub type LonLat = (f64, f64);

/// One or more polygons in WGS 84, cut at the antimeridian (RFC 7946, section 3.1.9), or none at all.
///
/// A footprint has one spelling. Corners are whole numbers of 1e-7 degree; a ring names no corner twice in a row and its
/// first one not again at its end. Which corner comes first and which way round a ring goes is kept: products name the
/// upper left corner first.
///
/// As words, and little-endian as bytes: nothing at all for no polygon; for one ring the count of its corners, then the
/// corners; for several rings their count, negative, then of each the count of its corners, negative for a hole of the
/// exterior before it, then all corners.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Footprint(Box<[i32]>);

/// A footprint that lies among others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FootprintRef<'a>(&'a [i32]);

/// Bytes or a text that are no footprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no footprint")]
pub struct Malformed;

/// The corners of a ring, each but once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ring<'a> {
    /// The corners, at least three.
    pub corners: &'a [Corner],
    /// Whether it is a hole of the exterior before it.
    pub is_hole: bool,
}

impl Footprint {
    /// Of polygons in degrees, each an outer ring and its holes, closed or not. Longitudes may go on beyond 180 or jump
    /// to the other side. `None` when there is no polygon, or one has no surface or leaves the earth.
    #[must_use]
    pub fn from_polygons(polygons: Vec<Vec<Vec<LonLat>>>) -> Option<Self> {
        let mut rings = Vec::new();
        for polygon in antimeridian::cut(polygons)? {
            let mut of_polygon = polygon.iter().map(|ring| whole(ring));
            // A part too narrow to have a surface at this precision is none.
            if let Some(exterior) = of_polygon.next().filter(|ring| is_surface(ring)) {
                rings.push((exterior, false));
                let holes = of_polygon.filter(|ring| is_surface(ring));
                rings.extend(holes.map(|ring| (ring, true)));
            }
        }
        (!rings.is_empty()).then(|| Self::from_rings(&rings))
    }

    /// The same of a single ring.
    #[must_use]
    pub fn from_ring(ring: Vec<LonLat>) -> Option<Self> {
        Self::from_polygons(vec![vec![ring]])
    }

    /// The polygons of a geometry; other parts of it are left out.
    #[must_use]
    pub fn from_geometry(geometry: &Geometry) -> Option<Self> {
        let mut polygons = Vec::new();
        collect_polygons(geometry, &mut polygons);
        Self::from_polygons(polygons)
    }

    /// Of WKT in any spelling: case, spaces, heights and measures, `SRID=` before it.
    #[must_use]
    pub fn from_wkt(text: &str) -> Option<Self> {
        Self::from_geometry(&crate::wkt::read(text).ok()?)
    }

    fn from_rings(rings: &[(Vec<Corner>, bool)]) -> Self {
        let count = |ring: &[Corner]| i32::try_from(ring.len()).unwrap_or(i32::MAX);
        let corners = rings.iter().flat_map(|(ring, _)| ring.as_flattened());
        if let [(only, _)] = rings {
            return Self(
                std::iter::once(&count(only))
                    .chain(corners)
                    .copied()
                    .collect(),
            );
        }
        let heads = rings
            .iter()
            .map(|(ring, is_hole)| count(ring) * if *is_hole { -1 } else { 1 });
        let rings = i32::try_from(rings.len()).unwrap_or(i32::MAX);
        Self(
            std::iter::once(-rings)
                .chain(heads)
                .chain(corners.copied())
                .collect(),
        )
    }

    /// A place among others.
    #[must_use]
    pub fn view(&self) -> FootprintRef<'_> {
        FootprintRef(&self.0)
    }

    /// Whether it has no polygon: nobody could read where the scene is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The stored form.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// The box around it; `None` for an empty one.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        self.view().extent().bounds()
    }

    /// `POLYGON` or `MULTIPOLYGON`, without spaces but between longitude and latitude.
    #[must_use]
    pub fn wkt(&self) -> String {
        self.view().wkt()
    }

    /// Where a scene is, in degrees; `None` where nobody knows.
    #[must_use]
    pub fn known_geometry(&self) -> Option<Geometry> {
        (!self.is_empty()).then(|| self.geometry())
    }

    /// A `Polygon` or a `MultiPolygon`, in degrees.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        self.view().geometry()
    }

    /// The same as a `MultiPolygon`, whatever it is.
    #[must_use]
    pub fn polygons(&self) -> MultiPolygon {
        self.view().polygons()
    }
}

impl TryFrom<&[u8]> for Footprint {
    type Error = Malformed;

    /// Takes what [`Footprint::to_bytes`] wrote, and nothing else.
    fn try_from(bytes: &[u8]) -> Result<Self, Malformed> {
        let (words, rest) = bytes.as_chunks::<4>();
        let words: Box<[i32]> = words.iter().map(|word| i32::from_le_bytes(*word)).collect();
        let is_whole = rest.is_empty() && is_well_formed(&words);
        is_whole.then_some(Self(words)).ok_or(Malformed)
    }
}

impl FromStr for Footprint {
    type Err = Malformed;

    /// See [`Footprint::from_wkt`].
    fn from_str(text: &str) -> Result<Self, Malformed> {
        Self::from_wkt(text).ok_or(Malformed)
    }
}

impl TryFrom<Vec<u8>> for Footprint {
    type Error = Malformed;

    fn try_from(bytes: Vec<u8>) -> Result<Self, Malformed> {
        Self::try_from(bytes.as_slice())
    }
}

impl<'a> FootprintRef<'a> {
    /// The footprint that begins with the first of these words, which may go on behind it; they come from a
    /// [`Footprint`].
    #[must_use]
    #[inline]
    pub fn first_of(words: &'a [i32]) -> Self {
        let Some((&first, rest)) = words.split_first() else {
            return Self(words);
        };
        let length = if first >= 0 {
            1 + 2 * first.unsigned_abs() as usize
        } else {
            let heads = rest.iter().take(first.unsigned_abs() as usize);
            heads
                .map(|head| 1 + 2 * head.unsigned_abs() as usize)
                .sum::<usize>()
                + 1
        };
        Self(words.get(..length).unwrap_or_default())
    }

    #[must_use]
    pub const fn words(self) -> &'a [i32] {
        self.0
    }

    /// Its rings, each exterior before its holes.
    #[must_use]
    pub fn rings(self) -> Rings<'a> {
        let (heads, corners) = match self.0.first() {
            None => (self.0, self.0),
            Some(&first) if first >= 0 => self.0.split_at(1),
            Some(first) => {
                self.0[1..].split_at((first.unsigned_abs() as usize).min(self.0.len() - 1))
            }
        };
        Rings {
            heads,
            corners: corners.as_chunks().0,
        }
    }

    /// The box around it; [`Extent::EMPTY`] for an empty one.
    #[must_use]
    pub fn extent(self) -> Extent {
        let extents = self.rings().map(|ring| Extent::around(ring.corners));
        extents.fold(Extent::EMPTY, Extent::joined)
    }

    /// A copy that borrows nothing.
    #[must_use]
    pub fn to_owned(self) -> Footprint {
        Footprint(self.0.into())
    }

    /// See [`Footprint::geometry`].
    #[must_use]
    pub fn geometry(self) -> Geometry {
        let mut polygons = self.polygons();
        match polygons.0.len() {
            1 => polygons.0.remove(0).into(),
            _ => polygons.into(),
        }
    }

    /// See [`Footprint::polygons`].
    #[must_use]
    pub fn polygons(self) -> MultiPolygon {
        let mut polygons: Vec<Polygon> = Vec::new();
        for ring in self.rings() {
            let points = ring.corners.iter().map(|[x, y]| Coord {
                x: degrees(*x),
                y: degrees(*y),
            });
            let line = LineString(points.collect());
            match polygons.last_mut().filter(|_| ring.is_hole) {
                Some(polygon) => polygon.interiors_push(line),
                // Closes the ring.
                None => polygons.push(Polygon::new(line, Vec::new())),
            }
        }
        MultiPolygon(polygons)
    }
}

/// The rings of a footprint.
#[derive(Debug, Clone)]
pub struct Rings<'a> {
    heads: &'a [i32],
    corners: &'a [Corner],
}

impl<'a> Iterator for Rings<'a> {
    type Item = Ring<'a>;

    fn next(&mut self) -> Option<Ring<'a>> {
        let (head, heads) = self.heads.split_first()?;
        let (corners, rest) = self
            .corners
            .split_at_checked(head.unsigned_abs() as usize)?;
        (self.heads, self.corners) = (heads, rest);
        Some(Ring {
            corners,
            is_hole: *head < 0,
        })
    }
}

/// Corners as whole numbers, none twice in a row.
fn whole(ring: &[LonLat]) -> Vec<Corner> {
    let mut corners: Vec<Corner> = ring.iter().map(|(x, y)| corner(*x, *y)).collect();
    corners.dedup();
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    corners
}

/// Whether not all corners are on one line.
fn is_surface(ring: &[Corner]) -> bool {
    let [first, second, ..] = ring else {
        return false;
    };
    ring.iter()
        .any(|third| side(*first, *second, *third).is_ne())
}

/// Whether a constructor could have written these words.
fn is_well_formed(words: &[i32]) -> bool {
    let Some((&first, rest)) = words.split_first() else {
        return true;
    };
    let (heads, corners) = if first >= 0 {
        (&words[..1], rest)
    } else {
        match rest.split_at_checked(first.unsigned_abs() as usize) {
            Some((heads, corners)) if heads.len() > 1 && heads[0] > 0 => (heads, corners),
            _ => return false,
        }
    };
    let total: usize = heads.iter().map(|head| head.unsigned_abs() as usize).sum();
    let on_earth = |[x, y]: &Corner| x.abs_diff(0) <= 1_800_000_000 && y.abs_diff(0) <= 900_000_000;
    let is_ring = |ring: &[Corner]| {
        is_surface(ring)
            && ring.first() != ring.last()
            && ring.windows(2).all(|pair| pair[0] != pair[1])
            && ring.iter().all(on_earth)
    };
    corners.len() == 2 * total
        && Rings {
            heads,
            corners: corners.as_chunks().0,
        }
        .all(|ring| is_ring(ring.corners))
}

fn collect_polygons(geometry: &Geometry, polygons: &mut Vec<Vec<Vec<LonLat>>>) {
    let rings = |polygon: &Polygon| {
        let rings = std::iter::once(polygon.exterior()).chain(polygon.interiors());
        rings
            .map(|ring| ring.0.iter().map(|point| (point.x, point.y)).collect())
            .collect()
    };
    match geometry {
        Geometry::Polygon(polygon) => polygons.push(rings(polygon)),
        Geometry::MultiPolygon(parts) => polygons.extend(parts.iter().map(rings)),
        Geometry::Rect(rect) => polygons.push(rings(&rect.to_polygon())),
        Geometry::GeometryCollection(parts) => {
            parts
                .iter()
                .for_each(|part| collect_polygons(part, polygons));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
