//! Byte counts.

use serde::{Deserialize, Serialize};

const KIB: u64 = 1024;
const UNITS: [&str; 6] = ["B", "KB", "MB", "GB", "TB", "PB"];

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

    /// In units of 2^40 bytes, which the specification calls TB.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "sixteen digits are enough for people"
    )]
    pub fn terabytes(self) -> f64 {
        self.0 as f64 / (1_u64 << 40) as f64
    }

    /// Text with a unit suffix, as an order's `dataSum` shows it: one decimal, rounded half up, steps of 1024
    /// (portal specification section 9: "conversion divides by 1024"). The web apps' `formatBytes` writes the same
    /// text, so that a volume reads alike wherever it stands.
    #[must_use]
    pub fn with_unit(self) -> String {
        let mut step = 1_u64;
        let mut unit = 0;
        while unit + 1 < UNITS.len() && tenths(self.0, step) >= u128::from(KIB) * 10 {
            step *= KIB;
            unit += 1;
        }
        if unit == 0 {
            return format!("{} B", self.0);
        }
        let tenths = tenths(self.0, step);
        format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
    }
}

/// Tenths of `step` in `bytes`, rounded half up.
fn tenths(bytes: u64, step: u64) -> u128 {
    (u128::from(bytes) * 20 + u128::from(step)) / (2 * u128::from(step))
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
            (1024, "1.0 KB"),
            (1587, "1.5 KB"),
            (1588, "1.6 KB"),
            (1_048_524, "1023.9 KB"),
            (1_048_525, "1.0 MB"),
            (5 << 30, "5.0 GB"),
            (3 << 40, "3.0 TB"),
            (u64::MAX, "16384.0 PB"),
        ];
        for (bytes, text) in table {
            assert_eq!(ByteCount(bytes).with_unit(), text);
        }
    }
}
