//! Why the catalogue does not take an item or a raster.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::{Detail, Text};

/// What is wrong with a STAC Item or a GeoTIFF that is to be taken into the catalogue, and the names that these sentences
/// give to parts of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "item.")]
pub enum ItemText {
    Empty,
    TooLong,
    NotJson {
        why: String,
    },
    NotAFeature {
        kind: String,
    },
    NoId,
    HiddenCharacter {
        field: Detail,
        character: String,
    },
    FileName,
    PropertiesWrong {
        why: String,
    },
    PropertiesHoldNul,
    NoDatetime,
    TimeWrong {
        field: String,
        time: String,
        why: String,
    },
    CloudOutOfRange {
        cloud: String,
    },
    AddressWrong {
        href: String,
        why: String,
    },
    AddressHoldsNul {
        href: String,
    },
    ChecksumWrong {
        checksum: String,
    },
    GeometryKind {
        kind: String,
    },
    GeometryCoordinates {
        why: String,
    },
    GeometryWithoutArea,
    RasterUnreadable {
        why: Detail,
    },
    RasterDamaged {
        why: Detail,
    },
    RasterWithoutPlacement,
    RasterWithoutSystem,
    RasterSystemUnknown {
        code: u16,
    },
    RasterSystemWrong,
    RasterOutsideSystem,
    RasterOfSizeZero,
    RasterBlockBehindEnd {
        offset: u64,
        length: u64,
        size: u64,
    },
    RasterWithoutArea,
    RasterCoordinateInfinite,
    PathNotAbsolute,
}

impl Text for ItemText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
