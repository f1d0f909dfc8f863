//! Looking at the scenes that a filter lets through.

use std::cell::Cell;
use std::sync::Arc;

use geo::Geometry;

use super::super::{Filter, SearchedArea};
use super::cards::{Cards, TextAt};
use super::chunk::Row;
use super::content::{Content, Held};
use super::names::Needle;
use super::shape::{outwards, restore};
use super::tree::{Edges, meet};

/// A scene that was found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) did: i64,
    pub(super) acquired: i64,
    pub(super) cloud: f32,
    pub(super) class: u32,
    /// Bytes.
    pub(super) size: i64,
    pub(super) spot: Spot,
}

/// Where in the content a scene is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    /// [`LOOSE`]: in none.
    chunk: u32,
    place: u32,
}

/// The chunk of those in no chunk.
const LOOSE: u32 = u32::MAX;

impl Spot {
    fn new(chunk: usize, place: usize) -> Self {
        let number = |it: usize| u32::try_from(it).unwrap_or(LOOSE);
        Self {
            chunk: number(chunk),
            place: number(place),
        }
    }

    /// The footprint of the scene there; `None`: it meets nothing.
    pub(super) fn footprint(self, content: &Content) -> Option<Geometry> {
        let place = self.place as usize;
        if self.chunk == LOOSE {
            let row = content.loose.get(place)?;
            return row.footprint.as_ref().and_then(|(shape, _)| restore(shape));
        }
        content
            .chunks
            .get(self.chunk as usize)?
            .chunk
            .footprint(place)
    }

    /// What the index knows of the scene there, and where its text is.
    pub(super) fn seen(self, content: &Content) -> Option<(Hit, TextAt)> {
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

    /// How many of a chunk's scenes [`Self::take_whole`] looks at.
    fn whole_steps(&self, held: &Held) -> i64 {
        of(held.chunk.len())
    }

    /// Every scene of the chunk. Whoever only counts most of them need not look at each.
    fn take_whole(&mut self, number: usize, held: &Held) {
        for place in (0..held.chunk.len()).filter(|place| !held.is_struck(*place)) {
            self.take(hit(number, held, place));
        }
    }
}

/// Keeps what it is told.
#[derive(Default)]
struct Others {
    hits: Vec<Hit>,
}

impl Sink for Others {
    fn take(&mut self, hit: Hit) {
        self.hits.push(hit);
    }
}

fn of(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// What a scene must be.
pub(super) struct Wanted<'a> {
    from: i64,
    to: i64,
    cloud_max: Option<f64>,
    classes: Option<Vec<bool>>,
    area: Option<Place<'a>>,
    text: Option<Needle>,
    cards: Arc<Cards>,
    /// What may still be done.
    steps: Cell<i64>,
    /// Names that were to be looked through could not be had.
    unread: Cell<bool>,
}

/// What is done for one scene, in steps of about ten nanoseconds: looking at its columns, and comparing its footprint.
const A_LOOK: i64 = 1;
/// Looking through its names.
const A_NAME: i64 = 3;
const A_COMPARISON: i64 = 50;

/// Where a footprint must be.
struct Place<'a> {
    area: &'a dyn SearchedArea,
    boxes: Vec<Edges>,
    rectangle: Option<[f64; 4]>,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(filter: &'a Filter, content: &Content) -> Self {
        let area = filter.area.as_deref();
        Self {
            from: filter.from.map_or(i64::MIN, |from| from.timestamp_micros()),
            to: filter.to.map_or(i64::MAX, |to| to.timestamp_micros()),
            cloud_max: filter.cloud_max,
            classes: content.classes.wanted(filter),
            area: area.map(Place::new),
            text: filter.text.as_deref().map(Needle::new),
            cards: Arc::clone(&content.cards),
            steps: Cell::new(i64::MAX),
            unread: Cell::new(false),
        }
    }

    /// The same as [`Self::look`] if it takes fewer than so many steps; otherwise `sink` was told of some, and the answer
    /// is `false`.
    pub(super) fn look_within(
        &self,
        steps: i64,
        content: &Content,
        newest_first: bool,
        sink: &mut impl Sink,
    ) -> bool {
        self.steps.set(steps);
        self.look(content, newest_first, sink)
    }

    /// Whether it may still be done.
    fn step(&self, steps: i64) -> bool {
        let left = self.steps.get() - steps;
        self.steps.set(left);
        left > 0
    }

    /// Tells `sink` of every scene that is wanted, each once; newer chunks first, or older ones. `false`: not of all.
    pub(super) fn look(&self, content: &Content, newest_first: bool, sink: &mut impl Sink) -> bool {
        let loose = of(content.loose.len());
        if !self.step(A_LOOK * loose) {
            return false;
        }
        let loose = content.loose.iter().enumerate();
        for (place, row) in loose.filter(|(_, row)| self.wants_loose(row)) {
            sink.take(loose_hit(place, row));
        }
        let chunks = content.chunks.iter().enumerate();
        if newest_first {
            chunks
                .rev()
                .for_each(|(number, held)| self.look_into(number, held, sink));
        } else {
            chunks.for_each(|(number, held)| self.look_into(number, held, sink));
        }
        self.steps.get() > 0 && !self.unread.get()
    }

    /// Of those that are wanted for everything else, those whose names have the text.
    fn look_into(&self, number: usize, held: &Held, sink: &mut impl Sink) {
        let Some(needle) = &self.text else {
            self.look_at(number, held, sink);
            return;
        };
        let mut others = Others::default();
        self.look_at(number, held, &mut others);
        if others.hits.is_empty() || !self.step(A_NAME * of(held.chunk.len())) {
            return;
        }
        let Some(names) = held.chunk.names(&self.cards) else {
            self.unread.set(true);
            return;
        };
        let mut has = vec![false; held.chunk.len()];
        needle.each_in(names, |place| has[place] = true);
        for hit in others.hits {
            if has[hit.spot.place as usize] {
                sink.take(hit);
            }
        }
    }

    fn wants_loose(&self, row: &Row) -> bool {
        (self.from..=self.to).contains(&row.acquired)
            && self.wants(row.class, row.cloud)
            && self.has_text(row)
            && self.area.as_ref().is_none_or(|place| {
                row.footprint.as_ref().is_some_and(|(shape, edges)| {
                    place.may_meet(edges) && place.meets(edges, || restore(shape))
                })
            })
    }

    fn has_text(&self, row: &Row) -> bool {
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
            && self.cloud_max.is_none_or(|most| f64::from(cloud) <= most)
    }

    fn look_at(&self, number: usize, held: &Held, sink: &mut impl Sink) {
        let chunk = &held.chunk;
        let from = chunk.acquired.partition_point(|time| *time < self.from);
        let to = chunk.acquired.partition_point(|time| *time <= self.to);
        if from >= to || self.steps.get() <= 0 {
            return;
        }
        let Some(place) = &self.area else {
            let whole = to - from == chunk.len();
            if whole && self.classes.is_none() && self.cloud_max.is_none() {
                self.step(A_LOOK * sink.whole_steps(held));
                sink.take_whole(number, held);
                return;
            }
            if !self.step(A_LOOK * of(to - from)) {
                return;
            }
            for at in from..to {
                if self.wants(chunk.classes[at], chunk.clouds[at]) && !held.is_struck(at) {
                    sink.take(hit(number, held, at));
                }
            }
            return;
        };
        for (box_number, wanted) in place.boxes.iter().enumerate() {
            chunk.tree.visit(wanted, |at, edges| {
                let at = usize::from(at);
                // What meets two boxes is looked at in the first.
                let first = !place.boxes[..box_number]
                    .iter()
                    .any(|before| meet(edges, before));
                if first
                    && self.step(A_LOOK)
                    && (from..to).contains(&at)
                    && self.wants(chunk.classes[at], chunk.clouds[at])
                    && !held.is_struck(at)
                    && place.meets(edges, || {
                        self.step(A_COMPARISON);
                        chunk.footprint(at)
                    })
                {
                    sink.take(hit(number, held, at));
                }
            });
        }
    }
}

impl<'a> Place<'a> {
    fn new(area: &'a dyn SearchedArea) -> Self {
        let whole = match area.boxes() {
            [only] if area.is_rectangle() => Some([only.west, only.south, only.east, only.north]),
            _ => None,
        };
        let boxes = area.boxes().iter();
        Self {
            area,
            boxes: boxes
                .map(|part| outwards(part.west, part.south, part.east, part.north))
                .collect(),
            rectangle: whole,
        }
    }

    fn may_meet(&self, edges: &Edges) -> bool {
        self.boxes.iter().any(|part| meet(edges, part))
    }

    /// Exactly; `edges` hold the footprint.
    fn meets(&self, edges: &Edges, footprint: impl FnOnce() -> Option<Geometry>) -> bool {
        let inside = self.rectangle.is_some_and(|[west, south, east, north]| {
            west <= f64::from(edges[0])
                && south <= f64::from(edges[1])
                && f64::from(edges[2]) <= east
                && f64::from(edges[3]) <= north
        });
        inside || footprint().is_some_and(|footprint| self.area.meets(&footprint))
    }
}

pub(super) fn hit(number: usize, held: &Held, at: usize) -> Hit {
    let chunk = &held.chunk;
    Hit {
        did: chunk.dids[at],
        acquired: chunk.acquired[at],
        cloud: chunk.clouds[at],
        class: chunk.classes[at],
        size: chunk.sizes[at],
        spot: Spot::new(number, at),
    }
}

fn loose_hit(place: usize, row: &Row) -> Hit {
    Hit {
        did: row.did,
        acquired: row.acquired,
        cloud: row.cloud,
        class: row.class,
        size: row.size,
        spot: Spot::new(LOOSE as usize, place),
    }
}
