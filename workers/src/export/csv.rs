//! Comma-separated values as RFC 4180 has them, in UTF-8 with the byte order mark by which Excel knows it.

use std::borrow::Cow;
use std::fs::File;
use std::io::Write;

use domain::text::spreadsheet_cell;

use super::output::{Title, temporary, written};
use super::row::{FOOTPRINT, Layout, SceneRow, Value, all_values, columns, rfc3339};
use crate::fault::Fault;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A table that is being written.
pub struct Csv {
    out: csv::Writer<File>,
    layout: Layout,
}

impl Csv {
    pub(super) fn begin(title: &Title) -> Result<Self, Fault> {
        let mut file = temporary()?;
        file.write_all(BYTE_ORDER_MARK.as_bytes())
            .map_err(|error| written(&error))?;
        let mut out = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(file);
        let headings = columns(title.layout).map(|column| Cow::Borrowed(column.heading));
        let further = title
            .further
            .iter()
            .map(|heading| spreadsheet_cell(heading));
        let headings = headings.chain(further).chain([FOOTPRINT.heading.into()]);
        out.write_record(headings.map(Cow::into_owned))
            .map_err(unwritten)?;
        Ok(Self {
            out,
            layout: title.layout,
        })
    }

    pub(super) fn add(&mut self, row: &SceneRow) -> Result<(), Fault> {
        let footprint = row.footprint.wkt();
        for value in all_values(row, self.layout).chain([Value::Text(&footprint)]) {
            let field: Cow<'_, str> = match value {
                Value::Text(text) => spreadsheet_cell(text),
                Value::Whole(number) => number.map_or(Cow::default(), |n| n.to_string().into()),
                Value::Real(number) => number.map_or(Cow::default(), |n| n.to_string().into()),
                Value::Number(number) => number.map_or(Cow::default(), |n| n.to_string().into()),
                Value::Time(time) => time.map_or(Cow::default(), |time| rfc3339(time).into()),
            };
            self.out.write_field(field.as_bytes()).map_err(unwritten)?;
        }
        // Ends the line.
        self.out.write_record(None::<&[u8]>).map_err(unwritten)
    }

    pub(super) fn finish(self) -> Result<File, Fault> {
        self.out
            .into_inner()
            .map_err(|error| written(error.error()))
    }
}

fn unwritten(error: csv::Error) -> Fault {
    written(&error.into())
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Seek as _};

    use super::*;
    use crate::export::row::{FurtherValue, example};

    fn written_of(rows: &[SceneRow]) -> String {
        written_with(&[], rows)
    }

    fn written_with(further: &[&str], rows: &[SceneRow]) -> String {
        let title = Title {
            stem: String::new(),
            layout: Layout::OfOrder,
            further: further.iter().map(|&heading| heading.to_owned()).collect(),
        };
        let mut csv = Csv::begin(&title).unwrap();
        for row in rows {
            csv.add(row).unwrap();
        }
        let mut file = csv.finish().unwrap();
        file.rewind().unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_line_is_as_the_rfc_says() {
        let text = written_of(&[example()]);
        assert_eq!(
            text,
            "\u{feff}序号,数据ID,数据名称,卫星,传感器,数据类型,成像时间,接收时间,云量,数据大小,目录节点,数据状态,\
             失败原因,空间范围\r\n\
             1,GF1-1,高分一号,GF1,PMS1,原始影像数据,2024-05-01T20:00:00Z,,0.1,123,卫星/高分一号,已提取,,\
             \"POLYGON((0 0,0 1,1 1,1 0,0 0))\"\r\n"
        );
    }

    #[test]
    fn quotes_are_doubled_and_formulas_are_texts() {
        let table = [
            ("a\"b", "\"a\"\"b\""),
            ("a\r\nb", "\"a\r\nb\""),
            ("=1+1", "'=1+1"),
            ("+86", "'+86"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""),
            ("＝1+1", "'＝1+1"),
            ("＋86", "'＋86"),
            ("－1", "'－1"),
            ("＠SUM(A1)", "'＠SUM(A1)"),
            ("GF-1", "GF-1"),
            ("影像＝1", "影像＝1"),
        ];
        for (name, shown) in table {
            let row = SceneRow {
                dataname: name.into(),
                ..example()
            };
            let text = written_of(&[row]);
            assert!(text.contains(&format!("GF1-1,{shown},GF1")), "{text}");
        }
    }

    #[test]
    fn further_columns_stand_before_the_footprint() {
        let row = SceneRow {
            further: vec![
                FurtherValue::Number(2.5),
                FurtherValue::Text("=L1".into()),
                FurtherValue::None,
            ],
            ..example()
        };
        let text = written_with(&["分辨率", "=级别", "轨道"], &[row]);
        assert!(
            text.contains(",失败原因,分辨率,'=级别,轨道,空间范围\r\n"),
            "{text}"
        );
        assert!(text.contains(",已提取,,2.5,'=L1,,\"POLYGON"), "{text}");
    }

    #[test]
    fn a_size_that_nobody_knows_is_no_nought() {
        let known = SceneRow {
            size: Some(0),
            ..example()
        };
        let unknown = SceneRow {
            size: None,
            ..example()
        };
        let text = written_of(&[known, unknown]);
        assert!(text.contains(",0.1,0,卫星/高分一号,"), "{text}");
        assert!(text.contains(",0.1,,卫星/高分一号,"), "{text}");
    }
}
