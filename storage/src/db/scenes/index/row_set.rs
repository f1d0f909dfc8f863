//! Which scenes of a chunk: a few by number, many by a bit for each.

use std::ops::Range;

mod bits;

use bits::Bits;

/// So many are kept by number. Beyond that passing over all the bits of a chunk (8 KiB) costs no more than they do.
const FEW: usize = 512;

/// Places in a chunk.
#[derive(Debug, Clone)]
pub(super) enum RowSet {
    /// In order.
    Few(Vec<u16>),
    Many(Bits),
}

impl RowSet {
    /// None of so many, to be filled one by one.
    pub(super) fn none(of: usize) -> Self {
        Self::Many(Bits::none(of))
    }

    /// All in the range, of so many.
    pub(super) fn range(range: &Range<usize>, of: usize) -> Self {
        Self::Many(Bits::range(range, of))
    }

    pub(super) fn insert(&mut self, place: usize) {
        match self {
            Self::Many(bits) => bits.insert(place),
            Self::Few(few) => {
                let place = number(place);
                if let Err(at) = few.binary_search(&place) {
                    few.insert(at, place);
                }
            }
        }
    }

    pub(super) fn has(&self, place: usize) -> bool {
        match self {
            Self::Many(bits) => bits.has(place),
            Self::Few(few) => few.binary_search(&number(place)).is_ok(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Many(bits) => bits.count() == 0,
            Self::Few(few) => few.is_empty(),
        }
    }

    /// Leaves only those of the range.
    pub(super) fn clip(&mut self, range: &Range<usize>) {
        match self {
            Self::Many(bits) => bits.clip(range),
            Self::Few(few) => few.retain(|place| range.contains(&usize::from(*place))),
        }
    }

    /// Leaves only those that `other` has, too.
    pub(super) fn keep(&mut self, other: &Self) {
        match (self, other) {
            (Self::Many(bits), Self::Many(other)) => bits.keep(other),
            (Self::Few(few), other) => few.retain(|place| other.has(usize::from(*place))),
            (these @ Self::Many(_), Self::Few(few)) => {
                let both = few.iter().copied();
                *these = Self::Few(
                    both.filter(|place| these.has(usize::from(*place)))
                        .collect(),
                );
            }
        }
    }

    /// Takes in those that `other` has, too.
    pub(super) fn add(&mut self, other: &Self) {
        match (self, other) {
            (Self::Many(bits), Self::Many(other)) => bits.add(other),
            (these, other) => other.iter().for_each(|place| these.insert(place)),
        }
    }

    pub(super) fn remove(&mut self, other: &Self) {
        match (self, other) {
            (Self::Many(bits), Self::Many(other)) => bits.remove(other),
            (Self::Many(bits), Self::Few(few)) => {
                for place in few {
                    bits.take_out(usize::from(*place));
                }
            }
            (Self::Few(few), other) => few.retain(|place| !other.has(usize::from(*place))),
        }
    }

    /// Leaves only those that are wanted; asks about few of the others.
    pub(super) fn retain(&mut self, of: usize, wanted: impl Fn(usize) -> bool) {
        match self {
            Self::Many(bits) => bits.retain(of, wanted),
            Self::Few(few) => few.retain(|place| wanted(usize::from(*place))),
        }
    }

    pub(super) fn count(&self) -> usize {
        match self {
            Self::Many(bits) => bits.count(),
            Self::Few(few) => few.len(),
        }
    }

    pub(super) fn count_in(&self, range: &Range<usize>) -> usize {
        match self {
            Self::Many(bits) => bits.count_in(range),
            Self::Few(few) => {
                let below = |end: usize| few.partition_point(|place| usize::from(*place) < end);
                below(range.end).saturating_sub(below(range.start))
            }
        }
    }

    /// From the first on, or from the last.
    pub(super) fn iter(&self) -> Iter<'_, impl DoubleEndedIterator<Item = usize>> {
        match self {
            Self::Many(bits) => Iter::Many(bits.iter()),
            Self::Few(few) => Iter::Few(few.iter()),
        }
    }

    /// Bytes on the heap.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Many(bits) => bits.bytes(),
            Self::Few(few) => size_of_val(few.as_slice()),
        }
    }
}

/// A chunk has no more places than a `u16` has values.
fn number(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX)
}

/// Places, one after the other.
pub(super) enum Iter<'a, M> {
    Few(std::slice::Iter<'a, u16>),
    Many(M),
}

impl<M: DoubleEndedIterator<Item = usize>> Iterator for Iter<'_, M> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Self::Few(few) => few.next().map(|place| usize::from(*place)),
            Self::Many(many) => many.next(),
        }
    }
}

impl<M: DoubleEndedIterator<Item = usize>> DoubleEndedIterator for Iter<'_, M> {
    fn next_back(&mut self) -> Option<usize> {
        match self {
            Self::Few(few) => few.next_back().map(|place| usize::from(*place)),
            Self::Many(many) => many.next_back(),
        }
    }
}

/// Places that come in any order, each once.
pub(super) struct RowSetBuilder {
    of: usize,
    few: Vec<u16>,
    many: Option<Bits>,
}

impl RowSetBuilder {
    pub(super) const fn new(of: usize) -> Self {
        Self {
            of,
            few: Vec::new(),
            many: None,
        }
    }

    pub(super) fn add(&mut self, place: u16) {
        if let Some(bits) = &mut self.many {
            bits.insert(usize::from(place));
            return;
        }
        self.few.push(place);
        if self.few.len() > FEW {
            self.begin_many();
        }
    }

    pub(super) fn add_all(&mut self, places: &[u16]) {
        if self.many.is_none() && self.few.len() + places.len() > FEW {
            self.begin_many();
        }
        if let Some(bits) = &mut self.many {
            for place in places {
                bits.insert(usize::from(*place));
            }
        } else {
            self.few.extend_from_slice(places);
        }
    }

    fn begin_many(&mut self) {
        let mut bits = Bits::none(self.of);
        for place in self.few.drain(..) {
            bits.insert(usize::from(place));
        }
        self.many = Some(bits);
    }

    pub(super) fn places(self) -> RowSet {
        if let Some(bits) = self.many {
            return RowSet::Many(bits);
        }
        let mut few = self.few;
        few.sort_unstable();
        RowSet::Few(few)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn all(places: &RowSet) -> Vec<usize> {
        places.iter().collect()
    }

    fn sorted(set: &BTreeSet<usize>) -> Vec<usize> {
        set.iter().copied().collect()
    }

    /// As bits, or by number.
    fn row_set(set: &BTreeSet<usize>, of: usize, as_bits: bool) -> RowSet {
        let mut places = if as_bits {
            RowSet::none(of)
        } else {
            RowSet::Few(Vec::new())
        };
        for at in set.iter().rev() {
            places.insert(*at);
        }
        places
    }

    proptest! {
        #[test]
        fn they_are_a_set(
            of in 1_usize..300,
            some in proptest::collection::btree_set(0_usize..300, 0..200),
            others in proptest::collection::btree_set(0_usize..300, 0..200),
            (from, to) in (0_usize..310, 0_usize..310),
            (as_bits, others_as_bits) in (any::<bool>(), any::<bool>()),
        ) {
            let within = |set: &BTreeSet<usize>| -> BTreeSet<usize> { set.iter().copied().filter(|at| *at < of).collect() };
            let (some, others) = (within(&some), within(&others));
            let places = row_set(&some, of, as_bits);
            let other = row_set(&others, of, others_as_bits);
            prop_assert_eq!(all(&places), sorted(&some));
            prop_assert_eq!(places.iter().rev().collect::<Vec<_>>(), some.iter().rev().copied().collect::<Vec<_>>());
            prop_assert_eq!(places.count(), some.len());
            prop_assert_eq!(places.is_empty(), some.is_empty());
            let range = from.min(of)..to.min(of).max(from.min(of));
            let in_range = |at: &&usize| range.contains(at);
            prop_assert_eq!(places.count_in(&range), some.iter().filter(in_range).count());
            let mut clipped = places.clone();
            clipped.clip(&range);
            prop_assert_eq!(all(&clipped), some.iter().filter(in_range).copied().collect::<Vec<_>>());
            prop_assert_eq!(all(&RowSet::range(&range, of)), range.clone().collect::<Vec<_>>());
            let mut kept = places.clone();
            kept.keep(&other);
            prop_assert_eq!(all(&kept), sorted(&(&some & &others)));
            let mut added = places.clone();
            added.add(&other);
            prop_assert_eq!(all(&added), sorted(&(&some | &others)));
            let mut removed = places.clone();
            removed.remove(&other);
            prop_assert_eq!(all(&removed), sorted(&(&some - &others)));
            let mut retained = places.clone();
            retained.retain(of, |at| at % 3 == 0);
            prop_assert_eq!(all(&retained), some.iter().filter(|at| *at % 3 == 0).copied().collect::<Vec<_>>());
            prop_assert!((0..of).all(|at| places.has(at) == some.contains(&at)));
        }

        #[test]
        fn gathered_in_any_order_they_are_the_same(
            order in proptest::sample::subsequence((0_u16..1500).collect::<Vec<_>>(), 0..1500).prop_shuffle(),
            one_by_one in 0_usize..1500,
        ) {
            let mut gathering = RowSetBuilder::new(1500);
            let (first, rest) = order.split_at(one_by_one.min(order.len()));
            for place in first {
                gathering.add(*place);
            }
            for places in rest.chunks(100) {
                gathering.add_all(places);
            }
            let places = gathering.places();
            let set: BTreeSet<usize> = order.iter().map(|place| usize::from(*place)).collect();
            prop_assert_eq!(all(&places), sorted(&set));
            prop_assert_eq!(matches!(places, RowSet::Few(_)), set.len() <= FEW);
        }
    }
}
