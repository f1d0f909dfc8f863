//! Why a raster could not be taken into the catalogue.

use std::{error, fmt, io};

use geometry::CrsError;
use texts::{Detail, ItemText};
use tiff::TiffError;

/// What is wrong with a raster.
#[derive(Debug)]
pub enum RasterError {
    /// The file could not be read.
    Io(io::Error),
    /// Not a TIFF, or a damaged one: what the decoder or [`ItemText`] says.
    Corrupt(Detail),
    /// A TIFF without coordinates.
    NoPlacement,
    /// A TIFF that does not say what its coordinates mean.
    NoCrs,
    /// A coordinate system that is not known here: its EPSG code, 32767 for one that the file defines itself.
    UnsupportedCrs(u16),
    /// Coordinates that its coordinate system does not have.
    Crs(CrsError),
}

impl RasterError {
    /// The same for people.
    #[must_use]
    pub fn text(&self) -> ItemText {
        match self {
            Self::Io(error) => ItemText::RasterUnreadable {
                why: error.to_string().into(),
            },
            Self::Corrupt(why) => ItemText::RasterDamaged { why: why.clone() },
            Self::NoPlacement => ItemText::RasterWithoutPlacement,
            Self::NoCrs => ItemText::RasterWithoutSystem,
            Self::UnsupportedCrs(code) => ItemText::RasterSystemUnknown { code: *code },
            Self::Crs(CrsError::Parameters) => ItemText::RasterSystemWrong,
            Self::Crs(CrsError::OutOfRange) => ItemText::RasterOutsideSystem,
        }
    }
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Detail::from(self.text()).chinese())
    }
}

impl error::Error for RasterError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Crs(error) => Some(error),
            Self::Corrupt(_) | Self::NoPlacement | Self::NoCrs | Self::UnsupportedCrs(_) => None,
        }
    }
}

impl From<io::Error> for RasterError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<CrsError> for RasterError {
    fn from(error: CrsError) -> Self {
        Self::Crs(error)
    }
}

impl From<TiffError> for RasterError {
    fn from(error: TiffError) -> Self {
        match error {
            // A read behind the end says that the file is cut off, not that the disk failed.
            TiffError::IoError(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                Self::Io(error)
            }
            other => Self::Corrupt(other.to_string().into()),
        }
    }
}
