//! What is made of the found scenes: the page, the total, and what they are.

use std::collections::{BTreeSet, HashMap};

use super::super::{Sort, Summary};
use super::buckets::day;
use super::classes::{Class, Classes};
use super::content::LiveChunk;
use super::hit::{Hit, ScenePosition};
use super::look::{Sink, hit};
use super::row_set::RowSet;
use super::tally::Tally;
use crate::db::Page;

/// Candidates for the page are thinned out when there are this many more than the page needs.
const SPARE: usize = 4096;

/// How much later in [`Order::PicturesFirst`] what has no picture comes: later than any day, of which there are fewer.
const NO_PICTURE: i64 = 1 << 40;

/// A place in the order: smaller is earlier.
type Key = (i64, i64, i64);

/// Keeps the page's scenes, and counts all.
pub(super) struct PageCollector {
    pub(super) total: usize,
    sort: Order,
    ranks: Vec<i64>,
    /// Scenes up to the end of the page.
    needed: usize,
    candidates: Vec<(Key, i64, ScenePosition)>,
    /// Scenes that come later are on no page up to this one.
    last: Option<Key>,
    pub(super) tally: Option<Tally>,
}

/// Orders that the index knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    NewestFirst,
    PicturesFirst,
    OldestFirst,
    Clearest,
    Cloudiest,
    Satellite,
    SatelliteBackwards,
    Largest,
    Smallest,
}

impl Order {
    /// `None`: only the database can tell.
    pub(super) fn of_sort(sort: Sort) -> Option<Self> {
        Some(match sort {
            Sort::NewestFirst => Self::NewestFirst,
            Sort::PicturesFirst => Self::PicturesFirst,
            Sort::OldestFirst => Self::OldestFirst,
            Sort::Clearest => Self::Clearest,
            Sort::Cloudiest => Self::Cloudiest,
            Sort::Satellite => Self::Satellite,
            Sort::SatelliteBackwards => Self::SatelliteBackwards,
            Sort::Largest => Self::Largest,
            Sort::Smallest => Self::Smallest,
            Sort::Name | Sort::NameBackwards => return None,
        })
    }

    /// The same order as the database's: ties by number, unknown cloud cover last. `ranks`: see [`Self::ranks`].
    fn key(self, hit: &Hit, ranks: &[i64]) -> Key {
        let rank = || ranks.get(hit.class as usize).copied().unwrap_or(0);
        let latest = hit.acquired.saturating_neg();
        match self {
            Self::NewestFirst => (latest, -hit.did, 0),
            // Two steps a day: online, and only in the catalogue.
            Self::PicturesFirst => (rank() - 2 * day(hit.acquired), latest, -hit.did),
            Self::OldestFirst => (hit.acquired, hit.did, 0),
            Self::Clearest => (cloud(hit.cloud, 1), hit.did, 0),
            Self::Cloudiest => (cloud(hit.cloud, -1), -hit.did, 0),
            Self::Satellite => (rank(), latest, hit.did),
            Self::SatelliteBackwards => (-rank(), latest, -hit.did),
            Self::Largest => (hit.size.saturating_neg(), -hit.did, 0),
            Self::Smallest => (hit.size, hit.did, 0),
        }
    }

    /// What each class adds to the order; empty where that does not matter.
    fn ranks(self, classes: &Classes) -> Vec<i64> {
        match self {
            Self::Satellite | Self::SatelliteBackwards => Self::satellite_ranks(classes),
            Self::PicturesFirst => classes.all.iter().map(picture_rank).collect(),
            _ => Vec::new(),
        }
    }

    /// Where the satellite of each class comes among all of them, by its letters.
    fn satellite_ranks(classes: &Classes) -> Vec<i64> {
        let satellites = classes.all.iter().map(|class| class.satellite.as_str());
        let names: BTreeSet<&str> = satellites.clone().collect();
        let ranks: HashMap<&str, i64> = names.into_iter().zip(0..).collect();
        satellites.map(|name| ranks[name]).collect()
    }
}

fn picture_rank(class: &Class) -> i64 {
    let without = if class.has_picture() { 0 } else { NO_PICTURE };
    without + i64::from(!class.online)
}

/// A whole number in the order of the cloud covers.
fn cloud(percent: f32, direction: i64) -> i64 {
    if percent.is_nan() {
        return i64::MAX;
    }
    // The bits of positive floats are in their order; negative zero is zero.
    let percent = percent + 0.0;
    let bits = i64::from(percent.abs().to_bits());
    direction * if percent < 0.0 { -bits } else { bits }
}

impl PageCollector {
    pub(super) fn new(sort: Order, page: Page, tally: Option<Tally>, classes: &Classes) -> Self {
        let needed = page.offset().saturating_add(page.limit());
        Self {
            tally,
            ..Self::up_to(sort, usize::try_from(needed).unwrap_or(usize::MAX), classes)
        }
    }

    /// For so many scenes from the first on.
    pub(super) fn up_to(sort: Order, needed: usize, classes: &Classes) -> Self {
        Self {
            total: 0,
            sort,
            ranks: sort.ranks(classes),
            needed,
            candidates: Vec::new(),
            last: None,
            tally: None,
        }
    }

    /// The scenes on the page, in order: numbers, and where they are.
    pub(super) fn page(&mut self, page: Page) -> Vec<(i64, ScenePosition)> {
        self.candidates.sort_unstable();
        let skip = usize::try_from(page.offset()).unwrap_or(usize::MAX);
        let take = usize::try_from(page.limit()).unwrap_or(usize::MAX);
        let all = self.candidates.iter().skip(skip).take(take);
        all.map(|(_, did, spot)| (*did, *spot)).collect()
    }

    /// Up to so many scenes from the first on, in order: numbers, and where they are.
    pub(super) fn first(mut self, most: usize) -> Vec<(i64, ScenePosition)> {
        self.candidates.sort_unstable();
        let all = self.candidates.into_iter().take(most);
        all.map(|(_, did, spot)| (did, spot)).collect()
    }

    pub(super) fn summary(&mut self, classes: &Classes) -> Option<Summary> {
        self.tally.take().map(|tally| tally.summary(classes))
    }

    fn is_too_late(&self, key: Key) -> bool {
        self.last.is_some_and(|last| key > last)
    }

    /// Of scenes in the order that is asked for: no more of them than the page needs can be on it.
    fn offer_until_late(&mut self, hits: impl Iterator<Item = Hit>) {
        for hit in hits.take(self.needed) {
            let key = self.sort.key(&hit, &self.ranks);
            if self.is_too_late(key) {
                return;
            }
            self.candidates.push((key, hit.did, hit.spot));
        }
        if self.needed > 0 && self.candidates.len() > self.needed {
            self.thin();
        }
    }

    fn thin(&mut self) {
        let (_, last, _) = self.candidates.select_nth_unstable(self.needed - 1);
        self.last = Some(last.0);
        self.candidates.truncate(self.needed);
    }

    /// Those with a picture, and then the others; of both the newest first, until a whole day is too late.
    fn offer_pictures_first(&mut self, number: usize, held: &LiveChunk, places: &RowSet) {
        let has_picture = |class: u32| {
            self.ranks
                .get(class as usize)
                .is_some_and(|it| *it < NO_PICTURE)
        };
        let pictured = held.chunk.pictured(has_picture);
        let (mut with, mut without) = (places.clone(), places.clone());
        with.keep(pictured);
        without.remove(pictured);
        for (first, part) in [(0, with), (NO_PICTURE, without)] {
            self.offer_by_day(number, held, first, part.iter().rev());
        }
    }

    /// Of scenes from the newest on, all with a picture or all without one, `first` being what that adds to their order:
    /// once the page is full of them, no earlier day is on it.
    fn offer_by_day(
        &mut self,
        number: usize,
        held: &LiveChunk,
        first: i64,
        places: impl Iterator<Item = usize>,
    ) {
        let mut last_day = None;
        for (count, place) in places.enumerate() {
            let day = day(held.chunk.acquired[place]);
            let is_full = count >= self.needed && last_day != Some(day);
            if is_full || self.is_too_late((first - 2 * day, i64::MIN, i64::MIN)) {
                break;
            }
            self.offer(&hit(number, held, place));
            last_day = Some(day);
        }
        if self.needed > 0 && self.candidates.len() > self.needed {
            self.thin();
        }
    }

    fn offer(&mut self, hit: &Hit) {
        let key = self.sort.key(hit, &self.ranks);
        if self.needed == 0 || self.is_too_late(key) {
            return;
        }
        self.candidates.push((key, hit.did, hit.spot));
        if self.candidates.len() >= self.needed.saturating_add(SPARE) {
            self.thin();
        }
    }
}

impl Sink for PageCollector {
    fn take(&mut self, hit: Hit) {
        self.total += 1;
        self.offer(&hit);
        if let Some(tally) = &mut self.tally {
            tally.take(&hit);
        }
    }

    fn take_places(&mut self, number: usize, held: &LiveChunk, places: &RowSet) {
        self.total += places.count();
        if let Some(tally) = &mut self.tally {
            tally.take_places(&held.chunk.buckets, places);
        }
        let offered = |place: usize| hit(number, held, place);
        match self.sort {
            Order::NewestFirst => self.offer_until_late(places.iter().rev().map(offered)),
            Order::OldestFirst => self.offer_until_late(places.iter().map(offered)),
            Order::PicturesFirst => self.offer_pictures_first(number, held, places),
            _ => places.iter().for_each(|place| self.offer(&offered(place))),
        }
    }
}

/// Keeps all numbers, up to a limit, and counts all.
pub(super) struct DidCollector {
    pub(super) dids: Vec<i64>,
    pub(super) most: usize,
    pub(super) total: usize,
    pub(super) tally: Option<Tally>,
}

impl DidCollector {
    pub(super) fn up_to(most: usize, tally: Option<Tally>) -> Self {
        Self {
            dids: Vec::new(),
            most,
            total: 0,
            tally,
        }
    }
}

impl Sink for DidCollector {
    fn take(&mut self, hit: Hit) {
        self.total += 1;
        if let Some(tally) = &mut self.tally {
            tally.take(&hit);
        }
        if self.dids.len() < self.most {
            self.dids.push(hit.did);
        }
    }

    fn take_places(&mut self, _: usize, held: &LiveChunk, places: &RowSet) {
        self.total += places.count();
        if let Some(tally) = &mut self.tally {
            tally.take_places(&held.chunk.buckets, places);
        }
        let left = self.most.saturating_sub(self.dids.len());
        let dids = places.iter().map(|place| held.chunk.dids[place]);
        self.dids.extend(dids.take(left));
    }
}
