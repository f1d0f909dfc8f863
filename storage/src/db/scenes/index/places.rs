//! Which scenes of a chunk, a bit for each.

use std::ops::Range;

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// Places in a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Places {
    words: Vec<u64>,
}

impl Places {
    /// None of so many.
    pub(super) fn none(of: usize) -> Self {
        Self {
            words: vec![0; of.div_ceil(WORD)],
        }
    }

    /// A range out of so many.
    pub(super) fn range(range: &Range<usize>, of: usize) -> Self {
        let mut places = Self {
            words: vec![u64::MAX; of.div_ceil(WORD)],
        };
        places.clip(range);
        places
    }

    pub(super) fn insert(&mut self, place: usize) {
        self.words[place / WORD] |= 1 << (place % WORD);
    }

    pub(super) fn has(&self, place: usize) -> bool {
        self.words[place / WORD] >> (place % WORD) & 1 == 1
    }

    /// Leaves only those of the range.
    pub(super) fn clip(&mut self, range: &Range<usize>) {
        let mask = |word: usize| mask(word, range);
        for (at, word) in self.words.iter_mut().enumerate() {
            *word &= mask(at);
        }
    }

    /// Leaves only those that `other` has, too.
    pub(super) fn keep(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    pub(super) fn remove(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// Leaves only those that are wanted; asks about few of the others.
    pub(super) fn retain(&mut self, of: usize, wanted: impl Fn(usize) -> bool) {
        for (at, word) in self.words.iter_mut().enumerate() {
            let first = at * WORD;
            if word.count_ones() > 16 {
                // Most of them: one after the other, without a branch.
                let mut kept = 0;
                for bit in 0..WORD.min(of - first) {
                    kept |= u64::from(wanted(first + bit)) << bit;
                }
                *word &= kept;
                continue;
            }
            let mut left = *word;
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                if !wanted(first + bit) {
                    *word &= !(1 << bit);
                }
            }
        }
    }

    pub(super) fn count(&self) -> usize {
        let counts = self.words.iter().map(|word| word.count_ones() as usize);
        counts.sum()
    }

    pub(super) fn count_in(&self, range: &Range<usize>) -> usize {
        if range.is_empty() {
            return 0;
        }
        let words = range.start / WORD..=(range.end - 1) / WORD;
        let counts = words.map(|at| (self.words[at] & mask(at, range)).count_ones() as usize);
        counts.sum()
    }

    /// From the first on, or from the last.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = usize> {
        let words = self.words.iter().enumerate();
        words.flat_map(|(at, word)| Bits(*word).map(move |bit| at * WORD + bit))
    }
}

/// The bits of a word that are in the range.
fn mask(word: usize, range: &Range<usize>) -> u64 {
    let first = word * WORD;
    let from = range.start.saturating_sub(first);
    let to = range.end.saturating_sub(first);
    let below = |bit: usize| {
        if bit >= WORD {
            u64::MAX
        } else {
            (1 << bit) - 1
        }
    };
    below(to) & !below(from)
}

struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (bit < WORD).then_some(bit)
    }
}

impl DoubleEndedIterator for Bits {
    fn next_back(&mut self) -> Option<usize> {
        let bit = (WORD - 1).checked_sub(self.0.leading_zeros() as usize)?;
        self.0 &= !(1 << bit);
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn they_are_a_set(
            of in 1_usize..300,
            some in proptest::collection::btree_set(0_usize..300, 0..200),
            others in proptest::collection::btree_set(0_usize..300, 0..200),
            (from, to) in (0_usize..310, 0_usize..310),
        ) {
            let within = |set: &BTreeSet<usize>| -> BTreeSet<usize> { set.iter().copied().filter(|at| *at < of).collect() };
            let (some, others) = (within(&some), within(&others));
            let made = |set: &BTreeSet<usize>| {
                let mut places = Places::none(of);
                for at in set {
                    places.insert(*at);
                }
                places
            };
            let all = |places: &Places| places.iter().collect::<Vec<_>>();
            let sorted = |set: BTreeSet<usize>| set.into_iter().collect::<Vec<_>>();
            let places = made(&some);
            prop_assert_eq!(all(&places), sorted(some.clone()));
            prop_assert_eq!(places.iter().rev().collect::<Vec<_>>(), some.iter().rev().copied().collect::<Vec<_>>());
            prop_assert_eq!(places.count(), some.len());
            let range = from.min(of)..to.min(of).max(from.min(of));
            let in_range = |at: &&usize| range.contains(at);
            prop_assert_eq!(places.count_in(&range), some.iter().filter(in_range).count());
            let mut clipped = places.clone();
            clipped.clip(&range);
            prop_assert_eq!(all(&clipped), some.iter().filter(in_range).copied().collect::<Vec<_>>());
            prop_assert_eq!(all(&Places::range(&range, of)), range.clone().collect::<Vec<_>>());
            let mut kept = places.clone();
            kept.keep(&made(&others));
            prop_assert_eq!(all(&kept), sorted(&some & &others));
            let mut removed = places.clone();
            removed.remove(&made(&others));
            prop_assert_eq!(all(&removed), sorted(&some - &others));
            let mut retained = places.clone();
            retained.retain(of, |at| at % 3 == 0);
            prop_assert_eq!(all(&retained), some.iter().filter(|at| *at % 3 == 0).copied().collect::<Vec<_>>());
            prop_assert!((0..of).all(|at| places.has(at) == some.contains(&at)));
        }
    }
}
