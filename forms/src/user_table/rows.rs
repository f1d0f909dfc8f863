//! Rows as a reader of either format hands them on, within their bounds.

use domain::sheet::{SheetCell, SheetRow};

/// Columns behind this one are not looked at.
pub(super) const MAX_COLUMNS: u32 = 256;

/// Why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// It is neither a workbook nor a table of texts, or it is broken.
    #[error("the file is no table")]
    Unreadable,
    /// It unpacks to more than [`MAX_UNPACKED_BYTES`](super::MAX_UNPACKED_BYTES), or its cells have more texts than that.
    #[error("the file unpacks to too much")]
    TooLarge,
    /// It has more rows than may be imported at a time.
    #[error("the table has too many rows")]
    TooManyRows,
}

/// Rows that have been read.
pub(super) struct TableRead {
    pub(super) rows: Vec<SheetRow>,
    pub(super) most: usize,
    /// Bytes that the texts of further cells may have together.
    pub(super) left: u64,
}

impl TableRead {
    /// Puts a cell at the end of the row of this number. Cells of a row come in their order, so that no row has more of them
    /// than columns.
    pub(super) fn add(
        &mut self,
        number: u32,
        column: u32,
        cell: SheetCell,
    ) -> Result<(), TableError> {
        if let SheetCell::Text(text) = &cell {
            let left = self.left.checked_sub(text.len() as u64);
            self.left = left.ok_or(TableError::TooLarge)?;
        }
        let cells = &mut self.row(number)?.cells;
        if cells.last().is_some_and(|(last, _)| *last >= column) {
            return Err(TableError::Unreadable);
        }
        cells.push((column, cell));
        Ok(())
    }

    /// The row of this number, from 1; rows come in their order.
    pub(super) fn row(&mut self, number: u32) -> Result<&mut SheetRow, TableError> {
        let last = self.rows.last().map_or(0, |row| row.number);
        if number < last {
            return Err(TableError::Unreadable);
        }
        if number > last {
            if self.rows.len() == self.most {
                return Err(TableError::TooManyRows);
            }
            self.rows.push(SheetRow {
                number,
                cells: Vec::new(),
            });
        }
        self.rows.last_mut().ok_or(TableError::Unreadable)
    }
}
