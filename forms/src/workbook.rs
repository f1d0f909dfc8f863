//! How every workbook of the product looks: as the tables on its screens.

use std::sync::LazyLock;

use domain::text::begins_formula;
use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder, Worksheet, XlsxError};
use serde::Deserialize;

/// The design tokens of the web apps.
const TOKENS: &str = include_str!("../../ui-kit/src/tokens.json");

#[derive(Debug, Deserialize)]
struct Tokens {
    light: Colours,
    series: Series,
    #[serde(rename = "type")]
    texts: Texts,
}

/// `#rrggbb` by role.
#[derive(Debug, Deserialize)]
struct Colours {
    panel: String,
    raised: String,
    text: String,
    line: String,
}

#[derive(Debug, Deserialize)]
struct Text {
    /// Pixels.
    size: u32,
}

/// The texts of the screens by role.
#[derive(Debug, Deserialize)]
struct Texts {
    note: Text,
    body: Text,
    reading: Text,
}

#[derive(Debug, Deserialize)]
struct Series {
    light: Vec<String>,
}

#[expect(
    clippy::expect_used,
    reason = "a constant of the source, read by the test below"
)]
static LOOK: LazyLock<Tokens> =
    LazyLock::new(|| serde_json::from_str(TOKENS).expect("the design tokens hold every role"));

/// The look of a table's first row.
#[must_use]
pub fn heading() -> Format {
    let colours = &LOOK.light;
    Format::new()
        .set_bold()
        .set_align(FormatAlign::Center)
        .set_font_color(Color::from(colours.text.as_str()))
        .set_background_color(Color::from(colours.raised.as_str()))
        .set_border_bottom(FormatBorder::Thin)
        .set_border_bottom_color(Color::from(colours.line.as_str()))
}

/// A text that looks like a formula, marked as what `'` before it does by hand.
#[must_use]
pub fn quoted() -> Format {
    Format::new().set_quote_prefix()
}

/// The first row of a table, which stays in sight; each column with its width.
pub(crate) fn write_head(sheet: &mut Worksheet, head: &[(&str, u32)]) -> Result<(), XlsxError> {
    for (at, (_, width)) in (0..).zip(head) {
        sheet.set_column_width(at, *width)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    for (at, (text, _)) in (0..).zip(head) {
        sheet.write_with_format(0, at, *text, &heading())?;
    }
    Ok(())
}

/// A text, also where it looks like a formula.
pub(crate) fn write_text(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    text: &str,
) -> Result<(), XlsxError> {
    if begins_formula(text) {
        sheet.write_string_with_format(row, column, text, &quoted())?;
    } else {
        sheet.write_string(row, column, text)?;
    }
    Ok(())
}

/// The colour of the `n`th series of a chart, from 0; after the last the first again.
#[must_use]
pub fn series(n: usize) -> Color {
    Color::from(series_hex(n))
}

/// The same as `#rrggbb`.
pub(crate) fn series_hex(n: usize) -> &'static str {
    let colours = &LOOK.series.light;
    let colour = colours.get(n % colours.len().max(1));
    colour.unwrap_or(&LOOK.light.text)
}

/// What a picture of figures is drawn with beside its series, as `#rrggbb`.
pub(crate) struct PictureColours {
    pub(crate) ground: &'static str,
    pub(crate) text: &'static str,
    pub(crate) line: &'static str,
}

/// The colours of the web apps' charts.
pub(crate) fn picture_colours() -> PictureColours {
    PictureColours {
        ground: &LOOK.light.panel,
        text: &LOOK.light.text,
        line: &LOOK.light.line,
    }
}

/// Sizes of the texts of a picture of figures, in pixels.
pub(crate) struct PictureSizes {
    /// Of numbers and of the names of series.
    pub(crate) note: u32,
    /// Of the names of columns and bars.
    pub(crate) body: u32,
    pub(crate) title: u32,
}

/// The text sizes of the web apps' charts.
pub(crate) fn picture_sizes() -> PictureSizes {
    let texts = &LOOK.texts;
    PictureSizes {
        note: texts.note.size,
        body: texts.body.size,
        title: texts.reading.size,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use rust_xlsxwriter::Workbook;

    use super::*;

    #[test]
    fn the_first_row_has_the_colours_of_the_screens() {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write_with_format(0, 0, "a", &heading()).unwrap();
        let bytes = workbook.save_to_buffer().unwrap();
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        let mut styles = String::new();
        let mut part = zip.by_name("xl/styles.xml").unwrap();
        part.read_to_string(&mut styles).unwrap();
        let tokens: serde_json::Value = serde_json::from_str(TOKENS).unwrap();
        for role in ["raised", "text", "line"] {
            let hex = tokens["light"][role].as_str().unwrap();
            let argb = format!("FF{}", hex.trim_start_matches('#').to_uppercase());
            assert!(styles.contains(&argb), "{role} {argb}: {styles}");
        }
    }

    #[test]
    fn series_follow_one_another() {
        assert_ne!(series(0), series(1));
        assert_eq!(series(0), series(LOOK.series.light.len()));
    }
}
