//! Pages of lists.

/// A page of a list: 1-based number and rows per page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    number: i64,
    size: i64,
}

impl Page {
    /// Most rows that one answer carries.
    pub const MAX_SIZE: i64 = 1000;

    /// Clamps whatever was asked to something answerable.
    #[must_use]
    pub fn new(number: Option<i64>, size: Option<i64>) -> Self {
        Self {
            number: number.unwrap_or(1).clamp(1, i64::from(i32::MAX)),
            size: size.unwrap_or(10).clamp(1, Self::MAX_SIZE),
        }
    }

    /// For SQL `LIMIT`.
    #[must_use]
    pub const fn limit(self) -> i64 {
        self.size
    }

    /// For SQL `OFFSET`.
    #[must_use]
    pub const fn offset(self) -> i64 {
        (self.number - 1) * self.size
    }
}

/// A page of rows and how many there are in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing<T> {
    /// The rows of the page.
    pub items: Vec<T>,
    /// Rows that match, on all pages.
    pub total: i64,
}
