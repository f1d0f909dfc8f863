//! Names of satellites and sensors out of a table, an instrument a row. All rows are right, or none is taken.

use std::collections::HashMap;

use texts::FieldText;

use super::{InstrumentCode, InstrumentName};
use crate::account::import::{MOST_FAULTS, SheetCell, SheetRow, folded};
use crate::text::is_blank;

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameColumn {
    /// The satellite's code.
    Satellite,
    /// The sensor's code; of a satellite itself, empty.
    Sensor,
    /// How many scenes there are: for whoever reads the table, and not taken over.
    Scenes,
    /// Chinese name.
    Name,
    /// English name.
    NameEn,
}

impl NameColumn {
    /// Every one, as the table has them.
    pub const ALL: [Self; 5] = [
        Self::Satellite,
        Self::Sensor,
        Self::Scenes,
        Self::Name,
        Self::NameEn,
    ];

    /// Its heading in Chinese and in English.
    #[must_use]
    pub const fn headings(self) -> (&'static str, &'static str) {
        match self {
            Self::Satellite => ("卫星代码", "Satellite"),
            Self::Sensor => ("传感器代码", "Sensor"),
            Self::Scenes => ("景数", "Scenes"),
            Self::Name => ("中文名称", "Chinese name"),
            Self::NameEn => ("英文名称", "English name"),
        }
    }

    /// Heading of the table: `卫星代码 Satellite`.
    #[must_use]
    pub fn heading(self) -> String {
        let (chinese, english) = self.headings();
        format!("{chinese} {english}")
    }

    fn of_heading(text: &str) -> Option<Self> {
        let text = folded(text.trim());
        Self::ALL.into_iter().find(|column| {
            let (chinese, english) = column.headings();
            [folded(chinese), folded(english), folded(&column.heading())].contains(&text)
        })
    }
}

/// Something wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameFault {
    /// As spreadsheets number rows: the headings are row 1.
    pub row: u32,
    /// Which column; `None`: one that is none.
    pub column: Option<NameColumn>,
    /// What.
    pub text: FieldText,
}

/// A table that was looked through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameTable {
    /// What each instrument is to be called; an empty name takes one away.
    pub names: Vec<(InstrumentCode, InstrumentName)>,
    /// Rows that are not blank, without the headings.
    pub rows: usize,
    /// The first [`MOST_FAULTS`].
    pub faults: Vec<NameFault>,
    /// All faults.
    pub fault_count: usize,
}

impl NameTable {
    fn add(&mut self, row: u32, column: Option<NameColumn>, text: FieldText) {
        self.fault_count += 1;
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(NameFault { row, column, text });
        }
    }
}

/// Looks a table through; its first row names the columns. Any code may have a name, also one that comes in tomorrow.
#[must_use]
pub fn check(rows: &[SheetRow]) -> NameTable {
    let mut checked = NameTable::default();
    let Some((head, rows)) = rows.split_first() else {
        return checked;
    };
    let columns = read_columns(head, &mut checked);
    if checked.fault_count > 0 {
        return checked;
    }
    let mut seen = HashMap::new();
    for row in rows.iter().filter(|row| !row.is_blank()) {
        checked.rows += 1;
        let before = checked.fault_count;
        let texts = read_texts(row, &columns, &mut checked);
        if checked.fault_count > before {
            continue;
        }
        let text = |column| texts.get(&column).copied().unwrap_or_default();
        let code = InstrumentCode::new(text(NameColumn::Satellite), text(NameColumn::Sensor));
        let name = InstrumentName {
            name: text(NameColumn::Name).to_owned(),
            name_en: text(NameColumn::NameEn).to_owned(),
        };
        for (field, text) in code.fault().into_iter().chain(name.fault()) {
            checked.add(row.number, Some(column_of(field)), text);
        }
        if let Some(first) = seen.insert(code.clone(), row.number) {
            let text = FieldText::SheetRowTwice {
                row: u64::from(first),
            };
            checked.add(row.number, Some(NameColumn::Satellite), text);
        }
        checked.names.push((code, name));
    }
    checked
}

fn column_of(field: &str) -> NameColumn {
    match field {
        "sensor" => NameColumn::Sensor,
        "name" => NameColumn::Name,
        "nameEn" => NameColumn::NameEn,
        _ => NameColumn::Satellite,
    }
}

fn read_columns(head: &SheetRow, checked: &mut NameTable) -> HashMap<u32, NameColumn> {
    let mut columns: HashMap<u32, NameColumn> = HashMap::new();
    for (at, cell) in &head.cells {
        let SheetCell::Text(text) = cell else {
            checked.add(head.number, None, FieldText::ImportCellWrong);
            continue;
        };
        if is_blank(text) {
            continue;
        }
        let heading: String = text.chars().take(40).collect();
        match NameColumn::of_heading(text) {
            Some(column) if columns.values().any(|known| *known == column) => {
                let text = FieldText::ImportColumnTwice { column: heading };
                checked.add(head.number, Some(column), text);
            }
            Some(column) => {
                columns.insert(*at, column);
            }
            None => checked.add(
                head.number,
                None,
                FieldText::ImportHeadingUnknown { heading },
            ),
        }
    }
    let needed = NameColumn::ALL.into_iter();
    for column in needed.filter(|column| *column != NameColumn::Scenes) {
        if !columns.values().any(|known| *known == column) {
            let text = FieldText::ImportColumnMissing {
                column: column.headings().0.to_owned(),
            };
            checked.add(head.number, Some(column), text);
        }
    }
    columns
}

/// The texts of a row that are taken over; what is no text is a fault.
fn read_texts<'a>(
    row: &'a SheetRow,
    columns: &HashMap<u32, NameColumn>,
    checked: &mut NameTable,
) -> HashMap<NameColumn, &'a str> {
    let mut texts = HashMap::new();
    for (at, cell) in &row.cells {
        let column = columns.get(at).copied();
        match (cell, column) {
            (_, Some(NameColumn::Scenes)) => {}
            (SheetCell::Text(text), Some(column)) => {
                texts.insert(column, text.trim());
            }
            (SheetCell::Text(text), None) if is_blank(text) => {}
            (SheetCell::Text(_), None) => {
                let heading = String::new();
                let text = FieldText::ImportHeadingUnknown { heading };
                checked.add(row.number, None, text);
            }
            (SheetCell::Formula, _) => checked.add(row.number, column, FieldText::ImportFormula),
            (SheetCell::Other, _) => checked.add(row.number, column, FieldText::ImportCellWrong),
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(lines: &[&[&str]]) -> NameTable {
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
        check(&rows)
    }

    const HEAD: &[&str] = &[
        "卫星代码",
        "Sensor",
        "景数",
        "中文名称 Chinese name",
        "英文名称",
    ];

    #[test]
    fn rows_name_satellites_and_sensors() {
        let read = table(&[
            HEAD,
            &["GF1", "", "12", "高分一号", "GF-1"],
            &["", "", "", "", ""],
            &[" GF1 ", "PMS", "x", "全色多光谱相机", ""],
            &["GF2", "", "3", "", ""],
        ]);
        assert_eq!((read.rows, read.fault_count), (3, 0), "{:?}", read.faults);
        assert_eq!(read.names[1].0, InstrumentCode::new("GF1", "PMS"));
        assert!(read.names[2].1.is_none(), "takes the name away");
    }

    #[test]
    fn each_fault_says_where_it_is() {
        let read = table(&[
            HEAD,
            &["GF1", "", "", "", "GF-1"],
            &["", "", "", "无", ""],
            &["GF1", "", "", "高分一号", ""],
            &["GF3", "", "", "高分三号", "", "more"],
        ]);
        let places: Vec<_> = read
            .faults
            .iter()
            .map(|fault| (fault.row, fault.column))
            .collect();
        assert_eq!(
            places,
            [
                (2, Some(NameColumn::Name)),
                (3, Some(NameColumn::Satellite)),
                (4, Some(NameColumn::Satellite)),
                (5, None),
            ]
        );
        assert_eq!(
            read.faults[2].text,
            FieldText::SheetRowTwice { row: 2 },
            "the same instrument twice"
        );
    }

    #[test]
    fn columns_are_all_there_and_once() {
        let read = table(&[&["卫星代码", "Satellite", "传感器代码", "名字"]]);
        assert_eq!(read.fault_count, 4, "{:?}", read.faults);
        assert_eq!(check(&[]), NameTable::default());
    }
}
