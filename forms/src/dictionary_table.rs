//! A list of the dictionary as a table, an entry a row.

use domain::dictionary::DictionaryEntry;
use domain::dictionary::sheet::{EntryColumn, OFF, ON};
use domain::sheet::SheetHeading as _;
use rust_xlsxwriter::{Workbook, XlsxError};

use crate::workbook::{write_head, write_text};

/// All entries: what is read again, and the template of what may be read.
pub fn write(entries: &[DictionaryEntry]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name("字典")?;
    let headings = EntryColumn::ALL.map(EntryColumn::heading);
    let head: Vec<(&str, u32)> = headings
        .iter()
        .map(String::as_str)
        .zip([48, 48, 14])
        .collect();
    write_head(sheet, &head)?;
    for (row, entry) in (1..).zip(entries) {
        let (state, _) = if entry.on { ON } else { OFF };
        let texts = [(0, &*entry.name), (1, &*entry.name_en), (2, state)];
        for (column, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            write_text(sheet, (row, column), text)?;
        }
    }
    let notes = workbook.add_worksheet();
    notes.set_name("说明 Notes")?;
    notes.set_column_width(0, 120)?;
    let lines = [
        "每行一项，表单按此顺序提供。 An entry a row, in the order in which forms offer them.",
        "英文名称留空则英文界面也显示中文名称。 Without an English name the Chinese one is shown in English as well.",
        "状态填“启用”或“停用”，留空表示启用；停用的项表单不再提供，已有订单保留。 State is on or off, on where left empty; forms do not offer what is off, and orders keep it.",
        "表中没有的项将被删除；已被订单使用的项不能删除或改名。 What the table leaves out is removed; words that orders have cannot be.",
        "任何一行有错则全部不导入。 Nothing is imported if a single row is wrong.",
    ];
    for (row, line) in (0..).zip(lines) {
        notes.write_string(row, 0, line)?;
    }
    workbook.save_to_buffer()
}

#[cfg(test)]
mod tests {
    use domain::dictionary::DictionaryKind;
    use domain::dictionary::sheet::check;

    use super::*;
    use crate::user_table::read;

    #[test]
    fn what_is_written_is_read_again_and_formulas_are_texts() {
        let entry = DictionaryEntry::trimmed;
        let entries = [
            entry("=1+1", "@Surveying", true),
            entry("科研", "", false),
            entry("其他, \"等\"", "Other", true),
        ];
        let bytes = write(&entries).unwrap();
        let read = check(DictionaryKind::Usage, &read(&bytes, 100).unwrap());
        assert_eq!(read.fault_count, 0, "{:?}", read.faults);
        assert_eq!(read.entries, entries);
    }
}
