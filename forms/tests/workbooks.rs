//! Workbooks of tables of pages, as another program reads them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

use forms::shown_table::{ShownCell, ShownFormat, ShownTable, write};

/// The system's, for which openpyxl is packaged, even where another stands in front of it.
fn python() -> &'static str {
    let system = "/usr/bin/python3";
    if Path::new(system).exists() {
        system
    } else {
        "python3"
    }
}

const CHECK: &str = "
import sys, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1]).active
assert sheet.title == '各单位', sheet.title
for row in sheet.iter_rows(min_row=1, max_col=1):
    assert row[0].data_type == 's', row[0].value
assert [cell.value for cell in sheet['A']] == ['单位', '=1+1', '＝1+1', '+1', '-1+1', '＠SUM(A1)'], sheet['A']
assert [cell.value for cell in sheet['B']][1:] == [1234, 0.5, -7, 0.12, '<0.01'], sheet['B']
assert [cell.value for cell in sheet['C']] == ['数据量（字节）', 4617089843, 2 ** 50 + 1, None, 1 / 3, 1.23456789], sheet['C']
assert [sheet[name].number_format for name in ('C2', 'C5', 'C6')] == ['#,##0', '0.0%', '#,##0.0000']
assert sheet['B2'].number_format == '#,##0' and sheet['B5'].number_format == '0%'
assert sheet['A2'].quotePrefix
";

#[test]
fn another_program_reads_numbers_and_texts_and_no_formula() {
    let row = |name: &str, figure: &str, whole: Option<f64>, format: ShownFormat| {
        vec![
            ShownCell::Text(name.to_owned()),
            ShownCell::Text(figure.to_owned()),
            ShownCell::Number(whole, format),
        ]
    };
    let table = ShownTable {
        name: "各单位".to_owned(),
        heads: ["单位", "景数", "数据量（字节）"]
            .map(str::to_owned)
            .to_vec(),
        // What the page rounds is whole: all bytes, all digits of a share, and nothing where there is no value.
        rows: vec![
            row("=1+1", "1,234", Some(4_617_089_843.0), ShownFormat::Whole),
            row(
                "＝1+1",
                "0.50",
                Some(1_125_899_906_842_625.0),
                ShownFormat::Whole,
            ),
            row("+1", "-7", None, ShownFormat::Percent),
            row("-1+1", "12%", Some(1.0 / 3.0), ShownFormat::Percent),
            row(
                "＠SUM(A1)",
                "<0.01",
                Some(1.234_567_89),
                ShownFormat::Decimal,
            ),
        ],
    };
    let file = tempfile::NamedTempFile::with_suffix(".xlsx").unwrap();
    std::fs::write(file.path(), write(&table).unwrap()).unwrap();
    let output = Command::new(python())
        .env("PYTHONUTF8", "1")
        .args(["-c", CHECK])
        .arg(file.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
