//! CSV, as spreadsheets write it: UTF-8 with or without its mark, or GB 18030.

use std::borrow::Cow;
use std::str::Utf8Error;

use csv_core::ReadRecordResult;
use domain::sheet::SheetCell;
use encoding_rs::{GB18030, UTF_8};

use super::rows::{MAX_COLUMNS, TableError, TableRead};
use super::unpacked::MAX_UNPACKED_BYTES;

/// Bytes of the first line that are looked through for separators.
const LONGEST_HEADING: usize = 64 * 1024;

pub(super) fn read(bytes: &[u8], rows: &mut TableRead) -> Result<(), TableError> {
    if bytes.len() as u64 > MAX_UNPACKED_BYTES {
        return Err(TableError::TooLarge);
    }
    let text = decoded(bytes).ok_or(TableError::Unreadable)?;
    if text.contains('\0') {
        return Err(TableError::Unreadable);
    }
    let mut records = Records::new(&text, separator(&text));
    for number in 1.. {
        if !records.advance()? {
            break;
        }
        rows.row(number)?;
        for (column, text) in (0..MAX_COLUMNS).zip(records.texts()) {
            let text = text.map_err(|_| TableError::Unreadable)?;
            if !text.is_empty() {
                rows.add(number, column, cell(text))?;
            }
        }
    }
    Ok(())
}

/// What the beginning of the first line has most of.
fn separator(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let beginning = || first.chars().take(LONGEST_HEADING);
    let count = |separator: char| beginning().filter(|c| *c == separator).count();
    if count('\t') > count(',') {
        b'\t'
    } else if count(';') > count(',') {
        b';'
    } else {
        b','
    }
}

/// The records of a text, each with its first [`MAX_COLUMNS`] fields: a line of millions of separators costs no memory for each.
pub(super) struct Records<'a> {
    reader: csv_core::Reader,
    rest: &'a [u8],
    /// The fields of the record that was read last, one behind the other.
    fields: Vec<u8>,
    /// Offset behind each field.
    pub(super) ends: Vec<usize>,
}

impl<'a> Records<'a> {
    pub(super) fn new(text: &'a str, separator: u8) -> Self {
        Self {
            reader: csv_core::ReaderBuilder::new().delimiter(separator).build(),
            rest: text.as_bytes(),
            // No field is longer than what it is read from.
            fields: vec![0; text.len() + 1],
            ends: Vec::new(),
        }
    }

    /// Reads the next record; `false`: there is none.
    pub(super) fn advance(&mut self) -> Result<bool, TableError> {
        self.ends.clear();
        let mut written = 0;
        loop {
            let mut ends = [0; MAX_COLUMNS as usize];
            let fields = &mut self.fields[written..];
            let (result, read, wrote, ended) =
                self.reader.read_record(self.rest, fields, &mut ends);
            self.rest = &self.rest[read..];
            written += wrote;
            let room = ends.len() - self.ends.len();
            self.ends.extend_from_slice(&ends[..ended.min(room)]);
            match result {
                ReadRecordResult::Record => return Ok(true),
                ReadRecordResult::End => return Ok(false),
                ReadRecordResult::OutputFull => return Err(TableError::Unreadable),
                ReadRecordResult::InputEmpty | ReadRecordResult::OutputEndsFull => {}
            }
        }
    }

    fn texts(&self) -> impl Iterator<Item = Result<&str, Utf8Error>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(move |(start, end)| std::str::from_utf8(&self.fields[start..*end]))
    }
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
        SheetCell::of_text(text)
    }
}
