//! Numbers of everything that a search finds.

use futures::TryStreamExt as _;
use sqlx::PgConnection;

use super::rankings::first;
use super::search::{meets, select_narrowed};
use super::{SceneFilter, SceneIndex, Sort};
use crate::StorageError;

/// Numbers of the first `most` scenes that the filter finds, in order, and how many there are.
pub async fn dids(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    sort: Sort,
    most: usize,
) -> Result<(Vec<i64>, usize), StorageError> {
    if let Some(order) = sort.order()
        && let Some(known) = first(index, db, filter, order, most).await?
    {
        return Ok((known.dids, known.total));
    }
    let mut query = select_narrowed(filter, "did, nodeid, outline");
    query.push(" ORDER BY ").push(sort.sql());
    let (mut dids, mut total) = (Vec::new(), 0);
    let mut rows = query.build_query_as::<(i64, i64, Vec<u8>)>().fetch(db);
    while let Some((did, node, outline)) = rows.try_next().await? {
        if !meets(filter, node, &outline) {
            continue;
        }
        total += 1;
        if dids.len() < most {
            dids.push(did);
        }
    }
    drop(rows);
    Ok((dids, total))
}
