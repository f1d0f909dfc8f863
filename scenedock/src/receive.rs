//! `scenedock receive --once`: receive tasks run by somebody's own cron, in this process.

use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use domain::emergency::SlotKind;
use domain::ids::ReceiveTaskId;
use domain::receive::RunState;
use storage::clock;
use storage::db::receive_runs::{self, ReceiveRun};
use storage::db::{handles, receive_tasks};
use storage::lifecycle::receives::{self, CommandRun, LOOK};
use texts::Detail;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use workers::crew::Crew;
use workers::jobs;

use crate::parts::ProcessParts;
use crate::processes::worker;

/// Looks at the sources of receive tasks now, whatever their schedule says.
#[derive(Args)]
pub struct Receive {
    /// Run once and end; schedules are what `scenedock serve` and `scenedock worker` keep
    #[arg(long, required = true)]
    once: bool,
    /// Name of the receive task, also of one that is paused; without it all that are not
    name: Option<String>,
}

/// Runs the command: one run after the other, until nothing is left at the source.
pub async fn run(parts: &ProcessParts, arguments: Receive) -> anyhow::Result<()> {
    let stop = crate::stop::on_signal()?;
    let crew = worker::crew(parts, Arc::new(Notify::new()), stop.clone())?;
    let crew = Arc::new(crew);
    let name = arguments.name.as_deref();
    let mut db = handles::connection(&parts.pool).await?;
    let ids = receive_tasks::ids(&mut db, name).await?;
    drop(db);
    if let Some(name) = name {
        ensure!(!ids.is_empty(), "there is no receive task {name:?}");
    }
    let mut failed = 0;
    for id in ids {
        failed += u64::from(!receive(&crew, id, &stop).await?);
    }
    ensure!(failed == 0, "{failed} sources failed, see above");
    Ok(())
}

/// Whether its source works.
async fn receive(
    crew: &Arc<Crew>,
    id: ReceiveTaskId,
    stop: &CancellationToken,
) -> anyhow::Result<bool> {
    loop {
        let begun = receives::begin_for_command(&crew.pool, id, clock::now()).await?;
        let Some(CommandRun { run, task }) = begun else {
            return Ok(true);
        };
        if let Some(task) = task {
            jobs::work(Arc::clone(crew), task, SlotKind::Ordinary).await;
        }
        let ended = loop {
            let mut db = handles::connection(&crew.pool).await?;
            let found = receive_runs::find(&mut db, run).await?;
            let found = found.context("the run is gone")?;
            if found.state != RunState::Live {
                break found;
            }
            if task.is_some() {
                bail!("the run is not over, and is tried again by the workers: see the page");
            }
            // Somebody else is at it.
            drop(db);
            if stop
                .run_until_cancelled(tokio::time::sleep(LOOK))
                .await
                .is_none()
            {
                bail!("stopped");
            }
        };
        let mut db = handles::connection(&crew.pool).await?;
        let name = receive_tasks::find(&mut db, id)
            .await?
            .map(|task| task.name);
        println!("{}: {}", name.unwrap_or_default(), words(&ended));
        if ended.state == RunState::Failed {
            return Ok(false);
        }
        if !ended.more || stop.is_cancelled() {
            return Ok(true);
        }
    }
}

fn words(run: &ReceiveRun) -> String {
    let figures = run.figures;
    let counts = format!(
        "{} new, {} changed, {} as before, {} refused, {} waiting, {} known",
        figures.added,
        figures.updated,
        figures.same,
        figures.refused,
        figures.waiting,
        figures.known
    );
    match &run.failure {
        None => counts,
        Some((class, why)) => format!("failed ({class}): {}; {counts}", Detail::chinese(why)),
    }
}
