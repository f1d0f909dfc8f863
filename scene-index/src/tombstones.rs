//! Rows of a segment that are no longer: their scenes were removed, or written anew.

use std::sync::Arc;

/// Rows that are no longer; a clone is the same.
#[derive(Debug, Clone)]
pub struct Tombstones(Arc<[u32]>);

impl Default for Tombstones {
    fn default() -> Self {
        Self([].into())
    }
}

impl Tombstones {
    /// These as well.
    #[must_use]
    pub fn with(&self, rows: impl IntoIterator<Item = u32>) -> Self {
        let mut rows: Vec<u32> = rows.into_iter().collect();
        if rows.is_empty() {
            return self.clone();
        }
        rows.extend_from_slice(&self.0);
        rows.sort_unstable();
        rows.dedup();
        Self(rows.into())
    }

    /// Those that are not among others.
    pub fn besides<'a>(&'a self, others: &'a Self) -> impl Iterator<Item = u32> + 'a {
        let rows = self.0.iter().copied();
        rows.filter(|row| others.0.binary_search(row).is_err())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Those from a row on and before another, in order.
    #[must_use]
    #[inline]
    pub fn within(&self, (from, to): (usize, usize)) -> &[u32] {
        if self.0.is_empty() {
            return &[];
        }
        let before = |end: usize| self.0.partition_point(|row| (*row as usize) < end);
        &self.0[before(from)..before(to)]
    }

    /// Whether a row is no longer.
    #[must_use]
    pub fn has(&self, row: usize) -> bool {
        u32::try_from(row).is_ok_and(|row| self.0.binary_search(&row).is_ok())
    }
}
