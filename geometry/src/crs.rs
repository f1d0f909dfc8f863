//! Coordinate systems of files, and the way from them to longitude and latitude of today. Uploaded areas and scenes that
//! are taken into the catalogue go it alike.

use domain::datum::Datum;
use domain::projection::Projection;
use geo::{Coord, MapCoords as _, MultiPolygon};
use proj4rs::Proj;

/// What the numbers of a file are.
#[derive(Debug, Clone, PartialEq)]
pub enum Crs {
    /// A system of our own formulas, on a datum within two metres of WGS 84.
    Modern(Scaled),
    /// A system that the file describes itself.
    Described(Described),
}

/// A projection whose coordinates are multiples of a metre.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scaled {
    pub projection: Projection,
    /// Metres of one unit; 1 for degrees.
    pub unit: f64,
}

/// A system in the words of PROJ.
#[derive(Debug, Clone, PartialEq)]
pub struct Described {
    /// Projection and its parameters, metres and degrees, without datum: `+proj=lcc +lat_1=25 ...`.
    pub projection: String,
    pub datum: Datum,
    /// Parameters to WGS 84 that the file itself gives: metres, arc seconds and parts in a million (position vector).
    pub shift: Option<[f64; 7]>,
    /// Metres of one unit; `None`: the numbers are degrees.
    pub unit: Option<f64>,
}

/// Why numbers could not be brought to degrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CrsError {
    /// The parameters of the projection contradict one another.
    #[error("the parameters of the projection contradict one another")]
    Parameters,
    /// The projection has no such place.
    #[error("the projection has no such coordinates")]
    OutOfRange,
}

impl Crs {
    /// Degrees as they are.
    pub const GEOGRAPHIC: Self = Self::Modern(Scaled {
        projection: Projection::Geographic,
        unit: 1.0,
    });

    /// By its code in the EPSG registry; `None` for systems that nobody here needs, and for New Beijing (4555), of which
    /// nobody has published how it lies.
    #[must_use]
    pub fn from_epsg(code: u16) -> Option<Self> {
        let modern = Projection::from_epsg(code).map(|projection| {
            Self::Modern(Scaled {
                projection,
                unit: 1.0,
            })
        });
        modern.or_else(|| older(code).map(Self::Described))
    }

    /// Whether the numbers are degrees.
    #[must_use]
    pub fn is_geographic(&self) -> bool {
        match self {
            Self::Modern(modern) => modern.projection == Projection::Geographic,
            Self::Described(described) => described.unit.is_none(),
        }
    }

    #[must_use]
    pub const fn datum(&self) -> Datum {
        match self {
            Self::Modern(_) => Datum::Modern,
            Self::Described(described) => described.datum,
        }
    }

    /// Longitude and latitude of WGS 84 in degrees.
    ///
    /// # Errors
    /// See [`CrsError`].
    pub fn degrees(&self, polygons: &MultiPolygon) -> Result<MultiPolygon, CrsError> {
        let transform = self.transform()?;
        polygons.try_map_coords(|Coord { x, y }| {
            let (x, y) = transform.degrees(x, y)?;
            Ok(Coord { x, y })
        })
    }

    /// Prepared for many places.
    ///
    /// # Errors
    /// [`CrsError::Parameters`].
    pub fn transform(&self) -> Result<Transform, CrsError> {
        Ok(Transform(match self {
            Self::Modern(modern) => Transformation::Formula(*modern),
            Self::Described(described) => described.way()?,
        }))
    }
}

/// The way from the numbers of a system to degrees.
pub struct Transform(Transformation);

enum Transformation {
    Formula(Scaled),
    Library {
        from: Box<Proj>,
        to: Box<Proj>,
        unit: Option<f64>,
    },
}

impl Transform {
    /// Longitude and latitude of WGS 84 in degrees.
    ///
    /// # Errors
    /// [`CrsError::OutOfRange`].
    pub fn degrees(&self, x: f64, y: f64) -> Result<(f64, f64), CrsError> {
        match &self.0 {
            Transformation::Formula(Scaled { projection, unit }) => {
                Ok(projection.degrees(x * unit, y * unit))
            }
            Transformation::Library { from, to, unit } => {
                let mut point = match unit {
                    Some(unit) => (x * unit, y * unit, 0.0),
                    // The library reckons in radians.
                    None => (x.to_radians(), y.to_radians(), 0.0),
                };
                proj4rs::transform::transform(from, to, &mut point)
                    .map_err(|_| CrsError::OutOfRange)?;
                Ok((point.0.to_degrees(), point.1.to_degrees()))
            }
        }
    }
}

impl Described {
    fn way(&self) -> Result<Transformation, CrsError> {
        let read = |words: &str| Proj::from_proj_string(words).map_err(|_| CrsError::Parameters);
        Ok(Transformation::Library {
            from: Box::new(read(&self.definition())?),
            to: Box::new(read("+proj=longlat +datum=WGS84")?),
            unit: self.unit,
        })
    }

    fn definition(&self) -> String {
        let projection = &self.projection;
        let (axis, flattening) = self.datum.ellipsoid();
        let shift = match (self.shift, self.datum.to_wgs84()) {
            (Some(own), _) => format!(
                " +towgs84={}",
                own.map(|number| number.to_string()).join(",")
            ),
            (None, Some([x, y, z])) => format!(" +towgs84={x},{y},{z}"),
            (None, None) if self.datum == Datum::Modern => " +towgs84=0,0,0".to_owned(),
            // Without parameters the degrees stay as they are.
            (None, None) => String::new(),
        };
        format!("{projection} +a={axis} +rf={flattening}{shift} +no_defs")
    }
}

/// Systems of the EPSG registry on older datums: degrees, and Gauss-Krüger in zones of six and of three degrees, with the
/// number of the zone before the easting or without.
fn older(code: u16) -> Option<Described> {
    use Datum::{Beijing1954, Xian1980};
    let grid = |datum, meridian: u16, prefix: u16| Described {
        projection: format!(
            "+proj=etmerc +lat_0=0 +lon_0={meridian} +k=1 +x_0={} +y_0=0",
            u32::from(prefix) * 1_000_000 + 500_000
        ),
        datum,
        shift: None,
        unit: Some(1.0),
    };
    // Zones 13 to 23 and 25 to 45 begin at 75 degrees east.
    let six = |datum, at: u16, with_zone: bool| {
        grid(datum, 75 + 6 * at, if with_zone { 13 + at } else { 0 })
    };
    let three = |datum, at: u16, with_zone: bool| {
        grid(datum, 75 + 3 * at, if with_zone { 25 + at } else { 0 })
    };
    let degrees = |datum| Described {
        projection: "+proj=longlat".to_owned(),
        datum,
        shift: None,
        unit: None,
    };
    Some(match code {
        4214 => degrees(Beijing1954),
        4610 => degrees(Xian1980),
        21413..=21423 => six(Beijing1954, code - 21413, true),
        21453..=21463 => six(Beijing1954, code - 21453, false),
        2401..=2421 => three(Beijing1954, code - 2401, true),
        2422..=2442 => three(Beijing1954, code - 2422, false),
        2327..=2337 => six(Xian1980, code - 2327, true),
        2338..=2348 => six(Xian1980, code - 2338, false),
        2349..=2369 => three(Xian1980, code - 2349, true),
        2370..=2390 => three(Xian1980, code - 2370, false),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
