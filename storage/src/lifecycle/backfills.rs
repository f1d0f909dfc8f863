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
    BackfillBasis, BackfillRange, MOST_BACKFILLED, SubscriptionCriteria, UnknownCloudRule,
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
    /// How many there are.
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
        (filter.from, filter.to) = (Some(bounds.0), Some(bounds.1));
        let found = scenes::dids(index, db, &filter, Sort::NewestFirst, MOST_BACKFILLED).await?;
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
        let room = MOST_BACKFILLED - found.dids.len();
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
    let node_ids = if criteria.node_ids.is_empty() {
        None
    } else {
        Some(Tree::read(db).await?.with_descendants(&criteria.node_ids))
    };
    let where_asked = criteria.clone();
    let area = blocking(move || subscriptions::searched_area(&where_asked)).await?;
    Ok(SceneFilter {
        node_ids,
        area,
        satellites: criteria.satellites.clone(),
        sensors: criteria.sensors.clone(),
        cloud_max: criteria.cloud_max,
        unknown_cloud: match criteria.unknown_cloud {
            UnknownCloudRule::Exclude => UnknownCloud::Exclude,
            UnknownCloudRule::Include => UnknownCloud::Include,
            UnknownCloudRule::Only => UnknownCloud::Only,
        },
        keyword: criteria.text.as_deref().and_then(Keyword::parse),
        online_only: true,
        scope,
        ..SceneFilter::default()
    })
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
    blocking(move || {
        let mut new = Vec::new();
        for scene in scenes {
            let Some((revision, rounds)) = files.get(&scene.did) else {
                continue;
            };
            let chain = eyes.chain(&scene);
            let met = MetScene::new(&scene, &chain);
            if one.wants(&met, now) && eyes.knows_to_see(one.owner, &scene) {
                new.push(NewMatch::new(&one, &scene, (revision, *rounds), now));
            }
        }
        new
    })
    .await
}

/// Ends what is still to be matched of subscriptions that are over.
pub async fn end_of_over(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, StorageError> {
    let mut db = pool.acquire().await?;
    subscriptions::cancel_of_over(&mut db, now).await
}
