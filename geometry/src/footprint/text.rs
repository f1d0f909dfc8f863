//! Footprints as WKT.

use std::fmt::{self, Write as _};

use super::FootprintRef;

/// Parts of 1e-7 degree, written as the decimal number that they are.
struct Degrees(i32);

impl fmt::Display for Degrees {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PARTS: u32 = 10_000_000;
        let sign = if self.0 < 0 { "-" } else { "" };
        let parts = self.0.unsigned_abs();
        write!(formatter, "{sign}{}", parts / PARTS)?;
        let (mut rest, mut digits) = (parts % PARTS, 7);
        if rest == 0 {
            return Ok(());
        }
        while rest.is_multiple_of(10) {
            rest /= 10;
            digits -= 1;
        }
        write!(formatter, ".{rest:0digits$}")
    }
}

impl FootprintRef<'_> {
    /// See [`Footprint::wkt`].
    #[must_use]
    pub fn wkt(self) -> String {
        written(self)
    }
}

fn written(footprint: FootprintRef<'_>) -> String {
    let polygons = footprint.rings().filter(|ring| !ring.is_hole).count();
    if polygons == 0 {
        return "POLYGON EMPTY".to_owned();
    }
    let mut text = String::with_capacity(24 + 11 * footprint.words().len());
    text.push_str(if polygons > 1 {
        "MULTIPOLYGON(("
    } else {
        "POLYGON("
    });
    for (number, ring) in footprint.rings().enumerate() {
        match (number, ring.is_hole) {
            (0, _) => {}
            (_, true) => text.push(','),
            (_, false) => text.push_str("),("),
        }
        text.push('(');
        for (number, [x, y]) in ring.corners.iter().chain(ring.corners.first()).enumerate() {
            let comma = if number > 0 { "," } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(text, "{comma}{} {}", Degrees(*x), Degrees(*y));
        }
        text.push(')');
    }
    text.push_str(if polygons > 1 { "))" } else { ")" });
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Degrees;
    use crate::corner::degrees;

    proptest! {
        #[test]
        fn degrees_are_written_as_the_number_that_is_nearest(
            parts in prop_oneof![-1_800_000_000..=1_800_000_000_i32, (-180..=180_i32).prop_map(|whole| whole * 10_000_000), -20..20_i32],
        ) {
            prop_assert_eq!(Degrees(parts).to_string(), degrees(parts).to_string());
        }
    }
}
