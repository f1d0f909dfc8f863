//! Looking at the scenes that a filter lets through.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use domain::budget::Budget;
use geometry::{FootprintRef, SearchArea};

use super::super::Filter;
use super::super::filter::CloudTest;
use super::area_memo::AreaEntry;
use super::cards::{Cards, TextOffset};
use super::chunk::{Chunk, IndexedScene};
use super::content::{IndexContent, LiveChunk};
use super::hit::{Hit, LOOSE, ScenePosition};
use super::names::Needle;
use super::row_set::{RowSet, RowSetBuilder};
use super::scope_test::ScopeTest;
use super::steps::{
    A_COMPARISON, A_LOOK, A_NAME, AT_ONCE, FOR_ONE_OF_THE_BUDGET, OF_A_WORD, SMALL_SHARE, TOGETHER,
    WORTH_REMEMBERING, steps,
};
use super::tree::TreeMatch;

mod scoped;

impl ScenePosition {
    /// The footprint of the scene there.
    pub(super) fn footprint(self, content: &IndexContent) -> Option<FootprintRef<'_>> {
        let place = self.place as usize;
        if self.chunk == LOOSE {
            return content.loose.get(place).map(|row| row.footprint.view());
        }
        let held = content.chunks.get(self.chunk as usize)?;
        (place < held.chunk.len()).then(|| held.chunk.footprint(place))
    }

    /// What the index knows of the scene there, and where its text is.
    pub(super) fn resolve(self, content: &IndexContent) -> Option<(Hit, TextOffset)> {
        let place = self.place as usize;
        if self.chunk == LOOSE {
            let row = content.loose.get(place)?;
            return Some((loose_hit(place, row), row.text));
        }
        let number = self.chunk as usize;
        let held = content.chunks.get(number)?;
        (place < held.chunk.len()).then(|| (hit(number, held, place), held.chunk.text(place)))
    }
}

/// Who is told what was found.
pub(super) trait Sink {
    /// A scene.
    fn take(&mut self, hit: Hit);

    /// Scenes of a chunk. Whoever only counts most of them need not look at each.
    fn take_places(&mut self, number: usize, held: &LiveChunk, places: &RowSet) {
        for place in places.iter() {
            self.take(hit(number, held, place));
        }
    }
}

/// What a scene must be.
pub(super) struct SceneTest<'a> {
    from: i64,
    to: i64,
    cloud: CloudTest,
    classes: Option<Vec<bool>>,
    area: Option<&'a SearchArea>,
    /// What may be seen; `None`: everything.
    scope: Option<ScopeTest<'a>>,
    /// What is known of the area already.
    of_area: Option<Arc<AreaEntry>>,
    text: Option<Needle>,
    cards: Arc<Cards>,
    /// What may still be done.
    steps: Cell<i64>,
    budget: Budget,
    /// Steps that the budget was not told of yet.
    uncharged: Cell<i64>,
    /// Names that were to be looked through could not be had.
    unread: Cell<bool>,
}

impl<'a> SceneTest<'a> {
    pub(super) fn new(filter: &'a Filter, content: &IndexContent) -> Self {
        Self {
            from: filter.from.map_or(i64::MIN, |from| from.timestamp_micros()),
            to: filter.to.map_or(i64::MAX, |to| to.timestamp_micros()),
            cloud: filter.cloud_test(),
            classes: content.classes.matching(filter),
            area: filter.area.as_deref(),
            scope: ScopeTest::new(&filter.scope, content),
            of_area: filter.area.as_ref().map(|area| content.memo.entry_of(area)),
            text: filter.keyword.as_ref().map(Needle::new),
            cards: Arc::clone(&content.cards),
            steps: Cell::new(i64::MAX),
            budget: filter.budget.clone().unwrap_or_default(),
            uncharged: Cell::new(0),
            unread: Cell::new(false),
        }
    }

    /// The same as [`Self::look`] if it takes fewer than so many steps; otherwise `sink` was told of some, and the answer
    /// is `false`.
    pub(super) fn look_within(
        &self,
        steps: i64,
        content: &IndexContent,
        newest_first: bool,
        sink: &mut impl Sink,
    ) -> bool {
        self.steps.set(steps);
        self.look_at_loose(content, sink)
            && self.look_into_all(in_order(content, newest_first), sink)
    }

    /// The same with `short` steps; beyond `quick` ones the other tasks of this thread go on elsewhere.
    pub(super) fn look_here(
        &self,
        quick: i64,
        short: i64,
        content: &IndexContent,
        newest_first: bool,
        sink: &mut impl Sink,
    ) -> bool {
        self.steps.set(quick);
        if !self.look_at_loose(content, sink) {
            let whole = || self.look_within(short, content, newest_first, sink);
            return tokio::task::block_in_place(whole);
        }
        let mut chunks = in_order(content, newest_first);
        while let Some((number, held)) = chunks.next() {
            if !self.look_into(number, held, sink) {
                return tokio::task::block_in_place(|| {
                    self.steps.set(short);
                    self.look_into(number, held, sink) && self.look_into_all(chunks, sink)
                });
            }
        }
        !self.unread.get()
    }

    /// Whether it may still be done.
    fn step(&self, steps: i64) -> bool {
        let left = self.steps.get() - steps;
        self.steps.set(left);
        let uncharged = self.uncharged.get() + steps;
        self.uncharged.set(uncharged);
        if uncharged >= AT_ONCE {
            self.charge(uncharged);
        }
        self.steps.get() > 0
    }

    /// Nothing more may be done once the budget refuses.
    fn charge(&self, steps: i64) {
        self.uncharged.set(0);
        let cost = usize::try_from(steps / FOR_ONE_OF_THE_BUDGET).unwrap_or(usize::MAX);
        if self.budget.spend(cost).is_ok() {
            return;
        }
        self.steps.set(0);
    }

    /// Tells `sink` of every scene that is wanted, each once; newer chunks first, or older ones. `false`: not of all.
    pub(super) fn look(
        &self,
        content: &IndexContent,
        newest_first: bool,
        sink: &mut impl Sink,
    ) -> bool {
        self.look_within(i64::MAX, content, newest_first, sink)
    }

    fn look_into_all<'b>(
        &self,
        mut chunks: impl Iterator<Item = (usize, &'b LiveChunk)>,
        sink: &mut impl Sink,
    ) -> bool {
        chunks.all(|(number, held)| self.look_into(number, held, sink)) && !self.unread.get()
    }

    /// `false`: it takes too many steps, and `sink` was told nothing.
    fn look_at_loose(&self, content: &IndexContent, sink: &mut impl Sink) -> bool {
        if !self.step(A_LOOK * steps(content.loose.len())) {
            return false;
        }
        let loose = content.loose.iter().enumerate();
        let found = loose.filter(|(_, row)| self.steps.get() > 0 && self.wants_loose(row));
        let found: Vec<Hit> = found.map(|(place, row)| loose_hit(place, row)).collect();
        let is_all = self.steps.get() > 0;
        if is_all {
            for hit in found {
                sink.take(hit);
            }
        }
        is_all
    }

    /// `false`: it takes too many steps, and `sink` was told nothing.
    fn look_into(&self, number: usize, held: &LiveChunk, sink: &mut impl Sink) -> bool {
        let Some(mut places) = self.places(held) else {
            return self.steps.get() > 0;
        };
        if let Some(needle) = &self.text {
            let length = held.chunk.len();
            if !self.step(A_NAME * steps(length)) {
                return false;
            }
            let Some(names) = held.chunk.names(&self.cards) else {
                self.unread.set(true);
                return true;
            };
            let mut has = RowSet::none(length);
            needle.each_in(&names, |place| has.insert(place));
            places.keep(&has);
        }
        let is_in_time = self.step(steps(places.count()) / TOGETHER);
        if is_in_time {
            sink.take_places(number, held, &places);
        }
        is_in_time
    }

    fn wants_loose(&self, row: &IndexedScene) -> bool {
        (self.from..=self.to).contains(&row.acquired)
            && self.wants(row.class, row.cloud)
            && self.has_text(row)
            && self.is_there(row.footprint.view())
            && self.may_be_seen(row.class, row.footprint.view())
    }

    fn has_text(&self, row: &IndexedScene) -> bool {
        let Some(needle) = &self.text else {
            return true;
        };
        if row.names.is_none() {
            self.unread.set(true);
        }
        row.names
            .as_deref()
            .is_some_and(|names| needle.is_in(names))
    }

    fn wants(&self, class: u32, cloud: f32) -> bool {
        self.classes
            .as_ref()
            .is_none_or(|wanted| wanted[class as usize])
            && self.cloud.takes(cloud)
    }

    /// Whether a footprint meets the area, if there is one.
    fn is_there(&self, footprint: FootprintRef<'_>) -> bool {
        self.area.is_none_or(|area| self.meets(area, footprint))
    }

    fn meets(&self, area: &SearchArea, footprint: FootprintRef<'_>) -> bool {
        let mut edges = 0;
        let meets = area.meets_counting(footprint, &mut edges);
        self.step(A_COMPARISON + i64::try_from(edges).unwrap_or(i64::MAX));
        meets
    }

    /// Those of a chunk that are wanted but for their names; `None`: there are none, or it takes too many steps.
    fn places(&self, held: &LiveChunk) -> Option<RowSet> {
        let chunk = &held.chunk;
        let range = self.range(chunk);
        if range.is_empty() || !self.step(steps(chunk.len()) / OF_A_WORD) {
            return None;
        }
        let is_short = range.len() <= chunk.len() / SMALL_SHARE;
        let known = self.of_area.as_ref().and_then(|it| it.known(chunk));
        let mut places = match (&known, self.area) {
            (Some(known), _) => {
                let mut places = RowSet::clone(known);
                places.clip(&range);
                places
            }
            (None, Some(area)) if !is_short => self.places_in(area, chunk, &range),
            _ => RowSet::range(&range, chunk.len()),
        };
        if let Some(struck) = &held.struck {
            places.remove(struck);
        }
        if self.narrows() {
            self.step(steps(places.count()) / TOGETHER);
            places.retain(chunk.len(), |at| {
                self.wants(chunk.classes[at], chunk.clouds[at])
            });
        }
        if self.area.is_some() && known.is_none() && is_short {
            let mut there = RowSetBuilder::new(chunk.len());
            for place in places.iter().take_while(|_| self.steps.get() > 0) {
                if self.is_there(chunk.footprint(place)) {
                    there.add(u16::try_from(place).unwrap_or(u16::MAX));
                }
            }
            places = there.places();
        }
        self.keep_what_may_be_seen(chunk, &mut places);
        (self.steps.get() > 0 && !places.is_empty()).then_some(places)
    }

    /// Scenes of the time that is asked for.
    fn range(&self, chunk: &Chunk) -> Range<usize> {
        let from = if self.from == i64::MIN {
            0
        } else {
            chunk.acquired.partition_point(|time| *time < self.from)
        };
        let to = if self.to == i64::MAX {
            chunk.len()
        } else {
            chunk.acquired.partition_point(|time| *time <= self.to)
        };
        from..to
    }

    /// Whether not every class and cloud cover is wanted.
    fn narrows(&self) -> bool {
        self.classes.is_some() || !self.cloud.takes_all()
    }

    /// Those of a chunk that meet the area, found by its tree. Of those that must be compared only the wanted ones are.
    fn places_in(&self, area: &SearchArea, chunk: &Arc<Chunk>, range: &Range<usize>) -> RowSet {
        let (is_whole, narrows) = (range.len() == chunk.len(), self.narrows());
        let is_wanted = |at: usize| {
            (is_whole || range.contains(&at))
                && (!narrows || self.wants(chunk.classes[at], chunk.clouds[at]))
        };
        let before = self.steps.get();
        let mut places = self.compared(area, chunk, is_wanted);
        let left = self.steps.get();
        let is_worth_it = left > 0 && before - left > WORTH_REMEMBERING;
        if let Some(of_area) = &self.of_area
            && is_whole
            && !narrows
            && is_worth_it
        {
            of_area.remember(chunk, &places);
        }
        places.clip(range);
        places
    }

    /// Those of a chunk that meet an area. Of those that its tree cannot decide only the wanted ones are compared.
    fn compared(
        &self,
        area: &SearchArea,
        chunk: &Arc<Chunk>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> RowSet {
        let mut there = RowSetBuilder::new(chunk.len());
        // What was compared last, and how that ended: tiles come again and again.
        let mut last = None;
        chunk.tree.visit(area, |met| match met {
            TreeMatch::All(rows) => {
                self.step(steps(rows.len()) / TOGETHER);
                there.add_all(rows);
            }
            TreeMatch::Perhaps(leaf) => {
                let row = chunk.tree.rows[leaf];
                if !self.step(A_LOOK) || !is_wanted(usize::from(row)) {
                    return;
                }
                let shape = chunk.leaf_shape(leaf);
                let meets = match last {
                    Some((known, meets)) if known == shape => meets,
                    _ => self.meets(area, chunk.shape(shape)),
                };
                last = Some((shape, meets));
                if meets {
                    there.add(row);
                }
            }
        });
        there.places()
    }
}

/// With their numbers, newer ones first or older ones.
fn in_order(
    content: &IndexContent,
    newest_first: bool,
) -> impl Iterator<Item = (usize, &LiveChunk)> {
    let mut chunks = content.chunks.iter().enumerate();
    std::iter::from_fn(move || {
        if newest_first {
            chunks.next_back()
        } else {
            chunks.next()
        }
    })
}

pub(super) fn hit(number: usize, held: &LiveChunk, at: usize) -> Hit {
    let chunk = &held.chunk;
    Hit {
        did: chunk.dids[at],
        acquired: chunk.acquired[at],
        cloud: chunk.clouds[at],
        class: chunk.classes[at],
        size: chunk.sizes[at],
        spot: ScenePosition::new(number, at),
    }
}

fn loose_hit(place: usize, row: &IndexedScene) -> Hit {
    Hit {
        did: row.did,
        acquired: row.acquired,
        cloud: row.cloud,
        class: row.class,
        size: row.size,
        spot: ScenePosition::new(LOOSE as usize, place),
    }
}
