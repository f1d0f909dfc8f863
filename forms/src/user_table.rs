//! Tables of users: read from a workbook or CSV that anybody may have made, and written as template, as report of what is
//! wrong, and with the passwords of those who were made.

mod csv_file;
mod rows;
mod unpacked;
mod workbook_file;
mod write;

use domain::sheet::SheetRow;

pub use rows::TableError;
use rows::TableRead;
pub use unpacked::MAX_UNPACKED_BYTES;
pub use write::{FaultLine, passwords, report, template};

/// The rows of a workbook's first sheet that can be seen, or of a CSV file in UTF-8 or GB 18030; at most `most_rows` and the
/// headings.
pub fn read(bytes: &[u8], most_rows: usize) -> Result<Vec<SheetRow>, TableError> {
    let mut rows = TableRead {
        rows: Vec::new(),
        most: most_rows + 1,
        left: MAX_UNPACKED_BYTES,
    };
    if bytes.starts_with(b"PK") {
        unpacked::check(bytes)?;
        workbook_file::read(bytes, &mut rows)?;
    } else {
        csv_file::read(bytes, &mut rows)?;
    }
    Ok(rows.rows)
}

#[cfg(test)]
mod tests;
