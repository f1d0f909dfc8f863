//! Somebody else's FTP server of another make: Pure-FTPd over a folder, with one user of its own. Only root may run it.
//!
//! Debian's package removes vsftpd, so it is not installed: `.ci/tools proof` unpacks it into the build folder.

use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tempfile::TempDir;

use crate::ports::free_port;
use crate::sessions::{descendants, kill};
use crate::sources::root;

/// The unpacked program, relative to the build folder.
const UNPACKED: &str = "pure-ftpd/usr";
/// `nobody` of Debian: it refuses to serve as root.
const ACCOUNT: u32 = 65_534;
/// Of the password, as `crypt` of the C library makes it: what `pure-pw` itself would make costs a second at each sign-in.
const HASH: &str = "$5$scenedock$p41r9h56dZmaIIwEpyV0t.DzcSpuHyj2fKajsQ7DBYC";

/// A server, stopped when dropped.
pub struct PureFtpServer {
    /// Folder that files arrive in.
    pub folder: PathBuf,
    /// Port on this machine.
    pub port: u16,
    child: Child,
    /// The list of users.
    files: TempDir,
}

impl PureFtpServer {
    /// User that may sign in.
    pub const USER: &str = "scenedock";
    /// Password of [`Self::USER`].
    pub const PASSWORD: &str = "pure-password";

    /// Whether the program is there, and may be run.
    #[must_use]
    pub fn is_there() -> bool {
        let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
        is_root && program("sbin", "pure-ftpd").is_some()
    }

    /// Starts one whose files lie below this folder, which may be a disk of its own, and which others may enter.
    pub fn start_over(root: &Path) -> anyhow::Result<Self> {
        let files = tempfile::tempdir()?;
        let folder = root.join("inbox");
        std::fs::create_dir_all(&folder)?;
        for own in [root, folder.as_path()] {
            chown(own, Some(ACCOUNT), Some(ACCOUNT))?;
        }
        add_user(files.path(), root)?;
        let port = free_port()?;
        Ok(Self {
            folder,
            port,
            child: run(files.path(), port)?,
            files,
        })
    }

    /// Its address, as people write it.
    #[must_use]
    pub fn address(&self) -> String {
        format!("ftp://127.0.0.1:{}/inbox", self.port)
    }

    /// Ends every session, in the middle of what it does; the server takes new ones.
    pub fn end_sessions(&self) {
        kill(&descendants(self.child.id()));
    }

    /// Kills it with all of its sessions.
    pub fn kill(&mut self) -> anyhow::Result<()> {
        let sessions = descendants(self.child.id());
        self.child.kill()?;
        kill(&sessions);
        self.child.wait()?;
        Ok(())
    }

    /// Starts one that was killed again, on the same port over the same folder.
    pub fn start_again(&mut self) -> anyhow::Result<()> {
        self.child = run(self.files.path(), self.port)?;
        Ok(())
    }
}

impl Drop for PureFtpServer {
    fn drop(&mut self) {
        self.kill().ok();
    }
}

/// A program of the package, of the system or unpacked.
fn program(folder: &str, name: &str) -> Option<PathBuf> {
    let build = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let unpacked = root().join(build).join(UNPACKED).join(folder).join(name);
    let installed = Path::new("/usr").join(folder).join(name);
    [installed, unpacked]
        .into_iter()
        .find(|path| path.is_file())
}

/// Writes a list of the one user, who is below `home` and cannot leave it.
fn add_user(files: &Path, home: &Path) -> anyhow::Result<()> {
    let (list, user, home) = (files.join("users"), PureFtpServer::USER, home.display());
    let line = format!("{user}:{HASH}:{ACCOUNT}:{ACCOUNT}::{home}/./::::::::::::\n");
    std::fs::write(&list, line)?;
    let done = Command::new(program("bin", "pure-pw").context("pure-pw is not there")?)
        .arg("mkdb")
        .arg(files.join("users.pdb"))
        .arg("-f")
        .arg(&list)
        .status()?;
    ensure!(done.success(), "pure-pw made no list");
    Ok(())
}

fn run(files: &Path, port: u16) -> anyhow::Result<Child> {
    let program = program("sbin", "pure-ftpd");
    let program = program.context("pure-ftpd is not there: `.ci/tools proof` fetches it")?;
    let mut child = Command::new(program)
        // -4: no IPv6. -E: nobody without a name. -H: no names are looked up. -u 1: its user's number may be any.
        .args([
            "-4", "-E", "-H", "-u", "1", "-f", "none", "-c", "100", "-C", "100",
        ])
        .args(["-S", &format!("127.0.0.1,{port}")])
        .args([
            "-l",
            &format!("puredb:{}", files.join("users.pdb").display()),
        ])
        .arg("-g")
        .arg(files.join("pid"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let until = Instant::now() + Duration::from_secs(20);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        ensure!(child.try_wait()?.is_none(), "pure-ftpd ended");
        ensure!(Instant::now() < until, "pure-ftpd does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(child)
}
