//! Searches of which the index knows all but one thing: conditions on fields, or the order by name.

use std::sync::Arc;

use scene_index::{Order, PageWindow};
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::super::keeper::SceneIndex;
use super::super::looks::at_length;
use super::super::replica::Replica;
use super::super::{CARD_COLUMNS, Card, FoundScenes, SceneFilter, Summary};
use super::narrow::narrow_fields;
use super::reading::{ResultWindow, read_page, select_narrowed, summarize, summarized};
use crate::StorageError;
use crate::db::Listing;

/// Most scenes that a query names to the database by their numbers; that takes some tens of milliseconds.
pub(super) const MAX_NAMED_SCENES: usize = 20_000;

/// What a filter finds, its conditions on fields apart.
pub(super) struct EveryScene {
    /// Numbers; not of all when there are more than as many as were asked for.
    pub(super) dids: Vec<i64>,
    /// Number of matches.
    pub(super) total: usize,
    /// Counts over all matches, where they were requested.
    summary: Option<Summary>,
}

/// All that a filter finds, and the numbers of up to `most`.
pub(super) async fn every(
    index: &SceneIndex,
    replica: Arc<Replica>,
    filter: &SceneFilter,
    with_summary: bool,
    most: usize,
) -> Result<EveryScene, StorageError> {
    let looked_for = filter.clone();
    let look = move |budget: &_| {
        let window = PageWindow {
            order: Order::NewestFirst,
            offset: 0,
            limit: most,
        };
        let query = looked_for.query(budget);
        replica.scenes.search(&query, window, Some(&replica.memo))
    };
    let found = at_length(index.looks(), filter.budget.as_ref(), look).await?;
    let dids = found.page.iter().map(|hit| hit.number.cast_signed());
    Ok(EveryScene {
        dids: dids.collect(),
        total: usize::try_from(found.total).unwrap_or(usize::MAX),
        summary: with_summary.then(|| Summary::from(&found.facets)),
    })
}

/// `None`: the index would not be of much help.
pub(super) async fn search(
    index: &SceneIndex,
    replica: Arc<Replica>,
    db: &mut PgConnection,
    filter: &SceneFilter,
    window: ResultWindow,
) -> Result<Option<FoundScenes>, StorageError> {
    let by_fields = !filter.conditions.is_empty();
    let with_summary = window.with_summary && !by_fields;
    let every = every(index, replica, filter, with_summary, MAX_NAMED_SCENES).await?;
    if every.total > MAX_NAMED_SCENES {
        return if by_fields || filter.has_areas() {
            Ok(None)
        } else {
            by_name(db, filter, window, every).await.map(Some)
        };
    }
    if by_fields {
        return by_field(db, filter, window, &every.dids).await.map(Some);
    }
    let items = read_page(
        db,
        among(&every.dids, CARD_COLUMNS),
        window.sort,
        window.page,
    )
    .await?;
    Ok(Some(found_scenes(items, every.total, every.summary)))
}

/// Many, in the order of an index of the database.
async fn by_name(
    db: &mut PgConnection,
    filter: &SceneFilter,
    window: ResultWindow,
    known: EveryScene,
) -> Result<FoundScenes, StorageError> {
    let items = read_page(
        db,
        select_narrowed(filter, CARD_COLUMNS),
        window.sort,
        window.page,
    )
    .await?;
    Ok(found_scenes(items, known.total, known.summary))
}

/// Those of a few that meet the conditions.
async fn by_field(
    db: &mut PgConnection,
    filter: &SceneFilter,
    window: ResultWindow,
    dids: &[i64],
) -> Result<FoundScenes, StorageError> {
    let meeting = |columns: &str| {
        let mut query = among(dids, columns);
        narrow_fields(&mut query, filter);
        query
    };
    let total: i64 = meeting("count(*)")
        .build_query_scalar()
        .fetch_one(&mut *db)
        .await?;
    let summary = if window.with_summary {
        // The area was looked at already.
        let everywhere = SceneFilter::everything();
        let rows = meeting(summarized(&everywhere));
        Some(summarize(db, rows, &everywhere).await?)
    } else {
        None
    };
    let items = read_page(db, meeting(CARD_COLUMNS), window.sort, window.page).await?;
    Ok(FoundScenes {
        listing: Listing { items, total },
        summary,
    })
}

fn among(dids: &[i64], columns: &str) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(format!("SELECT {columns} FROM scene WHERE did = ANY("));
    query.push_bind(dids.to_vec()).push(")");
    query
}

fn found_scenes(items: Vec<Card>, total: usize, summary: Option<Summary>) -> FoundScenes {
    FoundScenes {
        listing: Listing {
            items,
            total: i64::try_from(total).unwrap_or(i64::MAX),
        },
        summary,
    }
}
