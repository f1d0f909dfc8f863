//! Somebody else's FTP server that files can be sent to: vsftpd over a folder.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::CertificateDer;
use tempfile::TempDir;

use crate::ports::free_port;
use crate::sessions::{descendants, kill};

const SETTINGS: &str = "vsftpd.conf";

/// A server, stopped when dropped.
pub struct FtpServer {
    /// Folder that files arrive in.
    pub folder: PathBuf,
    /// Port on this machine.
    pub port: u16,
    /// Of one that speaks TLS only: who has signed its certificate.
    pub authority: Option<CertificateDer<'static>>,
    child: Child,
    files: TempDir,
    /// What it serves, where that is its own.
    _root: Option<TempDir>,
}

impl FtpServer {
    /// Starts one that anybody may write to.
    pub fn start() -> anyhow::Result<Self> {
        let port = free_port()?;
        Self::start_at(port)
    }

    /// One that lets in whoever says this password.
    pub fn start_closed(password: &str) -> anyhow::Result<Self> {
        let port = free_port()?;
        Self::start_as(port, false, Some(password), "")
    }

    /// One that sends and takes so many bytes a second.
    pub fn start_slow(bytes: u64) -> anyhow::Result<Self> {
        let port = free_port()?;
        Self::start_as(port, false, None, &format!("anon_max_rate={bytes}\n"))
    }

    /// The same over TLS only.
    pub fn start_slow_secure(bytes: u64) -> anyhow::Result<Self> {
        let port = free_port()?;
        Self::start_as(port, true, None, &format!("anon_max_rate={bytes}\n"))
    }

    /// One whose files lie below this folder, which may be a disk of its own.
    pub fn start_over(root: &Path) -> anyhow::Result<Self> {
        let port = free_port()?;
        Self::start_below((root, None), (port, false), None, "")
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
        self.child = run(&self.files.path().join(SETTINGS), self.port)?;
        Ok(())
    }

    /// The same as [`FtpServer::start`] on this port.
    pub fn start_at(port: u16) -> anyhow::Result<Self> {
        Self::start_as(port, false, None, "")
    }

    /// One that speaks TLS only, on both connections, and has the second be a session of the first.
    pub fn start_secure() -> anyhow::Result<Self> {
        let port = free_port()?;
        Self::start_as(port, true, None, "")
    }

    /// Whether it speaks TLS only.
    #[must_use]
    pub const fn is_secure(&self) -> bool {
        self.authority.is_some()
    }

    fn start_as(
        port: u16,
        is_secure: bool,
        password: Option<&str>,
        more: &str,
    ) -> anyhow::Result<Self> {
        let own = tempfile::tempdir()?;
        let root = own.path().to_owned();
        Self::start_below((&root, Some(own)), (port, is_secure), password, more)
    }

    fn start_below(
        (root, own): (&Path, Option<TempDir>),
        (port, is_secure): (u16, bool),
        password: Option<&str>,
        more: &str,
    ) -> anyhow::Result<Self> {
        let files = tempfile::tempdir()?;
        let folder = root.join("inbox");
        std::fs::create_dir_all(&folder)?;
        std::fs::create_dir(files.path().join("empty"))?;
        let settings = files.path().join(SETTINGS);
        let mut words = text(root, &files.path().join("empty"), port);
        words.push_str(more);
        if let Some(password) = password {
            let list = files.path().join("passwords");
            std::fs::write(&list, format!("{password}\n"))?;
            words = words.replace("no_anon_password=YES", "no_anon_password=NO");
            let list = list.display();
            let closed = format!("secure_email_list_enable=YES\nemail_password_file={list}\n");
            words.push_str(&closed);
        }
        let authority = if is_secure {
            words.push_str(&secure_text(files.path()));
            Some(certify(files.path())?)
        } else {
            None
        };
        std::fs::write(&settings, words)?;
        let child = run(&settings, port)?;
        Ok(Self {
            folder,
            port,
            authority,
            child,
            files,
            _root: own,
        })
    }

    /// Its address, as people write it.
    #[must_use]
    pub fn address(&self) -> String {
        let scheme = if self.is_secure() { "ftps" } else { "ftp" };
        format!("{scheme}://127.0.0.1:{}/inbox", self.port)
    }

    /// What lies there: path below the folder, and the bytes.
    #[must_use]
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        files_below(&self.folder)
    }
}

impl Drop for FtpServer {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn run(settings: &Path, port: u16) -> anyhow::Result<Child> {
    let mut child = Command::new("vsftpd")
        .arg(settings)
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
    Ok(child)
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

fn secure_text(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "ssl_enable=YES\nallow_anon_ssl=YES\nforce_anon_logins_ssl=YES\nforce_anon_data_ssl=YES\nrequire_ssl_reuse=YES\n\
         rsa_cert_file={folder}/server.pem\nrsa_private_key_file={folder}/server.key\nssl_ciphers=HIGH\n"
    )
}

/// Writes a certificate of 127.0.0.1 and its key. Answers who has signed it.
fn certify(folder: &Path) -> anyhow::Result<CertificateDer<'static>> {
    let mut authority = CertificateParams::new(Vec::new())?;
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let own_key = KeyPair::generate()?;
    let own = authority.self_signed(&own_key)?;
    let issuer = Issuer::new(authority, own_key);
    let key = KeyPair::generate()?;
    let server = CertificateParams::new(vec!["127.0.0.1".to_owned()])?;
    let server = server.signed_by(&key, &issuer)?;
    std::fs::write(folder.join("server.pem"), server.pem())?;
    std::fs::write(folder.join("server.key"), key.serialize_pem())?;
    Ok(own.der().clone())
}

/// Every file below a folder: its path there, and its bytes.
pub(crate) fn files_below(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    gather(folder, folder, &mut found);
    found.sort();
    found
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
