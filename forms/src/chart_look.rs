//! How the native charts of workbooks tell their series apart: by colour, and without it by dashes and markers of lines and the
//! filling of columns.

use rust_xlsxwriter::{
    ChartFormat, ChartLine, ChartLineDashType, ChartMarker, ChartMarkerType, ChartPatternFill,
    ChartPatternFillType, ChartSeries, ChartSolidFill, Color,
};

use crate::workbook::series;

const DASHES: [ChartLineDashType; 4] = [
    ChartLineDashType::Solid,
    ChartLineDashType::Dash,
    ChartLineDashType::RoundDot,
    ChartLineDashType::LongDashDot,
];
const MARKERS: [ChartMarkerType; 4] = [
    ChartMarkerType::Circle,
    ChartMarkerType::Square,
    ChartMarkerType::Triangle,
    ChartMarkerType::Diamond,
];
/// The first is filled whole.
const FILLINGS: [Option<ChartPatternFillType>; 4] = [
    None,
    Some(ChartPatternFillType::DiagonalStripesWideUpwards),
    Some(ChartPatternFillType::Dotted50Percent),
    Some(ChartPatternFillType::DiagonalStripesWideDownwards),
];

/// Draws a series as the line of this number.
pub(crate) fn draw_line(drawn: &mut ChartSeries, n: usize) {
    let colour = series(n);
    drawn.set_format(
        ChartLine::new()
            .set_color(colour)
            .set_width(2)
            .set_dash_type(DASHES[n % DASHES.len()]),
    );
    drawn.set_marker(
        ChartMarker::new()
            .set_type(MARKERS[n % MARKERS.len()])
            .set_size(6)
            .set_format(ChartSolidFill::new().set_color(colour)),
    );
}

/// Draws a series as the columns of this number.
pub(crate) fn draw_columns(drawn: &mut ChartSeries, n: usize) {
    let colour = series(n);
    let mut format = ChartFormat::new();
    match FILLINGS[n % FILLINGS.len()] {
        None => format.set_solid_fill(ChartSolidFill::new().set_color(colour)),
        Some(filling) => format.set_pattern_fill(
            ChartPatternFill::new()
                .set_pattern(filling)
                .set_foreground_color(colour)
                .set_background_color(Color::White),
        ),
    };
    // The edge tells where a pale filling ends.
    format.set_border(ChartLine::new().set_color(colour).set_width(1));
    drawn.set_format(&mut format);
}
