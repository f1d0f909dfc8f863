//! Names of satellites and sensors as a table, an instrument a row.

use domain::catalogue::instruments::sheet::NameColumn;
use domain::sheet::SheetHeading as _;
use rust_xlsxwriter::{Workbook, XlsxError};

use crate::workbook::{write_head, write_text};

/// An instrument as it is written.
#[derive(Debug, Clone, Copy)]
pub struct TableInstrument<'a> {
    /// The satellite's code.
    pub satellite: &'a str,
    /// The sensor's, or empty.
    pub sensor: &'a str,
    /// Number of scenes of the instrument.
    pub scenes: i64,
    /// Chinese name, or empty.
    pub name: &'a str,
    /// English name, or empty.
    pub name_en: &'a str,
}

/// All instruments: what is read again, and the template of what may be read.
pub fn write(instruments: &[TableInstrument<'_>]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name("卫星与传感器")?;
    let headings = NameColumn::ALL.map(NameColumn::heading);
    let head: Vec<(&str, u32)> = headings
        .iter()
        .map(String::as_str)
        .zip([24, 24, 14, 32, 32])
        .collect();
    write_head(sheet, &head)?;
    for (row, instrument) in (1..).zip(instruments) {
        let texts = [
            (0, instrument.satellite),
            (1, instrument.sensor),
            (3, instrument.name),
            (4, instrument.name_en),
        ];
        for (column, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            write_text(sheet, (row, column), text)?;
        }
        #[expect(clippy::cast_precision_loss, reason = "numbers of scenes")]
        sheet.write_number(row, 2, instrument.scenes as f64)?;
    }
    let notes = workbook.add_worksheet();
    notes.set_name("说明 Notes")?;
    notes.set_column_width(0, 120)?;
    let lines = [
        "每行一个卫星，或卫星的一个传感器；传感器代码留空表示卫星本身。 A satellite a row, or a sensor of one; without a sensor code the row is the satellite itself.",
        "中文名称和英文名称都留空表示不命名，页面显示代码。 Without both names there is none, and pages show the code.",
        "表中未出现的不变；景数不导入。 What does not occur in the table stays; numbers of scenes are not taken over.",
        "任何一行有错则全部不导入。 Nothing is imported if a single row is wrong.",
    ];
    for (row, line) in (0..).zip(lines) {
        notes.write_string(row, 0, line)?;
    }
    workbook.save_to_buffer()
}

#[cfg(test)]
mod tests {
    use domain::catalogue::instruments::sheet::check;

    use super::*;
    use crate::user_table::read;

    #[test]
    fn what_is_written_is_read_again_and_formulas_are_texts() {
        let written = write(&[
            TableInstrument {
                satellite: "=GF1",
                sensor: "",
                scenes: 12,
                name: "高分一号",
                name_en: "@GF-1",
            },
            TableInstrument {
                satellite: "GF1",
                sensor: "oli,tirs",
                scenes: 0,
                name: "",
                name_en: "",
            },
        ]);
        let read = check(&read(&written.unwrap(), 100).unwrap());
        assert_eq!((read.rows, read.fault_count), (2, 0), "{:?}", read.faults);
        assert_eq!(read.names[0].0.satellite, "=GF1");
        assert_eq!(read.names[0].1.name_en, "@GF-1");
        assert_eq!(read.names[1].0.sensor, "oli,tirs");
    }
}
