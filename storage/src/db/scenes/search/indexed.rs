//! Searches that the index answers.

use std::sync::Arc;

use scene_index::{Order, PageWindow};
use sqlx::{PgConnection, Row as _};

use super::super::keeper::SceneIndex;
use super::super::looks::soon_or_at_length;
use super::super::replica::Replica;
use super::super::{CARD_COLUMNS, Card, FoundScenes, SceneFilter, Summary};
use super::reading::ResultWindow;
use crate::StorageError;
use crate::db::Listing;

/// Scenes that were found, and not yet read.
#[derive(Debug)]
pub(super) struct Finding {
    /// Numbers of those on the page.
    pub(super) dids: Vec<i64>,
    /// How many there are on all pages.
    total: i64,
    /// Counts over all hits, where they were requested.
    summary: Option<Summary>,
}

impl Finding {
    pub(super) fn with(self, items: Vec<Card>) -> FoundScenes {
        FoundScenes {
            listing: Listing {
                items,
                total: self.total,
            },
            summary: self.summary,
        }
    }
}

/// What a replica holds of a filter without conditions.
pub(super) async fn find(
    index: &SceneIndex,
    replica: &Arc<Replica>,
    filter: &SceneFilter,
    order: Order,
    window: ResultWindow,
) -> Result<Finding, StorageError> {
    let number = |number: i64| usize::try_from(number).unwrap_or(0);
    let on_page = PageWindow {
        order,
        offset: number(window.page.offset()),
        limit: number(window.page.limit()),
    };
    let (replica, looked_for) = (Arc::clone(replica), filter.clone());
    let look = move |budget: &_| {
        let query = looked_for.query(budget);
        replica.scenes.search(&query, on_page, Some(&replica.memo))
    };
    let found = soon_or_at_length(index.looks(), filter.budget.as_ref(), look).await?;
    let dids = found.page.iter().map(|hit| hit.number.cast_signed());
    Ok(Finding {
        dids: dids.collect(),
        total: found.total.cast_signed(),
        summary: window.with_summary.then(|| Summary::from(&found.facets)),
    })
}

/// The scenes, if all of them still are what they were at a snapshot.
pub(super) async fn read_page(
    db: &mut PgConnection,
    dids: &[i64],
    position: &str,
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
        .bind(position)
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
