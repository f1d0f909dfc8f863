//! Why files are no areas.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;

/// Why a file is no area to search by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "area_file.")]
pub enum AreaFileText {
    ArchiveBroken { error: String },
    ArchiveIncomplete,
    NoShapefile,
    TooManyEntries,
    EntryTooLarge,
    KmlBroken { error: String },
    KmlNotUtf8,
    KmlNotNumbers,
    FormatUnknown,
    PrjMissing,
    PrjBroken,
    CrsUnsupported { what: String },
    CrsParametersWrong,
    CrsOutOfRange,
    ShapefileBroken,
    ShapeBroken,
    GeoJsonNotUtf8,
    GeoJsonBroken { error: String },
}

impl Text for AreaFileText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
