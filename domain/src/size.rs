//! Byte counts.

use serde::{Deserialize, Serialize};

const KIB: u64 = 1024;
const UNITS: [&str; 5] = ["B", "KB", "MB", "GB", "TB"];

/// A number of bytes.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct ByteCount(pub u64);

impl ByteCount {
    /// `n` times 2^30 bytes.
    #[must_use]
    pub const fn gib(n: u64) -> Self {
        Self(n * KIB * KIB * KIB)
    }

    /// Text with a unit suffix, as an order's `dataSum` shows it: two decimals, steps of 1024
    /// (portal specification section 9: "conversion divides by 1024").
    #[must_use]
    pub fn with_unit(self) -> String {
        let mut step = 1_u64;
        let mut unit = 0;
        while unit + 1 < UNITS.len() && self.0 / step >= KIB {
            step *= KIB;
            unit += 1;
        }
        if unit == 0 {
            return format!("{} B", self.0);
        }
        let hundredths = u128::from(self.0) * 100 / u128::from(step);
        format!(
            "{}.{:02} {}",
            hundredths / 100,
            hundredths % 100,
            UNITS[unit]
        )
    }
}

impl std::iter::Sum for ByteCount {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        Self(parts.fold(0, |sum, part| sum.saturating_add(part.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_the_largest_fitting_unit() {
        let table = [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.00 KB"),
            (1536, "1.50 KB"),
            (5 << 30, "5.00 GB"),
            (3 << 40, "3.00 TB"),
            (u64::MAX, "16777215.99 TB"),
        ];
        for (bytes, text) in table {
            assert_eq!(ByteCount(bytes).with_unit(), text);
        }
    }
}
