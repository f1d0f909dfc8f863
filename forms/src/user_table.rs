//! Tables of users: read from a workbook or CSV that anybody may have made, and written as template, as report of what is
//! wrong, and with the passwords of those who were made.

mod csv_file;
mod unpacked;
mod workbook_file;
mod write;

use domain::sheet::{SheetCell, SheetRow};

pub use unpacked::MOST_UNPACKED_BYTES;
pub use write::{FaultLine, passwords, report, template};

/// Columns behind this one are not looked at.
const MOST_COLUMNS: u32 = 256;

/// Why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// It is neither a workbook nor a table of texts, or it is broken.
    #[error("the file is no table")]
    Unreadable,
    /// It unpacks to more than [`MOST_UNPACKED_BYTES`], or its cells have more texts than that.
    #[error("the file unpacks to too much")]
    TooLarge,
    /// It has more rows than may be imported at a time.
    #[error("the table has too many rows")]
    TooManyRows,
}

/// The rows of a workbook's first sheet that can be seen, or of a CSV file in UTF-8 or GB 18030; at most `most_rows` and the
/// headings.
pub fn read(bytes: &[u8], most_rows: usize) -> Result<Vec<SheetRow>, TableError> {
    let mut rows = TableRead {
        rows: Vec::new(),
        most: most_rows + 1,
        left: MOST_UNPACKED_BYTES,
    };
    if bytes.starts_with(b"PK") {
        unpacked::check(bytes)?;
        workbook_file::read(bytes, &mut rows)?;
    } else {
        csv_file::read(bytes, &mut rows)?;
    }
    Ok(rows.rows)
}

/// Rows that have been read.
struct TableRead {
    rows: Vec<SheetRow>,
    most: usize,
    /// Bytes that the texts of further cells may have together.
    left: u64,
}

impl TableRead {
    /// Puts a cell at the end of the row of this number. Cells of a row come in their order, so that no row has more of them
    /// than columns.
    fn add(&mut self, number: u32, column: u32, cell: SheetCell) -> Result<(), TableError> {
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
    fn row(&mut self, number: u32) -> Result<&mut SheetRow, TableError> {
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

#[cfg(test)]
mod tests;
