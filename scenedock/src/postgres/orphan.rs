//! Ends what an earlier run left behind, so that a killed scenedock never stops the next one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::error::{PostgresError, io_error};

/// How long a surviving server gets after each signal: fast shutdown, immediate shutdown, kill.
const ESCALATION: [(Signal, Duration); 3] = [
    (Signal::INT, Duration::from_secs(4)),
    (Signal::QUIT, Duration::from_secs(5)),
    (Signal::KILL, Duration::from_secs(5)),
];

/// Ends every Postgres process that works in `cluster`, then removes a pid file that nobody stands behind.
///
/// The caller holds the data folder's lock, so whatever still runs here belongs to a scenedock that is gone.
pub(super) fn clear(cluster: &Path) -> Result<(), PostgresError> {
    for (signal, patience) in ESCALATION {
        let running = processes_of(cluster);
        if running.is_empty() {
            return remove_pid_file(cluster);
        }
        tracing::warn!(
            ?signal,
            processes = running.len(),
            "ending the Postgres of an earlier run"
        );
        send(signal, cluster, &running);
        wait_until_gone(cluster, patience);
    }
    match processes_of(cluster).first() {
        None => remove_pid_file(cluster),
        Some(pid) => Err(PostgresError::OrphanSurvives {
            pid: pid.as_raw_nonzero().get(),
        }),
    }
}

/// The first line of `postmaster.pid`.
pub(super) fn postmaster_pid(cluster: &Path) -> Option<Pid> {
    let text = fs::read_to_string(pid_file(cluster)).ok()?;
    Pid::from_raw(
        text.lines()
            .next()?
            .trim()
            .parse()
            .ok()
            .filter(|pid| *pid > 0)?,
    )
}

fn pid_file(cluster: &Path) -> PathBuf {
    cluster.join("postmaster.pid")
}

/// A stale file whose number a stranger's process has meanwhile would make Postgres refuse to start.
fn remove_pid_file(cluster: &Path) -> Result<(), PostgresError> {
    remove_file(&pid_file(cluster))
}

/// The socket and its own pid file, which outlive a killed server for the same reason.
pub(super) fn remove_sockets(folder: &Path) -> Result<(), PostgresError> {
    remove_file(&folder.join(".s.PGSQL.5432.lock"))?;
    remove_file(&folder.join(".s.PGSQL.5432"))
}

fn remove_file(path: &Path) -> Result<(), PostgresError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(io_error("remove", path)(error))
        }
        _ => Ok(()),
    }
}

/// The postmaster passes a shutdown on to its children; without one every child is told.
fn send(signal: Signal, cluster: &Path, running: &[Pid]) {
    let postmaster = postmaster_pid(cluster).filter(|pid| running.contains(pid));
    let receivers = match postmaster {
        Some(pid) if signal != Signal::KILL => vec![pid],
        _ => running.to_vec(),
    };
    for pid in receivers {
        // A process that ended in between is what we wanted.
        let _ = kill_process(pid, signal);
    }
}

fn wait_until_gone(cluster: &Path, patience: Duration) {
    let end = Instant::now() + patience;
    while Instant::now() < end && !processes_of(cluster).is_empty() {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Postgres processes whose working folder is `cluster`: the postmaster and its children alike.
fn processes_of(cluster: &Path) -> Vec<Pid> {
    match fs::read_dir("/proc") {
        Ok(entries) if Path::new("/proc/self/comm").exists() => entries
            .filter_map(Result::ok)
            .filter(|entry| works_in(&entry.path(), cluster))
            .filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
            .collect(),
        _ => postmaster_pid(cluster)
            .filter(|pid| ps_says_postgres(*pid, cluster))
            .into_iter()
            .collect(),
    }
}

/// The name is checked too: a shell that someone left in this folder is none of our business.
fn works_in(process: &Path, cluster: &Path) -> bool {
    fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd == cluster)
        && fs::read_to_string(process.join("comm")).is_ok_and(|name| name.trim() == "postgres")
}

/// Where there is no `/proc` (macOS): the postmaster was started with the folder on its command line.
fn ps_says_postgres(pid: Pid, cluster: &Path) -> bool {
    let output = Command::new("ps")
        .args(["-o", "command=", "-p", &pid.as_raw_nonzero().to_string()])
        .output();
    output.is_ok_and(|output| {
        let line = String::from_utf8_lossy(&output.stdout).into_owned();
        line.contains("postgres") && line.contains(&*cluster.to_string_lossy())
    })
}
