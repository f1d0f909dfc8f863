//! A bit for each scene of a chunk.

use std::ops::Range;

/// Bits of a word.
const WORD: usize = u64::BITS as usize;

/// A set of places, each below the count that it was made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// None of so many.
    pub(in super::super) fn none(of: usize) -> Self {
        Self {
            words: vec![0; of.div_ceil(WORD)],
        }
    }

    /// A range out of so many.
    pub(in super::super) fn range(range: &Range<usize>, of: usize) -> Self {
        let mut places = Self {
            words: vec![u64::MAX; of.div_ceil(WORD)],
        };
        places.clip(range);
        places
    }

    pub(in super::super) fn insert(&mut self, place: usize) {
        self.words[place / WORD] |= 1 << (place % WORD);
    }

    pub(in super::super) fn take_out(&mut self, place: usize) {
        self.words[place / WORD] &= !(1 << (place % WORD));
    }

    pub(in super::super) fn has(&self, place: usize) -> bool {
        self.words[place / WORD] >> (place % WORD) & 1 == 1
    }

    /// Leaves only those of the range.
    pub(in super::super) fn clip(&mut self, range: &Range<usize>) {
        if range.start == 0 && range.end >= self.words.len() * WORD {
            return;
        }
        let mask = |word: usize| mask(word, range);
        for (at, word) in self.words.iter_mut().enumerate() {
            *word &= mask(at);
        }
    }

    /// Leaves only those that `other` has, too.
    pub(in super::super) fn keep(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Takes in those that `other` has, too.
    pub(in super::super) fn add(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    pub(in super::super) fn remove(&mut self, other: &Self) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word &= !other;
        }
    }

    /// Leaves only those that are wanted; asks about few of the others.
    pub(in super::super) fn retain(&mut self, of: usize, wanted: impl Fn(usize) -> bool) {
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

    pub(in super::super) fn count(&self) -> usize {
        let counts = self.words.iter().map(|word| word.count_ones() as usize);
        counts.sum()
    }

    pub(in super::super) fn count_in(&self, range: &Range<usize>) -> usize {
        if range.is_empty() {
            return 0;
        }
        let words = range.start / WORD..=(range.end - 1) / WORD;
        let counts = words.map(|at| (self.words[at] & mask(at, range)).count_ones() as usize);
        counts.sum()
    }

    /// From the first on, or from the last.
    pub(in super::super) fn iter(&self) -> impl DoubleEndedIterator<Item = usize> {
        let words = self.words.iter().enumerate();
        words.flat_map(|(at, word)| SetBits(*word).map(move |bit| at * WORD + bit))
    }

    /// Bytes on the heap.
    pub(in super::super) fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
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

struct SetBits(u64);

impl Iterator for SetBits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (bit < WORD).then_some(bit)
    }
}

impl DoubleEndedIterator for SetBits {
    fn next_back(&mut self) -> Option<usize> {
        let bit = (WORD - 1).checked_sub(self.0.leading_zeros() as usize)?;
        self.0 &= !(1 << bit);
        Some(bit)
    }
}
