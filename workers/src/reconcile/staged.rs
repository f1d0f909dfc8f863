//! Staged folders whose delivery is over, and what killed attempts left in the staging area.

use std::path::{Path, PathBuf};

use storage::db::{handles, staged};
use storage::{PgPool, StorageError};

use crate::fault::Fault;
use crate::staging::{StagingEntry, discard, take_away};

/// Removes every folder of ours in `area` that no row wants; how many. Folders that are not ours stay.
pub async fn sweep(pool: &PgPool, area: &Path) -> Result<usize, StorageError> {
    let mut removed = 0;
    for (folder, entry) in staged_entries(area).await {
        let gone = match entry {
            StagingEntry::Discarded => Some(folder),
            StagingEntry::Written(claim) => {
                let mut db = handles::connection(pool).await?;
                let is_written = staged::is_written(&mut db, claim).await?;
                (!is_written).then_some(folder)
            }
            StagingEntry::Placed(number) => {
                let mut tx = handles::begin(pool).await?;
                let over = staged::lock_ended(&mut tx, &number).await?;
                // Under the order's lock: a copy made meanwhile cannot have come to this place.
                let moved = if over {
                    take_away(area, &number).await
                } else {
                    Ok(None)
                };
                handles::commit(tx).await?;
                noted(moved).flatten()
            }
        };
        if let Some(folder) = gone {
            removed += usize::from(noted(discard(folder).await).is_some());
        }
    }
    Ok(removed)
}

/// A disk that is out of order must not keep the other reconcilers from their work.
fn noted<T>(result: Result<T, Fault>) -> Option<T> {
    result
        .inspect_err(
            |fault| tracing::warn!(%fault, "a staged folder cannot be removed; tried again"),
        )
        .ok()
}

async fn staged_entries(area: &Path) -> Vec<(PathBuf, StagingEntry)> {
    let area = area.to_owned();
    let listed = tokio::task::spawn_blocking(move || {
        // No staging area: nothing was ever staged here.
        let entries = std::fs::read_dir(area).into_iter().flatten().flatten();
        entries
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .filter_map(|entry| {
                let ours = StagingEntry::parse(entry.file_name().to_str()?)?;
                Some((entry.path(), ours))
            })
            .collect()
    });
    listed.await.unwrap_or_default()
}
