//! Jobs: claim a task, work without a transaction, publish the result only if the claim still stands.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use domain::emergency::SlotKind;
use domain::ids::TaskId;
use domain::task::{ErrorClass, TaskKind};
use futures::FutureExt;
use storage::StorageError;
use storage::db::tasks::{self, Claimed, Claimer, Failure, Task};
use storage::lifecycle::{
    LifecycleError, copies, exports, preparation, previews, pushes, receives,
    segments as segment_builds, withdrawals,
};
use texts::{FailureText, Message};
use tracing::{Instrument as _, Span, field};

use crate::crew::{Crew, LEASE};
use crate::fault::Fault;

mod account;
mod copy;
mod export;
mod extract;
mod lease;
mod outcome;
mod pace;
mod package;
mod preview;
mod push;
mod push_source;
mod receive;
mod segments;
mod shelf;
mod target;
mod thread_pace;
pub mod verify;
mod withdraw;

use lease::Lease;

/// Does the task in a slot of this kind, if it is still to be done. Never fails: what goes wrong is written into the ledger,
/// and what cannot be written there comes back when the lease runs out.
pub async fn work(crew: Arc<Crew>, id: TaskId, slot: SlotKind) {
    if crew.stopping.is_cancelled() {
        return;
    }
    let task = match claim(&crew, id, slot).await {
        Ok(Some(task)) => task,
        Ok(None) => return,
        Err(error) => {
            tracing::warn!(%error, task = %id, "cannot claim");
            return;
        }
    };
    work_on(&crew, task).instrument(task_span(task)).await;
}

/// What every line of the log says that is written in the course of a task, as fields: which task, and of which order. Also
/// where only errors are logged.
fn task_span(task: Claimed) -> Span {
    let claim = task.claim();
    let span = tracing::error_span!(
        "task",
        task = %claim.task,
        kind = task.kind().as_str(),
        attempt = claim.attempt,
        order = field::Empty,
        scene = field::Empty,
    );
    if let Some(task) = task.order() {
        span.record("order", field::display(task.order));
        if let Some(did) = task.did {
            span.record("scene", did);
        }
    }
    span
}

async fn work_on(crew: &Arc<Crew>, task: Claimed) {
    log_task(task, "begins");
    if task.claim().attempt == 1 {
        let now = crew.clock.now();
        crew.metrics.claimed(task.kind(), task.claim().task, now);
    }
    let begun = Instant::now();
    let lease = Lease::hold(crew, task.claim());
    let result = AssertUnwindSafe(perform(crew, task, &lease))
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err(Fault::Bug(FailureText::WorkerPanicked.into())));
    drop(lease);
    crew.metrics
        .ended(task.kind(), result.is_ok(), begun.elapsed());
    if let Err(fault) = result {
        settle(crew, task, &fault).await;
    } else {
        log_task(task, "done");
    }
}

/// There may be a million pictures to make.
fn log_task(task: Claimed, what: &str) {
    if task.kind() == TaskKind::MakePreview {
        tracing::debug!("{what}");
    } else {
        tracing::info!("{what}");
    }
}

async fn claim(crew: &Crew, id: TaskId, slot: SlotKind) -> Result<Option<Claimed>, StorageError> {
    let worker = &crew.settings.name;
    let mut db = crew.pool.acquire().await?;
    tasks::claim(&mut db, id, Claimer { worker, slot }, LEASE).await
}

async fn perform(crew: &Crew, task: Claimed, lease: &Lease) -> Result<(), Fault> {
    match task {
        Claimed::Order(task) => perform_for_order(crew, task, lease).await,
        Claimed::Export(task) => export::run(crew, task, lease).await,
        Claimed::Preview(task) => preview::run(crew, task, lease).await,
        Claimed::Push(task) => push::run(crew, task, lease).await,
        Claimed::Withdrawal(task) => withdraw::run(crew, task, lease).await,
        Claimed::Build(task) => segments::run(crew, task, lease).await,
        Claimed::Receive(job) => receive::run(crew, job, lease).await,
        Claimed::Copy(task) => copy::run(crew, task, lease).await,
    }
}

async fn perform_for_order(crew: &Crew, task: Task, lease: &Lease) -> Result<(), Fault> {
    match task.kind {
        TaskKind::ExtractScene => extract::run(crew, task, lease).await,
        TaskKind::PackageOrder => package::run(crew, task, lease).await,
        TaskKind::VerifyDelivery => verify::run(crew, task, lease).await,
        // The ledger's CHECK rules it out.
        TaskKind::Export
        | TaskKind::MakePreview
        | TaskKind::PushScene
        | TaskKind::BuildSegments
        | TaskKind::ReceiveRun
        | TaskKind::CopyScene
        | TaskKind::WithdrawScene => Err(Fault::Bug("work of no order".into())),
    }
}

async fn settle(crew: &Crew, task: Claimed, fault: &Fault) {
    if matches!(fault, Fault::Cancelled) && crew.stopping.is_cancelled() {
        let handed_back = async {
            let mut db = crew.pool.acquire().await?;
            tasks::hand_back(&mut db, task.claim()).await
        };
        if let Err(error) = handed_back.await {
            tracing::warn!(%error, "cannot give the task back; its lease will run out");
        }
        return;
    }
    let class = fault.class();
    match write_failure(crew, task, class, &fault.message()).await {
        Ok(Failure::NotOurs) => {}
        Ok(Failure::Retried(wait)) => {
            tracing::warn!(%fault, ?wait, "failed, will be tried again");
        }
        Ok(Failure::Final) if task.kind() == TaskKind::MakePreview => {
            tracing::info!(%fault, "no pictures of this file");
        }
        Ok(Failure::Final) => {
            tracing::error!(%fault, "failed for good");
        }
        Err(error) => {
            tracing::warn!(%error, "cannot write the failure; the lease will run out");
        }
    }
}

async fn write_failure(
    crew: &Crew,
    task: Claimed,
    class: ErrorClass,
    message: &Message,
) -> Result<Failure, LifecycleError> {
    let now = crew.clock.now();
    match task {
        Claimed::Order(task) => preparation::fail(&crew.pool, task, class, message, now).await,
        Claimed::Export(task) => Ok(exports::fail(&crew.pool, task, class, message, now).await?),
        Claimed::Preview(task) => Ok(previews::fail(&crew.pool, task, class, message, now).await?),
        Claimed::Push(task) => Ok(pushes::fail(&crew.pool, task, (class, message), now).await?),
        Claimed::Withdrawal(task) => {
            Ok(withdrawals::fail(&crew.pool, task, (class, message), now).await?)
        }
        Claimed::Build(task) => Ok(segment_builds::fail(&crew.pool, task, class, message).await?),
        Claimed::Receive(job) => Ok(receives::fail(&crew.pool, job, (class, message), now).await?),
        Claimed::Copy(task) => Ok(copies::fail(&crew.pool, task, (class, message), now).await?),
    }
}
