//! Looks that are no pages: many scenes in order, those besides known ones, and those that come closest to something.

use std::collections::HashSet;
use std::sync::Arc;

use domain::budget::Budget;
use geometry::{Bounds, Footprint, FootprintRef};
use sqlx::PgConnection;

use super::super::nearby::Rank;
use super::super::{Filter, Sort};
use super::collectors::{Order, PageCollector};
use super::content::IndexContent;
use super::hit::{Hit, ScenePosition};
use super::look::{SceneTest, Sink};
use super::{SceneIndex, look_up};
use crate::StorageError;

/// Scenes as they were at one moment.
pub(in super::super) struct OrderedScenes {
    content: Arc<IndexContent>,
    spots: Vec<ScenePosition>,
    /// Their numbers, in order.
    pub(in super::super) dids: Vec<i64>,
    /// How many there are in all.
    pub(in super::super) total: usize,
}

impl OrderedScenes {
    /// When it was.
    pub(in super::super) fn snapshot(&self) -> &str {
        &self.content.snapshot
    }

    /// Where one of the scenes is, by its place in the order.
    pub(in super::super) fn footprint(&self, place: usize) -> Option<FootprintRef<'_>> {
        self.spots.get(place)?.footprint(&self.content)
    }
}

/// The first `most` scenes that the filter finds, in order. `None`: the index cannot say.
pub(in super::super) async fn first(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &Filter,
    sort: Sort,
    most: usize,
) -> Result<Option<OrderedScenes>, StorageError> {
    let Some(order) = Order::of_sort(sort) else {
        return Ok(None);
    };
    let looked = look_up(index, db, filter, move |filter, content| {
        let mut found = PageCollector::up_to(order, most, &content.classes);
        let newest_first = order != Order::OldestFirst;
        if !SceneTest::new(filter, &content).look(&content, newest_first, &mut found) {
            return None;
        }
        let total = found.total;
        let (dids, spots) = found.first(most).into_iter().unzip();
        Some(OrderedScenes {
            content,
            spots,
            dids,
            total,
        })
    });
    looked.await
}

/// Scenes that are not known yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UnknownScenes {
    /// The newest of them, the newest first.
    pub dids: Vec<i64>,
    /// How many there are that are not known.
    pub new: usize,
    /// How many of the found are known.
    pub already: usize,
}

struct UnknownCollector<'a> {
    known: &'a HashSet<i64>,
    found: PageCollector,
    already: usize,
}

impl Sink for UnknownCollector<'_> {
    fn take(&mut self, hit: Hit) {
        if self.known.contains(&hit.did) {
            self.already += 1;
        } else {
            self.found.take(hit);
        }
    }
}

/// The newest `most` scenes that the filter finds besides the known ones. `None`: the index cannot say.
pub(in super::super) async fn besides(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &Filter,
    known: HashSet<i64>,
    most: usize,
) -> Result<Option<UnknownScenes>, StorageError> {
    let looked = look_up(index, db, filter, move |filter, content| {
        let mut sorting = UnknownCollector {
            known: &known,
            found: PageCollector::up_to(Order::NewestFirst, most, &content.classes),
            already: 0,
        };
        if !SceneTest::new(filter, &content).look(&content, true, &mut sorting) {
            return None;
        }
        let UnknownCollector { found, already, .. } = sorting;
        Some(UnknownScenes {
            new: found.total,
            already,
            dids: found.first(most).into_iter().map(|(did, _)| did).collect(),
        })
    });
    looked.await
}

/// What is known of a scene before it is read.
#[derive(Clone, Copy)]
pub struct Near<'a> {
    /// The scene's number.
    pub did: i64,
    /// Microseconds since 1970.
    pub acquired: i64,
    /// Percent; unknown: not a number.
    pub cloud: f32,
    /// Bytes; 0: unknown.
    pub size: i64,
    /// The catalogue node it lies in.
    pub node: i64,
    /// Its satellite.
    pub satellite: &'a str,
    /// Its sensor.
    pub sensor: &'a str,
    /// The box around it; asking takes longer than everything else.
    pub bounds: &'a dyn Fn() -> Option<Bounds>,
    /// Where it is.
    pub footprint: &'a dyn Fn() -> Option<Footprint>,
}

/// A scene and its rank.
type RankedScene = (f64, i64);

struct Ranking<'a, F> {
    content: &'a IndexContent,
    rank: F,
    budget: Budget,
    most: usize,
    best: Vec<RankedScene>,
    total: usize,
}

impl<F: FnMut(&Near<'_>) -> Option<f64>> Ranking<'_, F> {
    fn thin(&mut self) {
        self.best.sort_unstable_by(|one, other| {
            other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1))
        });
        self.best.truncate(self.most);
    }
}

impl<F: FnMut(&Near<'_>) -> Option<f64>> Sink for Ranking<'_, F> {
    fn take(&mut self, hit: Hit) {
        // A rank may cost more than the look does.
        if self.budget.check().is_err() {
            return;
        }
        let class = self.content.classes.all.get(hit.class as usize);
        let Some(class) = class else {
            return;
        };
        let near = Near {
            did: hit.did,
            acquired: hit.acquired,
            cloud: hit.cloud,
            size: hit.size,
            node: class.node,
            satellite: &class.satellite,
            sensor: &class.sensor,
            bounds: &|| hit.spot.footprint(self.content)?.extent().bounds(),
            footprint: &|| hit.spot.footprint(self.content).map(FootprintRef::to_owned),
        };
        let Some(rank) = (self.rank)(&near) else {
            return;
        };
        self.total += 1;
        self.best.push((rank, hit.did));
        if self.best.len() > 4 * self.most + 1024 {
            self.thin();
        }
    }
}

/// Numbers of the `most` scenes of the highest rank among what the filter finds, and how many have a rank. `None`: the
/// index cannot say.
pub(in super::super) async fn near(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &Filter,
    rank: Rank,
    most: usize,
) -> Result<Option<(Vec<i64>, usize)>, StorageError> {
    let looked = look_up(index, db, filter, move |filter, content| {
        let mut ranking = Ranking {
            content: &content,
            rank: |near: &Near<'_>| rank(near),
            budget: filter.budget.clone().unwrap_or_default(),
            most,
            best: Vec::new(),
            total: 0,
        };
        if !SceneTest::new(filter, &content).look(&content, true, &mut ranking) {
            return None;
        }
        ranking.thin();
        let dids = ranking.best.iter().map(|(_, did)| *did).collect();
        Some((dids, ranking.total))
    });
    looked.await
}
