//! What happens while scenes are pushed.

use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::Value;
use testkit::faulty_line::LineState;

use super::desk::{Desk, WORKERS};
use super::destination::Destination;

/// Longest wait for a line to be cut by what goes over it.
const CUT: Duration = Duration::from_secs(2);
/// Longest wait for a worker to give up a target that says nothing: more than its patience with silence. A part that the system has
/// taken whole has in a bucket the time that the slowest line needs for two.
const PATIENCE: Duration = Duration::from_mins(12);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A worker, by SIGKILL.
    WorkerKilled,
    /// The server with all of its sessions, by SIGKILL.
    ServerKilled,
    SessionsEnded,
    LineCut,
    /// Nothing comes through, and nobody is told.
    LineSilent,
    /// The same for longer than workers wait.
    LineSilentForLong,
    DiskFull,
    DatabaseSessionsEnded,
}

/// Every one that takes no minute.
const SHORT: [Fault; 7] = [
    Fault::WorkerKilled,
    Fault::ServerKilled,
    Fault::SessionsEnded,
    Fault::LineCut,
    Fault::LineSilent,
    Fault::DiskFull,
    Fault::DatabaseSessionsEnded,
];

/// Which faults happen to whom: each of them in turn, in an order of chance, the servers in turn too.
pub fn plan(random: &mut SmallRng, servers: usize, faults: usize) -> Vec<(usize, Fault)> {
    let mut plan = Vec::new();
    while plan.len() < faults {
        let mut kinds = SHORT;
        kinds.shuffle(random);
        plan.extend(kinds);
    }
    plan.truncate(faults);
    let mut plan: Vec<_> = plan.into_iter().enumerate().collect();
    for (number, _) in &mut plan {
        *number %= servers;
    }
    // Once for each server of a long form: it takes a minute.
    if faults >= 10 * servers {
        for server in 0..servers {
            let found = plan
                .iter_mut()
                .find(|(at, fault)| *at == server && *fault == Fault::LineSilent);
            if let Some((_, fault)) = found {
                *fault = Fault::LineSilentForLong;
            }
        }
    }
    plan
}

/// By chance, but the same for the same seed.
pub fn generator(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

/// What comes instead where a server has none of it.
pub fn possible(fault: Fault, destination: &Destination) -> Fault {
    match fault {
        Fault::SessionsEnded if !destination.has_sessions() => Fault::LineCut,
        Fault::DiskFull if !destination.can_be_full() => Fault::ServerKilled,
        other => other,
    }
}

/// Brings it about, and ends it.
pub async fn strike(
    desk: &mut Desk,
    (destination, target): (&mut Destination, &Value),
    fault: Fault,
    random: &mut SmallRng,
) -> anyhow::Result<()> {
    let while_it_lasts = Duration::from_millis(random.random_range(100..800));
    match fault {
        Fault::WorkerKilled => {
            let worker = random.random_range(0..WORKERS);
            desk.kill_worker(worker)?;
            tokio::time::sleep(while_it_lasts).await;
            desk.start_worker(worker)?;
        }
        Fault::ServerKilled => {
            destination.kill()?;
            tokio::time::sleep(while_it_lasts).await;
            destination.start_again()?;
        }
        Fault::SessionsEnded => destination.end_sessions(),
        Fault::LineCut => {
            cut(destination, random).await;
            tokio::time::sleep(while_it_lasts).await;
            destination.line.mend();
        }
        Fault::LineSilent => {
            destination.line.set(LineState::Silent);
            tokio::time::sleep(while_it_lasts).await;
            // What was held back comes out, or never does.
            if random.random_bool(0.5) {
                destination.line.set(LineState::Cut);
                tokio::time::sleep(while_it_lasts).await;
            }
            destination.line.mend();
        }
        Fault::LineSilentForLong => {
            destination.line.set(LineState::Silent);
            let until = Instant::now() + PATIENCE;
            while desk.failures(target).await? == 0 && Instant::now() < until {
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            anyhow::ensure!(Instant::now() < until, "nobody gives up a silent target");
            destination.line.mend();
        }
        Fault::DiskFull => {
            destination.fill_up(random.random_range(0..100_000))?;
            tokio::time::sleep(while_it_lasts).await;
            destination.make_room()?;
        }
        Fault::DatabaseSessionsEnded => {
            let ended = desk.end_database_sessions().await?;
            anyhow::ensure!(ended > 0, "no process has a session with the database");
        }
    }
    Ok(())
}

/// At once where the line carries commands alone, else behind some more bytes of a file.
async fn cut(destination: &Destination, random: &mut SmallRng) {
    let line = &destination.line;
    if destination.carries_files() {
        let most = if destination.has_sessions() {
            400_000
        } else {
            10_000_000
        };
        line.cut_after(random.random_range(1..most));
        let until = Instant::now() + CUT;
        while !line.is_cut() && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    line.set(LineState::Cut);
}
