//! A list of the dictionary as a table that people fill in, an entry a row, in the order in which forms offer them.

use texts::FieldText;

use super::{DictionaryEntry, DictionaryKind, EntryPart, faults};
use crate::sheet::{MAX_FAULTS, SheetHeading, SheetRow, read_headings, read_texts};
use crate::text::folded;

/// What stands in the table where an entry is on, and where it is off: in Chinese, and in English.
pub const ON: (&str, &str) = ("启用", "on");
/// See [`ON`].
pub const OFF: (&str, &str) = ("停用", "off");

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryColumn {
    /// Chinese name.
    Name,
    /// English name.
    NameEn,
    /// Whether it is offered; empty: it is.
    State,
}

impl EntryColumn {
    /// Every one, as the table has them.
    pub const ALL: [Self; 3] = [Self::Name, Self::NameEn, Self::State];
}

impl SheetHeading for EntryColumn {
    const EVERY: &'static [Self] = &Self::ALL;

    fn headings(self) -> (&'static str, &'static str) {
        match self {
            Self::Name => ("中文名称", "Chinese name"),
            Self::NameEn => ("英文名称", "English name"),
            Self::State => ("状态", "State"),
        }
    }
}

/// Something wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFault {
    /// As spreadsheets number rows: the headings are row 1.
    pub row: u32,
    /// Which column; `None`: one that is none, or all rows together.
    pub column: Option<EntryColumn>,
    /// What is wrong, in words for the person who uploaded the table.
    pub text: FieldText,
}

/// A table that was looked through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryTable {
    /// The list as it is to be.
    pub entries: Vec<DictionaryEntry>,
    /// The first [`MAX_FAULTS`].
    pub faults: Vec<EntryFault>,
    /// Number of faults, also of those that are not listed.
    pub fault_count: usize,
}

impl EntryTable {
    fn add(&mut self, row: u32, column: Option<EntryColumn>, text: FieldText) {
        self.fault_count += 1;
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(EntryFault { row, column, text });
        }
    }
}

/// Looks a table through; its first row names the columns.
#[must_use]
pub fn check(kind: DictionaryKind, rows: &[SheetRow]) -> EntryTable {
    let mut checked = EntryTable::default();
    let Some((head, rows)) = rows.split_first() else {
        return checked;
    };
    let columns = read_headings(head, |column, text| checked.add(head.number, column, text));
    if checked.fault_count > 0 {
        return checked;
    }
    let mut numbers = Vec::new();
    for row in rows.iter().filter(|row| !row.is_blank()) {
        let texts = read_texts(row, &columns, kind.longest(), |column, text| {
            checked.add(row.number, column, text);
        });
        let text = |column| texts.get(&column).copied().unwrap_or_default();
        let state = text(EntryColumn::State);
        let on = read_state(state).unwrap_or_else(|| {
            let column = Some(EntryColumn::State);
            checked.add(row.number, column, FieldText::EntryStateWrong);
            true
        });
        let (name, name_en) = (text(EntryColumn::Name), text(EntryColumn::NameEn));
        checked
            .entries
            .push(DictionaryEntry::trimmed(name, name_en, on));
        numbers.push(row.number);
    }
    // A row with a cell that cannot be read would be wrong twice.
    if checked.fault_count == 0 && !checked.entries.is_empty() {
        for fault in faults(kind, &checked.entries) {
            let cell = fault.entry.map(|(index, part)| {
                let column = match part {
                    EntryPart::Name => EntryColumn::Name,
                    EntryPart::NameEn => EntryColumn::NameEn,
                };
                (numbers[index], Some(column))
            });
            let (row, column) = cell.unwrap_or((head.number, None));
            checked.add(row, column, fault.text);
        }
    }
    checked
}

fn read_state(text: &str) -> Option<bool> {
    let text = folded(text);
    let is = |(chinese, english): (&str, &str)| [folded(chinese), folded(english)].contains(&text);
    if text.is_empty() || is(ON) {
        Some(true)
    } else {
        is(OFF).then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::SheetCell;

    fn table(lines: &[&[&str]]) -> EntryTable {
        let rows: Vec<SheetRow> = (1..)
            .zip(lines)
            .map(|(number, line)| SheetRow {
                number,
                cells: (0..)
                    .zip(*line)
                    .map(|(at, text)| (at, SheetCell::Text((*text).to_owned())))
                    .collect(),
            })
            .collect();
        check(DictionaryKind::Usage, &rows)
    }

    const HEAD: &[&str] = &["中文名称", "English name", "状态 State"];

    #[test]
    fn rows_are_the_list_in_their_order() {
        let read = table(&[
            HEAD,
            &["测绘", "Surveying", "启用"],
            &["", "", ""],
            &[" 科研 ", "", "OFF"],
            &["其他", "Other", ""],
        ]);
        assert_eq!(read.fault_count, 0, "{:?}", read.faults);
        let entry = DictionaryEntry::trimmed;
        assert_eq!(
            read.entries,
            [
                entry("测绘", "Surveying", true),
                entry("科研", "", false),
                entry("其他", "Other", true),
            ]
        );
    }

    #[test]
    fn each_fault_says_where_it_is() {
        let cells = table(&[HEAD, &["测绘", "", "maybe"], &["科研", "", "", "more"]]);
        let places = |read: &EntryTable| -> Vec<_> {
            let faults = read.faults.iter();
            faults.map(|fault| (fault.row, fault.column)).collect()
        };
        assert_eq!(
            places(&cells),
            [(2, Some(EntryColumn::State)), (3, None)],
            "{:?}",
            cells.faults
        );
        let entries = table(&[
            HEAD,
            &["测绘", "", "停用"],
            &["", "", ""],
            &["测绘", "", "停用"],
            &["", "Other", "停用"],
        ]);
        assert_eq!(
            places(&entries),
            [
                (1, None),
                (4, Some(EntryColumn::Name)),
                (5, Some(EntryColumn::Name)),
            ]
        );
        assert_eq!(entries.faults[0].text, FieldText::NoEntryOn);
    }

    #[test]
    fn columns_are_all_there() {
        let read = table(&[&["中文名称", "名字"]]);
        assert_eq!(read.fault_count, 3, "{:?}", read.faults);
        assert_eq!(check(DictionaryKind::Usage, &[]), EntryTable::default());
    }
}
