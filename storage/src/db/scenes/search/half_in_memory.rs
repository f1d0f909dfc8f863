//! Searches of which the index knows all but one thing: conditions on fields, or the order by name.

use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::super::index::{self, AllDids, SceneIndex};
use super::super::{CARD_COLUMNS, Filter, FoundScenes, Summary};
use super::{ResultWindow, narrow_fields, read_page, select_narrowed, summarize, summarized};
use crate::StorageError;
use crate::db::Listing;

/// So many scenes are named to the database one by one; that takes some tens of milliseconds.
const FEW: usize = 20_000;

/// `None`: the index cannot say, or would not be of much help.
pub(super) async fn search(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &Filter,
    wanted: ResultWindow,
) -> Result<Option<FoundScenes>, StorageError> {
    let without_fields = Filter {
        conditions: Vec::new(),
        ..filter.clone()
    };
    let by_fields = !filter.conditions.is_empty();
    let with_summary = wanted.with_summary && !by_fields;
    let Some(every) = index::all(index, db, &without_fields, FEW, with_summary).await? else {
        return Ok(None);
    };
    if every.total > FEW {
        return if by_fields || filter.has_areas() {
            Ok(None)
        } else {
            by_name(db, filter, wanted, every).await.map(Some)
        };
    }
    if by_fields {
        return by_field(db, filter, wanted, &every.dids).await.map(Some);
    }
    let items = read_page(
        db,
        among(&every.dids, CARD_COLUMNS),
        wanted.sort,
        wanted.page,
    )
    .await?;
    Ok(Some(found_scenes(items, every.total, every.summary)))
}

/// Many, in the order of an index of the database.
async fn by_name(
    db: &mut PgConnection,
    filter: &Filter,
    wanted: ResultWindow,
    known: AllDids,
) -> Result<FoundScenes, StorageError> {
    let items = read_page(
        db,
        select_narrowed(filter, CARD_COLUMNS),
        wanted.sort,
        wanted.page,
    )
    .await?;
    Ok(found_scenes(items, known.total, known.summary))
}

/// Those of a few that meet the conditions.
async fn by_field(
    db: &mut PgConnection,
    filter: &Filter,
    wanted: ResultWindow,
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
    let summary = if wanted.with_summary {
        // The area was looked at already.
        let everywhere = Filter::everything();
        let rows = meeting(summarized(&everywhere));
        Some(summarize(db, rows, &everywhere).await?)
    } else {
        None
    };
    let items = read_page(db, meeting(CARD_COLUMNS), wanted.sort, wanted.page).await?;
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

fn found_scenes(items: Vec<super::Card>, total: usize, summary: Option<Summary>) -> FoundScenes {
    FoundScenes {
        listing: Listing {
            items,
            total: i64::try_from(total).unwrap_or(i64::MAX),
        },
        summary,
    }
}
