//! Why a raster could not be taken into the catalogue.

use std::io;

use geometry::CrsError;
use tiff::TiffError;

/// The texts are for the person who runs the ingest.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The file could not be read.
    #[error("无法读取：{0}")]
    Io(#[from] io::Error),
    /// Not a TIFF, or a damaged one.
    #[error("文件损坏或不是 GeoTIFF：{0}")]
    Corrupt(String),
    /// A TIFF without coordinates.
    #[error("没有坐标信息")]
    NoPlacement,
    /// A TIFF that does not say what its coordinates mean.
    #[error("没有坐标系信息")]
    NoCrs,
    /// A coordinate system that is not known here: its EPSG code, 32767 for one that the file defines itself.
    #[error(
        "不支持的坐标系 EPSG:{0}，请先转换，例如 gdalwarp -t_srs EPSG:4490（支持 CGCS2000、WGS84、西安80、北京54 的经纬度与高斯-克吕格，以及 UTM、Web 墨卡托）"
    )]
    UnsupportedCrs(u16),
    /// Coordinates that its coordinate system does not have.
    #[error(transparent)]
    Crs(#[from] CrsError),
}

impl From<TiffError> for RasterError {
    fn from(error: TiffError) -> Self {
        match error {
            // A read behind the end says that the file is cut off, not that the disk failed.
            TiffError::IoError(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                Self::Io(error)
            }
            other => Self::Corrupt(other.to_string()),
        }
    }
}
