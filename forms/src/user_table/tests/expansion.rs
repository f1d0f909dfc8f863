//! Small files that would become large in memory, and sheets that nobody sees.

use super::*;

fn saved(mut workbook: Workbook) -> Vec<u8> {
    workbook.save_to_buffer().unwrap()
}

/// The same workbook with another text of one part.
fn with_part(bytes: &[u8], changed: &str, text: impl Fn(String) -> String) -> Vec<u8> {
    let mut parts = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..parts.len() {
        let mut part = parts.by_index(at).unwrap();
        let name = part.name().unwrap().into_owned();
        zip.start_file(name.as_str(), SimpleFileOptions::default())
            .unwrap();
        if name == changed {
            let after = text(std::io::read_to_string(&mut part).unwrap());
            std::io::copy(&mut after.as_bytes(), &mut zip).unwrap();
        } else {
            std::io::copy(&mut part, &mut zip).unwrap();
        }
    }
    zip.finish().unwrap().into_inner()
}

fn one_cell(text: &str) -> Vec<u8> {
    let mut workbook = Workbook::new();
    workbook.add_worksheet().write(0, 0, text).unwrap();
    saved(workbook)
}

/// The file has the text once.
fn shared_text(rows: u32, columns: u16, text: &str) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for row in 0..rows {
        for column in 0..columns {
            sheet.write(row, column, text).unwrap();
        }
    }
    saved(workbook)
}

#[test]
fn a_long_text_is_cut_in_every_cell_that_names_it() {
    let long = with_part(
        &shared_text(50, 2, "long"),
        "xl/sharedStrings.xml",
        |part| part.replace("long", &"x".repeat(5 * 1024 * 1024)),
    );
    assert!(long.len() < 100 * 1024, "{}", long.len());
    let rows = read(&long, 100).unwrap();
    assert_eq!(rows.len(), 50);
    for cell in texts(&rows).concat() {
        assert_eq!(cell.len(), 4097);
    }
}

#[test]
fn texts_of_all_cells_are_bounded_together() {
    let text = "x".repeat(5000);
    let bytes = shared_text(200, 120, &text);
    assert_eq!(read(&bytes, 1000).map(|rows| rows.len()), Ok(200));
    let bytes = shared_text(200, 140, &text);
    assert_eq!(read(&bytes, 1000), Err(TableError::TooLarge));
}

#[test]
fn a_column_stands_in_a_row_once() {
    let cells = |references: [&str; 3]| -> String {
        let cell = |reference| format!("<c r=\"{reference}\"><v>1</v></c>");
        references.map(cell).concat()
    };
    let sound = with_sheet("", &cells(["A1", "C1", "D1"]));
    assert_eq!(texts(&read(&sound, 10).unwrap()), [["1", "1", "1"]]);
    for wrong in [["A1", "C1", "C1"], ["A1", "C1", "B1"]] {
        let read = read(&with_sheet("", &cells(wrong)), 10);
        assert_eq!(read, Err(TableError::Unreadable), "{wrong:?}");
    }
}

/// The reader would ask for terabytes, and the process would end.
#[test]
fn no_workbook_says_that_it_has_more_texts_than_fit() {
    let lying = with_part(&one_cell("a"), "xl/sharedStrings.xml", |part| {
        assert!(part.contains("uniqueCount=\"1\""), "{part}");
        part.replace("uniqueCount=\"1\"", "uniqueCount=\"100000000000\"")
    });
    assert_eq!(read(&lying, 10), Err(TableError::Unreadable));
}

/// Each of many styles would have the name of the font.
#[test]
fn styles_are_small() {
    let named = |length: usize| {
        with_part(&one_cell("a"), "xl/styles.xml", |part| {
            part.replace("Calibri", &"x".repeat(length))
        })
    };
    assert_eq!(texts(&read(&named(48 * 1024), 10).unwrap()), [["a"]]);
    assert_eq!(read(&named(65 * 1024), 10), Err(TableError::Unreadable));
}

#[test]
fn the_first_sheet_that_can_be_seen_is_read() {
    for (hidden, expected) in [
        ([false, false, false], Some("0")),
        ([true, false, false], Some("1")),
        ([true, true, false], Some("2")),
        ([true, true, true], None),
    ] {
        let mut workbook = Workbook::new();
        for number in 0..hidden.len() {
            let sheet = workbook.add_worksheet();
            sheet.write(0, 0, number.to_string()).unwrap();
        }
        // Excel itself keeps one sheet visible.
        let bytes = with_part(&saved(workbook), "xl/workbook.xml", |mut part| {
            for (number, state) in [(1, "hidden"), (2, "veryHidden"), (3, "hidden")] {
                if hidden[number - 1] {
                    let sheet = format!("name=\"Sheet{number}\"");
                    part = part.replace(&sheet, &format!("{sheet} state=\"{state}\""));
                }
            }
            part
        });
        let found = read(&bytes, 10);
        match expected {
            Some(text) => assert_eq!(texts(&found.unwrap()), [[text]]),
            None => assert_eq!(found, Err(TableError::Unreadable)),
        }
    }
}
