//! Pixels of the picture as places.

use super::glyphs::Point;

/// Width and height, pixels.
pub(super) const SIZE: (u32, u32) = (93, 30);

/// From a place to a line between two.
pub(super) fn distance((x, y): Point, from: Point, to: Point) -> f32 {
    let along = (to.0 - from.0, to.1 - from.1);
    let length = along.0 * along.0 + along.1 * along.1;
    let part = if length > 0.0 {
        (((x - from.0) * along.0 + (y - from.1) * along.1) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (x - from.0 - part * along.0).hypot(y - from.1 - part * along.1)
}

/// Exact: the picture is far smaller than 2^24 pixels wide.
#[expect(clippy::cast_precision_loss, reason = "pixel numbers are small")]
pub(super) fn small(pixel: u32) -> f32 {
    pixel as f32
}
