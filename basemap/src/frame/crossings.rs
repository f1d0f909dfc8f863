//! Whether a point lies in areas of very many corners.

use geo::{Coord, MultiPolygon};

/// Rows for each degree of latitude.
const ROWS: f64 = 10.0;

/// The edges of areas, by the rows that they cross.
pub struct Crossings(Vec<Vec<[Coord<f64>; 2]>>);

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "0 to 1,800"
)]
fn row(lat: f64) -> usize {
    ((lat.clamp(-90.0, 90.0) + 90.0) * ROWS) as usize
}

impl Crossings {
    pub fn new(areas: &MultiPolygon<f64>) -> Self {
        let mut rows = vec![Vec::new(); row(90.0) + 1];
        for polygon in areas {
            for ring in std::iter::once(polygon.exterior()).chain(polygon.interiors()) {
                for pair in ring.0.windows(2) {
                    let (low, high) = (pair[0].y.min(pair[1].y), pair[0].y.max(pair[1].y));
                    for row in &mut rows[row(low)..=row(high)] {
                        row.push([pair[0], pair[1]]);
                    }
                }
            }
        }
        Self(rows)
    }

    /// Even-odd rule.
    pub fn contains(&self, at: Coord<f64>) -> bool {
        let crossed = self.0[row(at.y)].iter().filter(|[a, b]| {
            (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x
        });
        crossed.count() % 2 == 1
    }
}
