//! The segments of the scene index, for every process that searches.

use storage::db::scenes;
use storage::db::tasks::BuildTask;
use storage::lifecycle;

use super::lease::Lease;
use super::outcome::{published, storage_fault};
use crate::crew::Crew;
use crate::fault::Fault;

pub(super) async fn run(crew: &Crew, task: BuildTask, lease: &Lease) -> Result<(), Fault> {
    tokio::select! {
        biased;
        () = lease.lost() => Err(Fault::Cancelled),
        done = work(crew, task) => done,
    }
}

async fn work(crew: &Crew, task: BuildTask) -> Result<(), Fault> {
    let shelf = crew.settings.segments.as_ref();
    // Another worker may have one.
    let shelf =
        shelf.ok_or_else(|| Fault::TransientIo("there is no folder for segments".into()))?;
    let manifest = scenes::build_manifest(&crew.pool, shelf, task.claim)
        .await
        .map_err(|error| storage_fault(&error))?;
    lifecycle::segments::publish(&crew.pool, task, &manifest)
        .await
        .map_err(|error| storage_fault(&error))
        .and_then(published)
}
