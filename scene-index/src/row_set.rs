//! Rows of a partition, a bit each.

use std::sync::Arc;

/// Rows of a partition, a bit each; a clone is the same.
#[derive(Debug, Clone)]
pub struct RowSet {
    /// The partition's first row.
    first: usize,
    words: Arc<[u64]>,
}

impl RowSet {
    /// The set of `rows` in a partition whose rows are `first..end`.
    pub fn new((first, end): (usize, usize), rows: impl IntoIterator<Item = usize>) -> Self {
        let mut words = vec![0_u64; (end - first).div_ceil(64)];
        for row in rows {
            words[(row - first) / 64] |= 1 << ((row - first) % 64);
        }
        Self {
            first,
            words: words.into(),
        }
    }

    /// Whether a row of the partition is among them.
    #[inline]
    pub fn has(&self, row: usize) -> bool {
        let bit = row - self.first;
        self.words[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val::<[u64]>(&self.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_into_it() {
        let rows = [100, 163, 164, 229];
        let set = RowSet::new((100, 230), rows);
        for row in 100..230 {
            assert_eq!(set.has(row), rows.contains(&row), "{row}");
        }
        assert_eq!(set.bytes(), 24);
        assert_eq!(RowSet::new((7, 7), []).bytes(), 0);
    }
}
