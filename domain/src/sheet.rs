//! Tables that people fill in: rows under headings. What a table's columns are, and what its rows mean, is the kind's own.

use std::collections::HashMap;
use std::hash::Hash;

use texts::FieldText;

use crate::text::{folded, is_blank};

/// Most rows that one table has.
pub const MAX_ROWS: usize = 100_000;
/// Faults that are named one by one, the rest is counted: about as many as the largest table has cells, and as a sheet has rows.
pub const MAX_FAULTS: usize = 1_000_000;
/// Of these, those that stand in an answer; a workbook has them all.
pub const MAX_LISTED: usize = 1000;
/// Longest text of a cell that is looked at, in bytes.
const LONGEST_CELL: usize = 4096;
/// Characters of a heading that a fault repeats.
const LONGEST_HEADING: usize = 40;

/// What stands in a cell that is not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SheetCell {
    /// A text, or a number as it is written.
    Text(String),
    /// What a spreadsheet would work out.
    Formula,
    /// A date, an error, or a number that lost digits.
    Other,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRow {
    /// From 1, as spreadsheets number them.
    pub number: u32,
    /// Cells by their column, from 0.
    pub cells: Vec<(u32, SheetCell)>,
}

impl SheetCell {
    /// A cell of this text. Of one that is too long there is as much as shows that it is: a workbook names a text that it has
    /// once in any number of cells.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let mut end = text.len().min(LONGEST_CELL + 1);
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Self::Text(text[..end].to_owned())
    }
}

impl SheetRow {
    /// Whether nothing can be seen in it.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let blank = |cell: &SheetCell| matches!(cell, SheetCell::Text(text) if is_blank(text));
        self.cells.iter().all(|(_, cell)| blank(cell))
    }
}

/// A column of a kind of table.
pub trait SheetHeading: Copy + Eq + Hash + 'static {
    /// Every one, as the table has them.
    const EVERY: &'static [Self];

    /// Its heading in Chinese and in English.
    fn headings(self) -> (&'static str, &'static str);

    /// Whether a table without it is refused.
    fn is_needed(self) -> bool {
        true
    }

    /// Whether its cells are taken over; others are for whoever reads the table.
    fn is_taken_over(self) -> bool {
        true
    }

    /// What it is called in requests, where a heading may say so.
    fn field_name(self) -> Option<&'static str> {
        None
    }

    /// Its heading: `用户名 Login name`.
    #[must_use]
    fn heading(self) -> String {
        let (chinese, english) = self.headings();
        format!("{chinese} {english}")
    }

    /// Reads a heading: in one language or in both, with or without the star of what must be filled in.
    #[must_use]
    fn of_heading(text: &str) -> Option<Self> {
        let text = folded(text.trim_matches(|c: char| c == '*' || c.is_whitespace()));
        let mut columns = Self::EVERY.iter().copied();
        columns.find(|column| {
            let (chinese, english) = column.headings();
            [chinese, english, &column.heading()]
                .into_iter()
                .chain(column.field_name())
                .any(|known| folded(known) == text)
        })
    }
}

/// Which column stands where. `fault` hears of headings that are unknown, twice or missing.
pub(crate) fn read_headings<C: SheetHeading>(
    head: &SheetRow,
    mut fault: impl FnMut(Option<C>, FieldText),
) -> HashMap<u32, C> {
    let mut columns: HashMap<u32, C> = HashMap::new();
    for (at, cell) in &head.cells {
        let SheetCell::Text(text) = cell else {
            fault(None, FieldText::ImportCellWrong);
            continue;
        };
        if is_blank(text) {
            continue;
        }
        let heading: String = text.chars().take(LONGEST_HEADING).collect();
        let column = (text.len() <= LONGEST_CELL).then(|| C::of_heading(text));
        match column.flatten() {
            Some(column) if columns.values().any(|known| *known == column) => {
                let text = FieldText::ImportColumnTwice { column: heading };
                fault(Some(column), text);
            }
            Some(column) => {
                columns.insert(*at, column);
            }
            None => fault(None, FieldText::ImportHeadingUnknown { heading }),
        }
    }
    for needed in C::EVERY.iter().filter(|column| column.is_needed()) {
        if !columns.values().any(|known| known == needed) {
            let column = needed.headings().0.to_owned();
            fault(Some(*needed), FieldText::ImportColumnMissing { column });
        }
    }
    columns
}

/// The texts of a row. `fault` hears of cells that are no text, stand under no heading, or are far longer than `most`
/// characters, which is what a field may have.
pub(crate) fn read_texts<'a, C: SheetHeading>(
    row: &'a SheetRow,
    columns: &HashMap<u32, C>,
    most: usize,
    mut fault: impl FnMut(Option<C>, FieldText),
) -> HashMap<C, &'a str> {
    let mut texts = HashMap::new();
    for (at, cell) in &row.cells {
        let column = columns.get(at).copied();
        match (cell, column) {
            (_, Some(column)) if !column.is_taken_over() => {}
            (SheetCell::Text(text), _) if text.len() > LONGEST_CELL => {
                let most = most as u64;
                fault(column, FieldText::FormTextTooLong { most });
            }
            (SheetCell::Text(text), Some(column)) => {
                texts.insert(column, text.trim());
            }
            (SheetCell::Text(text), None) if is_blank(text) => {}
            (SheetCell::Text(_), None) => {
                let heading = String::new();
                fault(None, FieldText::ImportHeadingUnknown { heading });
            }
            (SheetCell::Formula, _) => fault(column, FieldText::ImportFormula),
            (SheetCell::Other, _) => fault(column, FieldText::ImportCellWrong),
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::import::ImportColumn;

    #[test]
    fn a_text_that_is_too_long_is_kept_as_far_as_shows_it() {
        for (text, bytes) in [
            (String::new(), 0),
            ("x".repeat(LONGEST_CELL), LONGEST_CELL),
            ("x".repeat(LONGEST_CELL + 1), LONGEST_CELL + 1),
            ("x".repeat(1_000_000), LONGEST_CELL + 1),
            // Three bytes each.
            ("长".repeat(1_000_000), 4098),
        ] {
            let SheetCell::Text(rest) = SheetCell::of_text(&text) else {
                panic!("{bytes}");
            };
            assert_eq!(rest.len(), bytes);
            assert!(text.starts_with(&rest));
        }
    }

    #[test]
    fn headings_that_are_too_long_are_unknown() {
        let padded = |spaces: usize| SheetRow {
            number: 1,
            cells: vec![(0, SheetCell::Text(format!("用户名{}", " ".repeat(spaces))))],
        };
        let unknown = |row: &SheetRow| {
            let mut unknown = Vec::new();
            let columns = read_headings::<ImportColumn>(row, |_, text| {
                if let FieldText::ImportHeadingUnknown { heading } = text {
                    unknown.push(heading.chars().count());
                }
            });
            (columns.len(), unknown)
        };
        assert_eq!(unknown(&padded(10)), (1, vec![]));
        assert_eq!(unknown(&padded(LONGEST_CELL)), (0, vec![LONGEST_HEADING]));
    }
}
