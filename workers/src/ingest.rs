//! Scenes into the catalogue: each into its node, written in batches. `scenedock ingest` and receive tasks both come here.

use std::collections::HashMap;
use std::path::PathBuf;

use storage::db::handles;
use storage::db::scenes::{self, NewScene, SceneWrite, Upserted};
use storage::{PgConnection, PgPool, StorageError};
use tokio::sync::mpsc;

mod placed;
mod sources;
mod writers;

pub use placed::{PlacedScenes, UNSORTED};
pub use sources::{AHEAD, BATCH, read, read_raster};
use writers::SceneWriters;

/// Whoever looks on while files are ingested.
pub trait IngestProgress: Send + Sync {
    /// An item, a file or a scene could not be taken.
    fn refused(&self, reason: &str);
    /// So many more scenes were read.
    fn advance(&self, scenes: u64);
}

/// Why an ingest ends before its end.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// A folder that was named cannot be read.
    #[error("{}: {error}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The thread that reads, or one that writes, ended in a panic.
    #[error("reading or writing failed: {0}")]
    Panicked(#[from] tokio::task::JoinError),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// What an ingest came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// What became of the good items.
    pub written: Upserted,
    /// Items that could not be taken; each was reported.
    pub bad: u64,
}

/// Reads `paths` and writes what they hold, batch by batch. Bad items are reported and counted; the rest goes on.
///
/// # Errors
/// See [`IngestError`].
pub async fn ingest<P: IngestProgress + Clone + 'static>(
    pool: &PgPool,
    paths: Vec<PathBuf>,
    collection: String,
    progress: &P,
) -> Result<Report, IngestError> {
    let (send, mut batches) = mpsc::channel(AHEAD);
    let reporting = progress.clone();
    let reading = tokio::task::spawn_blocking(move || {
        sources::read(&paths, &collection, BATCH, &send, &reporting)
    });
    let mut db = handles::connection(pool).await?;
    let mut nodes = PlacedScenes::load(&mut db).await?;
    let mut report = Report::default();
    let mut writers = SceneWriters::new(pool.clone());
    let mut count = |(batch, written): &writers::Done| {
        for (dataid, error) in &written.refused {
            progress.refused(&format!("{}：{error}", dataid.escape_debug()));
        }
        report.bad += written.refused.len() as u64;
        report.written.add(written.upserted(batch));
        progress.advance(batch.len() as u64);
    };
    while let Some(items) = batches.recv().await {
        let batch = nodes.target_of(&mut db, items).await?;
        writers.begin(batch, &mut count).await?;
    }
    writers.end_all(&mut count).await?;
    report.bad += reading.await??;
    Ok(report)
}

/// What became of the scenes of a batch.
#[derive(Debug, Default)]
pub struct WrittenBatch {
    /// Scenes that were written, by their public id. One that is in neither list was so already.
    pub written: HashMap<String, SceneWrite>,
    /// Scenes that the database does not take, and why.
    pub refused: Vec<(String, StorageError)>,
}

impl WrittenBatch {
    fn upserted(&self, batch: &[NewScene]) -> Upserted {
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
