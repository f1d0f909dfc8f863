//! The coordinate system a GeoTIFF names in its GeoKeys (OGC 19-008r4, "GeoTIFF Standard", section 7).

use std::io::{Read, Seek};

use geometry::Crs;
use tiff::decoder::Decoder;
use tiff::tags::Tag;

use super::RasterError;

const GT_MODEL_TYPE: u16 = 1024;
const GEODETIC_CRS: u16 = 2048;
const PROJECTED_CRS: u16 = 3072;
const MODEL_PROJECTED: u16 = 1;
const MODEL_GEOGRAPHIC: u16 = 2;
/// "User-defined" (table 4 of the standard): the file spells the system out instead of naming it.
const USER_DEFINED: u16 = 32767;

pub(super) fn read<R: Read + Seek>(tiff: &mut Decoder<R>) -> Result<Crs, RasterError> {
    let keys: Option<Vec<u16>> = tiff.find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag)?;
    let keys = keys.ok_or(RasterError::NoCrs)?;
    match short_key(&keys, GT_MODEL_TYPE) {
        Some(MODEL_GEOGRAPHIC) => {
            geographic(short_key(&keys, GEODETIC_CRS).unwrap_or(USER_DEFINED))
        }
        Some(MODEL_PROJECTED) => projected(short_key(&keys, PROJECTED_CRS).unwrap_or(USER_DEFINED)),
        Some(_) => Err(RasterError::UnsupportedCrs(USER_DEFINED)),
        None => Err(RasterError::NoCrs),
    }
}

/// The value of a key that is stored in the directory itself: four numbers a key, the first four are the header.
fn short_key(keys: &[u16], id: u16) -> Option<u16> {
    keys.chunks_exact(4)
        .skip(1)
        .find(|key| key[0] == id && key[1] == 0)
        .map(|key| key[3])
}

fn geographic(code: u16) -> Result<Crs, RasterError> {
    known(code, true)
}

fn projected(code: u16) -> Result<Crs, RasterError> {
    known(code, false)
}

fn known(code: u16, in_degrees: bool) -> Result<Crs, RasterError> {
    let system = Crs::from_epsg(code).filter(|system| system.is_geographic() == in_degrees);
    system.ok_or(RasterError::UnsupportedCrs(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_systems_are_refused() {
        for code in [32767, 2154, 32600, 4555] {
            assert!(projected(code).is_err(), "{code}");
        }
        assert!(geographic(4555).is_err());
        assert!(geographic(2334).is_err(), "it is no system of degrees");
        assert!(projected(4610).is_err(), "it is no system of metres");
    }
}
