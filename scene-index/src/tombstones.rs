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
    /// A copy with these rows dead as well.
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

    /// As they are kept: four bytes a row, little-endian, in order.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|row| row.to_le_bytes()).collect()
    }

    /// Of what was kept, for a segment of so many rows; `None` if it is not in order or names rows that are not there.
    #[must_use]
    pub fn from_bytes(bytes: &[u8], rows: usize) -> Option<Self> {
        let (words, rest) = bytes.as_chunks::<4>();
        let dead: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let is_in_order = dead.is_sorted_by(|one, other| one < other);
        let is_there = dead.last().is_none_or(|last| (*last as usize) < rows);
        (rest.is_empty() && is_in_order && is_there).then(|| Self(dead.into()))
    }

    /// Number of dead rows.
    #[must_use]
    pub fn count(&self) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_reads_back_and_nothing_else_does() {
        let dead = Tombstones::default().with([7, 3, 3, 0]);
        let read = Tombstones::from_bytes(&dead.to_bytes(), 8).unwrap();
        assert_eq!(read.within((0, 8)), [0, 3, 7]);
        assert_eq!(Tombstones::from_bytes(&[], 0).unwrap().count(), 0);
        assert!(Tombstones::from_bytes(&dead.to_bytes(), 7).is_none());
        assert!(Tombstones::from_bytes(&dead.to_bytes()[..11], 8).is_none());
        let disordered: Vec<u8> = [3_u32, 0]
            .iter()
            .flat_map(|row| row.to_le_bytes())
            .collect();
        assert!(Tombstones::from_bytes(&disordered, 8).is_none());
    }
}
