use std::io::{Cursor, Write as _};

use domain::account::import::ImportColumn;
use domain::sheet::{SheetCell, SheetHeading as _};
use proptest::prelude::*;
use rust_xlsxwriter::{Formula, Workbook};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

mod expansion;

fn texts(rows: &[SheetRow]) -> Vec<Vec<&str>> {
    (rows.iter())
        .map(|row| {
            (row.cells.iter())
                .map(|(_, cell)| match cell {
                    SheetCell::Text(text) => text.as_str(),
                    SheetCell::Formula => "=",
                    SheetCell::Other => "?",
                })
                .collect()
        })
        .collect()
}

#[test]
fn the_template_is_read_with_all_its_columns() {
    let bytes = template(&["申请人".into(), "=1+1".into()]).unwrap();
    let rows = read(&bytes, 10).unwrap();
    assert_eq!(rows.len(), 1, "{rows:?}");
    let columns: Vec<_> = texts(&rows)[0]
        .iter()
        .map(|text| ImportColumn::of_heading(text))
        .collect();
    assert_eq!(columns, ImportColumn::ALL.map(Some));
}

#[test]
fn numbers_are_texts_and_what_lost_digits_is_not() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write(0, 0, "zhangsan").unwrap();
    sheet.write(0, 1, 13_812_345_678_f64).unwrap();
    sheet.write(0, 2, 110_105_194_912_310_020_f64).unwrap();
    sheet.write(0, 3, 1.5).unwrap();
    sheet.write(0, 4, true).unwrap();
    sheet
        .write_formula(
            0,
            5,
            Formula::new("=HYPERLINK(\"http://x\")").set_result("harmless"),
        )
        .unwrap();
    sheet.write(2, 300, "far").unwrap();
    sheet.write(1_048_575, 0, "last").unwrap();
    let rows = read(&workbook.save_to_buffer().unwrap(), 10).unwrap();
    assert_eq!(
        texts(&rows),
        [
            vec!["zhangsan", "13812345678", "?", "?", "?", "="],
            vec!["last"]
        ]
    );
    assert_eq!(rows[1].number, 1_048_576);
}

#[test]
fn csv_is_read_in_both_encodings_and_with_every_separator() {
    let text = "用户名,真实姓名\nzhangsan,\"张,三\"\n\nlisi_1,=cmd|' /C calc'!A0\n";
    let (gb, _, _) = encoding_rs::GB18030.encode(text);
    let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    for bytes in [text.as_bytes(), &gb, &marked] {
        let rows = read(bytes, 10).unwrap();
        assert_eq!(
            texts(&rows)[..2],
            [vec!["用户名", "真实姓名"], vec!["zhangsan", "张,三"]]
        );
        assert_eq!(texts(&rows).last().unwrap(), &vec!["lisi_1", "="]);
    }
    for separator in [";", "\t"] {
        let rows = read(format!("a{separator}b\nc{separator}d").as_bytes(), 10).unwrap();
        assert_eq!(texts(&rows), [vec!["a", "b"], vec!["c", "d"]]);
    }
    assert_eq!(read(b"\xff\xff\xff", 10), Err(TableError::Unreadable));
    assert_eq!(read(b"a\0b", 10), Err(TableError::Unreadable));
}

#[test]
fn of_a_line_of_millions_of_columns_the_first_are_read() {
    let line = format!("a,b{}\nc,\"d\nd\"", ",".repeat(5_000_000));
    let mut records = csv_file::Records::new(&line, b',');
    assert_eq!(records.advance(), Ok(true));
    assert_eq!(records.ends.len(), 256);
    let rows = read(line.as_bytes(), 10).unwrap();
    assert_eq!(texts(&rows), [vec!["a", "b"], vec!["c", "d\nd"]]);
    assert_eq!(rows[1].number, 2);
}

#[test]
fn rows_are_bounded() {
    let lines: Vec<_> = (0..12).map(|number| format!("user_{number}")).collect();
    let lines = lines.join("\n");
    assert_eq!(read(lines.as_bytes(), 10), Err(TableError::TooManyRows));
    assert_eq!(read(lines.as_bytes(), 11).unwrap().len(), 12);
}

/// 150 MB of blanks in 150 KB, and the same with sizes that lie.
#[test]
fn what_unpacks_to_too_much_is_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("xl/worksheets/sheet1.xml", SimpleFileOptions::default())
        .unwrap();
    let blanks = vec![b' '; 1024 * 1024];
    for _ in 0..150 {
        zip.write_all(&blanks).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    assert!(bytes.len() < 1024 * 1024);
    assert_eq!(read(&bytes, 10), Err(TableError::TooLarge));
    let mut lying = bytes;
    let size = 150_u32 * 1024 * 1024;
    let found: Vec<usize> = (lying.windows(4).enumerate())
        .filter(|(_, four)| *four == size.to_le_bytes())
        .map(|(at, _)| at)
        .collect();
    assert!(!found.is_empty());
    for at in found {
        lying[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
    }
    assert!(read(&lying, 10).is_err());
}

#[test]
fn broken_workbooks_are_refused() {
    let whole = template(&[]).unwrap();
    for length in (0..whole.len()).step_by(97) {
        assert!(
            read(&whole[..length], 10).is_err() || length == 0,
            "{length}"
        );
    }
    assert_eq!(
        read(b"PK\x03\x04 and nothing else", 10),
        Err(TableError::Unreadable)
    );
}

/// A workbook whose first sheet is this XML.
fn with_sheet(begin: &str, cells: &str) -> Vec<u8> {
    let whole = template(&[]).unwrap();
    let mut parts = zip::ZipArchive::new(Cursor::new(whole)).unwrap();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..parts.len() {
        let mut part = parts.by_index(at).unwrap();
        let name = part.name().unwrap().into_owned();
        zip.start_file(name.as_str(), SimpleFileOptions::default())
            .unwrap();
        if name == "xl/worksheets/sheet1.xml" {
            let space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
            let row = format!("<sheetData><row r=\"1\">{cells}</row></sheetData>");
            write!(zip, "<worksheet xmlns=\"{space}\">{begin}{row}</worksheet>").unwrap();
        } else {
            std::io::copy(&mut part, &mut zip).unwrap();
        }
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn references_beyond_every_sheet_are_refused() {
    let cell = |reference: &str| format!("<c r=\"{reference}\"><v>1</v></c>");
    let sound = with_sheet("<dimension ref=\"A1:B2\"/>", &cell("A1"));
    assert_eq!(texts(&read(&sound, 10).unwrap()), [["1"]]);
    let shared = "<c r=\"A1\"><f t=\"shared\" ref=\"A1:ZZZZZZZ9\" si=\"0\">1+1</f><v>2</v></c>";
    for (begin, cells) in [
        ("", cell("ZZZZZZZ1")),
        ("", cell("A99999999999")),
        ("", cell("A4294967296")),
        ("<dimension ref=\"A1:ZZZZZZZ9\"/>", cell("A1")),
        ("", shared.to_owned()),
    ] {
        let read = read(&with_sheet(begin, &cells), 10);
        assert_eq!(read, Err(TableError::Unreadable), "{begin}{cells}");
    }
}

#[test]
fn reports_and_passwords_are_texts() {
    let fault = FaultLine {
        row: 7,
        column: "邮箱".into(),
        chinese: "=1".into(),
        english: "wrong".into(),
    };
    let rows = read(&report([fault]).unwrap(), 10).unwrap();
    assert_eq!(texts(&rows)[1], ["7", "邮箱", "=1", "wrong"]);
    let rows = read(
        &passwords(&[["zhangsan", "张三", "+一队", "Ab3"]]).unwrap(),
        10,
    )
    .unwrap();
    assert_eq!(texts(&rows)[1], ["zhangsan", "张三", "+一队", "Ab3"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_file_is_too_much(bytes in proptest::collection::vec(any::<u8>(), 0..400), at: prop::sample::Index, byte: u8) {
        let _ = read(&bytes, 10);
        let _ = read(&[b"PK\x03\x04", bytes.as_slice()].concat(), 10);
        let mut spoiled = template(&[]).unwrap();
        let offset = at.index(spoiled.len());
        spoiled[offset] = byte;
        let _ = read(&spoiled, 10);
    }
}
