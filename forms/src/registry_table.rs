//! The registry of provided data as a table: a workbook that is written row by row, and cells for comma-separated values.

use std::io::{Seek, Write};

use chrono::NaiveDateTime;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use crate::workbook::{write_head, write_text};

/// Rows of a sheet below its heading; what is more stands on the next sheet (a sheet has 1,048,576).
const MAX_ROWS: u32 = 1_000_000;
const SHEET: &str = "数据提供登记";
const DATE_FORMAT: &str = "yyyy-mm-dd hh:mm:ss";
const WHOLE_FORMAT: &str = "#,##0";

/// The columns with their widths in characters, in the order of [`RegistryRow`].
pub const COLUMNS: [(&str, u32); 23] = [
    ("登记号", 10),
    ("订单号", 24),
    ("交付次序", 10),
    ("交付时间", 20),
    ("完成时间", 20),
    ("获取方式", 10),
    ("登录名", 16),
    ("用户", 12),
    ("申请人", 12),
    ("申请单位", 28),
    ("数据用途", 16),
    ("项目名称", 28),
    ("备注", 28),
    ("景数", 10),
    ("数据量（字节）", 18),
    ("文件数", 10),
    ("文件总字节数", 18),
    ("分发登记表SHA-256", 40),
    ("材料SHA-256", 60),
    ("已下载文件数", 14),
    ("已下载字节数", 18),
    ("首次下载", 20),
    ("最近下载", 20),
];

/// A value of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegistryCell {
    /// A text, also where it looks like a formula.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A moment as clocks in China show it; `None`: it has not come.
    Time(Option<NaiveDateTime>),
}

/// A line of the table.
pub type RegistryRow = [RegistryCell; COLUMNS.len()];

impl RegistryCell {
    /// As a line of comma-separated values holds it, before its quotes.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) => domain::text::spreadsheet_cell(text).into_owned(),
            Self::Whole(number) => number.to_string(),
            Self::Time(time) => time.map_or_else(String::new, |time| {
                time.format("%Y-%m-%d %H:%M:%S").to_string()
            }),
        }
    }
}

/// A workbook that is being written; its rows go into a temporary file, not into memory.
pub struct RegistryWorkbook {
    workbook: Workbook,
    sheets: usize,
    next: u32,
    date: Format,
    whole: Format,
}

impl RegistryWorkbook {
    /// One with a heading and no rows.
    ///
    /// # Errors
    /// When the temporary file cannot be written.
    pub fn begin() -> Result<Self, XlsxError> {
        let mut table = Self {
            workbook: Workbook::new(),
            sheets: 0,
            next: 1,
            date: Format::new().set_num_format(DATE_FORMAT),
            whole: Format::new().set_num_format(WHOLE_FORMAT),
        };
        table.begin_sheet()?;
        Ok(table)
    }

    fn begin_sheet(&mut self) -> Result<(), XlsxError> {
        self.sheets += 1;
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        let name = match self.sheets {
            1 => SHEET.to_owned(),
            n => format!("{SHEET}{n}"),
        };
        sheet.set_name(name)?;
        self.next = 1;
        write_head(sheet, &COLUMNS)
    }

    /// Writes one more row.
    ///
    /// # Errors
    /// When the temporary file cannot be written.
    pub fn add(&mut self, row: &RegistryRow) -> Result<(), XlsxError> {
        if self.next > MAX_ROWS {
            self.begin_sheet()?;
        }
        let sheet = self.workbook.worksheet_from_index(self.sheets - 1)?;
        for (cell, column) in row.iter().zip(0_u16..) {
            write_cell(sheet, (self.next, column), cell, (&self.date, &self.whole))?;
        }
        self.next += 1;
        Ok(())
    }

    /// Writes the whole workbook.
    ///
    /// # Errors
    /// When `out` or the temporary file cannot be written.
    pub fn finish<W: Write + Seek + Send>(mut self, out: W) -> Result<(), XlsxError> {
        self.workbook.save_to_writer(out)
    }
}

fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &RegistryCell,
    (date, whole): (&Format, &Format),
) -> Result<(), XlsxError> {
    match cell {
        RegistryCell::Text(text) => write_text(sheet, (row, column), text),
        #[expect(clippy::cast_precision_loss, reason = "cells hold doubles")]
        RegistryCell::Whole(number) => sheet
            .write_number_with_format(row, column, *number as f64, whole)
            .map(drop),
        RegistryCell::Time(Some(time)) => sheet
            .write_datetime_with_format(row, column, time, date)
            .map(drop),
        RegistryCell::Time(None) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read as _};

    use super::*;

    fn row(text: &str) -> RegistryRow {
        let mut row = COLUMNS.map(|_| RegistryCell::Time(None));
        row[0] = RegistryCell::Whole(7);
        row[3] = RegistryCell::Time("2026-11-25T09:30:00".parse().ok());
        row[9] = RegistryCell::Text(text.to_owned());
        row
    }

    fn part(zip: &mut zip::ZipArchive<Cursor<Vec<u8>>>, name: &str) -> String {
        let mut text = String::new();
        let mut part = zip.by_name(name).unwrap();
        part.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn what_looks_like_a_formula_stays_a_text() {
        for (text, marked) in [
            ("=1+1", true),
            ("+8613800000000", true),
            ("-1", true),
            ("@sum", true),
            ("＝1+1", true),
            ("＠a", true),
            ("地质调查院", false),
        ] {
            let mut table = RegistryWorkbook::begin().unwrap();
            table.add(&row(text)).unwrap();
            let mut out = Cursor::new(Vec::new());
            table.finish(&mut out).unwrap();
            let mut zip = zip::ZipArchive::new(Cursor::new(out.into_inner())).unwrap();
            let sheet = part(&mut zip, "xl/worksheets/sheet1.xml");
            assert!(sheet.contains(text) && !sheet.contains("<f>"), "{sheet}");
            let styles = part(&mut zip, "xl/styles.xml");
            assert_eq!(styles.contains(r#"quotePrefix="1""#), marked, "{text}");
            let plain = row(text)[9].plain();
            assert_eq!(plain.starts_with('\''), marked, "{plain}");
        }
        assert_eq!(row("")[3].plain(), "2026-11-25 09:30:00");
        assert_eq!(row("")[4].plain(), "");
    }
}
