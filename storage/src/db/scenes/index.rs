//! Scenes in this process's memory, found by place, time, satellite, sensor, node and cloud cover.
//!
//! A database index finds candidates by boxes, reads each from its table and parses its footprint; the total needs all
//! of them. Here all that is in memory, exactly as a transaction that asks would see it: see
//! docs/decisions/0012-scene-index-in-memory.md. Scenes are in [`chunk::Chunk`]s by time, each with a
//! [`tree::Tree`]; [`crate::db::feed`] keeps them as new as the database; [`look::SceneTest`] looks.

use std::sync::Arc;

use sqlx::{PgConnection, Row as _};
use tokio::runtime::RuntimeFlavor;

use super::{CARD_COLUMNS, Card, Filter, FoundScenes, Sort, Summary};
use crate::StorageError;
use crate::db::{Listing, Page};

mod area_memo;
mod buckets;
mod cards;
mod chunk;
mod classes;
mod collectors;
mod content;
mod hit;
mod keeper;
mod load;
mod look;
mod looks;
mod mirror;
mod names;
mod pictures;
mod rankings;
mod row_set;
mod scope_test;
mod steps;
mod tally;
mod tree;

pub use keeper::{Confirmed, SceneIndex};
pub use looks::LookCounts;
pub use rankings::{Near, UnknownScenes};
pub(super) use rankings::{OrderedScenes, besides, first, near};

use collectors::{DidCollector, Order, PageCollector};
use content::IndexContent;
use hit::ScenePosition;
use look::SceneTest;
use looks::Looks;
use tally::Tally;

/// How often a page is read again because one of its scenes was written meanwhile.
const ATTEMPTS: u32 = 5;
/// A search of fewer steps (see [`look::SceneTest::look_here`]) may hold up the other tasks of its thread: about a
/// millisecond.
const QUICK: i64 = 100_000;
/// With more steps than this it goes to a thread of its own, where it ends when nobody waits for it: some 20 milliseconds.
const SHORT: i64 = 2_000_000;

/// A page, and when asked what all of the found are. `None`: the index cannot say, ask the database.
pub(super) async fn search(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &Filter,
    sort: Sort,
    page: Page,
    with_summary: bool,
) -> Result<Option<FoundScenes>, StorageError> {
    let Some(order) = Order::of_sort(sort).filter(|_| filter.is_for_index()) else {
        return Ok(None);
    };
    for _ in 0..ATTEMPTS {
        let Some(content) = index.now(db).await? else {
            return Ok(None);
        };
        let known = Arc::clone(&content);
        let Some(found) = find(index.looks(), known, filter, (order, page), with_summary).await?
        else {
            return Ok(None);
        };
        if let Some(items) = read_page(db, &found.dids(), &content.snapshot).await? {
            return Ok(Some(found.with(items)));
        }
    }
    Ok(None)
}

/// All that was found.
pub(super) struct AllDids {
    /// Numbers, in no order; not of all when there are more than was asked for.
    pub(super) dids: Vec<i64>,
    /// How many there are.
    pub(super) total: usize,
    /// What they are, where that was asked.
    pub(super) summary: Option<Summary>,
}

/// All that the filter finds, up to `most` by number. `None`: the index cannot say.
pub(super) async fn all(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &Filter,
    most: usize,
    with_summary: bool,
) -> Result<Option<AllDids>, StorageError> {
    let all = look_up(index, db, filter, move |filter, content| {
        let mut found = DidCollector::up_to(most, with_summary.then(Tally::default));
        let is_all = SceneTest::new(filter, &content).look(&content, true, &mut found);
        is_all.then(|| AllDids {
            dids: found.dids,
            total: found.total,
            summary: found.tally.map(|tally| tally.summary(&content.classes)),
        })
    });
    all.await
}

/// What a look says of the scenes as `db` sees them at this moment; it may take long. `None`: the index cannot say.
async fn look_up<T: Send + 'static>(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &Filter,
    look: impl FnOnce(&Filter, Arc<IndexContent>) -> Option<T> + Send + 'static,
) -> Result<Option<T>, StorageError> {
    if !filter.is_for_index() {
        return Ok(None);
    }
    let Some(content) = index.now(db).await? else {
        return Ok(None);
    };
    looks::at_length(index.looks(), filter, move |filter| look(filter, content)).await
}

/// Scenes that were found, and not yet read.
struct Finding {
    /// Of the page: numbers, and where they are.
    page: Vec<(i64, ScenePosition)>,
    /// How many there are on all pages.
    total: i64,
    /// What all of them are, where that was asked.
    summary: Option<Summary>,
}

impl Finding {
    fn dids(&self) -> Vec<i64> {
        self.page.iter().map(|(did, _)| *did).collect()
    }

    fn with(self, items: Vec<Card>) -> FoundScenes {
        FoundScenes {
            listing: Listing {
                items,
                total: self.total,
            },
            summary: self.summary,
        }
    }
}

async fn find(
    looks: &Arc<Looks>,
    content: Arc<IndexContent>,
    filter: &Filter,
    (order, page): (Order, Page),
    with_summary: bool,
) -> Result<Option<Finding>, StorageError> {
    // On this thread if that may be: going to another one and back costs a busy machine milliseconds.
    let can_stay = tokio::runtime::Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread;
    let effort = if can_stay {
        LookEffort::Here
    } else {
        LookEffort::Quick
    };
    if let Some(found) = look(&content, filter, order, page, with_summary, effort) {
        return Ok(Some(found));
    }
    let found = looks::at_length(looks, filter, move |filter| {
        look(
            &content,
            filter,
            order,
            page,
            with_summary,
            LookEffort::AtLength,
        )
    });
    found.await
}

/// How long a look may take.
#[derive(Debug, Clone, Copy)]
enum LookEffort {
    /// [`QUICK`] steps.
    Quick,
    /// [`SHORT`] steps, on a thread of tokio's that has other tasks.
    Here,
    /// As long as it takes.
    AtLength,
}

/// `None`: it takes longer than that, or the index cannot say.
fn look(
    content: &IndexContent,
    filter: &Filter,
    order: Order,
    page: Page,
    with_summary: bool,
    effort: LookEffort,
) -> Option<Finding> {
    let mut found = PageCollector::new(
        order,
        page,
        with_summary.then(Tally::default),
        &content.classes,
    );
    let newest_first = order != Order::OldestFirst;
    let wanted = SceneTest::new(filter, content);
    let is_all = match effort {
        LookEffort::Quick => wanted.look_within(QUICK, content, newest_first, &mut found),
        LookEffort::Here => wanted.look_here(QUICK, SHORT, content, newest_first, &mut found),
        LookEffort::AtLength => wanted.look(content, newest_first, &mut found),
    };
    if !is_all {
        return None;
    }
    let total = i64::try_from(found.total).unwrap_or(i64::MAX);
    Some(Finding {
        page: found.page(page),
        total,
        summary: found.summary(&content.classes),
    })
}

/// The scenes, if all of them still are what they were in the snapshot.
async fn read_page(
    db: &mut PgConnection,
    dids: &[i64],
    snapshot: &str,
) -> Result<Option<Vec<Card>>, StorageError> {
    if dids.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let sql = format!(
        "SELECT {CARD_COLUMNS}, pg_visible_in_snapshot(version, $2::pg_snapshot) AS as_found \
         FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, position) \
         JOIN scene ON scene.did = wanted.id ORDER BY wanted.position"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(dids)
        .bind(snapshot)
        .fetch_all(db)
        .await?;
    if rows.len() != dids.len() {
        return Ok(None);
    }
    let mut scenes = Vec::with_capacity(rows.len());
    for row in &rows {
        if !row.try_get::<bool, _>("as_found")? {
            return Ok(None);
        }
        scenes.push(sqlx::FromRow::from_row(row)?);
    }
    Ok(Some(scenes))
}

/// Whether searches on this connection are answered from memory at this moment.
pub async fn is_indexed(index: &SceneIndex, db: &mut PgConnection) -> Result<bool, StorageError> {
    Ok(index.now(db).await?.is_some())
}
