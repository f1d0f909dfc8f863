//! Somebody's real server that scenes are pushed to, which is killed, cut off and filled while they are.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use testkit::archive::sha256_of;
use testkit::ceph::Ceph;
use testkit::download::path_url;
use testkit::faulty_line::FaultyLine;
use testkit::ftp_server::FtpServer;
use testkit::pure_ftp_server::PureFtpServer;
use testkit::small_disk::SmallDisk;
use testkit::ssh_server::SshServer;

const BUCKET: &str = "pushed";
/// Below it in the bucket.
const PREFIX: &str = "shelf/";
/// Bytes a second that the product sends there, so that faults fall into the middle of files.
const RATE: u32 = 1_500_000;
/// The same of a bucket, which gets files of several parts.
const BUCKET_RATE: u32 = 8_000_000;
/// Bytes after which a file is under way, and not only somebody who asks.
const BEGUN: u64 = 200_000;
/// Longest wait for a file that is half there.
const HALF: Duration = Duration::from_millis(1500);

enum Receiver {
    Vsftpd(FtpServer),
    PureFtpd(PureFtpServer),
    OpenSsh(SshServer),
    Radosgw(Box<Ceph>),
}

pub struct Destination {
    /// As `PUSH_SERVERS` names it.
    pub name: String,
    receiver: Receiver,
    /// The way to it, but for the data of FTP, which goes by a connection of its own.
    pub line: FaultyLine,
    /// Of every file that has its own name by now: what changes where somebody writes it again.
    marks: BTreeMap<String, String>,
    /// What was written a second time, or is gone.
    doubled: Vec<String>,
    /// After the server, which has it open.
    disk: Option<SmallDisk>,
    _root: TempDir,
}

impl Destination {
    /// Starts a server of this kind; over a disk of its own, where one may be mounted.
    pub async fn start(name: &str, key: &str, disk_size: usize) -> anyhow::Result<Self> {
        let root = tempfile::tempdir()?;
        let is_bucket = name == "radosgw";
        let at = root.path().join("disk");
        let disk = if is_bucket {
            None
        } else {
            mounted(name, at, disk_size)
        };
        let served = root.path().join("disk/root");
        if !is_bucket {
            std::fs::create_dir_all(&served)?;
        }
        let receiver = match name {
            "vsftpd" => Receiver::Vsftpd(FtpServer::start_over(&served)?),
            "pure-ftpd" => Receiver::PureFtpd(PureFtpServer::start_over(&served)?),
            "openssh" => Receiver::OpenSsh(SshServer::start_over(&served, key)?),
            "radosgw" => Receiver::Radosgw(Box::new(Ceph::start(&[BUCKET])?)),
            other => bail!("PUSH_SERVERS names {other}: vsftpd, pure-ftpd, openssh, radosgw"),
        };
        Ok(Self {
            name: name.to_owned(),
            line: FaultyLine::to(receiver.listens()?).await,
            receiver,
            marks: BTreeMap::new(),
            doubled: Vec::new(),
            disk,
            _root: root,
        })
    }

    /// As its owner writes it down.
    pub fn form(&self) -> Value {
        let line = self.line.address;
        let mut rate = RATE;
        let (kind, address, login, secret) = match &self.receiver {
            Receiver::Vsftpd(_) => ("ftp", format!("ftp://{line}/inbox"), "anonymous", "any"),
            Receiver::PureFtpd(_) => {
                let (user, password) = (PureFtpServer::USER, PureFtpServer::PASSWORD);
                ("ftp", format!("ftp://{line}/inbox"), user, password)
            }
            Receiver::OpenSsh(server) => {
                return json!({"name": self.name, "kind": "sftp", "signIn": "key", "loginName": server.user,
                    "address": server.address_at(line.port()), "bytesPerSecond": RATE});
            }
            Receiver::Radosgw(ceph) => {
                let [_, (_, login), (_, secret), ..] = ceph.environment();
                rate = BUCKET_RATE;
                let address = format!("http://{line}/{BUCKET}/shelf");
                ("s3", address, login, secret)
            }
        };
        json!({"name": self.name, "kind": kind, "address": address, "loginName": login, "secret": secret,
            "bytesPerSecond": rate})
    }

    /// Where files lie; `None`: in a bucket.
    fn folder(&self) -> Option<&Path> {
        match &self.receiver {
            Receiver::Vsftpd(server) => Some(&server.folder),
            Receiver::PureFtpd(server) => Some(&server.folder),
            Receiver::OpenSsh(server) => Some(&server.folder),
            Receiver::Radosgw(_) => None,
        }
    }

    /// Whether a session is a process, which can be ended alone.
    pub fn has_sessions(&self) -> bool {
        self.folder().is_some()
    }

    /// Whether the line carries the files themselves.
    pub fn carries_files(&self) -> bool {
        matches!(self.receiver, Receiver::OpenSsh(_) | Receiver::Radosgw(_))
    }

    /// Uploads in parts that nobody has ended.
    pub fn unfinished(&self) -> anyhow::Result<usize> {
        match &self.receiver {
            Receiver::Radosgw(ceph) => Ok(ceph.unfinished_uploads(BUCKET)?.len()),
            _ => Ok(0),
        }
    }

    pub fn can_be_full(&self) -> bool {
        self.disk.is_some() || self.folder().is_none()
    }

    /// Waits for a file that is half there; false where none is seen. Of a bucket bytes on their way stand for that.
    pub async fn is_midway(&self) -> bool {
        let until = Instant::now() + HALF;
        let Some(folder) = self.folder() else {
            let before = self.line.sent();
            while Instant::now() < until {
                if self.line.sent() > before + BEGUN {
                    return true;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            return false;
        };
        while Instant::now() < until {
            let mut files = files_below(folder).into_iter();
            if files.any(|(path, size, _)| is_part(&path) && size > 0) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        false
    }

    pub fn kill(&mut self) -> anyhow::Result<()> {
        match &mut self.receiver {
            Receiver::Vsftpd(server) => server.kill(),
            Receiver::PureFtpd(server) => server.kill(),
            Receiver::OpenSsh(server) => server.kill(),
            Receiver::Radosgw(ceph) => ceph.kill_gateway(),
        }
    }

    pub fn start_again(&mut self) -> anyhow::Result<()> {
        match &mut self.receiver {
            Receiver::Vsftpd(server) => server.start_again(),
            Receiver::PureFtpd(server) => server.start_again(),
            Receiver::OpenSsh(server) => server.start_again(),
            Receiver::Radosgw(ceph) => ceph.start_gateway(),
        }
    }

    pub fn end_sessions(&self) {
        match &self.receiver {
            Receiver::Vsftpd(server) => server.end_sessions(),
            Receiver::PureFtpd(server) => server.end_sessions(),
            Receiver::OpenSsh(server) => server.end_sessions(),
            Receiver::Radosgw(_) => {}
        }
    }

    /// Leaves room for so many bytes; a bucket has none then.
    pub fn fill_up(&self, left: u64) -> anyhow::Result<()> {
        match (&self.receiver, &self.disk) {
            (Receiver::Radosgw(ceph), _) => ceph.set_quota(Some(1)),
            (_, Some(disk)) => disk.fill_up(left),
            (_, None) => Ok(()),
        }
    }

    pub fn make_room(&self) -> anyhow::Result<()> {
        match (&self.receiver, &self.disk) {
            (Receiver::Radosgw(ceph), _) => ceph.set_quota(None),
            (_, Some(disk)) => disk.empty_ballast(),
            (_, None) => Ok(()),
        }
    }

    /// What lies there, with what changes where it is written again: a file's number and time, of an object the sum of its bytes.
    fn published(&self) -> anyhow::Result<BTreeMap<String, String>> {
        if let Some(folder) = self.folder() {
            let files = files_below(folder).into_iter();
            let whole = files.filter(|(path, ..)| !is_part(path));
            return Ok(whole.map(|(path, _, mark)| (path, mark)).collect());
        }
        let Receiver::Radosgw(ceph) = &self.receiver else {
            bail!("{} has no folder", self.name);
        };
        let list = ceph.request("GET", BUCKET)?;
        let listed = list.split("<Contents>").skip(1).filter_map(|one| {
            let key = between(one, "Key")?.strip_prefix(PREFIX)?;
            Some((key.to_owned(), between(one, "ETag")?.to_owned()))
        });
        Ok(listed.collect())
    }

    /// Notes what is there now, and what was written twice since the last look, or is gone.
    pub fn look(&mut self) -> anyhow::Result<()> {
        let now = self.published()?;
        for (path, mark) in &self.marks {
            match now.get(path) {
                None => self.doubled.push(format!("{path} is gone")),
                Some(other) if other != mark => {
                    self.doubled.push(format!("{path}: {mark}, {other}"));
                }
                Some(_) => {}
            }
        }
        self.marks = now;
        Ok(())
    }

    pub fn doubled(&self) -> &[String] {
        &self.doubled
    }

    /// Everything that lies there, halves as well.
    pub fn names(&self) -> anyhow::Result<BTreeSet<String>> {
        match self.folder() {
            Some(folder) => {
                let files = files_below(folder).into_iter();
                Ok(files.map(|(path, ..)| path).collect())
            }
            None => Ok(self.published()?.into_keys().collect()),
        }
    }

    /// SHA-256 of what lies there under this name.
    pub fn sha256(&self, path: &str) -> anyhow::Result<String> {
        if let Some(folder) = self.folder() {
            return sha256_of(&folder.join(path)).with_context(|| path.to_owned());
        }
        let Receiver::Radosgw(ceph) = &self.receiver else {
            bail!("{} has no folder", self.name);
        };
        let url = path_url("http://localhost/", &format!("{BUCKET}/{PREFIX}{path}"))?;
        let bytes = ceph.read(url.trim_start_matches("http://localhost/"))?;
        Ok(hex::encode(Sha256::digest(&bytes)))
    }
}

impl Receiver {
    fn listens(&self) -> anyhow::Result<SocketAddr> {
        let local = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
        Ok(match self {
            Self::Vsftpd(server) => local(server.port),
            Self::PureFtpd(server) => local(server.port),
            Self::OpenSsh(server) => local(server.port),
            Self::Radosgw(ceph) => ceph.endpoint.trim_start_matches("http://").parse()?,
        })
    }
}

fn mounted(name: &str, at: PathBuf, size: usize) -> Option<SmallDisk> {
    let disk = SmallDisk::mount(at, &size.to_string());
    let explain = |error: &anyhow::Error| println!("{name}: its disk is never full here: {error}");
    disk.inspect_err(explain).ok()
}

fn is_part(path: &str) -> bool {
    Path::new(path)
        .extension()
        .is_some_and(|kind| kind == "part")
}

/// What stands in an element of XML.
fn between<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    Some(rest.split_once(&format!("</{name}>"))?.0)
}

/// Path, bytes, and number and time, of every file below a folder. One that is renamed meanwhile is left out.
fn files_below(root: &Path) -> Vec<(String, u64, String)> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, Ok(facts)) = (entry.path(), entry.metadata()) else {
                continue;
            };
            if facts.is_dir() {
                folders.push(path);
            } else if let Ok(below) = path.strip_prefix(root) {
                let (time, nanos) = (facts.mtime(), facts.mtime_nsec());
                let mark = format!("{} {time}.{nanos}", facts.ino());
                found.push((below.to_string_lossy().into_owned(), facts.len(), mark));
            }
        }
    }
    found
}
