//! The coordinate system a GeoTIFF names in its GeoKeys (OGC 19-008r4, "GeoTIFF Standard", section 7).

use std::io::{Read, Seek};

use tiff::decoder::Decoder;
use tiff::tags::Tag;

use super::RasterError;
use super::projection::{TransverseMercator, web_mercator};

const GT_MODEL_TYPE: u16 = 1024;
const GEODETIC_CRS: u16 = 2048;
const PROJECTED_CRS: u16 = 3072;
const MODEL_PROJECTED: u16 = 1;
const MODEL_GEOGRAPHIC: u16 = 2;
/// "User-defined" (table 4 of the standard): the file spells the system out instead of naming it.
const USER_DEFINED: u16 = 32767;

/// How model coordinates become degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Crs {
    Geographic,
    WebMercator,
    TransverseMercator(TransverseMercator),
}

impl Crs {
    pub(super) fn read<R: Read + Seek>(tiff: &mut Decoder<R>) -> Result<Self, RasterError> {
        let keys: Option<Vec<u16>> = tiff.find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag)?;
        let keys = keys.ok_or(RasterError::NoCrs)?;
        match short_key(&keys, GT_MODEL_TYPE) {
            Some(MODEL_GEOGRAPHIC) => {
                geographic(short_key(&keys, GEODETIC_CRS).unwrap_or(USER_DEFINED))
            }
            Some(MODEL_PROJECTED) => {
                projected(short_key(&keys, PROJECTED_CRS).unwrap_or(USER_DEFINED))
            }
            Some(_) => Err(RasterError::UnsupportedCrs(USER_DEFINED)),
            None => Err(RasterError::NoCrs),
        }
    }

    /// Longitude and latitude in degrees.
    pub(super) fn degrees(self, x: f64, y: f64) -> (f64, f64) {
        match self {
            Self::Geographic => (x, y),
            Self::WebMercator => web_mercator(x, y),
            Self::TransverseMercator(projection) => projection.degrees(x, y),
        }
    }
}

/// The value of a key that is stored in the directory itself: four numbers a key, the first four are the header.
fn short_key(keys: &[u16], wanted: u16) -> Option<u16> {
    keys.chunks_exact(4)
        .skip(1)
        .find(|key| key[0] == wanted && key[1] == 0)
        .map(|key| key[3])
}

fn geographic(code: u16) -> Result<Crs, RasterError> {
    match code {
        // WGS 84, CGCS2000, NAD83, ETRS89: within two metres of one another, far below a pixel of a footprint.
        4326 | 4979 | 4490 | 4269 | 4258 => Ok(Crs::Geographic),
        other => Err(RasterError::UnsupportedCrs(other)),
    }
}

/// Codes from the EPSG registry.
fn projected(code: u16) -> Result<Crs, RasterError> {
    let projection = match code {
        3857 => return Ok(Crs::WebMercator),
        // WGS 84 and NAD83 / UTM.
        32601..=32660 => TransverseMercator::utm(code - 32600, false),
        32701..=32760 => TransverseMercator::utm(code - 32700, true),
        26901..=26923 => TransverseMercator::utm(code - 26900, false),
        // CGCS2000 / Gauss-Krüger, six degrees wide: zones 13 to 23, then the same without the zone in the easting.
        4491..=4501 => TransverseMercator::gauss_krueger(6 * (code - 4478) - 3, code - 4478),
        4502..=4512 => TransverseMercator::gauss_krueger(75 + 6 * (code - 4502), 0),
        // Three degrees wide: zones 25 to 45, then without.
        4513..=4533 => TransverseMercator::gauss_krueger(3 * (code - 4488), code - 4488),
        4534..=4554 => TransverseMercator::gauss_krueger(75 + 3 * (code - 4534), 0),
        other => return Err(RasterError::UnsupportedCrs(other)),
    };
    Ok(Crs::TransverseMercator(projection))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected values: GDAL 3.6.2, `gdaltransform -s_srs EPSG:code -t_srs EPSG:4326`.
    #[test]
    fn codes_agree_with_gdal() {
        for (code, x, y, lon, lat) in [
            (
                3857_u16,
                12_000_000.0,
                4_000_000.0,
                107.797_834_094,
                33.785_230_070,
            ),
            (
                32650,
                447_000.0,
                4_420_000.0,
                116.379_747_150,
                39.928_449_581,
            ),
            (
                32760,
                300_000.0,
                5_000_000.0,
                174.456_876_510,
                -45.125_153_848,
            ),
            (
                26913,
                519_467.0,
                4_311_669.0,
                -104.775_332_732,
                38.953_757_330,
            ),
            (
                4499,
                21_447_000.0,
                4_420_000.0,
                122.380_138_882,
                39.912_522_293,
            ),
            (
                4509,
                447_000.0,
                4_420_000.0,
                116.380_138_882,
                39.912_522_293,
            ),
            (
                4527,
                39_447_000.0,
                4_420_000.0,
                116.380_138_882,
                39.912_522_293,
            ),
            (
                4548,
                447_000.0,
                4_420_000.0,
                116.380_138_882,
                39.912_522_293,
            ),
            (
                4513,
                25_447_000.0,
                4_420_000.0,
                74.380_138_882,
                39.912_522_293,
            ),
            (
                4554,
                447_000.0,
                4_420_000.0,
                134.380_138_882,
                39.912_522_293,
            ),
        ] {
            let (found_lon, found_lat) = projected(code).unwrap().degrees(x, y);
            // A billionth of a degree is a tenth of a millimetre.
            let off = (found_lon - lon).abs().max((found_lat - lat).abs());
            assert!(off < 2e-9, "{code}: {found_lon:.9} {found_lat:.9}");
        }
    }

    #[test]
    fn unknown_systems_are_refused() {
        for code in [32767, 2154, 32600, 4555] {
            assert!(projected(code).is_err(), "{code}");
        }
        assert!(geographic(4214).is_err());
    }
}
