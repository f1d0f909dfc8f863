//! How many items a search finds.

use futures::TryStreamExt as _;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::{Footprint, Search, push_narrowed};
use crate::StorageError;

/// On all pages. `meets` answers whether a footprint meets the shape of that number.
pub async fn count(
    connection: &mut PgConnection,
    search: &Search,
    meets: impl Fn(usize, &Footprint) -> bool,
) -> Result<i64, StorageError> {
    if !search.compares_footprints() {
        let mut query: QueryBuilder<Postgres> =
            QueryBuilder::new("SELECT count(*) FROM scene WHERE ");
        push_narrowed(&mut query, search);
        return Ok(query.build_query_scalar().fetch_one(connection).await?);
    }
    let mut query: QueryBuilder<Postgres> = QueryBuilder::new("SELECT ");
    search.condition.push_tests(&mut query);
    query.push(" AS tests, nodeid, outline FROM scene WHERE ");
    push_narrowed(&mut query, search);
    let mut rows = query
        .build_query_as::<(Option<Vec<Option<bool>>>, i64, Vec<u8>)>()
        .fetch(connection);
    let mut total = 0;
    while let Some((tests, node, outline)) = rows.try_next().await? {
        let tests = tests.unwrap_or_default();
        let footprint = Footprint::try_from(outline).unwrap_or_default();
        total += i64::from(search.takes(node, &footprint, &tests, &meets));
    }
    Ok(total)
}
