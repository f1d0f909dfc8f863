//! Coordinate systems of uploaded files, and the way from them to longitude and latitude of today.

use domain::datum::Datum;
use domain::projection::Projection;
use geo::{Coord, MapCoords as _, MultiPolygon};
use proj4rs::Proj;
use serde::Serialize;
use utoipa::ToSchema;

use super::refusal::Refusal;

/// What the numbers of a file are.
#[derive(Debug, Clone, PartialEq)]
pub enum Crs {
    /// A system of our own formulas, on a datum within two metres of WGS 84.
    Modern(Scaled),
    /// Any other.
    Described(Described),
}

/// A projection whose coordinates are multiples of a metre.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scaled {
    /// The projection.
    pub projection: Projection,
    /// Metres of one unit; 1 for degrees.
    pub unit: f64,
}

/// A system in the words of PROJ.
#[derive(Debug, Clone, PartialEq)]
pub struct Described {
    /// Projection and its parameters, metres and degrees, without datum: `+proj=lcc +lat_1=25 ...`.
    pub projection: String,
    /// The datum.
    pub datum: Datum,
    /// Parameters to WGS 84 that the file itself gives: metres, arc seconds and parts in a million (position vector).
    pub shift: Option<[f64; 7]>,
    /// Metres of one unit; `None`: the numbers are degrees.
    pub unit: Option<f64>,
}

/// A datum that is not today's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OlderDatum {
    /// Beijing 1954.
    Beijing1954,
    /// Xi'an 1980.
    Xian1980,
}

impl OlderDatum {
    fn new(datum: Datum) -> Option<Self> {
        match datum {
            Datum::Modern => None,
            Datum::Beijing1954 => Some(Self::Beijing1954),
            Datum::Xian1980 => Some(Self::Xian1980),
        }
    }
}

/// How well an area on an older datum was brought to today's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AreaAccuracy)]
pub struct Accuracy {
    /// The datum of the file.
    datum: OlderDatum,
    /// How far a place may be off, metres; null: the file gave its own parameters, whose accuracy nobody knows.
    #[schema(required)]
    metres: Option<u16>,
    /// What to show.
    message: String,
}

impl Crs {
    /// Degrees as they are.
    pub const GEOGRAPHIC: Self = Self::Modern(Scaled {
        projection: Projection::Geographic,
        unit: 1.0,
    });

    /// Longitude and latitude of WGS 84 in degrees.
    pub fn degrees(&self, polygons: &MultiPolygon) -> Result<MultiPolygon, Refusal> {
        match self {
            Self::Modern(Scaled { projection, unit }) => Ok(polygons.map_coords(|place| {
                let (x, y) = projection.degrees(place.x * unit, place.y * unit);
                Coord { x, y }
            })),
            Self::Described(described) => described.degrees(polygons),
        }
    }

    /// What to say of the accuracy; `None`: it is far below what a map shows.
    pub fn accuracy(&self) -> Option<Accuracy> {
        let Self::Described(Described { datum, shift, .. }) = self else {
            return None;
        };
        let (label, metres) = (datum.label(), datum.accuracy_metres()?);
        let datum = OlderDatum::new(*datum)?;
        Some(match shift {
            Some(_) => Accuracy {
                datum,
                metres: None,
                message: format!("{label} 按文件中的 TOWGS84 参数转换，精度未知"),
            },
            None => Accuracy {
                datum,
                metres: Some(metres),
                message: format!("{label} 转换精度约 ±{metres} 米"),
            },
        })
    }
}

impl Described {
    fn degrees(&self, polygons: &MultiPolygon) -> Result<MultiPolygon, Refusal> {
        let broken = |_| Refusal::because("坐标系文件(.prj)的投影参数有误");
        let from = Proj::from_proj_string(&self.definition()).map_err(broken)?;
        let to = Proj::from_proj_string("+proj=longlat +datum=WGS84").map_err(broken)?;
        polygons.try_map_coords(|place| {
            let mut point = match self.unit {
                Some(unit) => (place.x * unit, place.y * unit, 0.0),
                // The library reckons in radians.
                None => (place.x.to_radians(), place.y.to_radians(), 0.0),
            };
            proj4rs::transform::transform(&from, &to, &mut point)
                .map_err(|_| Refusal::because("坐标超出投影的范围"))?;
            let (x, y) = (point.0.to_degrees(), point.1.to_degrees());
            Ok(Coord { x, y })
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

#[cfg(test)]
#[expect(clippy::unreadable_literal, reason = "coordinates as PROJ prints them")]
mod tests {
    use geo::polygon;

    use super::*;

    fn place(
        projection: &str,
        datum: Datum,
        shift: Option<[f64; 7]>,
        x: f64,
        y: f64,
    ) -> (f64, f64) {
        let unit = (!projection.contains("longlat")).then_some(1.0);
        let described = Described {
            projection: projection.into(),
            datum,
            shift,
            unit,
        };
        let one: MultiPolygon = polygon![(x: x, y: y), (x: x, y: y), (x: x, y: y)].into();
        let found = Crs::Described(described).degrees(&one).unwrap();
        let coord = found.0[0].exterior().0[0];
        (coord.x, coord.y)
    }

    const GK_117: &str = "+proj=etmerc +lat_0=0 +lon_0=117 +k=1 +x_0=20500000 +y_0=0";
    const GK_3_117: &str = "+proj=etmerc +lat_0=0 +lon_0=117 +k=1 +x_0=39500000 +y_0=0";
    const LAMBERT: &str = "+proj=lcc +lat_0=0 +lon_0=105 +lat_1=30 +lat_2=62 +x_0=0 +y_0=0";
    const ALBERS: &str = "+proj=aea +lat_0=0 +lon_0=105 +lat_1=25 +lat_2=47 +x_0=0 +y_0=0";

    /// Expected: pyproj 3.7.2 with PROJ 9.5.1 (`+proj=pipeline`: inverse projection, cart, helmert, inverse cart).
    #[test]
    #[expect(clippy::too_many_lines, reason = "one table")]
    fn places_agree_with_proj() {
        let own = [24.0, -123.0, -94.0, 0.02, -0.25, -0.13, 1.1];
        for (projection, datum, shift, x, y, lon, lat) in [
            (
                "+proj=longlat",
                Datum::Beijing1954,
                None,
                116.4,
                39.9,
                116.400674362,
                39.900300710,
            ),
            (
                GK_117,
                Datum::Beijing1954,
                None,
                20_447_000.0,
                4_420_000.0,
                116.380829492,
                39.912119482,
            ),
            (
                GK_3_117,
                Datum::Beijing1954,
                None,
                39_610_000.0,
                2_500_000.0,
                118.070300587,
                22.593696552,
            ),
            (
                GK_117,
                Datum::Xian1980,
                None,
                20_447_000.0,
                4_420_000.0,
                116.380139341,
                39.912503727,
            ),
            (
                GK_3_117,
                Datum::Xian1980,
                None,
                39_447_000.0,
                4_420_000.0,
                116.380139341,
                39.912503727,
            ),
            (
                "+proj=longlat",
                Datum::Xian1980,
                None,
                102.7,
                25.05,
                102.700000000,
                25.050000000,
            ),
            (
                GK_117,
                Datum::Xian1980,
                Some(own),
                20_447_000.0,
                4_420_000.0,
                116.380544704,
                39.912526394,
            ),
            (
                LAMBERT,
                Datum::Modern,
                None,
                900_000.0,
                4_300_000.0,
                115.063353594,
                34.872050944,
            ),
            (
                LAMBERT,
                Datum::Beijing1954,
                None,
                -1_500_000.0,
                3_500_000.0,
                90.051229277,
                26.860035440,
            ),
            (
                ALBERS,
                Datum::Modern,
                None,
                900_000.0,
                4_300_000.0,
                115.677056932,
                39.572320244,
            ),
            (
                ALBERS,
                Datum::Beijing1954,
                None,
                900_000.0,
                4_300_000.0,
                115.677433130,
                39.571962939,
            ),
            (
                ALBERS,
                Datum::Xian1980,
                None,
                -2_000_000.0,
                4_600_000.0,
                80.784110081,
                40.487258177,
            ),
        ] {
            let (found_lon, found_lat): (f64, f64) = place(projection, datum, shift, x, y);
            // A ten-millionth of a degree is a centimetre.
            let off = (found_lon - lon).abs().max((found_lat - lat).abs());
            assert!(
                off < 1e-7,
                "{projection} {datum:?}: {found_lon:.9} {found_lat:.9}, not {lon} {lat}"
            );
        }
    }

    #[test]
    fn the_accuracy_is_said() {
        let described = |datum, shift| {
            Crs::Described(Described {
                projection: "+proj=longlat".into(),
                datum,
                shift,
                unit: None,
            })
        };
        let said = |datum, shift| described(datum, shift).accuracy().map(|said| said.message);
        assert_eq!(
            said(Datum::Beijing1954, None).unwrap(),
            "北京54 转换精度约 ±30 米"
        );
        assert_eq!(
            said(Datum::Xian1980, None).unwrap(),
            "西安80 转换精度约 ±150 米"
        );
        let own = said(Datum::Xian1980, Some([0.0; 7])).unwrap();
        assert_eq!(own, "西安80 按文件中的 TOWGS84 参数转换，精度未知");
        assert_eq!(said(Datum::Modern, None), None);
        assert_eq!(Crs::GEOGRAPHIC.accuracy(), None);
    }

    #[test]
    fn what_is_no_place_is_refused() {
        let far = Described {
            projection: ALBERS.into(),
            datum: Datum::Modern,
            shift: None,
            unit: Some(1.0),
        };
        let one: MultiPolygon =
            polygon![(x: 1e12, y: 1e12), (x: 1e12, y: 0.0), (x: 0.0, y: 1e12)].into();
        assert!(far.degrees(&one).is_err());
        let broken = Described {
            projection: "+proj=lcc +lat_1=30 +lat_2=-30".into(),
            ..far
        };
        assert!(broken.degrees(&one).is_err());
    }
}
