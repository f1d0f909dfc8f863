//! What a search finds besides scenes that are known already.

use std::collections::HashSet;

use futures::TryStreamExt as _;
use sqlx::PgConnection;

use super::rankings::besides;
use super::search::{meets, select_narrowed};
use super::{SceneFilter, SceneIndex, Sort, UnknownScenes};
use crate::StorageError;

/// The newest `most` scenes that the filter finds besides the known ones.
pub async fn newest_unknown(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    known: &[i64],
    most: usize,
) -> Result<UnknownScenes, StorageError> {
    if let Some(found) = besides(index, db, filter, known.to_vec(), most).await? {
        return Ok(found);
    }
    let known: HashSet<i64> = known.iter().copied().collect();
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
