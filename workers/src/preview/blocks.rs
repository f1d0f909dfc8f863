//! The rows of one block.

use super::codec::Unpacked;
use super::directory::TiffFile;
use super::error::PreviewError;
use super::layout::Layout;
use super::samples::{SampleSelection, pick, undo_predictor};

/// One block (of one plane) being read from top to bottom.
pub(super) struct BlockRows<'a> {
    layout: &'a Layout,
    little_endian: bool,
    unpacked: Unpacked<'a>,
    row: Vec<u8>,
    spare: Vec<u8>,
}

impl<'a> BlockRows<'a> {
    /// Opens a block; `None` when it was never written.
    pub(super) fn open(
        tiff: &TiffFile<'a>,
        layout: &'a Layout,
        plane: usize,
        index: u64,
    ) -> Result<Option<Self>, PreviewError> {
        let Some(span) = layout.block(tiff, plane, index)? else {
            return Ok(None);
        };
        let row = usize::try_from(layout.row_bytes()).unwrap_or(0);
        Ok(Some(Self {
            layout,
            little_endian: tiff.little_endian,
            unpacked: Unpacked::open(tiff.file, layout, span)?,
            row: vec![0; row],
            spare: Vec::new(),
        }))
    }

    /// Goes on to the next row.
    pub(super) fn advance(&mut self) -> Result<(), PreviewError> {
        self.unpacked.read(&mut self.row)?;
        undo_predictor(
            &mut self.row,
            &mut self.spare,
            self.layout,
            self.little_endian,
        )
    }

    /// Leaves a row out.
    pub(super) fn skip(&mut self) -> Result<(), PreviewError> {
        Ok(self.unpacked.skip(&mut self.row)?)
    }

    /// Samples of the row.
    pub(super) fn pick(&self, selection: SampleSelection, out: &mut Vec<f64>) {
        pick(&self.row, self.layout, self.little_endian, selection, out);
    }
}
