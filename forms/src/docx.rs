//! A paper as DOCX. The word processor brings the font: 宋体 (SimSun), as official papers have it.

use std::io::Cursor;

use docx_rs::{
    AlignmentType, Docx, HeightRule, LineSpacing, PageMargin, Paragraph as DocxParagraph, Run,
    RunFonts, SpecialIndentType, Tab, TabValueType, Table as DocxTable, TableAlignmentType,
    TableCell, TableLayoutType, TableRow, VAlignType, WidthType,
};

use crate::FormError;
use crate::document::{Align, Block, Cell, Document, FormRow, Paragraph, Table};

/// Twentieths of a point.
const TWIPS: f32 = 20.0;
/// A4, twips.
const PAGE: (u32, u32) = (11906, 16838);
const MARGIN: i32 = 1240;
/// Width between the margins, twips.
const CONTENT: f32 = 9426.0;
/// An identity card (ISO/IEC 7810 ID-1), twips.
const CARD: (usize, f32) = (4853, 3061.0);

pub(crate) fn write(document: &Document) -> Result<Vec<u8>, FormError> {
    let margin = PageMargin::new()
        .left(MARGIN)
        .right(MARGIN)
        .top(MARGIN)
        .bottom(1100);
    let title = Paragraph {
        text: document.title.clone(),
        align: Align::Center,
        size: 22.0,
        indented: false,
        bold: true,
    };
    let mut docx = Docx::new()
        .page_size(PAGE.0, PAGE.1)
        .page_margin(margin)
        .add_paragraph(paragraph(&title));
    for block in &document.blocks {
        docx = match block {
            Block::Paragraph(text) => docx.add_paragraph(paragraph(text)),
            Block::Ends(left, right) => docx.add_paragraph(ends(left, right)),
            Block::Table(rows) => docx.add_table(table(rows)),
            Block::CardFrame(hint) => docx.add_table(card_frame(hint)),
            Block::Gap(height) => docx.add_paragraph(gap(*height)),
        };
    }
    let mut bytes = Cursor::new(Vec::new());
    docx.build()
        .pack(&mut bytes)
        .map_err(|error| FormError::Writer(error.to_string()))?;
    Ok(bytes.into_inner())
}

/// Points as a whole number of twips; lengths of forms are small and positive.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths on a page"
)]
fn twips(points: f32) -> u32 {
    (points * TWIPS).round() as u32
}

fn run(text: &str, size: f32, bold: bool) -> Run {
    let fonts = RunFonts::new()
        .east_asia("宋体")
        .ascii("Times New Roman")
        .hi_ansi("Times New Roman");
    // Word counts font sizes in half points.
    let half_points = usize::try_from(twips(size) / 10).unwrap_or(21);
    let run = text
        .split('\n')
        .enumerate()
        .fold(Run::new(), |run, (at, line)| {
            let run = if at == 0 {
                run
            } else {
                run.add_break(docx_rs::BreakType::TextWrapping)
            };
            run.add_text(line)
        });
    let run = run.fonts(fonts).size(half_points);
    if bold { run.bold() } else { run }
}

const fn alignment(align: Align) -> AlignmentType {
    match align {
        Align::Left => AlignmentType::Left,
        Align::Center => AlignmentType::Center,
        Align::Right => AlignmentType::Right,
    }
}

fn paragraph(text: &Paragraph) -> DocxParagraph {
    let spacing = LineSpacing::new().line(if text.size < 12.0 { 290 } else { 400 });
    let paragraph = DocxParagraph::new()
        .add_run(run(&text.text, text.size, text.bold))
        .align(alignment(text.align))
        .line_spacing(spacing);
    if !text.indented {
        return paragraph;
    }
    let first = i32::try_from(twips(text.size * 2.0)).unwrap_or_default();
    paragraph.indent(None, Some(SpecialIndentType::FirstLine(first)), None, None)
}

fn ends(left: &str, right: &str) -> DocxParagraph {
    let tab = Tab::new().val(TabValueType::Right).pos(9426);
    let run = run(left, 10.5, false).add_tab().add_text(right);
    DocxParagraph::new().add_tab(tab).add_run(run)
}

fn gap(height: f32) -> DocxParagraph {
    let spacing = LineSpacing::new()
        .line_rule(docx_rs::LineSpacingType::Exact)
        .line(i32::try_from(twips(height)).unwrap_or(20));
    DocxParagraph::new().line_spacing(spacing)
}

fn table(table: &Table) -> DocxTable {
    let all: f32 = table.columns.iter().sum();
    let share = |columns: f32| usize::try_from(twips(CONTENT / TWIPS * columns / all)).unwrap_or(0);
    let grid: Vec<usize> = table.columns.iter().copied().map(share).collect();
    let rows = table.rows.iter().map(|one| row(one, &grid)).collect();
    DocxTable::new(rows)
        .set_grid(grid)
        .layout(TableLayoutType::Fixed)
        .align(TableAlignmentType::Center)
        .width(9426, WidthType::Dxa)
}

fn row(row: &FormRow, grid: &[usize]) -> TableRow {
    let mut columns = grid.iter();
    let cells = row
        .cells
        .iter()
        .map(|one| {
            let width: usize = columns.by_ref().take(one.span).sum();
            cell(one, row.height)
                .width(width, WidthType::Dxa)
                .grid_span(one.span)
        })
        .collect();
    TableRow::new(cells)
        .row_height(row.height * TWIPS)
        .height_rule(HeightRule::AtLeast)
}

fn cell(cell: &Cell, height: f32) -> TableCell {
    let text = DocxParagraph::new()
        .add_run(run(&cell.text, cell.size, cell.is_label))
        .align(alignment(cell.align));
    let mut written = TableCell::new().add_paragraph(text);
    if cell.foot.is_empty() {
        return written.vertical_align(VAlignType::Center);
    }
    for (at, line) in cell.foot.iter().enumerate() {
        // The first line of the foot keeps away from the text, so that there is room to write.
        let free = if at == 0 { height - 30.0 * 2.0 } else { 0.0 };
        let spacing = LineSpacing::new().before(twips(free.max(0.0)));
        written = written.add_paragraph(
            DocxParagraph::new()
                .add_run(run(line, cell.size, false))
                .align(AlignmentType::Right)
                .line_spacing(spacing),
        );
    }
    written
}

fn card_frame(hint: &str) -> DocxTable {
    let text = DocxParagraph::new()
        .add_run(run(hint, 12.0, false))
        .align(AlignmentType::Center);
    let cell = TableCell::new()
        .add_paragraph(text)
        .vertical_align(VAlignType::Center)
        .width(CARD.0, WidthType::Dxa);
    let row = TableRow::new(vec![cell])
        .row_height(CARD.1)
        .height_rule(HeightRule::Exact);
    DocxTable::new(vec![row])
        .set_grid(vec![CARD.0])
        .layout(TableLayoutType::Fixed)
        .align(TableAlignmentType::Center)
        .width(CARD.0, WidthType::Dxa)
}
