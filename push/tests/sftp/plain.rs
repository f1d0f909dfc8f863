//! An SSH server that takes a password and offers nothing beyond the draft: it answers reads in short pieces, and renames to no
//! name that is taken.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use push::HostKey;
use russh::keys::PrivateKey;
use russh::keys::ssh_key::private::{Ed25519Keypair, KeypairData};
use russh::server::{Auth, ChannelOpenHandle, Config, Handler, Msg, Response, Session, run_stream};
use russh::{Channel, ChannelId, MethodKind, MethodSet};
use russh_sftp::protocol::{Attrs, Data, FileAttributes, Handle, OpenFlags, Status, StatusCode};
use tempfile::TempDir;
use tokio::net::TcpListener;

pub const USER: &str = "survey";
pub const PASSWORD: &str = "s3cret-word";
/// Most bytes of one answer.
const SHORT: u32 = 10_000;

/// How it wants to be signed in at, and whether it then answers.
#[derive(Clone, Copy)]
pub struct Manner {
    pub method: MethodKind,
    pub is_mute: bool,
}

pub struct PlainServer {
    pub address: SocketAddr,
    pub host_key: HostKey,
    pub root: TempDir,
    /// Passwords that clients sent, in order.
    pub passwords: Arc<Mutex<Vec<String>>>,
}

impl PlainServer {
    pub async fn start(manner: Manner) -> Self {
        let root = tempfile::tempdir().unwrap();
        let pair = KeypairData::from(Ed25519Keypair::from_seed(&[7; 32]));
        let key = PrivateKey::try_from(pair).unwrap();
        let host_key = HostKey::parse(&key.public_key().to_openssh().unwrap()).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let config = Arc::new(Config {
            keys: vec![key],
            methods: MethodSet::from(&[manner.method][..]),
            auth_rejection_time: Duration::ZERO,
            ..Config::default()
        });
        let passwords = Arc::new(Mutex::new(Vec::new()));
        let visit = Visit {
            root: root.path().to_owned(),
            manner,
            passwords: Arc::clone(&passwords),
            channels: HashMap::new(),
        };
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let (config, visit) = (Arc::clone(&config), visit.again());
                tokio::spawn(async move {
                    if let Ok(session) = run_stream(config, socket, visit).await {
                        let _ = session.await;
                    }
                });
            }
        });
        Self {
            address,
            host_key,
            root,
            passwords,
        }
    }
}

struct Visit {
    root: PathBuf,
    manner: Manner,
    passwords: Arc<Mutex<Vec<String>>>,
    channels: HashMap<ChannelId, Channel<Msg>>,
}

impl Visit {
    fn again(&self) -> Self {
        Self {
            root: self.root.clone(),
            manner: self.manner,
            passwords: Arc::clone(&self.passwords),
            channels: HashMap::new(),
        }
    }

    fn judge(&self, user: &str, password: &str) -> Auth {
        self.passwords.lock().unwrap().push(password.to_owned());
        if user == USER && password == PASSWORD {
            Auth::Accept
        } else {
            Auth::reject()
        }
    }
}

impl Handler for Visit {
    type Error = russh::Error;

    async fn auth_password(&mut self, user: &str, password: &str) -> Result<Auth, Self::Error> {
        Ok(self.judge(user, password))
    }

    async fn auth_keyboard_interactive<'a>(
        &'a mut self,
        user: &str,
        _: &str,
        response: Option<Response<'a>>,
    ) -> Result<Auth, Self::Error> {
        let Some(mut answers) = response else {
            return Ok(Auth::Partial {
                name: "".into(),
                instructions: "".into(),
                prompts: vec![("Password: ".into(), false)].into(),
            });
        };
        let answer = answers.next().unwrap_or_default();
        Ok(self.judge(user, &String::from_utf8_lossy(&answer)))
    }

    async fn channel_open_session(
        &mut self,
        channel: Channel<Msg>,
        reply: ChannelOpenHandle,
        _: &mut Session,
    ) -> Result<(), Self::Error> {
        self.channels.insert(channel.id(), channel);
        reply.accept().await;
        Ok(())
    }

    async fn subsystem_request(
        &mut self,
        id: ChannelId,
        _: &str,
        session: &mut Session,
    ) -> Result<(), Self::Error> {
        let channel = self
            .channels
            .remove(&id)
            .ok_or(russh::Error::WrongChannel)?;
        session.channel_success(id)?;
        let files = Files {
            root: self.root.clone(),
            open: HashMap::new(),
            is_mute: self.manner.is_mute,
        };
        russh_sftp::server::run(channel.into_stream(), files).await;
        Ok(())
    }
}

struct Files {
    root: PathBuf,
    open: HashMap<String, std::fs::File>,
    is_mute: bool,
}

impl Files {
    fn file(&self, handle: &str) -> Result<&std::fs::File, StatusCode> {
        self.open.get(handle).ok_or(StatusCode::Failure)
    }
}

fn status(id: u32, done: io::Result<()>) -> Result<Status, StatusCode> {
    done.map_err(|error| code(&error)).map(|()| Status {
        id,
        status_code: StatusCode::Ok,
        error_message: String::new(),
        language_tag: String::new(),
    })
}

fn code(error: &io::Error) -> StatusCode {
    match error.kind() {
        io::ErrorKind::NotFound => StatusCode::NoSuchFile,
        io::ErrorKind::PermissionDenied => StatusCode::PermissionDenied,
        _ => StatusCode::Failure,
    }
}

impl russh_sftp::server::Handler for Files {
    type Error = StatusCode;

    fn unimplemented(&self) -> Self::Error {
        StatusCode::OpUnsupported
    }

    async fn open(
        &mut self,
        id: u32,
        filename: String,
        flags: OpenFlags,
        _: FileAttributes,
    ) -> Result<Handle, Self::Error> {
        if self.is_mute {
            std::future::pending::<()>().await;
        }
        let options = std::fs::OpenOptions::from(flags);
        let file = options
            .open(self.root.join(filename))
            .map_err(|error| code(&error))?;
        let handle = id.to_string();
        self.open.insert(handle.clone(), file);
        Ok(Handle { id, handle })
    }

    async fn close(&mut self, id: u32, handle: String) -> Result<Status, Self::Error> {
        self.open.remove(&handle);
        status(id, Ok(()))
    }

    async fn read(
        &mut self,
        id: u32,
        handle: String,
        offset: u64,
        length: u32,
    ) -> Result<Data, Self::Error> {
        let mut data = vec![0; length.min(SHORT) as usize];
        let read = self
            .file(&handle)?
            .read_at(&mut data, offset)
            .map_err(|error| code(&error))?;
        if read == 0 {
            return Err(StatusCode::Eof);
        }
        data.truncate(read);
        Ok(Data { id, data })
    }

    async fn write(
        &mut self,
        id: u32,
        handle: String,
        offset: u64,
        data: Vec<u8>,
    ) -> Result<Status, Self::Error> {
        status(id, self.file(&handle)?.write_all_at(&data, offset))
    }

    async fn stat(&mut self, id: u32, path: String) -> Result<Attrs, Self::Error> {
        let found = std::fs::metadata(self.root.join(path)).map_err(|error| code(&error))?;
        let attrs = FileAttributes::from(&found);
        Ok(Attrs { id, attrs })
    }

    async fn mkdir(
        &mut self,
        id: u32,
        path: String,
        _: FileAttributes,
    ) -> Result<Status, Self::Error> {
        status(id, std::fs::create_dir(self.root.join(path)))
    }

    async fn remove(&mut self, id: u32, path: String) -> Result<Status, Self::Error> {
        status(id, std::fs::remove_file(self.root.join(path)))
    }

    async fn rename(&mut self, id: u32, from: String, to: String) -> Result<Status, Self::Error> {
        let (from, to) = (self.root.join(from), self.root.join(to));
        if to.exists() {
            return Err(StatusCode::Failure);
        }
        status(id, std::fs::rename(from, to))
    }
}
