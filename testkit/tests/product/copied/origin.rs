//! Where scenes are received from: another installation, an FTP server, a bucket, a folder.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use testkit::archive::{Archive, ArchivedScene};
use testkit::ceph::Ceph;
use testkit::download::path_url;
use testkit::faulty_line::FaultyLine;
use testkit::ftp_server::FtpServer;
use testkit::ports::free_port;
use testkit::site::Site;

use crate::peers::token;

const BUCKET: &str = "inbox";
/// Bytes a second of the FTP server, so that faults fall into the middle of files.
const RATE: u64 = 1_500_000;

enum Giver {
    Peer(Box<Site>),
    Ftp(FtpServer),
    Bucket(Box<Ceph>),
    Folder(PathBuf),
}

pub struct Origin {
    /// As `COPY_SOURCES` names it.
    pub name: String,
    giver: Giver,
    /// What the other installation wants to see.
    token: String,
    /// The way to it; `None`: it is a folder of this machine.
    pub line: Option<FaultyLine>,
    /// Places in the archive of what has come in there.
    pub scenes: Vec<usize>,
}

impl Origin {
    /// Starts one of this kind, which reads scenes that it is given from below `archive`.
    pub async fn start(name: &str, archive: &Archive) -> anyhow::Result<Self> {
        let mut secret = String::new();
        let giver = match name {
            "peer" => {
                let address = format!("127.0.0.1:{}", free_port()?);
                let site = Site::with(&[], |launch| {
                    let launch = launch.env("HTTP_ADDR", &address);
                    launch.env("ARCHIVE_ROOTS", &archive.folder)
                });
                let site = site.await?;
                secret = token(&site).await?;
                Giver::Peer(Box::new(site))
            }
            "ftp" => Giver::Ftp(FtpServer::start_slow(RATE)?),
            "s3" => Giver::Bucket(Box::new(Ceph::start(&[BUCKET])?)),
            "folder" => {
                let incoming = archive.folder.join("incoming");
                std::fs::create_dir(&incoming)?;
                Giver::Folder(incoming)
            }
            other => bail!("COPY_SOURCES names {other}: peer, ftp, s3, folder"),
        };
        let line = match giver.listens()? {
            Some(address) => Some(FaultyLine::to(address).await),
            None => None,
        };
        Ok(Self {
            name: name.to_owned(),
            giver,
            token: secret,
            line,
            scenes: Vec::new(),
        })
    }

    /// What a receive task says of it.
    pub fn definition(&self) -> anyhow::Result<Value> {
        let mut definition = json!({"verification": "checksum", "settleSeconds": 0});
        let more = match (&self.giver, &self.line) {
            (Giver::Folder(folder), _) => json!({"kind": "item_folder", "location": folder}),
            (_, None) => bail!("no line to {}", self.name),
            (Giver::Peer(_), Some(line)) => {
                json!({"kind": "scenedock", "location": format!("http://{}/stac", line.address), "secret": self.token,
                    "withFiles": true})
            }
            (Giver::Ftp(_), Some(line)) => {
                json!({"kind": "ftp", "location": format!("ftp://{}/inbox", line.address), "contents": "items",
                    "loginName": "anonymous", "secret": "any"})
            }
            (Giver::Bucket(ceph), Some(line)) => {
                let [_, (_, login), (_, secret), ..] = ceph.environment();
                json!({"kind": "s3", "location": format!("http://{}/{BUCKET}/", line.address), "contents": "items",
                    "loginName": login, "secret": secret})
            }
        };
        for (key, value) in more.as_object().context("no object")? {
            definition[key] = value.clone();
        }
        Ok(definition)
    }

    /// Whether its files are copied to where the receiving side keeps its own.
    pub fn is_fetched(&self) -> bool {
        self.line.is_some()
    }

    /// Whether files are fetched over the line itself.
    pub fn gives_over_line(&self) -> bool {
        matches!(self.giver, Giver::Peer(_) | Giver::Bucket(_))
    }

    /// A scene comes in there: first the file, then the item that names it.
    pub fn put(&mut self, archive: &Archive, (at, item): (usize, &str)) -> anyhow::Result<()> {
        let scene = &archive.scenes[at];
        match &self.giver {
            Giver::Peer(site) => {
                let list = archive.folder.join("one.ndjson");
                std::fs::write(&list, format!("{item}\n"))?;
                site.launch.run(&["ingest", &list.to_string_lossy()], "")?;
            }
            Giver::Ftp(server) => put_file(&server.folder, scene, item)?,
            Giver::Folder(folder) => put_file(folder, scene, item)?,
            Giver::Bucket(ceph) => {
                let list = archive.folder.join("one.json");
                std::fs::write(&list, item)?;
                ceph.upload(&scene.path, &key(&scene.file_name)?)?;
                ceph.upload(&list, &key(&format!("{}.json", scene.dataid))?)?;
            }
        }
        self.scenes.push(at);
        Ok(())
    }

    pub fn kill(&mut self) -> anyhow::Result<()> {
        match &mut self.giver {
            Giver::Peer(site) => site.server.kill(),
            Giver::Ftp(server) => server.kill(),
            Giver::Bucket(ceph) => ceph.kill_gateway(),
            Giver::Folder(_) => Ok(()),
        }
    }

    pub fn start_again(&mut self) -> anyhow::Result<()> {
        match &mut self.giver {
            Giver::Peer(site) => site.restart(),
            Giver::Ftp(server) => server.start_again(),
            Giver::Bucket(ceph) => ceph.start_gateway(),
            Giver::Folder(_) => Ok(()),
        }
    }
}

impl Giver {
    fn listens(&self) -> anyhow::Result<Option<SocketAddr>> {
        Ok(match self {
            Self::Peer(site) => Some(site.server.http.trim_start_matches("http://").parse()?),
            Self::Ftp(server) => Some(SocketAddr::from(([127, 0, 0, 1], server.port))),
            Self::Bucket(ceph) => Some(ceph.endpoint.trim_start_matches("http://").parse()?),
            Self::Folder(_) => None,
        })
    }
}

/// As an object of the bucket is named in a request.
fn key(name: &str) -> anyhow::Result<String> {
    let root = "http://localhost/";
    let url = path_url(root, &format!("{BUCKET}/{name}"))?;
    Ok(url.trim_start_matches(root).to_owned())
}

/// As senders write: under another name until it is whole.
fn put_file(folder: &Path, scene: &ArchivedScene, item: &str) -> anyhow::Result<()> {
    let part = folder.join("sent.part");
    std::fs::copy(&scene.path, &part)?;
    std::fs::rename(&part, folder.join(&scene.file_name))?;
    std::fs::write(&part, item)?;
    std::fs::rename(&part, folder.join(format!("{}.json", scene.dataid)))?;
    Ok(())
}
