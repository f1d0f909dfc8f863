//! What a search finds besides scenes that are known already.

use std::collections::HashSet;

use futures::TryStreamExt as _;
use sqlx::PgConnection;

use super::search::{meets, select_narrowed};
use super::{Filter, SceneIndex, Sort, index};
use crate::StorageError;

pub use index::UnknownScenes;

/// The newest `most` scenes that the filter finds besides the known ones.
pub async fn newest_unknown(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &Filter,
    known: &[i64],
    most: usize,
) -> Result<UnknownScenes, StorageError> {
    let known: HashSet<i64> = known.iter().copied().collect();
    if let Some(found) = index::besides(index, db, filter, known.clone(), most).await? {
        return Ok(found);
    }
    let mut query = select_narrowed(filter, "did, nodeid, outline");
    query.push(" ORDER BY ").push(Sort::NewestFirst.sql());
    let mut rows = query.build_query_as::<(i64, i64, Vec<u8>)>().fetch(db);
    let mut found = UnknownScenes::default();
    while let Some((did, node, outline)) = rows.try_next().await? {
        if !meets(filter, node, &outline) {
            continue;
        }
        if known.contains(&did) {
            found.already += 1;
            continue;
        }
        found.new += 1;
        if found.dids.len() < most {
            found.dids.push(did);
        }
    }
    drop(rows);
    Ok(found)
}
