//! Digits as strokes, in several hands each, in a box of width and height 1 whose origin is the upper left corner.

use std::sync::LazyLock;

/// A corner of a stroke.
pub type Point = (f32, f32);

/// Lines from corner to corner.
pub type Stroke = Vec<Point>;

/// One way to write a digit.
pub type Glyph = Vec<Stroke>;

/// Steps of a curve.
const STEPS: u8 = 14;

/// Part of an ellipse, by its middle, half axes, and angles in degrees clockwise from the right.
fn arc((x, y): Point, (wide, high): Point, from: f32, to: f32) -> Stroke {
    (0..=STEPS)
        .map(|step| {
            let part = f32::from(step) / f32::from(STEPS);
            let angle = (from + (to - from) * part).to_radians();
            (x + wide * angle.cos(), y + high * angle.sin())
        })
        .collect()
}

fn joined(parts: &[Stroke]) -> Stroke {
    parts.concat()
}

/// The hands of each digit.
pub static GLYPHS: LazyLock<[Vec<Glyph>; 10]> = LazyLock::new(|| {
    [
        zero(),
        one(),
        two(),
        three(),
        four(),
        five(),
        six(),
        seven(),
        eight(),
        nine(),
    ]
});

fn zero() -> Vec<Glyph> {
    let round = arc((0.5, 0.5), (0.45, 0.5), 0.0, 360.0);
    let narrow = arc((0.5, 0.5), (0.34, 0.5), -80.0, 290.0);
    let edged = joined(&[
        arc((0.5, 0.28), (0.42, 0.28), 180.0, 360.0),
        arc((0.5, 0.72), (0.42, 0.28), 0.0, 180.0),
        vec![(0.08, 0.28)],
    ]);
    vec![vec![round], vec![narrow], vec![edged]]
}

/// Always with a flag and a foot: a seven that is turned has no foot, and without a flag it would be an L.
fn one() -> Vec<Glyph> {
    let long = vec![
        vec![(0.24, 0.26), (0.54, 0.0), (0.52, 1.0)],
        vec![(0.22, 1.0), (0.82, 1.0)],
    ];
    let short = vec![
        vec![(0.3, 0.2), (0.5, 0.0), (0.5, 1.0)],
        vec![(0.2, 1.0), (0.8, 1.0)],
    ];
    vec![long, short]
}

fn two() -> Vec<Glyph> {
    let bow = arc((0.5, 0.28), (0.42, 0.28), 190.0, 395.0);
    let straight = joined(&[bow.clone(), vec![(0.08, 1.0), (0.95, 1.0)]]);
    let curled = joined(&[
        arc((0.5, 0.27), (0.4, 0.27), 175.0, 420.0),
        vec![(0.3, 0.76), (0.08, 0.98), (0.5, 0.93), (0.96, 1.0)],
    ]);
    let angular = vec![
        (0.08, 0.12),
        (0.5, 0.0),
        (0.9, 0.25),
        (0.05, 1.0),
        (0.95, 1.0),
    ];
    vec![vec![straight], vec![curled], vec![angular]]
}

fn three() -> Vec<Glyph> {
    let bows = vec![
        arc((0.45, 0.25), (0.42, 0.25), 200.0, 450.0),
        arc((0.45, 0.74), (0.47, 0.26), 270.0, 520.0),
    ];
    let flat = vec![joined(&[
        vec![(0.08, 0.0), (0.88, 0.0), (0.45, 0.4)],
        arc((0.45, 0.7), (0.45, 0.3), 270.0, 515.0),
    ])];
    vec![bows, flat]
}

fn four() -> Vec<Glyph> {
    let closed = vec![vec![(0.68, 1.0), (0.68, 0.0), (0.05, 0.7), (0.97, 0.7)]];
    let open = vec![
        vec![(0.25, 0.0), (0.08, 0.58), (0.95, 0.58)],
        vec![(0.7, 0.2), (0.66, 1.0)],
    ];
    vec![closed, open]
}

fn five() -> Vec<Glyph> {
    let belly = arc((0.45, 0.67), (0.46, 0.33), 225.0, 515.0);
    let straight = vec![vec![(0.88, 0.0), (0.2, 0.0), (0.13, 0.46)], belly.clone()];
    let round = vec![
        joined(&[
            vec![(0.25, 0.03), (0.16, 0.42)],
            arc((0.45, 0.68), (0.45, 0.31), 230.0, 500.0),
        ]),
        vec![(0.25, 0.03), (0.92, 0.0)],
    ];
    vec![straight, round]
}

fn six() -> Vec<Glyph> {
    let loop_of_six = arc((0.5, 0.68), (0.43, 0.31), 0.0, 360.0);
    let curved = vec![
        joined(&[vec![(0.82, 0.06), (0.5, 0.08), (0.2, 0.32), (0.07, 0.68)]]),
        loop_of_six.clone(),
    ];
    let straight = vec![vec![(0.68, 0.0), (0.12, 0.56)], loop_of_six];
    vec![curved, straight]
}

/// Without a bar, which looks like a cross where the paper is bent.
fn seven() -> Vec<Glyph> {
    let plain = vec![vec![(0.05, 0.0), (0.95, 0.0), (0.35, 1.0)]];
    let hooked = vec![vec![
        (0.08, 0.2),
        (0.08, 0.02),
        (0.92, 0.02),
        (0.55, 0.45),
        (0.42, 1.0),
    ]];
    vec![plain, hooked]
}

fn eight() -> Vec<Glyph> {
    let stacked = vec![
        arc((0.5, 0.25), (0.35, 0.25), 0.0, 360.0),
        arc((0.5, 0.74), (0.43, 0.26), 0.0, 360.0),
    ];
    let crossed = vec![joined(&[
        arc((0.5, 0.24), (0.38, 0.24), 20.0, -200.0),
        vec![(0.78, 0.62)],
        arc((0.5, 0.76), (0.4, 0.24), -20.0, 200.0),
        vec![(0.86, 0.32)],
    ])];
    vec![stacked, crossed]
}

fn nine() -> Vec<Glyph> {
    let loop_of_nine = arc((0.5, 0.31), (0.43, 0.31), 0.0, 360.0);
    let straight = vec![loop_of_nine.clone(), vec![(0.93, 0.28), (0.8, 1.0)]];
    let curved = vec![
        loop_of_nine,
        vec![(0.93, 0.3), (0.88, 0.7), (0.6, 0.95), (0.18, 0.96)],
    ];
    vec![straight, curved]
}
