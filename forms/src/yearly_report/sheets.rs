//! The report as a workbook: what it says on the first sheet, each table with a native chart on one of its own.

use domain::yearly_report::{Block, ColumnKind, Piece, ReportContent, ReportTable};
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

/// The workbook's bytes.
///
/// # Errors
/// When the writer refuses.
pub fn workbook(content: &ReportContent, imprint: Imprint<'_>) -> Result<Vec<u8>, XlsxError> {
    let document = content.document();
    let mut workbook = Workbook::new();
    let words = workbook.add_worksheet();
    words.set_name("报告")?;
    words.set_column_width(0, TEXT_WIDTH)?;
    words.write_with_format(
        0,
        0,
        &document.title,
        &Format::new().set_bold().set_font_size(16),
    )?;
    write_text(words, (1, 0), &document.subtitle)?;
    let mut row = 2;
    for section in &document.sections {
        words.write_with_format(row, 0, &section.heading, &Format::new().set_bold())?;
        row += 1;
        for block in &section.blocks {
            let Block::Paragraph(pieces) = block else {
                continue;
            };
            let text: String = pieces.iter().map(plain).collect();
            words.write_string_with_format(row, 0, &text, &Format::new().set_text_wrap())?;
            row += 1;
        }
    }
    write_text(words, (row, 0), &format!("SHA-256：{}", imprint.sha256))?;
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
        match &row.query {
            Some(query) => {
                let url = Url::new((imprint.address)(query)).set_text(&name);
                sheet.write_url(line, 0, url)?;
            }
            None => write_text(sheet, (line, 0), &name)?,
        }
        let sources = row.sources.iter().map(Option::as_ref);
        let sources = sources.chain(std::iter::repeat(None));
        let figures = row.figures.iter().zip(&table.columns).zip(sources);
        for (((figure, column), source), at) in figures.zip(FIRST..) {
            if let Some(query) = source {
                // The number is written over the text; the link stays.
                sheet.write_url(line, at, Url::new((imprint.address)(query)))?;
            }
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
