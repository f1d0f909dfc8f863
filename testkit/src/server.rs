//! The real binary, started on folders and ports of its own.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

/// Longest start: initialising a database on a busy machine.
const START: Duration = Duration::from_mins(2);
/// Longest stop.
const STOP: Duration = Duration::from_secs(30);
/// The password of every account that tests make.
pub const PASSWORD: &str = "Test-1234";

/// A running `scenedock` process.
pub struct Server {
    child: Child,
    command: Launch,
    /// `http://host:port`
    pub http: String,
    /// `host:port` of the FTP gateway.
    pub ftp: String,
}

/// How to start a process, so that it can be started again.
#[derive(Clone)]
pub struct Launch {
    /// `serve`, `api`, `worker` or `ftp`.
    pub part: String,
    /// The data folder.
    pub data: PathBuf,
    /// Environment beside what every test sets.
    pub env: Vec<(String, String)>,
    /// Soft and hard limit of its open files; `None`: this process's.
    pub descriptors: Option<(u64, u64)>,
}

impl Launch {
    /// A launch of `part` on `data`.
    #[must_use]
    pub fn new(part: &str, data: &Path) -> Self {
        Self {
            part: part.to_owned(),
            data: data.to_owned(),
            env: Vec::new(),
            descriptors: None,
        }
    }

    /// With one more environment variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        let value = value.as_ref().to_string_lossy().into_owned();
        self.env.push((name.to_owned(), value));
        self
    }

    /// The command with its environment; everything inherited that would change its behaviour is taken out.
    pub fn command(&self, arguments: &[&str]) -> anyhow::Result<Command> {
        let mut command = limited(self.descriptors)?;
        for name in [
            "DATABASE_URL",
            "QUEUE_URL",
            "OBJECT_STORE_URL",
            "SCENEDOCK_DEMO",
        ] {
            command.env_remove(name);
        }
        command
            .args(arguments)
            .env("SCENEDOCK_DATA", &self.data)
            .env("HTTP_ADDR", "127.0.0.1:0")
            .env("FTP_ADDR", "127.0.0.1:0")
            .env("CAPTCHA", "off")
            .env("WORKER_SLOTS", "4")
            .envs(self.env.iter().map(|(name, value)| (name, value)));
        Ok(command)
    }

    /// Starts it and waits until it says where it is.
    pub fn start(&self) -> anyhow::Result<Server> {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.data.with_extension("log"))?;
        let mut child = self
            .command(&[&self.part])?
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()?;
        let out = child.stdout.take().context("no stdout")?;
        let mut server = Server {
            child,
            command: self.clone(),
            http: String::new(),
            ftp: String::new(),
        };
        server.read_addresses(out)?;
        Ok(server)
    }

    /// Runs a command to its end; its standard output.
    pub fn run(&self, arguments: &[&str], input: &str) -> anyhow::Result<String> {
        let mut child = self
            .command(arguments)?
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        child
            .stdin
            .take()
            .context("no stdin")?
            .write_all(input.as_bytes())?;
        let done = child.wait_with_output()?;
        ensure!(
            done.status.success(),
            "{arguments:?}: {}{}",
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr)
        );
        Ok(String::from_utf8(done.stdout)?)
    }

    /// Makes an account with [`PASSWORD`].
    pub fn create_user(&self, name: &str, role: &str) -> anyhow::Result<()> {
        self.run(&["admin", "create-user", name, "--role", role], PASSWORD)?;
        Ok(())
    }

    /// What the process has logged so far.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.data.with_extension("log")).unwrap_or_default()
    }
}

impl Server {
    fn read_addresses(&mut self, out: std::process::ChildStdout) -> anyhow::Result<()> {
        let (send, lines) = std::sync::mpsc::channel();
        // Reads on after the addresses, so that the process never writes into a closed pipe.
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                send.send(line).ok();
            }
        });
        let until = Instant::now() + START;
        let last = match self.command.part.as_str() {
            "serve" => "data",
            "api" => "http://",
            "ftp" => "ftp://",
            _ => "",
        };
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let Ok(line) = lines.recv_timeout(left) else {
                bail!("scenedock did not start:\n{}", self.command.log());
            };
            if let Some(at) = line.find("ftp://") {
                self.ftp = line[at + 6..].trim_end_matches('/').to_owned();
            } else if let (Some(at), true) = (line.find("http://"), self.http.is_empty()) {
                self.http = line[at..].trim_end_matches('/').to_owned();
            }
            if line.starts_with(last) {
                return Ok(());
            }
        }
    }

    /// The process's id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Kills it as `kill -9` does.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Stops it as a service manager does, and fails when it does not stop cleanly.
    pub fn stop(&mut self) -> anyhow::Result<()> {
        let pid = self.child.id().to_string();
        ensure!(
            Command::new("kill")
                .args(["-TERM", &pid])
                .status()?
                .success()
        );
        let until = Instant::now() + STOP;
        loop {
            if let Some(status) = self.child.try_wait()? {
                ensure!(status.success(), "{status}:\n{}", self.command.log());
                return Ok(());
            }
            ensure!(
                Instant::now() < until,
                "does not stop:\n{}",
                self.command.log()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The binary, behind a shell that sets its limits of open files.
fn limited(descriptors: Option<(u64, u64)>) -> anyhow::Result<Command> {
    let Some((soft, hard)) = descriptors else {
        return Ok(Command::new(binary()?));
    };
    let mut shell = Command::new("sh");
    let script = format!("ulimit -Sn {soft} && ulimit -Hn {hard} && exec \"$0\" \"$@\"");
    shell.args(["-c", &script]).arg(binary()?);
    Ok(shell)
}

/// The binary that was built beside this test.
pub fn binary() -> anyhow::Result<PathBuf> {
    let test = std::env::current_exe()?;
    let found = test
        .ancestors()
        .map(|folder| folder.join("scenedock"))
        .find(|path| path.is_file());
    found.context("the binary is not built: cargo build -p scenedock")
}
