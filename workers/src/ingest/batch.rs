//! A batch of scenes, written.

use std::collections::HashMap;

use storage::db::handles;
use storage::db::scenes::{self, NewScene, SceneWrite, Upserted};
use storage::{PgConnection, StorageError};

/// What became of the scenes of a batch.
#[derive(Debug, Default)]
pub struct WrittenBatch {
    /// Scenes that were written, by their public id. One that is in neither list was so already.
    pub written: HashMap<String, SceneWrite>,
    /// Scenes that the database does not take, and why.
    pub refused: Vec<(String, StorageError)>,
}

impl WrittenBatch {
    pub(super) fn upserted(&self, batch: &[NewScene]) -> Upserted {
        let count = |write| self.written.values().filter(|one| **one == write).count() as u64;
        let (inserted, updated) = (count(SceneWrite::Inserted), count(SceneWrite::Updated));
        let taken = (batch.len() - self.refused.len()) as u64;
        Upserted {
            inserted,
            updated,
            unchanged: taken.saturating_sub(inserted + updated),
        }
    }
}

/// Writes a batch. What the database does not take is found by halving; the rest is written. Inside a transaction each
/// part is a savepoint.
///
/// # Errors
/// When the database fails for another reason than the values.
pub async fn write_scenes(
    db: &mut PgConnection,
    batch: &[NewScene],
) -> Result<WrittenBatch, StorageError> {
    let mut done = WrittenBatch::default();
    let mut left = vec![batch];
    while let Some(part) = left.pop() {
        let mut point = handles::begin_on(db).await?;
        match scenes::upsert_each(&mut point, part).await {
            Ok(written) => {
                handles::commit(point).await?;
                done.written.extend(written);
            }
            Err(error) if error.is_refused_value() => {
                drop(point);
                if let [scene] = part {
                    done.refused.push((scene.dataid.clone(), error));
                } else {
                    let (first, second) = part.split_at(part.len() / 2);
                    left.extend([second, first]);
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}
