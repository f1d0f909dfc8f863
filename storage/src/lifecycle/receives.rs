//! Runs of receive tasks: begun by the schedule, taken in batch by batch, ended. Locks are taken in one order: the receive task's
//! row, the run's, the task's of the ledger.

use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::ids::{ReceiveRunId, ReceiveTaskId, TaskId, UserId};
use domain::push_target::Breaker;
use domain::receive::{ReceiveDefinition, RunTrigger, most_live_runs, next_run};
use domain::task::ErrorClass;
use serde_json::Value;
use sqlx::{Connection as _, PgConnection, PgPool, Postgres, Transaction};
use texts::{FailureText, Message};

use crate::StorageError;
use crate::db::receive_files::{self, ItemReport, SeenFile};
use crate::db::receive_runs::{self, NewRun, RunEnd};
use crate::db::receive_tasks::{self, ReceiveTask, RunAftermath};
use crate::db::tasks::{self, Failure, ReceiveJob};
use crate::db::worker_registry;
use crate::sealed::ServerKey;

/// Begins runs of the tasks whose time has come, as many as the slots allow. However many processes do so at once, a task has one
/// live run.
pub async fn begin_due(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, StorageError> {
    let mut tx = pool.begin().await?;
    let slots = worker_registry::slots(&mut tx).await?;
    let slots = i64::try_from(slots.ordinary).unwrap_or(i64::MAX);
    let free = most_live_runs(slots) - receive_runs::count_live(&mut tx, false).await?;
    if free <= 0 {
        return Ok(0);
    }
    let mut begun = 0;
    for id in receive_tasks::lock_due(&mut tx, now, free).await? {
        let task = receive_tasks::find(&mut tx, id).await?;
        // Asked again under the lock: who held it a moment ago may have begun a run since the list was read.
        if let Some(task) = task.filter(|task| task.live_run.is_none() && task.next_run <= now) {
            insert_run(&mut tx, &task, (RunTrigger::Schedule, None), false, now).await?;
            begun += 1;
        }
    }
    tx.commit().await?;
    Ok(begun)
}

/// Writes a run of a task, and its task in the ledger.
pub(super) async fn insert_run(
    db: &mut PgConnection,
    task: &ReceiveTask,
    (trigger, by): (RunTrigger, Option<UserId>),
    is_released: bool,
    now: DateTime<Utc>,
) -> Result<(ReceiveRunId, TaskId), StorageError> {
    let run = ReceiveRunId::fresh();
    let new = NewRun {
        id: run,
        task: Some(task.id),
        definition: &task.definition,
        trigger,
        by,
        sealed: None,
    };
    receive_runs::insert(db, new, now).await?;
    Ok((run, tasks::insert_for_run(db, run, is_released).await?))
}

/// A definition that a dry run tries out.
#[derive(Clone, Copy)]
pub struct DryDefinition<'a> {
    /// Source, and how scenes are read from it.
    pub definition: &'a ReceiveDefinition,
    /// What it signs in with, and the key that it is sealed under.
    pub secret: Option<(&'a str, &'a ServerKey)>,
}

/// Writes a dry run of a definition that need not be saved; `None`: enough of them are under way.
pub async fn begin_dry(
    pool: &PgPool,
    dry: DryDefinition<'_>,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<Option<ReceiveRunId>, StorageError> {
    const MOST: i64 = 4;
    let mut tx = pool.begin().await?;
    if receive_runs::count_live(&mut tx, true).await? >= MOST {
        return Ok(None);
    }
    let run = ReceiveRunId::fresh();
    let sealed = dry
        .secret
        .map(|(secret, key)| receive_tasks::seal_secret(key, run.0, secret));
    let sealed = sealed.transpose()?;
    let new = NewRun {
        id: run,
        task: None,
        definition: dry.definition,
        trigger: RunTrigger::DryRun,
        by: Some(by),
        sealed: sealed.as_deref(),
    };
    receive_runs::insert(&mut tx, new, now).await?;
    tasks::insert_for_run(&mut tx, run, false).await?;
    tx.commit().await?;
    Ok(Some(run))
}

/// What a batch leaves beside its scenes.
#[derive(Debug, Clone, Default)]
pub struct BatchNotes {
    /// What became of each item.
    pub reports: Vec<ItemReport>,
    /// What was seen of files.
    pub seen: Vec<SeenFile>,
    /// Files that are as they were taken in.
    pub known: Vec<String>,
    /// Where the walk stands afterwards; `None`: as before.
    pub walk: Option<Value>,
}

/// Writes them into the transaction that has written the scenes; false when the claim no longer stands, and then the transaction must
/// not be committed.
pub async fn note_batch(
    tx: &mut Transaction<'_, Postgres>,
    (job, task): (ReceiveJob, Option<ReceiveTaskId>),
    notes: &BatchNotes,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    receive_files::report(tx, job.run, &notes.reports, now).await?;
    if let Some(task) = task {
        receive_files::note_sightings(tx, task, &notes.seen, now).await?;
        let known: Vec<&str> = notes.known.iter().map(String::as_str).collect();
        receive_files::note_known(tx, task, &known, now).await?;
        if let Some(walk) = &notes.walk {
            receive_tasks::set_walk(tx, task, Some(walk)).await?;
        }
    }
    // Last: whoever takes the claim away waits until the transaction is over, and that is at once.
    tasks::stands(tx, job.claim).await
}

/// What a run came to when its source did not fail.
#[derive(Debug, Clone, Copy)]
pub struct RunResult {
    /// Files that were as before.
    pub known: i64,
    /// Whether there is more than the run took.
    pub more: bool,
    /// Of an API whose walk is through: the moment of change up to which everything was received.
    pub mark: Option<Option<DateTime<Utc>>>,
}

/// Ends a run as done; false when the claim is no longer the worker's.
pub async fn finish(
    pool: &PgPool,
    job: ReceiveJob,
    result: RunResult,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let task = lock_task(&mut tx, job.run).await?;
    let end = RunEnd {
        known: result.known,
        more: result.more,
        failure: None,
    };
    receive_runs::end(&mut tx, job.run, end, now).await?;
    if let Some(task) = task {
        if !result.more {
            receive_tasks::set_walk(&mut tx, task.id, None).await?;
        }
        if let Some(mark) = result.mark {
            receive_tasks::set_updated_until(&mut tx, task.id, mark).await?;
        }
        let after = RunAftermath {
            next_run: next_run(&task.schedule, Breaker::default(), result.more, now),
            breaker: Breaker::default(),
            failure: None,
        };
        receive_tasks::settle(&mut tx, task.id, after).await?;
    }
    if !tasks::end_push(&mut tx, job.claim).await? {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}

/// Ends a run because its source failed: that is no failure of the ledger's task. From the third in a row on the receive task rests.
pub async fn fail_source(
    pool: &PgPool,
    job: ReceiveJob,
    why: (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    let task = lock_task(&mut tx, job.run).await?;
    end_failed(&mut tx, (job.run, task), why, now).await?;
    if !tasks::end_push(&mut tx, job.claim).await? {
        return Ok(false);
    }
    tx.commit().await?;
    Ok(true)
}

/// Ends a claim because something of this installation failed: the ledger tries the run again as long as the class has patience.
pub async fn fail(
    pool: &PgPool,
    job: ReceiveJob,
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<Failure, StorageError> {
    let mut tx = pool.begin().await?;
    let task = lock_task(&mut tx, job.run).await?;
    let outcome = tasks::fail(&mut tx, job.claim, class, why).await?;
    if outcome == Failure::Final {
        end_failed(&mut tx, (job.run, task), (class, why), now).await?;
        tasks::drop_of_run(&mut tx, job.run).await?;
    }
    tx.commit().await?;
    Ok(outcome)
}

/// Ends runs over which a worker died at every attempt.
pub async fn settle_used_up(pool: &PgPool, now: DateTime<Utc>) -> Result<(), StorageError> {
    let died = Message::from(FailureText::WorkersDied);
    let mut db = pool.acquire().await?;
    for job in tasks::receives_with_used_up(&mut db).await? {
        let mut tx = db.begin().await?;
        let task = lock_task(&mut tx, job.run).await?;
        end_failed(&mut tx, (job.run, task), (ErrorClass::Bug, &died), now).await?;
        if tasks::end_push(&mut tx, job.claim).await? {
            tx.commit().await?;
        }
    }
    Ok(())
}

async fn lock_task(
    db: &mut PgConnection,
    run: ReceiveRunId,
) -> Result<Option<ReceiveTask>, StorageError> {
    let found = receive_runs::find(db, run).await?;
    let Some(id) = found.and_then(|run| run.task) else {
        return Ok(None);
    };
    receive_tasks::lock(db, id).await?;
    receive_tasks::find(db, id).await
}

async fn end_failed(
    db: &mut PgConnection,
    (run, task): (ReceiveRunId, Option<ReceiveTask>),
    (class, why): (ErrorClass, &Message),
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let end = RunEnd {
        known: 0,
        more: false,
        failure: Some((class, why)),
    };
    if !receive_runs::end(db, run, end, now).await? {
        return Ok(());
    }
    let Some(task) = task else {
        return Ok(());
    };
    let breaker = task.breaker.after_failure(now);
    let after = RunAftermath {
        next_run: next_run(&task.schedule, breaker, false, now),
        breaker,
        failure: Some((class, why)),
    };
    receive_tasks::settle(db, task.id, after).await
}

/// A run that the command line works on itself: the run, and its task in the ledger. One that is under way already has no task to claim.
#[derive(Debug, Clone, Copy)]
pub struct CommandRun {
    pub run: ReceiveRunId,
    /// The task to claim.
    pub task: Option<TaskId>,
}

/// Begins a run for the command line, or names the one that is under way; `None`: the task is gone.
pub async fn begin_for_command(
    pool: &PgPool,
    id: ReceiveTaskId,
    now: DateTime<Utc>,
) -> Result<Option<CommandRun>, StorageError> {
    let mut tx = pool.begin().await?;
    if !receive_tasks::lock(&mut tx, id).await? {
        return Ok(None);
    }
    let Some(task) = receive_tasks::find(&mut tx, id).await? else {
        return Ok(None);
    };
    if let Some(run) = task.live_run {
        return Ok(Some(CommandRun { run, task: None }));
    }
    let cause = (RunTrigger::Command, None);
    let (run, ledger) = insert_run(&mut tx, &task, cause, true, now).await?;
    tx.commit().await?;
    Ok(Some(CommandRun {
        run,
        task: Some(ledger),
    }))
}

/// How often the command line looks whether a run of somebody else is over.
pub const LOOK: Duration = Duration::from_millis(500);
