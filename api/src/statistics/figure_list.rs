//! Figures in rows, and whether they are of everything.

use serde::Serialize;
use utoipa::ToSchema;

/// All rows of figures.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FigureList<T> {
    /// The rows.
    items: Vec<T>,
    /// Number of rows.
    total: i64,
    /// False when what was written just now is still being counted: ask again.
    current: bool,
}

impl<T> FigureList<T> {
    pub(crate) fn new(items: Vec<T>, current: bool) -> Self {
        Self {
            total: i64::try_from(items.len()).unwrap_or(i64::MAX),
            items,
            current,
        }
    }
}
