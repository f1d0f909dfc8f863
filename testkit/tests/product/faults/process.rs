//! Processes and files, looked at from outside.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use testkit::server::Launch;

/// Longest wait for a process to end, or to come so far.
pub const TOO_LONG: Duration = Duration::from_mins(1);
pub const TICK: Duration = Duration::from_millis(10);

pub fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

/// Waits until `is`.
pub fn until(what: &str, mut is: impl FnMut() -> bool) -> anyhow::Result<()> {
    let until = Instant::now() + TOO_LONG;
    while !is() {
        ensure!(Instant::now() < until, "never: {what}");
        std::thread::sleep(TICK);
    }
    Ok(())
}

pub fn signal(name: &str, target: &str) -> anyhow::Result<()> {
    let sent = Command::new("kill")
        .args(["-s", name, "--", target])
        .status()?;
    ensure!(sent.success(), "kill -s {name} {target}");
    Ok(())
}

/// A server started as a shell starts it: Ctrl-C goes to everything in its process group.
pub struct Foreground {
    pub child: Child,
}

impl Foreground {
    pub fn start(launch: &Launch) -> anyhow::Result<Self> {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(launch.data.with_extension("log"))?;
        let mut child = launch
            .command(&["serve"])?
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let out = child.stdout.take().context("no stdout")?;
        let started = BufReader::new(out)
            .lines()
            .map_while(Result::ok)
            .any(|line| line.starts_with("data"));
        ensure!(started, "did not start:\n{}", launch.log());
        Ok(Self { child })
    }

    pub fn press_ctrl_c(&mut self) -> anyhow::Result<()> {
        signal("INT", &format!("-{}", self.child.id()))?;
        let mut status = None;
        until("it ends", || {
            status = self.child.try_wait().ok().flatten();
            status.is_some()
        })?;
        let status = status.context("no status")?;
        ensure!(status.success(), "{status}");
        Ok(())
    }
}

impl Drop for Foreground {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The process id of the private Postgres, once it has one.
pub fn postmaster(data: &Path) -> Option<u32> {
    let file = files(&data.join("postgres"))
        .into_iter()
        .find(|path| path.ends_with("postmaster.pid"))?;
    std::fs::read_to_string(file)
        .ok()?
        .lines()
        .next()?
        .parse()
        .ok()
}
