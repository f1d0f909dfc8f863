//! Targets behind SSH servers (SFTP, draft-ietf-secsh-filexfer-02, which every server speaks).

mod session;
mod transfer;

use std::sync::Arc;

use russh::Disconnect;
use russh::client::Handle;
use russh_sftp::client::RawSftpSession;
use russh_sftp::client::error::Error;
use russh_sftp::protocol::{FileAttributes, OpenFlags, Packet, StatusCode};

use crate::address::parts;
use crate::error::PushError;
use crate::hosts::PushConfig;
use crate::keys::HostKey;
use crate::patience::Patience;
use crate::spec::{DigestTally, TargetSpec};
use session::HostCheck;
pub use transfer::SftpUpload;

/// The rename that takes the place of what has the name (OpenSSH, PROTOCOL, section 4.3). Plain SFTP refuses that.
const POSIX_RENAME: &str = "posix-rename@openssh.com";
const FSYNC: &str = "fsync@openssh.com";
/// The first part of a path below the account's own folder, as curl and others have it.
const HOME: &str = "~";

/// A session with an SSH server.
pub struct SftpTarget {
    ssh: Handle<HostCheck>,
    sftp: Arc<RawSftpSession>,
    host_key: HostKey,
    /// Whether the server offers [`POSIX_RENAME`] and [`FSYNC`].
    replaces: bool,
    syncs: bool,
    /// The target's folder, with a slash at its end; empty: where the account lands.
    base: String,
    patience: Patience,
}

impl SftpTarget {
    pub(crate) async fn open(spec: &TargetSpec, config: &PushConfig) -> Result<Self, PushError> {
        let mut patience = Patience::new(&spec.address, config);
        let (ssh, host_key) = session::connect(spec, config, &mut patience).await?;
        let (sftp, offers) = session::begin(&ssh, &patience).await?;
        let offers = |name: &str| offers.contains_key(name);
        let mut target = Self {
            replaces: offers(POSIX_RENAME),
            syncs: offers(FSYNC),
            ssh,
            sftp: Arc::new(sftp),
            host_key,
            base: String::new(),
            patience,
        };
        let folders: Vec<_> = parts(&spec.address).collect();
        target.enter(&folders).await?;
        Ok(target)
    }

    pub(crate) const fn host_key(&self) -> &HostKey {
        &self.host_key
    }

    /// Goes to the target's folder, from the root on or from where the account lands, and makes what is not there.
    async fn enter(&mut self, folders: &[String]) -> Result<(), PushError> {
        let below = match folders.split_first() {
            Some((first, rest)) if first == HOME => rest,
            None => return Ok(()),
            Some(_) => {
                self.base = "/".to_owned();
                folders
            }
        };
        for folder in below {
            self.base.push_str(folder);
            if self.size_at(&self.base).await?.is_none() {
                self.make_folder(&self.base).await?;
            }
            self.base.push('/');
        }
        Ok(())
    }

    async fn make_folder(&self, path: &str) -> Result<(), PushError> {
        let made = self.sftp.mkdir(path, FileAttributes::empty());
        self.patience.ask_sftp(made).await.map(|_| ())
    }

    fn whole(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    pub(crate) async fn size(&self, path: &str) -> Result<Option<u64>, PushError> {
        self.size_at(&self.whole(path)).await
    }

    async fn size_at(&self, path: &str) -> Result<Option<u64>, PushError> {
        match self.patience.wait(self.sftp.stat(path)).await? {
            Ok(found) => Ok(Some(found.attrs.size.unwrap_or(0))),
            Err(Error::Status(status)) if status.status_code == StatusCode::NoSuchFile => Ok(None),
            Err(error) => Err(self.patience.explain_sftp(&error)),
        }
    }

    pub(crate) async fn upload(&self, path: &str, behind: u64) -> Result<SftpUpload, PushError> {
        let mut at = 0;
        // One after the other: no server makes more than one of them at once.
        while let Some(slash) = path[at..].find('/') {
            let folder = self.whole(&path[..at + slash]);
            if self.size_at(&folder).await?.is_none() {
                // Somebody else's session may have made it in between; the upload shows whether it is there.
                let _ = self.make_folder(&folder).await;
            }
            at += slash + 1;
        }
        let mut flags = OpenFlags::WRITE | OpenFlags::CREATE;
        if behind == 0 {
            flags |= OpenFlags::TRUNCATE;
        }
        let opened = self
            .sftp
            .open(self.whole(path), flags, FileAttributes::empty());
        let opened = self.patience.ask_sftp(opened).await?;
        let sftp = Arc::clone(&self.sftp);
        let patience = self.patience.clone();
        Ok(SftpUpload::new(
            (sftp, opened.handle),
            behind,
            self.syncs,
            patience,
        ))
    }

    pub(crate) async fn read(&self, path: &str, tally: &mut DigestTally) -> Result<(), PushError> {
        let path = self.whole(path);
        let size = self.size_at(&path).await?.unwrap_or(0);
        let opened = self
            .sftp
            .open(path, OpenFlags::READ, FileAttributes::empty());
        let opened = self.patience.ask_sftp(opened).await?;
        transfer::read(&self.sftp, (&opened.handle, size), tally, &self.patience).await?;
        let closed = self.sftp.close(opened.handle);
        self.patience.ask_sftp(closed).await.map(|_| ())
    }

    pub(crate) async fn rename(&self, from: &str, to: &str) -> Result<(), PushError> {
        let (from, to) = (self.whole(from), self.whole(to));
        if self.replaces {
            return self.replace(&from, &to).await;
        }
        let first = self.sftp.rename(from.as_str(), to.as_str());
        let Err(error) = self.patience.wait(first).await? else {
            return Ok(());
        };
        if self.size_at(&to).await?.is_none() {
            return Err(self.patience.explain_sftp(&error));
        }
        // What has the name is an earlier one of the same file: names are nobody else's. Should this be cut in between, the
        // part is still there, known to be whole.
        self.patience
            .ask_sftp(self.sftp.remove(to.as_str()))
            .await?;
        let again = self.sftp.rename(from, to);
        self.patience.ask_sftp(again).await.map(|_| ())
    }

    async fn replace(&self, from: &str, to: &str) -> Result<(), PushError> {
        let names = [from, to].map(session::ssh_string).concat();
        let reply = self.sftp.extended(POSIX_RENAME, names);
        match self.patience.ask_sftp(reply).await? {
            Packet::Status(status) if status.status_code == StatusCode::Ok => Ok(()),
            Packet::Status(status) => Err(self.patience.explain_sftp(&Error::Status(status))),
            _ => Err(self.patience.explain_sftp(&Error::UnexpectedPacket)),
        }
    }

    pub(crate) async fn remove(&self, path: &str) -> Result<(), PushError> {
        let removed = self.sftp.remove(self.whole(path));
        self.patience.ask_sftp(removed).await.map(|_| ())
    }

    pub(crate) async fn close(self) {
        let _ = self.sftp.close_session();
        let farewell = self.ssh.disconnect(Disconnect::ByApplication, "", "");
        let _ = tokio::time::timeout(std::time::Duration::from_secs(1), farewell).await;
    }
}
