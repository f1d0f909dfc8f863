//! Scenes in this process's memory, found by place, time, satellite, sensor, node and cloud cover.
//!
//! A database index finds candidates by boxes, reads each from its table and parses its footprint; the total needs all
//! of them. Here all that is in memory, exactly as a transaction that asks would see it: see
//! docs/decisions/0012-scene-index-in-memory.md. Scenes are in [`chunk::Chunk`]s by time, each with a
//! [`tree::Tree`]; [`mirror::Mirror`] keeps them as new as the database; [`look::Wanted`] looks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{PgConnection, PgPool, Row as _};

use super::{CARD_COLUMNS, Card, Filter, Sort, Summary};
use crate::StorageError;
use crate::db::{Listing, Page, handles};

mod chunk;
mod classes;
mod content;
mod found;
mod load;
mod look;
mod mirror;
mod more;
pub(super) mod shape;
mod tally;
mod tree;

pub use more::{Besides, Near};
pub(super) use more::{Known, besides, first, near};

use content::Content;
use found::{All, Found, Order};
use look::Wanted;
use mirror::{Guess, Mirror};

/// How often a page is read again because one of its scenes was written meanwhile.
const ATTEMPTS: u32 = 5;
/// A search of fewer steps (see [`look::Wanted::look_within`]) is done at once: about a millisecond, while going to
/// another thread and back takes a tenth of that.
const QUICK: i64 = 100_000;
/// How often the keeper looks for what was written when nobody searches.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// After an error of the database.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// A page, and when asked what all of the found are. `None`: the index cannot say, ask the database.
pub(super) async fn search(
    db: &mut PgConnection,
    filter: &Filter,
    sort: Sort,
    page: Page,
    with_summary: bool,
) -> Result<Option<(Listing<Card>, Option<Summary>)>, StorageError> {
    let Some(order) = Order::of(sort).filter(|_| filter.is_for_index()) else {
        return Ok(None);
    };
    if let Some(guess) = Guess::new() {
        let content = Arc::clone(&guess.content);
        let (dids, total, summary) = find(content, filter, order, page, with_summary).await?;
        if let Some(items) = guess.page(db, &dids).await? {
            return Ok(Some((Listing { items, total }, summary)));
        }
    }
    for _ in 0..ATTEMPTS {
        let Some(content) = mirror::now(db).await? else {
            return Ok(None);
        };
        let known = Arc::clone(&content);
        let (dids, total, summary) = find(known, filter, order, page, with_summary).await?;
        if let Some(items) = read_page(db, &dids, &content.snapshot).await? {
            return Ok(Some((Listing { items, total }, summary)));
        }
    }
    Ok(None)
}

/// Numbers of all found scenes in no order, if there are not more than `most`, and how many there are. `None`: the
/// index cannot say.
pub(super) async fn all(
    db: &mut PgConnection,
    filter: &Filter,
    most: usize,
) -> Result<Option<(Vec<i64>, usize)>, StorageError> {
    if !filter.is_for_index() {
        return Ok(None);
    }
    let Some(content) = mirror::now(db).await? else {
        return Ok(None);
    };
    let filter = filter.clone();
    let found = mirror::blocking(move || {
        let mut found = All {
            dids: Vec::new(),
            most,
            total: 0,
        };
        Wanted::new(&filter, &content).look(&content, true, &mut found);
        (found.dids, found.total)
    });
    found.await.map(Some)
}

/// The page's numbers, the total, and what all of the found are.
type Finding = (Vec<i64>, i64, Option<Summary>);

async fn find(
    content: Arc<Content>,
    filter: &Filter,
    order: Order,
    page: Page,
    with_summary: bool,
) -> Result<Finding, StorageError> {
    if let Some(found) = look(&content, filter, order, page, with_summary, QUICK) {
        return Ok(found);
    }
    let filter = filter.clone();
    let found =
        mirror::blocking(move || look(&content, &filter, order, page, with_summary, i64::MAX));
    // Without a limit there always is an answer.
    Ok(found.await?.unwrap_or_default())
}

/// `None`: it takes more steps than these.
fn look(
    content: &Content,
    filter: &Filter,
    order: Order,
    page: Page,
    with_summary: bool,
    steps: i64,
) -> Option<Finding> {
    let mut found = Found::new(order, page, with_summary.then(tally::Tally::default));
    let newest_first = order != Order::OldestFirst;
    let wanted = Wanted::new(filter, content);
    if !wanted.look_within(steps, content, newest_first, &mut found) {
        return None;
    }
    let total = i64::try_from(found.total).unwrap_or(i64::MAX);
    Some((found.page(page), total, found.summary(&content.classes)))
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
pub async fn is_indexed(db: &mut PgConnection) -> Result<bool, StorageError> {
    Ok(mirror::now(db).await?.is_some())
}

/// Reads all scenes and then, for ever, what was written: searches in this process are answered from memory. Until
/// everything was read, and without a keeper when there are many scenes, they are SQL.
pub async fn keep_index(pool: &PgPool) {
    let mut known = false;
    loop {
        let begun = Instant::now();
        match look_once(pool).await {
            Ok((mirror, scenes, bytes)) => {
                if !known {
                    let (seconds, mib) = (begun.elapsed().as_secs_f32(), bytes >> 20);
                    tracing::info!(scenes, seconds, mib, "the index of scenes is in memory");
                }
                known = true;
                let _ = tokio::time::timeout(LOOK_EVERY, mirror.work.notified()).await;
            }
            Err(error) => {
                tracing::warn!(%error, "the index of scenes is not up to date; searches may be slower");
                tokio::time::sleep(TRY_AGAIN_AFTER).await;
            }
        }
    }
}

async fn look_once(pool: &PgPool) -> Result<(Arc<Mirror>, usize, usize), StorageError> {
    let mut db = handles::connection(pool).await?;
    let mirror = mirror::of(&mut db)
        .await?
        .ok_or_else(|| StorageError::Setting("a fresh connection is in a transaction".into()))?;
    let (scenes, bytes) = mirror.catch_up(&mut db).await?;
    Ok((mirror, scenes, bytes))
}
