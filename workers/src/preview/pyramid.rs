//! Which image of the file the picture is made of: the smallest that is large enough.

use texts::PictureText;

use super::directory::{Directory, TiffFile, tag};
use super::error::PreviewError;
use super::layout::{self, Layout, Photometric};

const REDUCED: u64 = 1;
const MASK: u64 = 4;

/// The chosen image and the mask that belongs to it.
#[derive(Debug)]
pub(super) struct Pyramid {
    pub(super) image: Layout,
    pub(super) mask: Option<Layout>,
}

impl Pyramid {
    /// Chooses for a picture of at most `side` pixels a side.
    pub(super) fn read(tiff: &TiffFile<'_>, side: u32) -> Result<Self, PreviewError> {
        let directories = tiff.directories()?;
        let first = directories
            .first()
            .ok_or_else(|| PreviewError::corrupt(PictureText::NoImage))?;
        let whole = Layout::read(tiff, first);
        let (width, height) = match &whole {
            Ok(layout) => (u64::from(layout.width), u64::from(layout.height)),
            // Too large as it is; a reduced copy may do.
            Err(_) => (
                first.first(tiff, tag::WIDTH)?.unwrap_or(0),
                first.first(tiff, tag::HEIGHT)?.unwrap_or(0),
            ),
        };
        let reduced = directories[1..]
            .iter()
            .filter(|directory| kind(tiff, directory) & (REDUCED | MASK) == REDUCED)
            .filter_map(|directory| Layout::read(tiff, directory).ok())
            .filter(|layout| layout.width.max(layout.height) >= side)
            .filter(|layout| is_copy(layout, width, height))
            .min_by_key(|layout| u64::from(layout.width) * u64::from(layout.height));
        let mut image = match reduced {
            Some(mut reduced) => {
                // Only the first directory tells, and it is true of all.
                reduced.nodata = reduced.nodata.or(layout::nodata(tiff, first)?);
                reduced
            }
            None => whole?,
        };
        if image.photometric == Photometric::Mask {
            image.photometric = Photometric::BlackIsZero;
        }
        let mask = directories[1..]
            .iter()
            .filter(|directory| kind(tiff, directory) & MASK == MASK)
            .filter_map(|directory| Layout::read(tiff, directory).ok())
            .find(|mask| fits(mask, &image));
        Ok(Self { image, mask })
    }
}

fn kind(tiff: &TiffFile<'_>, directory: &Directory) -> u64 {
    let kind = directory.first(tiff, tag::SUBFILE_TYPE);
    kind.ok().flatten().unwrap_or(0)
}

/// Whether it shows the same in another size: the sides differ by the same factor, but for rounding.
fn is_copy(layout: &Layout, width: u64, height: u64) -> bool {
    let (a, b) = (u64::from(layout.width), u64::from(layout.height));
    a <= width && b <= height && (a * height).abs_diff(b * width) <= width.max(height) * 2
}

/// Read in step with the image, so its blocks must be the same.
fn fits(mask: &Layout, image: &Layout) -> bool {
    let shape = |layout: &Layout| {
        (
            layout.width,
            layout.height,
            layout.block_width,
            layout.block_height,
        )
    };
    shape(mask) == shape(image) && mask.samples == 1
}
