//! What the index says of the part of a search that it knows, for those who look at the rows themselves (the STAC API).

use sqlx::PgConnection;

use super::super::SceneFilter;
use super::super::keeper::SceneIndex;
use super::half_indexed::{MAX_NAMED_SCENES, every};
use crate::StorageError;

/// All that a filter finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexCandidates {
    /// Number of matches.
    pub total: i64,
    /// Their numbers, if a page is found faster among them than row after row in its order.
    pub dids: Option<Vec<i64>>,
}

/// What the index finds, for a page of so many. `None`: it is still to be read, or this transaction sees what others do not.
pub async fn index_candidates(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    page: i64,
) -> Result<Option<IndexCandidates>, StorageError> {
    let Some(replica) = index.now(db).await? else {
        return Ok(None);
    };
    let most = worth_naming(replica.scenes.len(), usize::try_from(page).unwrap_or(0));
    let found = every(index, replica, filter, false, most).await?;
    Ok(Some(IndexCandidates {
        total: i64::try_from(found.total).unwrap_or(i64::MAX),
        dids: (found.total <= most).then_some(found.dids),
    }))
}

/// Up to how many of all scenes are named one by one. Row after row, a page of `page` is full after some `scenes * page / found`
/// rows; named, all that are found are read. Both are the same at the root of `scenes * page`.
fn worth_naming(scenes: usize, page: usize) -> usize {
    scenes
        .saturating_mul(page + 1)
        .isqrt()
        .min(MAX_NAMED_SCENES)
}

#[cfg(test)]
mod tests {
    use super::worth_naming;

    #[test]
    fn few_are_named_and_many_are_met_on_the_way() {
        assert_eq!(worth_naming(2_000_000, 9), 4472);
        assert_eq!(worth_naming(100, 9), 31);
        assert_eq!(worth_naming(0, 9), 0);
        assert_eq!(worth_naming(usize::MAX, 1000), 20_000);
    }
}
