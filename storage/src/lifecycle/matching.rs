//! How scenes that come in meet the subscriptions: looked up in memory, by place, satellite and node, and written together.

use std::collections::{BTreeSet, HashMap};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use chrono::{DateTime, Utc};
use domain::ids::SubscriptionId;
use sqlx::{PgConnection, PgPool};

use super::subscribers::{SubscriberEyes, SubscriptionShelf};
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::scenes::{self, Scene};
use crate::db::subscriptions::{
    self, ArrivedScene, BookedSubscription, MetScene, NewMatch, SceneBranch, SubscriptionBook,
};

/// Scenes that are matched in one transaction.
const BATCH: i64 = 500;
/// Fewer are joined sooner than another thread begins.
const FEWEST_A_THREAD: usize = 50;

/// What one look at the arrivals came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchReport {
    /// Scenes that arrived.
    pub arrived: usize,
    /// Matches that were written.
    pub matched: u64,
    /// Whether more scenes may be waiting.
    pub may_be_more: bool,
}

/// Lets scenes that arrived meet all subscriptions. What it wrote and that the scenes are done with is one transaction: a
/// scene is met at least once, and the matches' unique key sees to it that none is written twice. Scenes that their
/// subscriber may not see do not match.
pub async fn match_arrivals(
    pool: &PgPool,
    shelf: &SubscriptionShelf,
    now: DateTime<Utc>,
) -> Result<MatchReport, StorageError> {
    let mut tx = pool.begin().await?;
    let arrived = subscriptions::arrivals(&mut tx, BATCH).await?;
    if arrived.is_empty() {
        return Ok(MatchReport::default());
    }
    let begun = Instant::now();
    // After the arrivals were read: whoever subscribed before a scene arrived is in it.
    let book = shelf.book(&mut tx).await?;
    let booked = book.count();
    let mut eyes = SubscriberEyes::open(&mut tx, shelf, now).await?;
    let dids: Vec<i64> = arrived.iter().map(|one| one.did).collect();
    let scenes = with_branches(scenes::by_dids(&mut tx, &dids).await?, &eyes);
    let prepared = begun.elapsed();
    let (scenes, pairs) = join(book, scenes, now).await?;
    let joined = begun.elapsed();
    let owners: BTreeSet<_> = pairs.iter().map(|(_, one)| one.owner).collect();
    eyes.learn(&mut tx, owners).await?;
    let (scenes, visible) = visible(eyes, scenes, pairs).await?;
    let holding = holding(&mut tx, &scenes, visible).await?;
    let new = new_matches(&mut tx, arrived, &scenes, &holding, now).await?;
    let matched = subscriptions::insert_matches(&mut tx, &new, now).await?;
    subscriptions::finish_arrivals(&mut tx, &dids).await?;
    tx.commit().await?;
    tracing::debug!(
        scenes = dids.len(),
        subscriptions = booked,
        matched,
        prepared_us = prepared.as_micros(),
        join_us = joined.saturating_sub(prepared).as_micros(),
        all_us = begun.elapsed().as_micros(),
        "scenes met the subscriptions"
    );
    Ok(MatchReport {
        arrived: dids.len(),
        matched,
        may_be_more: i64::try_from(dids.len()).unwrap_or(i64::MAX) >= BATCH,
    })
}

/// What is to be written of these pairs.
async fn new_matches(
    db: &mut PgConnection,
    arrived: Vec<ArrivedScene>,
    scenes: &[Arrived],
    pairs: &[Pair],
    now: DateTime<Utc>,
) -> Result<Vec<NewMatch>, StorageError> {
    let ids: BTreeSet<SubscriptionId> = pairs.iter().map(|(_, one)| one.id).collect();
    let ids: Vec<_> = ids.into_iter().collect();
    let dids: Vec<_> = arrived.iter().map(|one| one.did).collect();
    let rounds = subscriptions::rounds(db, &dids, &ids).await?;
    let arrived = arrived.into_iter();
    let revisions: HashMap<i64, String> = arrived.map(|one| (one.did, one.revision)).collect();
    let new = pairs.iter().map(|(number, one)| {
        let scene = &scenes[*number].0;
        let revision = revisions.get(&scene.did).map_or("", String::as_str);
        let before = rounds.get(&(scene.did, one.id)).copied().unwrap_or(0);
        NewMatch::new(one, scene, (revision, before), one.due_at(now))
    });
    Ok(new.collect())
}

/// A scene, and where it stands in the tree.
type Arrived = (Scene, SceneBranch);
/// The number of a scene, and a subscription that it meets.
type Pair = (usize, Arc<BookedSubscription>);

fn with_branches(scenes: Vec<Scene>, eyes: &SubscriberEyes) -> Vec<Arrived> {
    let scenes = scenes.into_iter();
    scenes
        .map(|scene| {
            let branch = eyes.branch(&scene);
            (scene, branch)
        })
        .collect()
}

/// Which scenes meet which subscriptions, whoever may see what: on every core, because areas may be provinces.
async fn join(
    book: Arc<SubscriptionBook>,
    scenes: Vec<Arrived>,
    now: DateTime<Utc>,
) -> Result<(Vec<Arrived>, Vec<Pair>), StorageError> {
    blocking(move || {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let share = scenes.len().div_ceil(cores).max(FEWEST_A_THREAD);
        let shares = scenes.chunks(share).enumerate();
        let pairs = thread::scope(|scope| {
            let book = &book;
            let joining = shares.map(|(at, some)| (at * share, some));
            let joining = joining
                .map(|(first, some)| scope.spawn(move || join_some(book, (first, some), now)));
            let joining: Vec<_> = joining.collect();
            let mut pairs = Vec::new();
            for one in joining {
                pairs.extend(one.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            pairs
        });
        (scenes, pairs)
    })
    .await
}

/// The same of these, of which the first has this number.
fn join_some(
    book: &SubscriptionBook,
    (first, scenes): (usize, &[Arrived]),
    now: DateTime<Utc>,
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (number, (scene, branch)) in (first..).zip(scenes) {
        let met = MetScene::new(scene, branch);
        let met_ones = book.matching(&met, now);
        pairs.extend(met_ones.map(|one| (number, Arc::clone(one))));
    }
    pairs
}

/// Those of the pairs whose subscriber may see the scene.
async fn visible(
    eyes: SubscriberEyes,
    scenes: Vec<Arrived>,
    mut pairs: Vec<Pair>,
) -> Result<(Vec<Arrived>, Vec<Pair>), StorageError> {
    blocking(move || {
        pairs.retain(|(number, one)| eyes.knows_to_see(one.owner, &scenes[*number].0));
        (scenes, pairs)
    })
    .await
}

/// Those of the pairs in which holds what the subscription asks of single fields.
async fn holding(
    db: &mut PgConnection,
    scenes: &[Arrived],
    mut pairs: Vec<Pair>,
) -> Result<Vec<Pair>, StorageError> {
    let did = |number: usize| scenes[number].0.did;
    let doubtful = pairs.iter().filter(|(_, one)| one.has_conditions());
    let doubtful: Vec<_> = doubtful
        .map(|(number, one)| (Arc::as_ref(one), did(*number)))
        .collect();
    let holding = subscriptions::pairs_that_hold(db, &doubtful).await?;
    pairs
        .retain(|(number, one)| !one.has_conditions() || holding.contains(&(one.id, did(*number))));
    Ok(pairs)
}
