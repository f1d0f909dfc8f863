//! Where the pixels lie (OGC 19-008r4, section 7.1.3, "Raster to model coordinate transformation").

use std::io::{Read, Seek};

use geo::{ConvexHull, MultiPoint, Point};
use texts::ItemText;
use tiff::decoder::Decoder;
use tiff::tags::Tag;

use super::RasterError;
use geometry::{Crs, CrsError, Footprint, Transform, unwrap_longitudes};

const GT_RASTER_TYPE: u16 = 1025;
const PIXEL_IS_POINT: u16 = 2;
/// Straight edges of a projected raster are curves in degrees: each is followed in this many steps.
const STEPS: u32 = 8;

/// From pixels to the coordinates of the file's own system.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Placement {
    /// Every pixel is placed.
    Affine(Affine),
    /// Only single points are known: x and y of each.
    Points(Vec<(f64, f64)>),
}

/// Each coordinate is `[0] + [1] * column + [2] * row`; whole numbers are corners of pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Affine {
    x: [f64; 3],
    y: [f64; 3],
}

impl Affine {
    fn at(self, column: f64, row: f64) -> (f64, f64) {
        let value =
            |[origin, by_column, by_row]: [f64; 3]| origin + by_column * column + by_row * row;
        (value(self.x), value(self.y))
    }
}

impl Placement {
    pub(super) fn read<R: Read + Seek>(tiff: &mut Decoder<R>) -> Result<Self, RasterError> {
        let placed = Self::read_as_stored(tiff)?;
        let keys: Vec<u16> = tiff
            .find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag)?
            .unwrap_or_default();
        let on_points = keys
            .chunks_exact(4)
            .any(|key| key[..2] == [GT_RASTER_TYPE, 0] && key[3] == PIXEL_IS_POINT);
        Ok(if on_points {
            placed.half_a_pixel_back()
        } else {
            placed
        })
    }

    fn read_as_stored<R: Read + Seek>(tiff: &mut Decoder<R>) -> Result<Self, RasterError> {
        if let Some(matrix) = numbers(tiff, Tag::ModelTransformationTag)?
            && matrix.len() == 16
        {
            return Ok(Self::Affine(Affine {
                x: [matrix[3], matrix[0], matrix[1]],
                y: [matrix[7], matrix[4], matrix[5]],
            }));
        }
        let ties = numbers(tiff, Tag::ModelTiepointTag)?.ok_or(RasterError::NoPlacement)?;
        let scale = numbers(tiff, Tag::ModelPixelScaleTag)?;
        if let (Some(scale), [column, row, _, x, y, ..]) = (scale, &ties[..])
            && let [wide, high, ..] = scale[..]
        {
            return Ok(Self::Affine(Affine {
                x: [x - column * wide, wide, 0.0],
                y: [y + row * high, 0.0, -high],
            }));
        }
        let points: Vec<_> = ties.chunks_exact(6).map(|tie| (tie[3], tie[4])).collect();
        if points.len() < 3 {
            return Err(RasterError::NoPlacement);
        }
        Ok(Self::Points(points))
    }

    /// Where the stored coordinates are those of pixel centres.
    fn half_a_pixel_back(self) -> Self {
        match self {
            Self::Affine(mut affine) => {
                (affine.x[0], affine.y[0]) = affine.at(-0.5, -0.5);
                Self::Affine(affine)
            }
            points @ Self::Points(_) => points,
        }
    }

    pub(super) fn footprint(
        &self,
        crs: &Crs,
        width: u32,
        height: u32,
    ) -> Result<Footprint, RasterError> {
        let ring = match self {
            Self::Affine(affine) => outline(*affine, crs, width, height)?,
            Self::Points(points) => hull(points, &crs.transform()?)?,
        };
        Footprint::from_ring(ring)
            .ok_or_else(|| RasterError::Corrupt(ItemText::RasterWithoutArea.into()))
    }
}

fn numbers<R: Read + Seek>(
    tiff: &mut Decoder<R>,
    tag: Tag,
) -> Result<Option<Vec<f64>>, RasterError> {
    let Some(value) = tiff.find_tag(tag)? else {
        return Ok(None);
    };
    let numbers = value.into_f64_vec()?;
    if numbers.iter().all(|n| n.is_finite()) {
        return Ok(Some(numbers));
    }
    Err(RasterError::Corrupt(
        ItemText::RasterCoordinateInfinite.into(),
    ))
}

fn outline(
    affine: Affine,
    crs: &Crs,
    width: u32,
    height: u32,
) -> Result<Vec<(f64, f64)>, CrsError> {
    let transform = crs.transform()?;
    let (right, bottom) = (f64::from(width), f64::from(height));
    let corners = [
        (0.0, 0.0),
        (0.0, bottom),
        (right, bottom),
        (right, 0.0),
        (0.0, 0.0),
    ];
    let steps = if crs.is_geographic() { 1 } else { STEPS };
    let mut ring = Vec::new();
    for pair in corners.windows(2) {
        for step in 0..steps {
            let part = f64::from(step) / f64::from(steps);
            let column = pair[0].0 + (pair[1].0 - pair[0].0) * part;
            let row = pair[0].1 + (pair[1].1 - pair[0].1) * part;
            let (x, y) = affine.at(column, row);
            ring.push(transform.degrees(x, y)?);
        }
    }
    if !crs.is_geographic() {
        unwrap_longitudes(&mut ring);
    }
    Ok(ring)
}

/// The outline of ground control points: they reach to the edges of the image in every product that has them.
fn hull(points: &[(f64, f64)], transform: &Transform) -> Result<Vec<(f64, f64)>, CrsError> {
    let mut degrees = points
        .iter()
        .map(|(x, y)| transform.degrees(*x, *y))
        .collect::<Result<Vec<_>, _>>()?;
    unwrap_longitudes(&mut degrees);
    let points: MultiPoint = degrees.into_iter().map(Point::from).collect();
    points
        .convex_hull()
        .exterior()
        .coords()
        .map(|c| Ok((c.x, c.y)))
        .collect()
}
