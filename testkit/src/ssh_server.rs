//! Somebody else's SSH server that files can be sent to: OpenSSH's sshd over a folder, as whoever runs the test.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tempfile::TempDir;

use crate::ftp_server::files_below;
use crate::ports::free_port;
use crate::sessions::{descendants, kill};

/// Where sshd wants to be started from: by its whole path.
const PATHS: [&str; 3] = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/sbin/sshd"];
/// Where it locks itself in when root runs it; the packages make it at the start of the machine.
const EMPTY: &str = "/run/sshd";

/// A server, stopped when dropped.
pub struct SshServer {
    /// Where files arrive: below where the account lands.
    pub folder: PathBuf,
    /// Port on this machine.
    pub port: u16,
    /// User that may sign in.
    pub user: String,
    child: Child,
    files: TempDir,
}

impl SshServer {
    /// Starts one that lets this key in.
    pub fn start(authorized: &str) -> anyhow::Result<Self> {
        let files = tempfile::tempdir()?;
        let root = files.path().join("root");
        Self::start_below(&root, files, authorized)
    }

    /// One whose files lie below this folder, which may be a disk of its own.
    pub fn start_over(root: &Path, authorized: &str) -> anyhow::Result<Self> {
        Self::start_below(root, tempfile::tempdir()?, authorized)
    }

    fn start_below(root: &Path, files: TempDir, authorized: &str) -> anyhow::Result<Self> {
        let port = free_port()?;
        let folder = root.join("inbox");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(files.path().join("authorized"), format!("{authorized}\n"))?;
        let settings = text(files.path(), root, port);
        std::fs::write(files.path().join("sshd.conf"), settings)?;
        make_host_key(files.path())?;
        let child = run(files.path(), port)?;
        Ok(Self {
            folder,
            port,
            user: current_user()?,
            child,
            files,
        })
    }

    /// Its address, as people write it.
    #[must_use]
    pub fn address(&self) -> String {
        self.address_at(self.port)
    }

    /// The same behind another port.
    #[must_use]
    pub fn address_at(&self, port: u16) -> String {
        format!("sftp://127.0.0.1:{port}/~/inbox")
    }

    /// The line of its host's key, without the comment.
    pub fn host_key(&self) -> anyhow::Result<String> {
        let line = std::fs::read_to_string(self.files.path().join("host.pub"))?;
        let parts: Vec<_> = line.split_whitespace().take(2).collect();
        Ok(parts.join(" "))
    }

    /// The fingerprint of its host's key, as `ssh-keygen` says it.
    pub fn fingerprint(&self) -> anyhow::Result<String> {
        let key = self.files.path().join("host.pub");
        let said = Command::new("ssh-keygen").arg("-lf").arg(key).output()?;
        let said = String::from_utf8(said.stdout)?;
        let word = said.split_whitespace().nth(1);
        Ok(word.context("ssh-keygen names no fingerprint")?.to_owned())
    }

    /// Starts it again as another host at the same place.
    pub fn change_host(&mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        for name in ["host", "host.pub"] {
            std::fs::remove_file(self.files.path().join(name))?;
        }
        make_host_key(self.files.path())?;
        self.child = run(self.files.path(), self.port)?;
        Ok(())
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

    /// What lies there: path below the folder, and the bytes.
    #[must_use]
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        files_below(&self.folder)
    }
}

impl Drop for SshServer {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn current_user() -> anyhow::Result<String> {
    let said = Command::new("id").arg("-un").output()?;
    Ok(String::from_utf8(said.stdout)?.trim().to_owned())
}

fn make_host_key(folder: &Path) -> anyhow::Result<()> {
    let made = Command::new("ssh-keygen")
        .args(["-q", "-t", "ed25519", "-N", "", "-f"])
        .arg(folder.join("host"))
        .status()
        .context("ssh-keygen is needed for this test")?;
    ensure!(made.success(), "ssh-keygen made no key");
    Ok(())
}

fn run(folder: &Path, port: u16) -> anyhow::Result<Child> {
    let program = PATHS.iter().find(|path| Path::new(path).exists());
    // Only root may, and only root has to.
    std::fs::create_dir_all(EMPTY).ok();
    let mut child = Command::new(program.context("sshd is needed for this test")?)
        .arg("-D")
        .arg("-f")
        .arg(folder.join("sshd.conf"))
        .arg("-E")
        .arg(folder.join("sshd.log"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let until = Instant::now() + Duration::from_secs(20);
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        ensure!(child.try_wait()?.is_none(), "sshd ended");
        ensure!(Instant::now() < until, "sshd does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(child)
}

fn text(folder: &Path, root: &Path, port: u16) -> String {
    let (folder, root) = (folder.display(), root.display());
    format!(
        "ListenAddress 127.0.0.1\nPort {port}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/authorized\nStrictModes no\n\
         UsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\nPidFile none\n\
         MaxStartups 100\nSubsystem sftp internal-sftp -d {root}\n"
    )
}
