//! A look at a source of scenes. Batch by batch: what is new is read and verified without a transaction; then scenes, reports and the
//! walk's place are written in one, which is committed only if the claim still stands. Whatever dies in between, the next attempt
//! goes on behind the last batch.

use std::time::Instant;

use domain::receive::{LONGEST_RUN, RunTrigger};
use domain::task::ErrorClass;
use storage::StorageError;
use storage::db::archive_sources;
use storage::db::receive_runs::{self, RunOrder};
use storage::db::tasks::ReceiveJob;
use storage::lifecycle::receives::{self, RunResult};
use texts::{FailureText, Message};

use super::lease::Lease;
use super::outcome::{published, storage_fault};
use crate::archive::{ArchiveError, Throttle};
use crate::crew::Crew;
use crate::fault::Fault;

mod batch;
mod folder;
mod origin;
mod pages;
mod peer;
mod peer_file;
mod remote;
mod withdrawn;

/// Which side failed: a source that fails ends the run, and is looked at again by its schedule.
enum Broken {
    /// A fault of this installation.
    Own(Fault),
    /// Where the scenes come from.
    Source(Fault),
    /// The definition names a place that does not exist.
    NoPlace(FailureText),
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Own(fault)
    }
}

impl From<ArchiveError> for Broken {
    fn from(error: ArchiveError) -> Self {
        Self::Source(error.into())
    }
}

/// A run at work.
struct Run<'a> {
    crew: &'a Crew,
    job: ReceiveJob,
    order: &'a RunOrder,
    begun: Instant,
    /// Items so far.
    items: u64,
    /// Files that were as before.
    known: i64,
}

impl Run<'_> {
    /// Whether it has taken what a run may take.
    fn is_enough(&self) -> bool {
        self.items >= self.order.trigger.most_items() || self.begun.elapsed() >= LONGEST_RUN
    }

    const fn is_dry(&self) -> bool {
        matches!(self.order.trigger, RunTrigger::DryRun)
    }

    /// Who says how fast files are read.
    fn throttle(&self) -> &dyn Throttle {
        self.crew
    }
}

pub(super) async fn run(crew: &Crew, job: ReceiveJob, lease: &Lease) -> Result<(), Fault> {
    let received = tokio::select! {
        biased;
        () = lease.lost() => return Err(Fault::Cancelled),
        received = receive(crew, job) => received,
    };
    match received {
        Ok(result) => receives::finish(&crew.pool, job, result, crew.clock.now())
            .await
            .map_err(|error| storage_fault(&error))
            .and_then(published),
        Err(Broken::Own(fault)) => Err(fault),
        Err(Broken::Source(fault)) => {
            let why = (fault.class(), &fault.message());
            end_failed(crew, job, why).await
        }
        Err(Broken::NoPlace(text)) => {
            let why = (ErrorClass::SourceMissing, &Message::from(text));
            end_failed(crew, job, why).await
        }
    }
}

/// The source failed: that is written here, for it is no failure of the task.
async fn end_failed(
    crew: &Crew,
    job: ReceiveJob,
    why: (ErrorClass, &Message),
) -> Result<(), Fault> {
    let (class, failure) = why;
    tracing::warn!(
        class = class.as_str(),
        failure = failure.chinese(),
        "a source of scenes fails"
    );
    let written = receives::fail_source(&crew.pool, job, why, crew.clock.now()).await;
    written
        .map_err(|error| storage_fault(&error))
        .and_then(published)
}

async fn receive(crew: &Crew, job: ReceiveJob) -> Result<RunResult, Broken> {
    let order = begin(crew, job).await?;
    let run = Run {
        crew,
        job,
        order: &order,
        begun: Instant::now(),
        items: 0,
        known: 0,
    };
    let kind = order.definition.kind;
    if let Some(remote) = kind.remote() {
        run.receive_remote(remote).await
    } else if kind.is_folder() {
        run.receive_folder().await
    } else {
        run.receive_pages().await
    }
}

async fn begin(crew: &Crew, job: ReceiveJob) -> Result<RunOrder, Fault> {
    let begun = async {
        let mut db = crew.pool.acquire().await?;
        let order = receive_runs::begin(&mut db, job.run, crew.clock.now()).await?;
        // What is tried out is not read from again and again.
        if let Some(order) = order.as_ref().filter(|order| order.task.is_some()) {
            archive_sources::name_that_of(&mut db, &order.definition.location).await?;
        }
        Ok::<_, StorageError>(order)
    };
    let order = begun.await.map_err(|error| storage_fault(&error))?;
    order.ok_or(Fault::Cancelled)
}
