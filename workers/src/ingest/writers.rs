//! Batches that are written at the same time: the database works on each with one of its cores.

use std::collections::HashSet;

use storage::db::handles;
use storage::db::scenes::NewScene;
use storage::{PgPool, StorageError};
use tokio::task::JoinSet;

use super::batch::{WrittenBatch, write_scenes};
use super::progress::IngestError;

/// Batches at once. A database on four cores or more takes scenes faster still with more, but it has others to serve.
const AT_ONCE: usize = 3;

/// A batch, and what became of it.
pub(super) type Done = (Vec<NewScene>, WrittenBatch);

/// Writes batches side by side. A scene that comes in several of them is written in their order.
pub(super) struct SceneWriters {
    pool: PgPool,
    writing: JoinSet<Result<Done, StorageError>>,
    /// Public ids of what is being written.
    in_flight: HashSet<String>,
}

impl SceneWriters {
    pub(super) fn new(pool: PgPool) -> Self {
        Self {
            pool,
            writing: JoinSet::new(),
            in_flight: HashSet::new(),
        }
    }

    /// Begins to write a batch as soon as there is room for it, and nothing of it is being written. Those that have ended
    /// meanwhile are handed to `report`.
    pub(super) async fn begin(
        &mut self,
        batch: Vec<NewScene>,
        report: &mut impl FnMut(&Done),
    ) -> Result<(), IngestError> {
        while self.writing.len() >= AT_ONCE || self.is_touched_by(&batch) {
            self.end_one(report).await?;
        }
        let ids = batch.iter().map(|scene| scene.dataid.clone());
        self.in_flight.extend(ids);
        let pool = self.pool.clone();
        self.writing.spawn(async move {
            let mut db = handles::connection(&pool).await?;
            let written = write_scenes(&mut db, &batch).await?;
            Ok((batch, written))
        });
        Ok(())
    }

    /// Until everything is written.
    pub(super) async fn end_all(
        &mut self,
        report: &mut impl FnMut(&Done),
    ) -> Result<(), IngestError> {
        while !self.writing.is_empty() {
            self.end_one(report).await?;
        }
        Ok(())
    }

    fn is_touched_by(&self, batch: &[NewScene]) -> bool {
        batch
            .iter()
            .any(|scene| self.in_flight.contains(&scene.dataid))
    }

    async fn end_one(&mut self, report: &mut impl FnMut(&Done)) -> Result<(), IngestError> {
        if let Some(ended) = self.writing.join_next().await {
            let done = ended??;
            for scene in &done.0 {
                self.in_flight.remove(&scene.dataid);
            }
            report(&done);
        }
        Ok(())
    }
}
