//! What people's shelves hold.

use clap::{Args, value_parser};
use domain::shelf::ShelfLimits;
use domain::size::ByteCount;

/// More than anybody has, and as bytes a number that every part can say.
const LARGEST_GIB: u64 = 1 << 32;

/// How much one person's shelf holds, and for how long.
#[derive(Args, Clone, Copy)]
pub struct ShelfSettings {
    /// Days that a file stays on somebody's shelf
    #[arg(long, env = "SHELF_DAYS", default_value_t = ShelfLimits::default().days, value_parser = value_parser!(u32).range(1..),
        global = true)]
    pub shelf_days: u32,
    /// GiB that the files of one person's shelf may have together
    #[arg(long, env = "SHELF_GIB", default_value_t = 500, value_parser = value_parser!(u64).range(1..=LARGEST_GIB), global = true)]
    pub shelf_gib: u64,
}

impl ShelfSettings {
    /// The same as the rules have it.
    pub const fn limits(self) -> ShelfLimits {
        ShelfLimits {
            days: self.shelf_days,
            most: ByteCount::gib(self.shelf_gib),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_is_what_the_rules_say() {
        let settings = ShelfSettings {
            shelf_days: 30,
            shelf_gib: 500,
        };
        assert_eq!(settings.limits(), ShelfLimits::default());
        let largest = ShelfSettings {
            shelf_gib: LARGEST_GIB,
            ..settings
        };
        assert_eq!(largest.limits().most.0, 1 << 62);
    }
}
