//! Scenes into the catalogue: each into its node, written in batches. `scenedock ingest` and receive tasks both come here.

use std::path::PathBuf;

use storage::PgPool;
use storage::db::handles;
use storage::db::scenes::Upserted;
use tokio::sync::mpsc;

mod batch;
mod placed;
mod progress;
mod sources;
mod writers;

pub use batch::{WrittenBatch, write_scenes};
pub use placed::{PlacedScenes, UNSORTED};
pub use progress::{IngestError, IngestProgress};
pub use sources::{AHEAD, BATCH, read, read_raster};
use writers::SceneWriters;

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
