//! The running server process: watched from its first to its last moment.

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::sync::watch;

/// How long the server gets after each signal: fast shutdown (it writes a checkpoint), immediate shutdown, kill.
const ESCALATION: [(Signal, Duration); 3] = [
    (Signal::INT, Duration::from_secs(30)),
    (Signal::QUIT, Duration::from_secs(5)),
    (Signal::KILL, Duration::from_secs(5)),
];

/// A child process that is stopped when this is dropped.
#[derive(Debug)]
pub(super) struct Server {
    pid: Pid,
    exit: watch::Receiver<Option<String>>,
}

impl Server {
    /// Starts the process from a thread of its own that lives as long as the process does: Linux sends the parent-death
    /// signal when the *thread* that started the child ends, so a pool's thread would end the server at any moment.
    pub fn spawn(mut command: Command) -> io::Result<Self> {
        let (started, starting) = mpsc::channel();
        let (ended, exit) = watch::channel(None);
        thread::Builder::new()
            .name("postgres-keeper".to_owned())
            .spawn(move || {
                let mut child = match command.spawn() {
                    Ok(child) => child,
                    Err(error) => return drop(started.send(Err(error))),
                };
                let _ = started.send(Ok(child.id()));
                let status = child.wait();
                // Nobody may be listening any more.
                let _ = ended.send(Some(in_words(status)));
            })?;
        let id = starting.recv().map_err(io::Error::other)??;
        let pid = i32::try_from(id)
            .ok()
            .and_then(Pid::from_raw)
            .ok_or_else(|| io::Error::other("no process id"))?;
        Ok(Self { pid, exit })
    }

    /// The process id of the postmaster.
    pub fn pid(&self) -> Pid {
        self.pid
    }

    /// How the server ended, when it has.
    pub fn ended(&self) -> Option<String> {
        self.exit.borrow().clone()
    }

    /// Waits for the end of the server and says how it ended.
    pub async fn wait(&self) -> String {
        let mut exit = self.exit.clone();
        // The sender goes away only after it has sent, so an error means the same as an end.
        exit.wait_for(Option::is_some)
            .await
            .ok()
            .and_then(|status| status.clone())
            .unwrap_or_default()
    }

    /// Fast shutdown, with harder means if that takes too long.
    pub async fn stop(&self) {
        for (signal, patience) in ESCALATION {
            if !self.signal(signal) || tokio::time::timeout(patience, self.wait()).await.is_ok() {
                return;
            }
            tracing::warn!(?signal, ?patience, "Postgres has not ended yet");
        }
    }

    /// False when the server has ended already, so that its number may be someone else's.
    fn signal(&self, signal: Signal) -> bool {
        self.ended().is_none() && kill_process(self.pid, signal).is_ok()
    }

    fn wait_blocking(&self, patience: Duration) -> bool {
        let end = Instant::now() + patience;
        while self.ended().is_none() {
            if Instant::now() > end {
                return false;
            }
            thread::sleep(Duration::from_millis(10));
        }
        true
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for (signal, patience) in ESCALATION {
            if !self.signal(signal) || self.wait_blocking(patience) {
                return;
            }
        }
    }
}

fn in_words(status: io::Result<ExitStatus>) -> String {
    match status {
        Ok(status) => status.to_string(),
        Err(error) => error.to_string(),
    }
}
