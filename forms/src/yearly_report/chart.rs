//! A chart of a report as SVG: columns side by side, or bars under one another where names are long. Series differ by pattern
//! as well as by colour, and every column has its number.

use std::fmt::Write as _;

use domain::yearly_report::{ColumnKind, ReportChart, grouped};

use super::gigabytes;
use crate::workbook::{picture_colours, picture_sizes, series_hex};

/// Width of every picture, in pixels.
pub(super) const WIDTH: u32 = 720;
const HEIGHT: u32 = 320;
/// Height of one bar with its gap.
const BAR_STEP: u32 = 30;
/// Names longer than this stand beside bars.
const SHORT_NAME: usize = 5;
/// Longer names are cut.
const LONGEST_NAME: usize = 14;
/// Room around the drawing: above, right, below, left.
const ABOVE: f64 = 54.0;
const RIGHT: f64 = 24.0;
const BELOW: f64 = 34.0;
const LEFT: f64 = 24.0;
/// Room for names beside bars, and for the number behind the longest one.
const NAMES: f64 = 200.0;
const NUMBERS: f64 = 90.0;
/// The packaged font, without which Chinese cannot be drawn.
pub(super) const FONT: &str = "Noto Serif SC";

/// The picture, and its height in pixels.
#[must_use]
pub fn svg(chart: &ReportChart) -> (String, u32) {
    let has_long_names = chart
        .labels
        .iter()
        .any(|label| label.chars().count() > SHORT_NAME);
    if has_long_names {
        bars(chart)
    } else {
        (columns(chart), HEIGHT)
    }
}

/// How many series a chart can have without a panic of arithmetic: a few.
fn length<T>(list: &[T]) -> f64 {
    u32::try_from(list.len()).map_or(0.0, f64::from)
}

#[expect(clippy::cast_precision_loss, reason = "places on a picture")]
fn share(value: u64, most: u64) -> f64 {
    if most == 0 {
        return 0.0;
    }
    value as f64 / most as f64
}

fn most(chart: &ReportChart) -> u64 {
    let values = chart.series.iter().flat_map(|series| &series.values);
    values.copied().max().unwrap_or(0)
}

fn number(chart: &ReportChart, value: u64) -> String {
    match chart.kind {
        ColumnKind::Gigabytes => gigabytes(value),
        ColumnKind::Count => grouped(value),
        ColumnKind::Share => format!("{}.{}%", value / 10, value % 10),
    }
}

fn head(chart: &ReportChart, height: u32) -> String {
    let colours = picture_colours();
    let sizes = picture_sizes();
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" font-family="{FONT}" font-size="{}" fill="{}"><defs>"#,
        sizes.body, colours.text
    );
    for at in 0..chart.series.len() {
        let colour = series_hex(at);
        // Every second series is hatched, so that it is told apart without colours.
        let fill = if at % 2 == 0 {
            format!(r#"<rect width="8" height="8" fill="{colour}"/>"#)
        } else {
            format!(
                r#"<rect width="8" height="8" fill="{}"/><path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke="{colour}" stroke-width="3"/>"#,
                colours.ground
            )
        };
        let _ = write!(
            svg,
            r#"<pattern id="s{at}" width="8" height="8" patternUnits="userSpaceOnUse">{fill}</pattern>"#
        );
    }
    let _ = write!(
        svg,
        r#"</defs><rect width="{WIDTH}" height="{height}" fill="{}"/><text x="{}" y="24" font-size="{}" text-anchor="middle">{}</text>"#,
        colours.ground,
        WIDTH / 2,
        sizes.title,
        escaped(&chart.title)
    );
    if chart.series.len() > 1 {
        legend(chart, &mut svg);
    }
    svg
}

fn legend(chart: &ReportChart, svg: &mut String) {
    let size = picture_sizes().note;
    let mut left = f64::from(WIDTH) - RIGHT - 100.0 * length(&chart.series);
    for (at, series) in chart.series.iter().enumerate() {
        let _ = write!(
            svg,
            r#"<rect x="{left:.1}" y="34" width="14" height="12" fill="url(#s{at})" stroke="{}"/><text x="{:.1}" y="45" font-size="{size}">{}</text>"#,
            series_hex(at),
            left + 20.0,
            escaped(series.name)
        );
        left += 100.0;
    }
}

fn columns(chart: &ReportChart) -> String {
    let colours = picture_colours();
    let size = picture_sizes().note;
    let mut svg = head(chart, HEIGHT);
    let (wide, tall) = (
        f64::from(WIDTH) - LEFT - RIGHT,
        f64::from(HEIGHT) - ABOVE - BELOW,
    );
    let floor = ABOVE + tall;
    let most = most(chart);
    let group = wide / length(&chart.labels).max(1.0);
    let column = group * 0.7 / length(&chart.series).max(1.0);
    for (at, label) in chart.labels.iter().enumerate() {
        let left = LEFT + group * length(chart.labels.get(..at).unwrap_or_default());
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"#,
            left + group / 2.0,
            floor + 20.0,
            escaped(label)
        );
        for (n, series) in chart.series.iter().enumerate() {
            let value = series.values.get(at).copied().unwrap_or(0);
            // Room above the highest column for its number.
            let height = (tall - 16.0) * share(value, most);
            let x =
                left + group * 0.15 + column * length(chart.series.get(..n).unwrap_or_default());
            let _ = write!(
                svg,
                r#"<rect x="{x:.1}" y="{:.1}" width="{column:.1}" height="{height:.1}" fill="url(#s{n})" stroke="{}"/>"#,
                floor - height,
                series_hex(n)
            );
            if value > 0 {
                let _ = write!(
                    svg,
                    r#"<text x="{:.1}" y="{:.1}" font-size="{size}" text-anchor="middle">{}</text>"#,
                    x + column / 2.0,
                    floor - height - 4.0,
                    escaped(&number(chart, value))
                );
            }
        }
    }
    let _ = write!(
        svg,
        r#"<path d="M{LEFT} {floor:.1}H{:.1}" stroke="{}"/></svg>"#,
        f64::from(WIDTH) - RIGHT,
        colours.line
    );
    svg
}

fn bars(chart: &ReportChart) -> (String, u32) {
    let colours = picture_colours();
    let size = picture_sizes().note;
    let rows = u32::try_from(chart.labels.len()).unwrap_or(0);
    let height = 60 + BAR_STEP * rows + 12;
    let mut svg = head(chart, height);
    let wide = f64::from(WIDTH) - NAMES - NUMBERS - RIGHT;
    let most = most(chart);
    let values = chart.series.first().map(|series| series.values.as_slice());
    for ((label, value), row) in chart
        .labels
        .iter()
        .zip(values.unwrap_or_default())
        .zip(0_u32..)
    {
        let top = f64::from(56 + BAR_STEP * row);
        let long = wide * share(*value, most);
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{}</text><rect x="{NAMES}" y="{top:.1}" width="{long:.1}" height="20" fill="url(#s0)"/><text x="{:.1}" y="{:.1}" font-size="{size}">{}</text>"#,
            NAMES - 8.0,
            top + 15.0,
            escaped(&cut(label)),
            NAMES + long + 6.0,
            top + 15.0,
            escaped(&number(chart, *value))
        );
    }
    let _ = write!(
        svg,
        r#"<path d="M{NAMES} 50V{}" stroke="{}"/></svg>"#,
        height - 8,
        colours.line
    );
    (svg, height)
}

fn cut(label: &str) -> String {
    if label.chars().count() <= LONGEST_NAME {
        return label.to_owned();
    }
    let mut short: String = label.chars().take(LONGEST_NAME - 1).collect();
    short.push('…');
    short
}

/// XML's own characters; control characters, which it cannot hold, are left out.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            control if control.is_control() => {}
            plain => safe.push(plain),
        }
    }
    safe
}
