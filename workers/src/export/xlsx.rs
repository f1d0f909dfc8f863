//! An Excel workbook of one sheet.
//!
//! Written row by row: the sheet goes into a temporary file, not into memory, with its texts in the cells instead of in
//! a table of shared strings.

use std::fs::File;
use std::io::BufWriter;

use chrono::{DateTime, NaiveDateTime, Utc};
use domain::calendar::china_time;
use domain::text::begins_formula;
use forms::workbook;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use super::output::{Title, temporary, written};
use super::row::{FOOTPRINT, Layout, SceneRow, Value, all_values, columns};
use crate::fault::Fault;

/// Most characters of a cell ("Excel specifications and limits").
const MAX_CHARACTERS: usize = 32_767;
/// Width of further columns, in characters.
const FURTHER_WIDTH: f64 = 18.0;
/// What stands where a footprint is longer than a cell: half a geometry would be a wrong one.
const TOO_LONG: &str = "（范围顶点过多，请导出GeoJSON或Shapefile）";
const DATE_FORMAT: &str = "yyyy-mm-dd hh:mm:ss";
const SIZE_FORMAT: &str = "#,##0";

/// A workbook that is being written.
pub struct Xlsx {
    workbook: Workbook,
    formats: Formats,
    next: u32,
    last_column: u16,
    layout: Layout,
}

struct Formats {
    date: Format,
    whole: Format,
    /// What `'` before a text does by hand.
    quoted: Format,
}

impl Xlsx {
    pub(super) fn begin(title: &Title) -> Result<Self, Fault> {
        let mut workbook = Workbook::new();
        let heading = workbook::heading();
        let sheet = workbook
            .add_worksheet_with_constant_memory()
            .map_err(fault)?;
        sheet.set_name("景数据").map_err(fault)?;
        let mut last_column = 0;
        let ours = columns(title.layout).map(|column| (column.heading, column.characters));
        let further = title.further.iter();
        let further = further.map(|heading| (heading.as_str(), FURTHER_WIDTH));
        let all = ours
            .chain(further)
            .chain([(FOOTPRINT.heading, FOOTPRINT.characters)]);
        for (at, (text, characters)) in (0_u16..).zip(all) {
            sheet
                .set_column_width(at, characters)
                .and_then(|sheet| sheet.write_string_with_format(0, at, shortened(text), &heading))
                .map_err(fault)?;
            last_column = at;
        }
        sheet.set_freeze_panes(1, 0).map_err(fault)?;
        Ok(Self {
            workbook,
            formats: Formats {
                date: Format::new().set_num_format(DATE_FORMAT),
                whole: Format::new().set_num_format(SIZE_FORMAT),
                quoted: workbook::quoted(),
            },
            next: 1,
            last_column,
            layout: title.layout,
        })
    }

    pub(super) fn add(&mut self, row: &SceneRow) -> Result<(), Fault> {
        let sheet = self.workbook.worksheet_from_index(0).map_err(fault)?;
        let wkt = row.footprint.wkt();
        let footprint = if wkt.len() > MAX_CHARACTERS {
            TOO_LONG
        } else {
            &wkt
        };
        for (at, value) in
            (0_u16..).zip(all_values(row, self.layout).chain([Value::Text(footprint)]))
        {
            put(sheet, (self.next, at), value, &self.formats).map_err(fault)?;
        }
        self.next += 1;
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<File, Fault> {
        let sheet = self.workbook.worksheet_from_index(0).map_err(fault)?;
        sheet
            .autofilter(0, 0, self.next - 1, self.last_column)
            .map_err(fault)?;
        let mut out = BufWriter::new(temporary()?);
        self.workbook.save_to_writer(&mut out).map_err(fault)?;
        out.into_inner().map_err(|error| written(error.error()))
    }
}

fn put(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    value: Value<'_>,
    formats: &Formats,
) -> Result<(), XlsxError> {
    match value {
        // A text is never a formula: it is written as a string cell, and stays one when somebody edits it.
        Value::Text(text) if begins_formula(text) => {
            sheet.write_string_with_format(row, column, shortened(text), &formats.quoted)?
        }
        Value::Text(text) => sheet.write_string(row, column, shortened(text))?,
        #[expect(clippy::cast_precision_loss)]
        Value::Whole(Some(number)) => {
            sheet.write_number_with_format(row, column, number as f64, &formats.whole)?
        }
        Value::Real(Some(number)) => {
            // By way of its shortest text: 0.1 must not become 0.10000000149.
            let number = number.to_string().parse::<f64>().unwrap_or_default();
            sheet.write_number(row, column, number)?
        }
        Value::Number(Some(number)) => sheet.write_number(row, column, number)?,
        Value::Time(Some(time)) => match local(time) {
            Some(time) => sheet.write_datetime_with_format(row, column, time, &formats.date)?,
            None => sheet,
        },
        Value::Whole(None) | Value::Real(None) | Value::Number(None) | Value::Time(None) => sheet,
    };
    Ok(())
}

fn shortened(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_CHARACTERS);
    end.map_or(text, |(end, _)| &text[..end])
}

/// Dates of a workbook know no zone: they are China's. Workbooks begin at 1900; what is earlier is no time of a satellite.
fn local(time: DateTime<Utc>) -> Option<NaiveDateTime> {
    let local = china_time(time);
    (chrono::Datelike::year(&local) >= 1900).then_some(local)
}

fn fault(error: XlsxError) -> Fault {
    match error {
        XlsxError::IoError(error) => written(&error),
        other => Fault::Bug(format!("xlsx: {other}").into()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;
    use crate::export::row::{FurtherValue, example};

    /// A part of the workbook, as text.
    fn part(zip: &mut zip::ZipArchive<File>, name: &str) -> String {
        let mut text = String::new();
        zip.by_name(name)
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        text
    }

    #[test]
    fn what_looks_like_a_formula_is_marked_as_text() {
        for (name, marked) in [
            ("＝1+1", true),
            ("=1+1", true),
            ("＠a", true),
            ("GF-1", false),
        ] {
            let title = Title {
                stem: String::new(),
                layout: Layout::OfOrder,
                further: vec!["=级别".into()],
            };
            let mut table = Xlsx::begin(&title).unwrap();
            table
                .add(&SceneRow {
                    dataname: "影像".into(),
                    further: vec![FurtherValue::Text(name.into())],
                    ..example()
                })
                .unwrap();
            let mut zip = zip::ZipArchive::new(table.finish().unwrap()).unwrap();
            let sheet = part(&mut zip, "xl/worksheets/sheet1.xml");
            assert!(sheet.contains(name) && !sheet.contains("<f>"), "{sheet}");
            let styles = part(&mut zip, "xl/styles.xml");
            assert_eq!(
                styles.contains(r#"quotePrefix="1""#),
                marked,
                "{name}: {styles}"
            );
        }
    }
}
