//! The report as DOCX, to be read, filed and worked on. Charts are pictures; every figure and row leads to what it counts.

use std::io::Cursor;

use docx_rs::{
    AlignmentType, Docx, Footer, Hyperlink, HyperlinkType, LineSpacing, PageMargin, Paragraph, Pic,
    Run, RunFonts, SpecialIndentType, Table, TableAlignmentType, TableCell, TableLayoutType,
    TableRow, VAlignType, VertAlignType, WidthType,
};
use domain::yearly_report::{
    Block, ColumnKind, Piece, ReportChart, ReportContent, ReportQuery, ReportRow, ReportTable,
    grouped,
};

use super::chart::{WIDTH, svg};
use super::{Imprint, gigabytes, picture};
use crate::FormError;

/// A4, twips (twentieths of a point).
const PAGE: (u32, u32) = (11906, 16838);
const MARGIN: i32 = 1240;
/// Width between the margins, twips.
const CONTENT: usize = 9426;
/// English metric units: 914,400 an inch, and the charts are as wide as the text.
const EMU_OF_TWIP: u32 = 635;
/// Half points: 小二, 小四 and 五号, as official papers have them.
const TITLE: usize = 36;
const TEXT: usize = 24;
const SMALL: usize = 21;

/// The document's bytes.
///
/// # Errors
/// When the font cannot be read or the writer refuses.
pub fn word(content: &ReportContent, imprint: Imprint<'_>) -> Result<Vec<u8>, FormError> {
    let document = content.document();
    let margin = PageMargin::new()
        .left(MARGIN)
        .right(MARGIN)
        .top(1440)
        .bottom(1240);
    let mut docx = Docx::new()
        .page_size(PAGE.0, PAGE.1)
        .page_margin(margin)
        .add_paragraph(centred(&document.title, TITLE, true))
        .add_paragraph(centred(&document.subtitle, TEXT, false));
    for section in &document.sections {
        let title = Paragraph::new()
            .add_run(run(&section.heading, 28, true))
            .outline_lvl(0)
            .keep_next(true)
            .line_spacing(LineSpacing::new().before(240).after(80));
        docx = docx.add_paragraph(title);
        for block in &section.blocks {
            docx = match block {
                Block::Paragraph(pieces) => docx.add_paragraph(sentences(pieces, imprint)),
                Block::Chart(chart) => docx.add_paragraph(drawing(chart)?),
                Block::Table(table) => docx
                    .add_paragraph(centred(&table.caption, SMALL, true).keep_next(true))
                    .add_table(tabulated(table, imprint)),
            };
        }
    }
    let mut bytes = Cursor::new(Vec::new());
    docx.footer(footer(imprint))
        .build()
        .pack(&mut bytes)
        .map_err(|error| FormError::Writer(error.to_string()))?;
    Ok(bytes.into_inner())
}

/// 宋体 is every word processor's; it brings the font itself.
fn run(text: &str, size: usize, bold: bool) -> Run {
    let fonts = RunFonts::new()
        .east_asia("宋体")
        .ascii("Times New Roman")
        .hi_ansi("Times New Roman");
    let run = Run::new().add_text(text).fonts(fonts).size(size);
    if bold { run.bold() } else { run }
}

fn centred(text: &str, size: usize, bold: bool) -> Paragraph {
    Paragraph::new()
        .add_run(run(text, size, bold))
        .align(AlignmentType::Center)
        .line_spacing(LineSpacing::new().before(60).after(60))
}

fn footer(imprint: Imprint<'_>) -> Footer {
    let edition = match imprint.edition {
        Some(edition) => format!("第 {edition} 版"),
        None => "草稿".to_owned(),
    };
    let text = format!(
        "{} · {edition} · SHA-256 {}",
        imprint.issuer, imprint.sha256
    );
    Footer::new().add_paragraph(
        Paragraph::new()
            .add_run(run(&text, 15, false))
            .align(AlignmentType::Center),
    )
}

fn link(text: &str, size: usize, query: &ReportQuery, imprint: Imprint<'_>) -> Hyperlink {
    Hyperlink::new((imprint.address)(query), HyperlinkType::External)
        .add_run(run(text, size, false).underline("single"))
}

fn sentences(pieces: &[Piece], imprint: Imprint<'_>) -> Paragraph {
    let first = i32::try_from(TEXT * 20).unwrap_or(480);
    let paragraph = Paragraph::new()
        .indent(None, Some(SpecialIndentType::FirstLine(first)), None, None)
        .line_spacing(LineSpacing::new().line(400));
    pieces
        .iter()
        .fold(paragraph, |paragraph, piece| match piece {
            Piece::Text(text) => paragraph.add_run(run(text, TEXT, false)),
            Piece::Figure(text, query) => paragraph.add_hyperlink(link(text, TEXT, query, imprint)),
            Piece::NoteMark(number) => paragraph.add_run(mark(*number, TEXT)),
        })
}

fn mark(number: usize, size: usize) -> Run {
    let mut raised = run(&format!("[{number}]"), size, false);
    raised.run_property = raised.run_property.vert_align(VertAlignType::SuperScript);
    raised
}

fn drawing(chart: &ReportChart) -> Result<Paragraph, FormError> {
    let drawn = svg(chart);
    let height = drawn.1;
    let wide = u32::try_from(CONTENT).unwrap_or(9426) * EMU_OF_TWIP;
    let tall =
        u32::try_from(u64::from(wide) * u64::from(height) / u64::from(WIDTH)).unwrap_or(wide);
    let picture = Pic::new_with_dimensions(picture::png(&drawn)?, WIDTH, height).size(wide, tall);
    Ok(Paragraph::new()
        .add_run(Run::new().add_image(picture))
        .align(AlignmentType::Center))
}

fn tabulated(table: &ReportTable, imprint: Imprint<'_>) -> Table {
    let columns = table.columns.len().max(1);
    let names = CONTENT * 2 / (columns + 2);
    let figures = (CONTENT - names) / columns;
    let mut grid = vec![names];
    grid.extend(std::iter::repeat_n(figures, columns));
    let cell = |paragraph: Paragraph, width: usize| {
        TableCell::new()
            .add_paragraph(paragraph)
            .width(width, WidthType::Dxa)
            .vertical_align(VAlignType::Center)
    };
    // The heading stays with the first row where a page ends.
    let heading = |text: &str| centred(text, SMALL, true).keep_next(true);
    let mut head = vec![cell(heading(table.names), names)];
    let headings = table.columns.iter();
    head.extend(headings.map(|column| cell(heading(column.heading), figures)));
    let mut rows = vec![TableRow::new(head).cant_split()];
    rows.extend(table.rows.iter().map(|row| {
        let mut cells = vec![cell(name(row, imprint), names)];
        let numbers = row.figures.iter().zip(&table.columns).zip(&row.sources);
        cells.extend(numbers.map(|((figure, column), source)| {
            let text = match column.kind {
                ColumnKind::Count => grouped(*figure),
                ColumnKind::Gigabytes => gigabytes(*figure),
                ColumnKind::Share => format!("{}.{}", figure / 10, figure % 10),
            };
            let number = Paragraph::new()
                .add_hyperlink(link(&text, SMALL, source, imprint))
                .line_spacing(row_spacing())
                .align(AlignmentType::Right);
            cell(number, figures)
        }));
        TableRow::new(cells).cant_split()
    }));
    Table::new(rows)
        .set_grid(grid)
        .layout(TableLayoutType::Fixed)
        .align(TableAlignmentType::Center)
        .width(CONTENT, WidthType::Dxa)
}

/// Room above and below the line of a row.
fn row_spacing() -> LineSpacing {
    LineSpacing::new().before(40).after(40)
}

fn name(row: &ReportRow, imprint: Imprint<'_>) -> Paragraph {
    let name = Paragraph::new()
        .add_hyperlink(link(&row.name, SMALL, &row.query, imprint))
        .line_spacing(row_spacing());
    row.notes
        .iter()
        .fold(name, |name, number| name.add_run(mark(*number, SMALL)))
}
