//! How scenes that were in the catalogue before somebody subscribed reach the subscription's target: looked for once, in the scene
//! index, and then matched a batch after the other, each in a transaction that also says how far it is. Whoever dies in between
//! leaves nothing half done, and the next one goes on there.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use domain::budget::Budget;
use domain::ids::UserId;
use domain::keyword::Keyword;
use domain::subscription::{
    BackfillBasis, BackfillRange, KeptCondition, MAX_BACKFILLED, SubscriptionCriteria,
    UnknownCloudRule,
};
use sqlx::{PgConnection, PgPool};

use super::subscribers::{SubscriberEyes, SubscriptionShelf};
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::catalogue::Tree;
use crate::db::patient;
use crate::db::scenes::{self, SceneFilter, SceneIndex, Sort, UnknownCloud};
use crate::db::scopes::scope_of_person;
use crate::db::subscriptions::{self, BackfillBatch, MetScene, NewMatch};
use crate::segment_shelf::SegmentShelf;

/// Scenes that are matched in one transaction.
const BATCH: i64 = 500;
/// Scenes whose date the database is asked about in one statement.
const ASKED_AT_ONCE: usize = 20_000;
/// How long a worker may look for the scenes of one backfill before another one does.
const SEARCH_TIME: TimeDelta = TimeDelta::minutes(10);

/// What a search for scenes that were there found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundBefore {
    /// Numbers of those taken last, these first, as many as one backfill has.
    pub dids: Vec<i64>,
    /// Number of scenes found.
    pub total: usize,
}

/// The scenes that lie in a range, are online, meet what a subscription of this person searches and may be seen by them.
/// Looking for them costs no more than `budget`, where there is one.
pub async fn find(
    index: &SceneIndex,
    db: &mut PgConnection,
    (owner, criteria): (UserId, &SubscriptionCriteria),
    range: BackfillRange,
    budget: Option<&Budget>,
    now: DateTime<Utc>,
) -> Result<FoundBefore, StorageError> {
    let mut filter = filter(db, (owner, criteria), now).await?;
    filter.budget = budget.cloned();
    let bounds = range.bounds();
    if range.basis() == BackfillBasis::Acquired {
        filter.from = filter.from.max(Some(bounds.0));
        filter.to = Some(filter.to.map_or(bounds.1, |to| to.min(bounds.1)));
        let found = scenes::dids(index, db, &filter, Sort::NewestFirst, MAX_BACKFILLED).await?;
        return Ok(FoundBefore {
            dids: found.0,
            total: found.1,
        });
    }
    // The index does not know when scenes were received.
    let (all, _) = scenes::dids(index, db, &filter, Sort::NewestFirst, usize::MAX).await?;
    let mut found = FoundBefore::default();
    for some in all.chunks(ASKED_AT_ONCE) {
        let within = subscriptions::received_within(db, some, bounds).await?;
        found.total += within.len();
        let room = MAX_BACKFILLED - found.dids.len();
        found.dids.extend(within.into_iter().take(room));
    }
    Ok(found)
}

async fn filter(
    db: &mut PgConnection,
    (owner, criteria): (UserId, &SubscriptionCriteria),
    now: DateTime<Utc>,
) -> Result<SceneFilter, StorageError> {
    let scope = scope_of_person(db, owner, now).await?;
    let node_ids = nodes(db, criteria).await?;
    let where_asked = criteria.clone();
    let area = blocking(move || subscriptions::searched_area(&where_asked)).await?;
    Ok(SceneFilter {
        node_ids,
        area,
        from: criteria.from,
        to: criteria.to,
        satellites: criteria.satellites.clone(),
        sensors: criteria.sensors.clone(),
        cloud_max: criteria.cloud_max,
        unknown_cloud: match criteria.unknown_cloud {
            UnknownCloudRule::Exclude => UnknownCloud::Exclude,
            UnknownCloudRule::Include => UnknownCloud::Include,
            UnknownCloudRule::Only => UnknownCloud::Only,
        },
        keyword: criteria.text.as_deref().and_then(Keyword::parse),
        conditions: criteria
            .conditions
            .iter()
            .map(KeptCondition::condition)
            .collect(),
        online_only: true,
        scope,
        ..SceneFilter::default()
    })
}

/// The nodes that are searched, of the object types that are; `None`: all.
async fn nodes(
    db: &mut PgConnection,
    criteria: &SubscriptionCriteria,
) -> Result<Option<Vec<i64>>, StorageError> {
    if criteria.node_ids.is_empty() && criteria.obj_types.is_empty() {
        return Ok(None);
    }
    let tree = Tree::read(db).await?;
    let types = criteria.obj_types.iter();
    let types: Vec<_> = types.map(|kind| kind.as_str().to_owned()).collect();
    let of_types = tree.of_types(&types);
    if criteria.node_ids.is_empty() {
        return Ok(Some(of_types));
    }
    let mut nodes = tree.with_descendants(&criteria.node_ids);
    if !types.is_empty() {
        nodes.retain(|node| of_types.contains(node));
    }
    Ok(Some(nodes))
}

/// Looks for the scenes of one backfill whose subscription was approved. False: there is none. Segments on the shelf spare the
/// reading of all scenes; what was read is forgotten with the search, for there is seldom another one.
pub async fn search_next(
    pool: &PgPool,
    segments: Option<&SegmentShelf>,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut db = patient(pool).await?;
    let claimed = subscriptions::claim_unsearched(&mut db, now, now + SEARCH_TIME).await?;
    let Some(claimed) = claimed else {
        return Ok(false);
    };
    let index = SceneIndex::sharing(pool.clone(), segments.cloned());
    index.read_now(&mut db).await?;
    let search = (claimed.owner, &claimed.criteria);
    let found = find(&index, &mut db, search, claimed.range, None, now).await?;
    let total = i64::try_from(found.total).unwrap_or(i64::MAX);
    subscriptions::keep_found(&mut db, claimed.id, &found.dids, total).await?;
    Ok(true)
}

/// Lets the next scenes of a backfill meet their subscription, as it is now, and as its owner may see them now. False: there are
/// none.
pub async fn match_next(
    pool: &PgPool,
    shelf: &SubscriptionShelf,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let Some(batch) = subscriptions::next_batch(&mut tx, BATCH).await? else {
        return Ok(false);
    };
    let new = matches_of_batch(&mut tx, shelf, &batch, now).await?;
    subscriptions::insert_backfilled(&mut tx, &batch, &new, now).await?;
    let looked = i64::try_from(batch.dids.len()).unwrap_or(i64::MAX);
    subscriptions::advance_backfill(&mut tx, batch.id, looked, now).await?;
    tx.commit().await?;
    Ok(true)
}

async fn matches_of_batch(
    db: &mut PgConnection,
    shelf: &SubscriptionShelf,
    batch: &BackfillBatch,
    now: DateTime<Utc>,
) -> Result<Vec<NewMatch>, StorageError> {
    let book = shelf.book(db).await?;
    let Some(one) = book.booked(batch.subscription).map(Arc::clone) else {
        return Ok(Vec::new());
    };
    let mut eyes = SubscriberEyes::for_few(db, now).await?;
    eyes.learn(db, [one.owner]).await?;
    let files = subscriptions::revisions(db, batch.subscription, &batch.dids).await?;
    let files: HashMap<i64, (String, i32)> = files
        .into_iter()
        .map(|(did, revision, rounds)| (did, (revision, rounds)))
        .collect();
    let scenes = scenes::by_dids(db, &batch.dids).await?;
    let subscription = Arc::clone(&one);
    let mut new = blocking(move || {
        let mut new = Vec::new();
        for scene in scenes {
            let Some((revision, rounds)) = files.get(&scene.did) else {
                continue;
            };
            let branch = eyes.branch(&scene);
            let met = MetScene::new(&scene, &branch);
            if one.wants(&met, now) && eyes.knows_to_see(one.owner, &scene) {
                new.push(NewMatch::new(&one, &scene, (revision, *rounds), now));
            }
        }
        new
    })
    .await?;
    if subscription.has_conditions() {
        let pairs = new.iter().map(|met| (Arc::as_ref(&subscription), met.did));
        let pairs: Vec<_> = pairs.collect();
        let holding = subscriptions::pairs_that_hold(db, &pairs).await?;
        new.retain(|met| holding.contains(&(met.subscription, met.did)));
    }
    Ok(new)
}

/// Ends what is still to be matched of subscriptions that are over.
pub async fn end_of_over(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, StorageError> {
    let mut db = pool.acquire().await?;
    subscriptions::cancel_of_over(&mut db, now).await
}
