//! Why no picture is made of a raster.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;

/// What is wrong with a raster, or not supported of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "picture.")]
pub enum PictureText {
    TakesTooLong,
    NotATiff,
    SizeDiffers,
    NoImage,
    ZeroSize,
    NoData,
    NoBands,
    NoPalette,
    DirectoryCutOff,
    DirectoryTooLong,
    TagUnreadable { tag: u16 },
    TagTooLarge { tag: u16 },
    BlocksMissing { blocks: u64, listed: u64 },
    BlocksTooLarge,
    BlockBehindEnd { offset: u64, length: u64, size: u64 },
    TooLargeWithoutOverviews,
    BitOrderUnknown,
    BitsUnsupported { bits: u64 },
    SamplesUnsupported { format: u64, bits: u64 },
    ColoursUnsupported,
    ColourModeUnsupported { mode: u64 },
    CompressionUnsupported { code: u64 },
    PredictorUnsupported { code: u64, bits: u64 },
    JpegBlockTooLarge,
    JpegNot8Bit,
    JpegSizeDiffers,
    Jpeg { what: String },
}

impl Text for PictureText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
