//! A workbook of one table of figures, with native charts of its columns.

use std::ops::Range;

use domain::text::begins_formula;
use rust_xlsxwriter::{
    Chart, ChartLegendPosition, ChartType, Format, Workbook, Worksheet, XlsxError,
};

use crate::chart_look::{draw_columns, draw_line};
use crate::workbook::{heading, quoted};

/// Rows of the table below its charts: a chart is drawn over this many rows.
const CHART_ROWS: u32 = 18;
/// Pixels.
const CHART_SIZE: (u32, u32) = (760, 340);
/// Columns beyond this width, in characters, are cut off on the screen.
const WIDEST: usize = 40;

/// A table whose first column names what the others count.
#[derive(Debug, Clone)]
pub struct FigureTable {
    /// Name of the sheet.
    pub sheet: &'static str,
    /// Heading of the first column.
    pub names: &'static str,
    /// Columns of figures.
    pub columns: Vec<FigureColumn>,
    /// A name and as many figures as there are columns; nothing stands where there is no value.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
    /// Drawn beside the table, from above down.
    pub charts: Vec<FigureChart>,
    /// What has to be known of the figures, below them.
    pub note: Option<&'static str>,
}

/// A row of which every column has a value.
#[must_use]
pub fn filled(figures: Vec<f64>) -> Vec<Option<f64>> {
    figures.into_iter().map(Some).collect()
}

/// A column of figures.
#[derive(Debug, Clone, Copy)]
pub struct FigureColumn {
    /// With its unit in brackets.
    pub heading: &'static str,
    /// Digits behind the point.
    pub digits: usize,
}

/// How a chart shows its series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureChartKind {
    /// Lines along an axis of time.
    Lines,
    /// Side by side.
    Columns,
}

/// A chart of some columns over all rows, or the first of them.
#[derive(Debug, Clone)]
pub struct FigureChart {
    /// Title above the chart.
    pub title: &'static str,
    /// Bars or lines.
    pub kind: FigureChartKind,
    /// Which columns of figures, from 0.
    pub columns: Vec<usize>,
    /// So many rows at most: a chart of a thousand columns shows nothing.
    pub most_rows: usize,
}

/// The workbook's bytes.
///
/// # Errors
/// When the table is larger than a sheet (1,048,576 rows).
pub fn write(table: &FigureTable) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name(table.sheet)?;
    write_rows(sheet, table)?;
    insert_charts(sheet, table)?;
    workbook.save_to_buffer()
}

fn write_rows(sheet: &mut Worksheet, table: &FigureTable) -> Result<(), XlsxError> {
    let (heading, quoted) = (heading(), quoted());
    sheet.write_with_format(0, 0, table.names, &heading)?;
    for (column, at) in table.columns.iter().zip(1_u16..) {
        sheet.write_with_format(0, at, column.heading, &heading)?;
        sheet.set_column_width(at, width(column.heading))?;
    }
    let formats: Vec<Format> = table
        .columns
        .iter()
        .map(|column| number_format(column.digits))
        .collect();
    let mut widest = table.names.chars().count();
    for ((name, figures), row) in table.rows.iter().zip(1_u32..) {
        if begins_formula(name) {
            sheet.write_string_with_format(row, 0, name, &quoted)?;
        } else {
            sheet.write_string(row, 0, name)?;
        }
        widest = widest.max(name.chars().count());
        for ((figure, format), at) in figures.iter().zip(&formats).zip(1_u16..) {
            match figure {
                Some(figure) => sheet.write_number_with_format(row, at, *figure, format)?,
                None => sheet.write_blank(row, at, format)?,
            };
        }
    }
    if let Some(note) = table.note {
        // A row apart, so that sums and filters of the table leave it alone.
        sheet.write_string(last_row(table.rows.len()) + 2, 0, note)?;
    }
    sheet.set_column_width(0, columns_of_text(widest.min(WIDEST)))?;
    sheet.set_freeze_panes(1, 1)?;
    let last_column = u16::try_from(table.columns.len()).unwrap_or(u16::MAX);
    sheet.autofilter(0, 0, last_row(table.rows.len()), last_column)?;
    Ok(())
}

fn insert_charts(sheet: &mut Worksheet, table: &FigureTable) -> Result<(), XlsxError> {
    if table.rows.is_empty() {
        return Ok(());
    }
    let beside = u16::try_from(table.columns.len() + 2).unwrap_or(u16::MAX);
    // What is drawn of no rows is no chart.
    let charts = table.charts.iter().filter(|chart| chart.most_rows > 0);
    for (chart, n) in charts.zip(0_u32..) {
        let drawn = draw(table, chart);
        sheet.insert_chart(1 + n * CHART_ROWS, beside, &drawn)?;
    }
    Ok(())
}

fn draw(table: &FigureTable, chart: &FigureChart) -> Chart {
    let last = last_row(table.rows.len().min(chart.most_rows));
    let mut drawn = Chart::new(match chart.kind {
        FigureChartKind::Lines => ChartType::Line,
        FigureChartKind::Columns => ChartType::Column,
    });
    for (column, n) in chart.columns.iter().zip(0..) {
        let at = u16::try_from(column + 1).unwrap_or(u16::MAX);
        let series = drawn.add_series();
        series
            .set_name((table.sheet, 0, at))
            .set_categories((table.sheet, 1, 0, last, 0))
            .set_values((table.sheet, 1, at, last, at));
        match chart.kind {
            FigureChartKind::Lines => draw_line(series, n),
            FigureChartKind::Columns => draw_columns(series, n),
        }
    }
    drawn.title().set_name(chart.title);
    drawn.legend().set_position(ChartLegendPosition::Bottom);
    drawn.set_width(CHART_SIZE.0).set_height(CHART_SIZE.1);
    drawn
}

fn last_row(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX)
}

fn number_format(digits: usize) -> Format {
    let format = match digits {
        0 => "#,##0".to_owned(),
        digits => format!("#,##0.{}", "0".repeat(digits)),
    };
    Format::new().set_num_format(format)
}

fn width(heading: &str) -> f64 {
    columns_of_text(heading.chars().count())
}

/// A Chinese character is as wide as two figures.
fn columns_of_text(characters: usize) -> f64 {
    let Range { start, end } = 10..2 * WIDEST;
    u32::try_from((2 * characters + 3).clamp(start, end)).map_or(20.0, f64::from)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn parts(bytes: Vec<u8>) -> Vec<(String, String)> {
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        (0..zip.len())
            .map(|at| {
                let mut part = zip.by_index(at).unwrap();
                let mut text = String::new();
                part.read_to_string(&mut text).unwrap();
                (part.name().unwrap().into_owned(), text)
            })
            .collect()
    }

    fn table(rows: u32) -> FigureTable {
        FigureTable {
            sheet: "单位排名",
            names: "单位",
            columns: vec![
                FigureColumn {
                    heading: "订单数（个）",
                    digits: 0,
                },
                FigureColumn {
                    heading: "数据量（GB）",
                    digits: 2,
                },
            ],
            rows: (0..rows)
                .map(|n| (format!("=单位{n}"), filled(vec![f64::from(n), 0.125])))
                .collect(),
            charts: vec![FigureChart {
                title: "订单数",
                kind: FigureChartKind::Columns,
                columns: vec![0],
                most_rows: 2,
            }],
            note: None,
        }
    }

    #[test]
    fn series_differ_without_their_colours() {
        let mut table = table(3);
        table.charts = [FigureChartKind::Lines, FigureChartKind::Columns]
            .map(|kind| FigureChart {
                title: "订单",
                kind,
                columns: vec![0, 1],
                most_rows: 2,
            })
            .to_vec();
        let parts = parts(write(&table).unwrap());
        let chart = |name: &str| {
            let found = parts.iter().find(|(part, _)| part == name);
            let (_, text) = found.unwrap();
            text.split("<c:ser>")
                .skip(1)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let lines = chart("xl/charts/chart1.xml");
        assert!(lines[0].contains("<c:symbol val=\"circle\"/>"));
        assert!(!lines[0].contains("prstDash"), "{}", lines[0]);
        assert!(lines[1].contains("<c:symbol val=\"square\"/>"));
        assert!(lines[1].contains("<a:prstDash val=\"dash\"/>"));
        let columns = chart("xl/charts/chart2.xml");
        assert!(!columns[0].contains("pattFill"), "{}", columns[0]);
        assert!(columns[1].contains("<a:pattFill prst=\"wdUpDiag\">"));
    }

    #[test]
    fn where_there_is_no_value_the_cell_is_empty() {
        let mut table = table(1);
        table.rows[0].1[1] = None;
        table.note = Some("正在统计");
        let parts = parts(write(&table).unwrap());
        let part = |name: &str| {
            let found = parts.iter().find(|(part, _)| part == name);
            found.map(|(_, text)| text.as_str()).unwrap_or_default()
        };
        let sheet = part("xl/worksheets/sheet1.xml");
        let (_, cell) = sheet.split_once("<c r=\"C2\"").unwrap();
        let (cell, rest) = cell.split_once("/>").unwrap();
        assert!(!cell.contains('>'), "{cell}");
        assert!(rest.contains("r=\"A4\""), "{rest}");
        assert!(part("xl/sharedStrings.xml").contains("正在统计"));
    }

    #[test]
    fn the_chart_shows_the_first_rows_and_names_are_texts() {
        let parts = parts(write(&table(3)).unwrap());
        let part = |name: &str| {
            let found = parts.iter().find(|(part, _)| part == name);
            found.map(|(_, text)| text.as_str()).unwrap_or_default()
        };
        assert!(part("xl/charts/chart1.xml").contains("$B$2:$B$3"));
        assert!(part("xl/sharedStrings.xml").contains("=单位2"));
        assert!(!part("xl/worksheets/sheet1.xml").contains("<f>"));
        assert!(part("xl/styles.xml").contains("quotePrefix=\"1\""));
        assert!(part("xl/styles.xml").contains("#,##0.00"));
    }

    #[test]
    fn a_table_without_rows_has_its_headings_and_no_chart() {
        let parts = parts(write(&table(0)).unwrap());
        assert!(parts.iter().all(|(part, _)| !part.contains("chart")));
        assert!(parts.iter().any(|(_, text)| text.contains("订单数（个）")));
    }

    #[test]
    fn a_chart_of_no_rows_is_left_out() {
        let mut table = table(1);
        for chart in &mut table.charts {
            chart.most_rows = 0;
        }
        let parts = parts(write(&table).unwrap());
        assert!(parts.iter().all(|(part, _)| !part.contains("chart")));
    }
}
