//! The report as a workbook: what it says on the first sheet, each table with a native chart on one of its own. A cell holds one
//! link, so below each sentence stand its figures, each in a cell that leads to its rows.

use domain::yearly_report::{
    Block, ColumnKind, Piece, ReportContent, ReportDocument, ReportTable, SourcePage,
};
use rust_xlsxwriter::{
    Chart, ChartLegendPosition, ChartType, Format, Url, Workbook, Worksheet, XlsxError,
};

use super::Imprint;
use crate::chart_look::draw_columns;
use crate::workbook::{heading, write_text};

/// Columns of figures begin behind the names.
const FIRST: u16 = 1;
/// Pixels.
const CHART_SIZE: (u32, u32) = (760, 340);
/// Characters.
const NAMES_WIDTH: u32 = 30;
const FIGURES_WIDTH: u32 = 18;
const TEXT_WIDTH: u32 = 110;
/// Of a sentence's figures and of the pages that they come from.
const FOUND_WIDTH: u32 = 24;
/// Where the words around a figure end.
const MARKS: [char; 4] = ['，', '、', '；', '。'];

/// The workbook's bytes.
///
/// # Errors
/// When the writer refuses.
pub fn workbook(content: &ReportContent, imprint: Imprint<'_>) -> Result<Vec<u8>, XlsxError> {
    let document = content.document();
    let mut workbook = Workbook::new();
    write_sentences(workbook.add_worksheet(), &document, imprint)?;
    let tables = document.sections.iter().flat_map(|section| {
        section.blocks.iter().filter_map(move |block| match block {
            Block::Table(table) => Some((section.heading.as_str(), table)),
            _ => None,
        })
    });
    for (name, table) in tables {
        // 二、月度情况
        let name = name.split_once('、').map_or(name, |(_, name)| name);
        write_table(workbook.add_worksheet(), name, table, imprint)?;
    }
    workbook.save_to_buffer()
}

fn write_sentences(
    sheet: &mut Worksheet,
    document: &ReportDocument,
    imprint: Imprint<'_>,
) -> Result<(), XlsxError> {
    sheet.set_name("报告")?;
    sheet.set_column_width(0, TEXT_WIDTH)?;
    sheet.set_column_width(1, FOUND_WIDTH)?;
    sheet.set_column_width(2, FOUND_WIDTH)?;
    let bold = Format::new().set_bold();
    sheet.write_with_format(0, 0, &document.title, &bold.clone().set_font_size(16))?;
    write_text(sheet, (1, 0), &document.subtitle)?;
    let mut row = 2;
    for section in &document.sections {
        sheet.write_with_format(row, 0, &section.heading, &bold)?;
        row += 1;
        for block in &section.blocks {
            let Block::Paragraph(pieces) = block else {
                continue;
            };
            let text: String = pieces.iter().map(plain).collect();
            sheet.write_string_with_format(row, 0, &text, &Format::new().set_text_wrap())?;
            row = write_figures(sheet, row + 1, pieces, imprint)?;
        }
    }
    write_text(sheet, (row, 0), &format!("SHA-256：{}", imprint.sha256))
}

/// The figures of a sentence from this row on, each with the words around it and its page; the row below them.
fn write_figures(
    sheet: &mut Worksheet,
    mut row: u32,
    pieces: &[Piece],
    imprint: Imprint<'_>,
) -> Result<u32, XlsxError> {
    let has_figures = pieces
        .iter()
        .any(|piece| matches!(piece, Piece::Figure(..)));
    if !has_figures {
        return Ok(row);
    }
    for (text, at) in ["数字与来源", "数字", "来源"].into_iter().zip(0..) {
        sheet.write_with_format(row, at, text, &heading())?;
    }
    row += 1;
    for (piece, at) in pieces.iter().zip(0..) {
        let Piece::Figure(figure, query) = piece else {
            continue;
        };
        write_text(sheet, (row, 0), &words_around(pieces, at))?;
        let address = (imprint.address)(query);
        sheet.write_url(row, 1, Url::new(&address).set_text(figure))?;
        sheet.write_url(row, 2, Url::new(&address).set_text(name_of(query.page)))?;
        row += 1;
    }
    Ok(row)
}

/// What stands between two marks of punctuation around the piece at this place.
fn words_around(pieces: &[Piece], at: usize) -> String {
    let before: String = pieces.iter().take(at).map(plain).collect();
    let rest: String = pieces.iter().skip(at).map(plain).collect();
    let begin = before.rsplit(MARKS).next().unwrap_or_default();
    let end = rest.split(MARKS).next().unwrap_or_default();
    format!("{begin}{end}").trim().to_owned()
}

/// What a page is called in the back office.
const fn name_of(page: SourcePage) -> &'static str {
    match page {
        SourcePage::Registry => "数据提供登记",
        SourcePage::RegistryFigures => "数据提供登记 · 统计",
        SourcePage::Orders => "订单列表",
    }
}

fn plain(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) | Piece::Figure(text, _) => text.clone(),
        Piece::NoteMark(number) => format!("[{number}]"),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "sixteen digits are enough for people"
)]
fn write_table(
    sheet: &mut Worksheet,
    name: &str,
    table: &ReportTable,
    imprint: Imprint<'_>,
) -> Result<(), XlsxError> {
    sheet.set_name(name)?;
    sheet.set_column_width(0, NAMES_WIDTH)?;
    sheet.set_freeze_panes(1, 1)?;
    sheet.write_with_format(0, 0, table.names, &heading())?;
    let count = Format::new().set_num_format("#,##0");
    let volume = Format::new().set_num_format("#,##0.00");
    let share = Format::new().set_num_format("0.0");
    for (column, at) in table.columns.iter().zip(FIRST..) {
        sheet.set_column_width(at, FIGURES_WIDTH)?;
        sheet.write_with_format(0, at, column.heading, &heading())?;
    }
    for (row, line) in table.rows.iter().zip(1_u32..) {
        let marks = row.notes.iter().map(|number| format!("[{number}]"));
        let name = format!("{}{}", row.name, marks.collect::<Vec<_>>().concat());
        let url = Url::new((imprint.address)(&row.query)).set_text(&name);
        sheet.write_url(line, 0, url)?;
        let figures = row.figures.iter().zip(&table.columns).zip(&row.sources);
        for (((figure, column), source), at) in figures.zip(FIRST..) {
            // The number is written over the text; the link stays.
            sheet.write_url(line, at, Url::new((imprint.address)(source)))?;
            let (number, format) = match column.kind {
                ColumnKind::Count => (*figure as f64, &count),
                ColumnKind::Gigabytes => (*figure as f64 / f64::from(1_u32 << 30), &volume),
                ColumnKind::Share => (*figure as f64 / 10.0, &share),
            };
            sheet.write_number_with_format(line, at, number, format)?;
        }
    }
    insert_charts(sheet, name, table)
}

/// Below the table: its counts side by side, and its volumes.
fn insert_charts(sheet: &mut Worksheet, name: &str, table: &ReportTable) -> Result<(), XlsxError> {
    let drawn = table.rows.iter().filter(|row| row.name != "合计").count();
    let Some(last) = u32::try_from(drawn).ok().filter(|last| *last > 0) else {
        return Ok(());
    };
    let mut below = u32::try_from(table.rows.len()).unwrap_or(0) + 3;
    for kind in [ColumnKind::Count, ColumnKind::Gigabytes] {
        let mut chart = Chart::new(ChartType::Column);
        let columns = table.columns.iter().zip(FIRST..);
        for ((_, at), n) in columns.filter(|(column, _)| column.kind == kind).zip(0..) {
            let series = chart.add_series();
            series
                .set_name((name, 0, at))
                .set_categories((name, 1, 0, last, 0))
                .set_values((name, 1, at, last, at));
            draw_columns(series, n);
        }
        chart.title().set_name(&table.caption);
        chart.legend().set_position(ChartLegendPosition::Bottom);
        chart.set_width(CHART_SIZE.0).set_height(CHART_SIZE.1);
        sheet.insert_chart(below, 0, &chart)?;
        below += 18;
    }
    Ok(())
}
