//! Names of satellites and sensors out of a table, an instrument a row. All rows are right, or none is taken.

use std::collections::HashMap;

use texts::FieldText;

use super::{InstrumentCode, InstrumentName, LONGEST_CODE};
use crate::sheet::{MAX_FAULTS, SheetHeading, SheetRow, read_headings, read_texts};

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
}

impl SheetHeading for NameColumn {
    const EVERY: &'static [Self] = &Self::ALL;

    fn headings(self) -> (&'static str, &'static str) {
        match self {
            Self::Satellite => ("卫星代码", "Satellite"),
            Self::Sensor => ("传感器代码", "Sensor"),
            Self::Scenes => ("景数", "Scenes"),
            Self::Name => ("中文名称", "Chinese name"),
            Self::NameEn => ("英文名称", "English name"),
        }
    }

    fn is_needed(self) -> bool {
        self.is_taken_over()
    }

    fn is_taken_over(self) -> bool {
        self != Self::Scenes
    }
}

/// Something wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameFault {
    /// As spreadsheets number rows: the headings are row 1.
    pub row: u32,
    /// Which column; `None`: one that is none.
    pub column: Option<NameColumn>,
    /// What is wrong, in words for the person who uploaded the table.
    pub text: FieldText,
}

/// A table that was looked through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NameTable {
    /// What each instrument is to be called; an empty name takes one away.
    pub names: Vec<(InstrumentCode, InstrumentName)>,
    /// Rows that are not blank, without the headings.
    pub rows: usize,
    /// The first [`MAX_FAULTS`].
    pub faults: Vec<NameFault>,
    /// Number of faults, also of those that are not listed.
    pub fault_count: usize,
}

impl NameTable {
    fn add(&mut self, row: u32, column: Option<NameColumn>, text: FieldText) {
        self.fault_count += 1;
        if self.faults.len() < MAX_FAULTS {
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
    let columns = read_headings(head, |column, text| checked.add(head.number, column, text));
    if checked.fault_count > 0 {
        return checked;
    }
    let mut seen = HashMap::new();
    for row in rows.iter().filter(|row| !row.is_blank()) {
        checked.rows += 1;
        let before = checked.fault_count;
        let texts = read_texts(row, &columns, LONGEST_CODE, |column, text| {
            checked.add(row.number, column, text);
        });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::SheetCell;

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
