//! Searches that answer more than a page: many scenes in order, those that are not known yet, and the nearest to a given one.

use std::collections::HashSet;
use std::sync::Arc;

use domain::budget::{Budget, Exhausted};
use geometry::{Bounds, Footprint};
use scene_index::{Order, PageWindow, Query, ScenePosition};
use sqlx::PgConnection;

use super::looks::at_length;
use super::replica::Replica;
use super::{SceneFilter, SceneIndex};
use crate::StorageError;

/// Scenes as they were at one moment.
pub(super) struct OrderedScenes {
    replica: Arc<Replica>,
    positions: Vec<ScenePosition>,
    /// Numbers of the scenes, in order.
    pub(super) dids: Vec<i64>,
    /// Number of scenes that match, also beyond those listed.
    pub(super) total: usize,
}

impl OrderedScenes {
    /// Snapshot (`pg_snapshot`) that the scenes are as of.
    pub(super) fn position(&self) -> &str {
        &self.replica.position
    }

    /// Where one of the scenes is, by its index in the order.
    pub(super) fn footprint(&self, index: usize) -> Option<Footprint> {
        let position = self.positions.get(index)?;
        Some(self.replica.scenes.footprint(*position))
    }
}

/// What a look says of the scenes as `db` sees them at this moment; it may take long. `None`: the index cannot say.
async fn look_up<T: Send + 'static>(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    look: impl FnOnce(Arc<Replica>, Query) -> Result<T, Exhausted> + Send + 'static,
) -> Result<Option<T>, StorageError> {
    if !filter.conditions.is_empty() {
        return Ok(None);
    }
    let Some(replica) = index.now(db).await? else {
        return Ok(None);
    };
    let asked_for = filter.clone();
    let look = move |budget: &Budget| look(replica, asked_for.query(budget));
    at_length(index.looks(), filter.budget.as_ref(), look)
        .await
        .map(Some)
}

/// The first `most` scenes that the filter finds, in order. `None`: the index cannot say.
pub(super) async fn first(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    order: Order,
    most: usize,
) -> Result<Option<OrderedScenes>, StorageError> {
    let looked = look_up(index, db, filter, move |replica, query| {
        let window = PageWindow {
            order,
            offset: 0,
            limit: most,
        };
        let found = replica.scenes.search(&query, window, Some(&replica.memo))?;
        Ok(OrderedScenes {
            positions: found.page.iter().map(|hit| hit.position).collect(),
            dids: found
                .page
                .iter()
                .map(|hit| hit.number.cast_signed())
                .collect(),
            total: usize::try_from(found.total).unwrap_or(usize::MAX),
            replica,
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

/// The newest `most` scenes that match the filter and are not in `known`. `None`: the index cannot answer.
pub(super) async fn besides(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    known: Vec<i64>,
    most: usize,
) -> Result<Option<UnknownScenes>, StorageError> {
    let known: HashSet<i64> = known.into_iter().collect();
    let looked = look_up(index, db, filter, move |replica, query| {
        let numbers: Arc<[u64]> = known.iter().map(|did| did.unsigned_abs()).collect();
        let among_known = Query {
            numbers: Some(Arc::clone(&numbers)),
            ..query.clone()
        };
        let none = PageWindow::default();
        let already = replica.scenes.search(&among_known, none, None)?.total;
        let already = usize::try_from(already).unwrap_or(usize::MAX);
        // However the known ones lie among them, these hold the newest of the others.
        let newest = PageWindow {
            limit: most.saturating_add(already),
            ..none
        };
        let found = replica.scenes.search(&query, newest, Some(&replica.memo))?;
        let unknown = found.page.iter().map(|hit| hit.number.cast_signed());
        let unknown = unknown.filter(|did| !known.contains(did));
        let total = usize::try_from(found.total).unwrap_or(usize::MAX);
        Ok(UnknownScenes {
            dids: unknown.take(most).collect(),
            new: total - already,
            already,
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
    pub satellite: &'a str,
    pub sensor: &'a str,
    /// The box around it; asking takes longer than everything else.
    pub bounds: &'a dyn Fn() -> Option<Bounds>,
    /// Reads the footprint; `None`: the scene has none.
    pub footprint: &'a dyn Fn() -> Option<Footprint>,
}

/// How close a scene comes; higher is closer, `None` is not at all.
pub type Rank = Arc<dyn Fn(&Near<'_>) -> Option<f64> + Send + Sync>;

/// The best of what was ranked so far.
struct Ranking {
    most: usize,
    /// Ranks and numbers.
    best: Vec<(f64, i64)>,
    total: usize,
}

impl Ranking {
    fn take(&mut self, rank: f64, did: i64) {
        self.total += 1;
        self.best.push((rank, did));
        if self.best.len() > 4 * self.most + 1024 {
            self.thin();
        }
    }

    fn thin(&mut self) {
        self.best.sort_unstable_by(|one, other| {
            other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1))
        });
        self.best.truncate(self.most);
    }
}

/// Numbers of the `most` scenes of the highest rank among what the filter finds, and how many have a rank. `None`: the
/// index cannot say.
pub(super) async fn nearest(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    rank: Rank,
    most: usize,
) -> Result<Option<(Vec<i64>, usize)>, StorageError> {
    let looked = look_up(index, db, filter, move |replica, query| {
        let mut ranking = Ranking {
            most,
            best: Vec::new(),
            total: 0,
        };
        let budget = query.budget.clone().unwrap_or_default();
        replica.scenes.each(&query, |position| {
            // A rank may cost more than the look does.
            if budget.check().is_err() {
                return;
            }
            let did = replica.scenes.facts(position).number.cast_signed();
            if let Some(rank) = ranked(&replica, position, &rank) {
                ranking.take(rank, did);
            }
        })?;
        ranking.thin();
        let dids = ranking.best.iter().map(|(_, did)| *did).collect();
        Ok((dids, ranking.total))
    });
    looked.await
}

fn ranked(replica: &Replica, position: ScenePosition, rank: &Rank) -> Option<f64> {
    let facts = replica.scenes.facts(position);
    rank(&Near {
        did: facts.number.cast_signed(),
        acquired: facts.time.unwrap_or(i64::MIN),
        cloud: facts.cloud.unwrap_or(f32::NAN),
        size: facts.size.cast_signed(),
        node: facts.source.node,
        satellite: &facts.source.satellite,
        sensor: &facts.source.sensor,
        bounds: &|| {
            let scenes = &replica.scenes;
            scenes.with_footprint(position, |footprint| footprint.extent().bounds())
        },
        footprint: &|| Some(replica.scenes.footprint(position)),
    })
}
