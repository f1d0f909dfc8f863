//! A table as a page shows it, as a workbook: numbers are numbers again, everything else is text.

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use crate::workbook::{write_head, write_text};

/// Characters.
const NARROWEST: usize = 10;
const WIDEST: usize = 60;
/// What bytes of some terabytes take.
const FIGURE: usize = 18;
/// Characters that the name of a sheet may have, and signs that it may not.
const SHEET_NAME: usize = 31;
const REFUSED: [char; 7] = ['[', ']', ':', '*', '?', '/', '\\'];
/// Digits that a number of a cell has.
const MAX_DIGITS: usize = 15;

/// How a number is shown whose cell holds all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownFormat {
    /// Whole things, bytes too.
    Whole,
    /// Volumes and averages.
    Decimal,
    /// A part of one, shown in percent.
    Percent,
}

impl ShownFormat {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Whole => "#,##0",
            Self::Decimal => "#,##0.0000",
            Self::Percent => "0.0%",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum ShownCell {
    /// As the page writes it: numbers become numbers.
    Text(String),
    /// A number that the page rounds, whole; nothing where there is no value.
    Number(Option<f64>, ShownFormat),
}

/// A table as a page shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownTable {
    /// Name of the sheet.
    pub name: String,
    /// Headings.
    pub heads: Vec<String>,
    /// As many cells each as there are headings.
    pub rows: Vec<Vec<ShownCell>>,
}

/// The workbook's bytes.
///
/// # Errors
/// When it has more rows, columns or characters in a cell than a sheet.
pub fn write(table: &ShownTable) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // Rows are written to a file as they come, not kept: lists have twenty thousand.
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name(sheet_name(&table.name))?;
    let widths = (0..table.heads.len()).map(|at| width(table, at));
    let heads = table.heads.iter().map(String::as_str);
    let head: Vec<_> = heads.zip(widths).collect();
    write_head(sheet, &head)?;
    for (row, at) in table.rows.iter().zip(1_u32..) {
        for (cell, column) in row.iter().zip(0_u16..) {
            match cell {
                ShownCell::Text(text) => write_cell(sheet, (at, column), text)?,
                ShownCell::Number(None, _) => {}
                ShownCell::Number(Some(number), format) => {
                    let format = Format::new().set_num_format(format.as_str());
                    sheet.write_number_with_format(at, column, *number, &format)?;
                }
            }
        }
    }
    workbook.save_to_buffer()
}

fn write_cell(sheet: &mut Worksheet, at: (u32, u16), text: &str) -> Result<(), XlsxError> {
    let Some(number) = Number::read(text) else {
        return write_text(sheet, at, text);
    };
    let format = Format::new().set_num_format(number.format());
    sheet.write_number_with_format(at.0, at.1, number.value, &format)?;
    Ok(())
}

/// A number as the pages write it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Number {
    value: f64,
    /// Digits after the decimal point.
    digits: usize,
    is_percent: bool,
}

impl Number {
    /// `1,234.50`, `-7` or `12%`; `None`: it is a text.
    fn read(text: &str) -> Option<Self> {
        let plain = text.strip_suffix('%').unwrap_or(text);
        let is_percent = plain.len() < text.len();
        let unsigned = plain.strip_prefix('-').unwrap_or(plain);
        let (whole, fraction) = match unsigned.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (unsigned, None),
        };
        let is_figures = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let mut thousands = whole.split(',');
        let first = thousands.next()?;
        let is_number = is_figures(first)
            && first.len() <= 3
            && thousands.all(|three| three.len() == 3 && is_figures(three))
            && fraction.is_none_or(is_figures);
        let written: String = plain.chars().filter(|sign| *sign != ',').collect();
        if !is_number || written.len() > MAX_DIGITS {
            return None;
        }
        let value: f64 = written.parse().ok()?;
        Some(Self {
            value: if is_percent { value / 100.0 } else { value },
            digits: fraction.map_or(0, str::len),
            is_percent,
        })
    }

    fn format(self) -> String {
        let whole = if self.is_percent { "0" } else { "#,##0" };
        let end = if self.is_percent { "%" } else { "" };
        match self.digits {
            0 => format!("{whole}{end}"),
            digits => format!("{whole}.{}{end}", "0".repeat(digits)),
        }
    }
}

/// A name without what sheets refuse.
fn sheet_name(name: &str) -> String {
    let fit: String = name
        .chars()
        .map(|sign| {
            if REFUSED.contains(&sign) || sign.is_control() {
                ' '
            } else {
                sign
            }
        })
        .take(SHEET_NAME)
        .collect();
    let fit = fit.trim_matches([' ', '\'']);
    // Spreadsheets keep the name History for themselves.
    if fit.is_empty() || fit.eq_ignore_ascii_case("history") {
        "Sheet1".to_owned()
    } else {
        fit.to_owned()
    }
}

fn width(table: &ShownTable, column: usize) -> u32 {
    // A Chinese character is as wide as two figures.
    let wide = |text: &str| -> usize {
        let signs = text.chars();
        signs.map(|sign| if sign.is_ascii() { 1 } else { 2 }).sum()
    };
    let cells = table.rows.iter().filter_map(|row| row.get(column));
    let cells = cells.map(|cell| match cell {
        ShownCell::Text(text) => wide(text),
        ShownCell::Number(..) => FIGURE,
    });
    let heads = table.heads.get(column).into_iter().map(|head| wide(head));
    let widest = heads.chain(cells).max().unwrap_or(0);
    u32::try_from((widest + 2).clamp(NARROWEST, WIDEST)).unwrap_or(20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_pages_write_them_and_nothing_else_is() {
        for (text, value, format) in [
            ("0", 0.0, "#,##0"),
            ("1,234", 1234.0, "#,##0"),
            ("-7", -7.0, "#,##0"),
            ("1,234.50", 1234.5, "#,##0.00"),
            ("12%", 0.12, "0%"),
            ("-0.5%", -0.005, "0.0%"),
        ] {
            let number = Number::read(text).unwrap();
            assert!((number.value - value).abs() < 1e-12, "{text}");
            assert_eq!(number.format(), format, "{text}");
        }
        for text in [
            "",
            "-",
            "—",
            "<0.01",
            "1234567",
            "12,34",
            "1,23",
            "1.",
            ".5",
            "+1",
            "--1",
            "=1",
            "1e3",
            "2026-03",
            "1,234,567,890,123,456",
            "%",
            "１２",
        ] {
            assert_eq!(Number::read(text), None, "{text}");
        }
    }

    #[test]
    fn any_name_makes_a_sheet() {
        for (name, sheet) in [
            ("各单位[景]/年", "各单位 景  年"),
            ("'订单'", "订单"),
            ("", "Sheet1"),
            ("history", "Sheet1"),
        ] {
            assert_eq!(sheet_name(name), sheet);
        }
        assert_eq!(sheet_name(&"长".repeat(50)).chars().count(), SHEET_NAME);
    }

    #[test]
    fn what_looks_like_a_formula_stays_a_text() {
        use calamine::{Data, Reader as _, Xlsx};
        let formulas = ["=1+1", "+1", "-1+1", "@SUM(A1)", "＝1", "＋1", "－1", "＠a"];
        let table = ShownTable {
            name: "各单位".to_owned(),
            heads: vec!["=单位".to_owned(), "景数".to_owned()],
            rows: formulas
                .iter()
                .map(|text| {
                    [*text, "1,234"]
                        .map(|text| ShownCell::Text(text.to_owned()))
                        .to_vec()
                })
                .collect(),
        };
        let bytes = write(&table).unwrap();
        let mut workbook: Xlsx<_> = Xlsx::new(std::io::Cursor::new(bytes)).unwrap();
        let formulas_found = workbook.worksheet_formula("各单位").unwrap();
        assert!(formulas_found.is_empty());
        let cells = workbook.worksheet_range("各单位").unwrap();
        assert_eq!(cells[(0, 0)], Data::String("=单位".to_owned()));
        for (text, row) in formulas.iter().zip(1..) {
            assert_eq!(cells[(row, 0)], Data::String((*text).to_owned()));
            assert_eq!(cells[(row, 1)], Data::Float(1234.0));
        }
    }
}
