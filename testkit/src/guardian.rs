//! Servers of other projects that end with the test process, however that ends.
//!
//! A shell script starts them and waits on a pipe. The pipe closes with this process, even one that was killed; then
//! the script's servers die with it and its folder goes. The servers themselves carry a parent-death signal, which a
//! test could not give them: it follows the *thread* that spawned, and the runtime's threads come and go.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use anyhow::{Context, bail};

/// What every script begins with: `$1` is its folder, `serve` starts a program that dies with the script. Once it has started it
/// calls the functions that it is told.
const PRELUDE: &str = r#"
set -eu
export PATH="$PATH:/usr/sbin:/sbin"
folder=$1
cd "$folder"
trap 'set +e; exec 2>/dev/null; kill -KILL $(jobs -p); wait; rm -rf "$folder"' EXIT
serve() { setpriv --pdeathsig KILL "$@" </dev/null >>log 2>&1 & }
started() { echo ready; while read -r order; do "$order"; done; }
"#;

/// A running script and its folder.
pub struct Guardian {
    /// Closes with this process, or when dropped; the script then cleans up.
    pipe: Option<ChildStdin>,
    script: Child,
    folder: PathBuf,
}

impl Guardian {
    /// Runs `script` with a fresh folder and `arguments` (`$2` and on), until it says that it is ready.
    pub fn start(script: &str, arguments: &[&str]) -> anyhow::Result<Self> {
        // Short: a socket's path may have 107 bytes.
        let folder = tempfile::Builder::new().prefix("sdtk").tempdir()?.keep();
        let mut command = Command::new("bash");
        command
            .arg("-c")
            .arg(OsString::from(format!("{PRELUDE}{script}")))
            .arg("guardian")
            .arg(&folder)
            .args(arguments)
            // Ctrl-C ends the test, and with it the pipe; the script must live on to clean up.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut script = command.spawn().context("starting bash")?;
        let pipe = script.stdin.take();
        let said = BufReader::new(script.stdout.take().context("no pipe")?);
        // Made before the wait, so that a script that fails is waited for as well.
        let guardian = Self {
            pipe,
            script,
            folder,
        };
        wait_until_ready(said)?;
        Ok(guardian)
    }

    /// Has the script call a function of its own; it does so by itself, soon.
    pub fn order(&self, function: &str) -> anyhow::Result<()> {
        let mut pipe = self.pipe.as_ref().context("no pipe")?;
        writeln!(pipe, "{function}")?;
        Ok(())
    }

    /// Folder that the script works in.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Under which what it started runs.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.script.id()
    }
}

fn wait_until_ready(said: impl BufRead) -> anyhow::Result<()> {
    let mut log = String::new();
    for line in said.lines() {
        let line = line?;
        if line == "ready" {
            return Ok(());
        }
        log.push_str(&line);
        log.push('\n');
    }
    bail!("did not start:\n{log}")
}

impl Drop for Guardian {
    fn drop(&mut self) {
        self.pipe.take();
        self.script.wait().ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_started_and_where_end_with_it() {
        let told = tempfile::NamedTempFile::new().unwrap();
        let script = r#"serve sleep 600; echo "$folder $!" >"$2"; started"#;
        let guardian = Guardian::start(script, &[told.path().to_str().unwrap()]).unwrap();
        let told = std::fs::read_to_string(told.path()).unwrap();
        let (folder, pid) = told.trim().split_once(' ').unwrap();
        let process = format!("/proc/{pid}");
        assert!(Path::new(folder).is_dir() && Path::new(&process).is_dir());
        drop(guardian);
        assert!(!Path::new(folder).exists() && !Path::new(&process).exists());
    }

    #[test]
    fn it_calls_functions_of_its_own_once_it_has_started() {
        let called = tempfile::NamedTempFile::new().unwrap();
        let script = r#"called=$2; again() { echo "$folder" >>"$called"; }; started"#;
        let guardian = Guardian::start(script, &[called.path().to_str().unwrap()]).unwrap();
        guardian.order("again").unwrap();
        guardian.order("again").unwrap();
        let folder = guardian.folder().display().to_string();
        // It has done what it was told before it ends.
        drop(guardian);
        let lines = std::fs::read_to_string(called.path()).unwrap();
        assert_eq!(lines, format!("{folder}\n{folder}\n"));
    }

    #[test]
    fn what_a_failing_script_says_is_told() {
        let failed = Guardian::start("echo broken; exit 1", &[]);
        let error = failed.err().unwrap().to_string();
        assert!(error.contains("broken"), "{error}");
    }
}
