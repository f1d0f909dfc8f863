//! Somebody else's FTP server that files can be sent to: vsftpd over a folder.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tempfile::TempDir;

/// A server, stopped when dropped.
pub struct FtpServer {
    /// Where files arrive.
    pub folder: PathBuf,
    /// Port on this machine.
    pub port: u16,
    child: Child,
    _files: TempDir,
}

impl FtpServer {
    /// Starts one that anybody may write to.
    pub fn start() -> anyhow::Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        Self::start_at(port)
    }

    /// The same on this port.
    pub fn start_at(port: u16) -> anyhow::Result<Self> {
        let files = tempfile::tempdir()?;
        let root = files.path().join("root");
        let folder = root.join("inbox");
        std::fs::create_dir_all(&folder)?;
        std::fs::create_dir(files.path().join("empty"))?;
        let settings = files.path().join("vsftpd.conf");
        std::fs::write(&settings, text(&root, &files.path().join("empty"), port))?;
        let mut child = Command::new("vsftpd")
            .arg(&settings)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("vsftpd is needed for this test")?;
        let until = Instant::now() + Duration::from_secs(20);
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            ensure!(child.try_wait()?.is_none(), "vsftpd ended");
            ensure!(Instant::now() < until, "vsftpd does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(Self {
            folder,
            port,
            child,
            _files: files,
        })
    }

    /// Its address, as people write it.
    #[must_use]
    pub fn address(&self) -> String {
        format!("ftp://127.0.0.1:{}/inbox", self.port)
    }

    /// What lies there: path below the folder, and the bytes.
    #[must_use]
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut found = Vec::new();
        gather(&self.folder, &self.folder, &mut found);
        found.sort();
        found
    }
}

impl Drop for FtpServer {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn text(root: &Path, empty: &Path, port: u16) -> String {
    format!(
        "listen=YES\nlisten_address=127.0.0.1\nlisten_port={port}\nbackground=NO\nanonymous_enable=YES\nlocal_enable=NO\n\
         anon_root={}\nno_anon_password=YES\nwrite_enable=YES\nanon_upload_enable=YES\nanon_mkdir_write_enable=YES\n\
         anon_other_write_enable=YES\nanon_world_readable_only=NO\nanon_umask=022\nallow_writeable_chroot=YES\n\
         run_as_launching_user=YES\nseccomp_sandbox=NO\nsecure_chroot_dir={}\nutf8_filesystem=YES\n",
        root.display(),
        empty.display(),
    )
}

fn gather(root: &Path, folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(root, &path, found);
        } else if let (Ok(name), Ok(bytes)) = (path.strip_prefix(root), std::fs::read(&path)) {
            found.push((name.to_string_lossy().into_owned(), bytes));
        }
    }
}
