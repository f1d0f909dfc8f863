//! CSV, as spreadsheets write it: UTF-8 with or without its mark, or GB 18030.

use std::borrow::Cow;

use domain::sheet::SheetCell;
use encoding_rs::{GB18030, UTF_8};

use super::{MOST_COLUMNS, MOST_UNPACKED_BYTES, Rows, TableError};

pub(super) fn read(bytes: &[u8], rows: &mut Rows) -> Result<(), TableError> {
    if bytes.len() as u64 > MOST_UNPACKED_BYTES {
        return Err(TableError::TooLarge);
    }
    let text = decoded(bytes).ok_or(TableError::Unreadable)?;
    if text.contains('\0') {
        return Err(TableError::Unreadable);
    }
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: char| first.chars().filter(|c| *c == separator).count();
    let separator = if count('\t') > count(',') {
        b'\t'
    } else if count(';') > count(',') {
        b';'
    } else {
        b','
    };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    for (number, record) in (1..).zip(reader.records()) {
        let record = record.map_err(|_| TableError::Unreadable)?;
        let row = rows.row(number)?;
        let cells = (0..MOST_COLUMNS)
            .zip(record.iter())
            .filter(|(_, text)| !text.is_empty());
        row.cells
            .extend(cells.map(|(column, text)| (column, cell(text))));
    }
    Ok(())
}

fn decoded(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let utf8 = UTF_8.decode_with_bom_removal(bytes);
    if !utf8.1 {
        return Some(utf8.0);
    }
    GB18030.decode_without_bom_handling_and_without_replacement(bytes)
}

/// What a spreadsheet would take for a formula and work out.
fn cell(text: &str) -> SheetCell {
    if text.starts_with(['=', '@', '＝', '＠']) {
        SheetCell::Formula
    } else {
        SheetCell::Text(text.to_owned())
    }
}
