//! Real servers that scenes are sent to, of every kind.

use std::net::SocketAddr;
use std::path::PathBuf;

use domain::push_target::{SignIn, SignInKey, TargetKind};
use push::{PushConfig, SshKey};
use storage::clock;
use storage::db::push_keys::{self, NewPushKey};
use testkit::builders::server_key;
use testkit::builders::subscription::TargetAccess;
use testkit::ceph::OwnBucket;
use testkit::ftp_server::FtpServer;
use testkit::ssh_server::SshServer;

use crate::world::World;

/// What the keys of this installation are made from.
pub const SEED: [u8; 32] = [5; 32];

/// Somebody's server.
pub enum Receiver {
    Ftp(FtpServer),
    Sftp(SshServer),
    Bucket(OwnBucket),
}

impl Receiver {
    pub fn ftp() -> Self {
        Self::Ftp(FtpServer::start().unwrap())
    }

    pub fn ftps() -> Self {
        Self::Ftp(FtpServer::start_secure().unwrap())
    }

    /// One that has let the key in that everybody's targets shared.
    pub fn sftp() -> Self {
        Self::sftp_for(&SshKey::of_installation(&SEED))
    }

    /// One that lets this key in and no other.
    pub fn sftp_for(key: &SshKey) -> Self {
        Self::Sftp(SshServer::start(&key.authorized_line()).unwrap())
    }

    pub fn bucket() -> Self {
        Self::Bucket(OwnBucket::new().unwrap())
    }

    /// How it is reached as its owner has written it down.
    pub fn access(&self) -> TargetAccess {
        match self {
            Self::Ftp(server) => {
                let mut access = TargetAccess::ftp(&server.address());
                if server.is_secure() {
                    access.kind = TargetKind::Ftps;
                }
                access
            }
            Self::Sftp(server) => TargetAccess {
                kind: TargetKind::Sftp,
                address: server.address(),
                login_name: server.user.clone(),
                secret: String::new(),
                sign_in: SignIn::Key,
                sign_in_key: Some(SignInKey::Installation),
                host_key: Some(server.host_key().unwrap()),
            },
            Self::Bucket(bucket) => {
                let [_, (_, name), (_, secret), ..] = bucket.ceph.environment();
                TargetAccess {
                    kind: TargetKind::S3,
                    address: format!("{}/{}/shelf", bucket.ceph.endpoint, bucket.name),
                    login_name: name.to_owned(),
                    secret: secret.to_owned(),
                    sign_in: SignIn::Password,
                    sign_in_key: None,
                    host_key: None,
                }
            }
        }
    }

    /// Address that it listens on.
    pub fn listens(&self) -> SocketAddr {
        let local = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
        match self {
            Self::Ftp(server) => local(server.port),
            Self::Sftp(server) => local(server.port),
            Self::Bucket(bucket) => bucket.ceph.endpoint["http://".len()..].parse().unwrap(),
        }
    }

    /// The same over a line that listens there.
    pub fn access_over(&self, line: SocketAddr) -> TargetAccess {
        let access = self.access();
        let (here, there) = (self.listens().to_string(), line.to_string());
        TargetAccess {
            address: access.address.replace(&here, &there),
            ..access
        }
    }

    /// What a worker knows of such servers.
    pub fn config(&self) -> PushConfig {
        let roots = match self {
            Self::Ftp(server) => server.authority.iter().cloned().collect(),
            Self::Sftp(_) | Self::Bucket(_) => Vec::new(),
        };
        PushConfig {
            hosts: vec!["127.0.0.1".parse().unwrap()].into(),
            roots,
            ..PushConfig::default()
        }
    }

    /// Names and contents of the files that were received.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        match self {
            Self::Ftp(server) => server.files(),
            Self::Sftp(server) => server.files(),
            Self::Bucket(OwnBucket { ceph, name }) => {
                let keys = ceph.keys(name).unwrap().into_iter();
                let below = keys.map(|key| {
                    let bytes = ceph.read(&escaped(&format!("{name}/{key}"))).unwrap();
                    (key["shelf/".len()..].to_owned(), bytes)
                });
                below.collect()
            }
        }
    }

    /// Uploads into the bucket that have begun and not ended.
    pub fn unfinished_uploads(&self) -> usize {
        if let Self::Bucket(OwnBucket { ceph, name }) = self {
            ceph.unfinished_uploads(name).unwrap().len()
        } else {
            0
        }
    }

    /// Takes them back, as the bucket's owner does.
    pub fn drop_unfinished_uploads(&self) {
        if let Self::Bucket(OwnBucket { ceph, name }) = self {
            for (key, id) in ceph.unfinished_uploads(name).unwrap() {
                let path = escaped(&format!("{name}/{key}"));
                let path = format!("{path}?uploadId={id}");
                ceph.request("DELETE", &path).unwrap();
            }
        }
    }

    fn folder(&self) -> Option<&PathBuf> {
        match self {
            Self::Ftp(server) => Some(&server.folder),
            Self::Sftp(server) => Some(&server.folder),
            Self::Bucket(_) => None,
        }
    }

    /// Whether files have another name until they are whole.
    pub fn has_parts(&self) -> bool {
        self.folder().is_some()
    }

    /// As a session that ended has left it.
    pub fn put(&self, path: &str, bytes: &[u8]) {
        if let Some(folder) = self.folder() {
            let file = folder.join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, bytes).unwrap();
        } else if let Self::Bucket(OwnBucket { ceph, name }) = self {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), bytes).unwrap();
            let path = format!("{name}/shelf/{path}");
            ceph.upload(file.path(), &escaped(&path)).unwrap();
        }
    }
}

/// As a URL has it.
fn escaped(path: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-".contains(byte);
    let escape = |byte: u8| {
        if plain(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    path.bytes().map(escape).collect()
}

/// The key of this installation, as the API made it.
pub async fn keep_key(world: &World) {
    let new = NewPushKey {
        algorithm: "Ed25519",
        public_key: &SshKey::of_installation(&SEED).authorized_line(),
        seed: &SEED,
        made: clock::now(),
    };
    push_keys::keep(&mut *world.db().await, &server_key(), new)
        .await
        .unwrap();
}
