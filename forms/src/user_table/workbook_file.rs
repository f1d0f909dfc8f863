//! The first sheet of an XLSX workbook that can be seen, cell by cell: a sheet that claims to be huge costs nothing.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{DataRef, Reader as _, SheetVisible, Xlsx};
use domain::sheet::SheetCell;

use super::rows::{MAX_COLUMNS, TableError, TableRead};

/// Whole numbers beyond this have lost digits in a spreadsheet (15 significant ones).
const LARGEST_WHOLE: f64 = 1e15;

/// A reader that panics over a workbook, as over a cell reference beyond its integers, has said that it cannot read it.
pub(super) fn read(bytes: &[u8], rows: &mut TableRead) -> Result<(), TableError> {
    let reading = AssertUnwindSafe(|| read_cells(bytes, rows));
    catch_unwind(reading).unwrap_or(Err(TableError::Unreadable))
}

fn read_cells(bytes: &[u8], rows: &mut TableRead) -> Result<(), TableError> {
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(|_| TableError::Unreadable)?;
    let mut sheets = workbook.sheets_metadata().iter();
    // What nobody sees is not what somebody means to import.
    let first = sheets.find(|sheet| sheet.visible == SheetVisible::Visible);
    let first = first.ok_or(TableError::Unreadable)?.name.clone();
    let mut cells = workbook
        .worksheet_cells_reader(&first)
        .map_err(|_| TableError::Unreadable)?;
    while let Some(record) = cells
        .next_cell_with_formula_metadata()
        .map_err(|_| TableError::Unreadable)?
    {
        let (row, column) = record.pos;
        let cell = match record.formula {
            Some(_) => Some(SheetCell::Formula),
            None => cell(&record.value),
        };
        let Some(cell) = cell else { continue };
        if column < MAX_COLUMNS {
            let number = row.checked_add(1).ok_or(TableError::Unreadable)?;
            rows.add(number, column, cell)?;
        }
    }
    Ok(())
}

fn cell(value: &DataRef<'_>) -> Option<SheetCell> {
    match value {
        DataRef::Empty | DataRef::SharedString("") => None,
        DataRef::String(text) if text.is_empty() => None,
        DataRef::String(text) => Some(SheetCell::of_text(text)),
        DataRef::SharedString(text) => Some(SheetCell::of_text(text)),
        DataRef::Int(number) => Some(SheetCell::Text(number.to_string())),
        DataRef::Float(number) => Some(whole(*number)),
        DataRef::Bool(_)
        | DataRef::DateTime(_)
        | DataRef::DateTimeIso(_)
        | DataRef::DurationIso(_)
        | DataRef::Error(_) => Some(SheetCell::Other),
    }
}

/// A telephone number that a spreadsheet took for a number.
fn whole(number: f64) -> SheetCell {
    if number.fract() == 0.0 && number.abs() < LARGEST_WHOLE {
        SheetCell::Text(format!("{number:.0}"))
    } else {
        SheetCell::Other
    }
}
