//! How large orders are, where something is said of orders of about a size.

/// What an order counts as by its scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeClass {
    /// At most 10 scenes.
    Ten,
    /// At most 100 scenes.
    Hundred,
    /// At most 1000 scenes.
    Thousand,
    More,
}

impl SizeClass {
    /// Every one, the smallest first.
    pub const ALL: [Self; 4] = [Self::Ten, Self::Hundred, Self::Thousand, Self::More];

    /// The fewest scenes that an order of it has.
    #[must_use]
    pub const fn fewest(self) -> i32 {
        match self {
            Self::Ten => 1,
            Self::Hundred => 11,
            Self::Thousand => 101,
            Self::More => 1001,
        }
    }

    /// The most; `None`: any number.
    #[must_use]
    pub const fn most(self) -> Option<i32> {
        match self {
            Self::Ten => Some(10),
            Self::Hundred => Some(100),
            Self::Thousand => Some(1000),
            Self::More => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SizeClass;

    #[test]
    fn every_order_is_of_one_size() {
        for pair in SizeClass::ALL.windows(2) {
            assert_eq!(pair[0].most(), Some(pair[1].fewest() - 1));
        }
        assert_eq!(SizeClass::Ten.fewest(), 1);
        assert_eq!(SizeClass::More.most(), None);
    }
}
