//! Targets behind FTP servers, plain or with TLS (explicit; implicit on port 990).

pub(crate) mod source;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rustls_platform_verifier::Verifier;
use suppaftp::tokio::{
    AsyncRustlsConnector, AsyncRustlsFtpStream, AsyncRustlsStream, TransferStream,
};
use suppaftp::types::FileType;
use suppaftp::{FtpError, FtpResult, Mode, Status};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::address::parts;
use crate::error::PushError;
use crate::hosts::{PushConfig, addresses, host_name};
use crate::patience::Patience;
use crate::spec::{DigestTally, TargetSpec};

const IMPLICIT_TLS_PORT: u16 = 990;
/// Bytes read at a time.
const PIECE: usize = 256 << 10;

type Transfer = TransferStream<AsyncRustlsStream>;

/// A session with an FTP server.
pub struct FtpTarget {
    session: AsyncRustlsFtpStream,
    patience: Patience,
}

/// A file being written to an FTP server.
pub struct FtpUpload {
    data: Transfer,
    patience: Patience,
}

#[derive(Clone, Copy)]
enum Direction {
    Store,
    Append,
    Retrieve,
}

impl FtpTarget {
    pub(crate) async fn open(spec: &TargetSpec, config: &PushConfig) -> Result<Self, PushError> {
        let mut target = Self::sign_in(spec, config).await?;
        // One after the other, from where the account lands: servers differ in what they make of a whole path.
        for folder in parts(&spec.address) {
            target.enter(&folder).await?;
        }
        Ok(target)
    }

    /// Connects and signs in; reads the folder that the account starts in.
    async fn sign_in(spec: &TargetSpec, config: &PushConfig) -> Result<Self, PushError> {
        let patience = Patience::new(&spec.address, config);
        let port = spec.address.port().unwrap_or(21);
        let addresses = addresses(&spec.address, port, config).await?;
        let mut session = connect(spec, (port, &addresses), config, &patience).await?;
        let (user, secret) = (spec.login_name.as_str(), spec.secret.as_str());
        patience.ask(session.login(user, secret)).await?;
        // The protocol's default, ASCII, alters the bytes.
        patience
            .ask(session.transfer_type(FileType::Binary))
            .await?;
        session.set_mode(Mode::ExtendedPassive);
        Ok(Self { session, patience })
    }

    async fn enter(&mut self, folder: &str) -> Result<(), PushError> {
        if self.patience.ask(self.session.cwd(folder)).await.is_ok() {
            return Ok(());
        }
        // It may be there already; whether it is, its being entered shows.
        let _ = self.patience.ask(self.session.mkdir(folder)).await;
        self.patience.ask(self.session.cwd(folder)).await
    }

    pub(crate) async fn size(&mut self, path: &str) -> Result<Option<u64>, PushError> {
        let reply = self.session.size(path);
        match tokio::time::timeout(self.patience.reply, reply).await {
            Ok(Err(FtpError::UnexpectedResponse(reply)))
                if reply.status == Status::FileUnavailable =>
            {
                Ok(None)
            }
            Ok(answer) => answer
                .map(|size| Some(size as u64))
                .map_err(|error| self.patience.explain(&error)),
            Err(_) => Err(self.patience.no_answer()),
        }
    }

    pub(crate) async fn upload(&mut self, path: &str, behind: u64) -> Result<FtpUpload, PushError> {
        // One after the other: no server makes more than one of them at once.
        for (slash, _) in path.match_indices('/') {
            // It may be there already; the upload shows whether it is.
            let _ = self.patience.ask(self.session.mkdir(&path[..slash])).await;
        }
        let direction = if behind == 0 {
            Direction::Store
        } else {
            Direction::Append
        };
        Ok(FtpUpload {
            data: self.begin(direction, path).await?,
            patience: self.patience.clone(),
        })
    }

    async fn begin(&mut self, direction: Direction, path: &str) -> Result<Transfer, PushError> {
        let first = tokio::time::timeout(self.patience.reply, self.transfer(direction, path)).await;
        match first {
            Ok(Err(FtpError::UnexpectedResponse(reply))) if is_unknown_command(reply.status) => {
                // No EPSV. PASV with the server's own address: the address in its reply could point anywhere.
                self.session.set_passive_nat_workaround(true);
                self.session.set_mode(Mode::Passive);
                let patience = self.patience.clone();
                patience.ask(self.transfer(direction, path)).await
            }
            Ok(answer) => answer.map_err(|error| self.patience.explain(&error)),
            Err(_) => Err(self.patience.no_answer()),
        }
    }

    async fn transfer(&mut self, direction: Direction, path: &str) -> FtpResult<Transfer> {
        match direction {
            Direction::Store => self.session.put_with_stream(path).await,
            Direction::Append => self.session.append_with_stream(path).await,
            Direction::Retrieve => self.session.retr_as_stream(path).await,
        }
    }

    pub(crate) async fn read(
        &mut self,
        path: &str,
        tally: &mut DigestTally,
    ) -> Result<(), PushError> {
        let mut data = self.begin(Direction::Retrieve, path).await?;
        let mut piece = vec![0; PIECE];
        loop {
            match tokio::time::timeout(self.patience.silence, data.read(&mut piece)).await {
                Ok(Ok(0)) => break,
                Ok(Ok(read)) => tally.add(&piece[..read]),
                Ok(Err(error)) => return Err(self.patience.broken(error.to_string())),
                Err(_) => return Err(self.patience.no_answer()),
            }
        }
        self.patience.ask(data.finish()).await
    }

    pub(crate) async fn rename(&mut self, from: &str, to: &str) -> Result<(), PushError> {
        self.patience.ask(self.session.rename(from, to)).await
    }

    pub(crate) async fn remove(&mut self, path: &str) -> Result<(), PushError> {
        self.patience.ask(self.session.rm(path)).await
    }

    pub(crate) async fn close(mut self) {
        let _ = tokio::time::timeout(Duration::from_secs(1), self.session.quit()).await;
    }
}

impl FtpUpload {
    pub(crate) async fn write(&mut self, bytes: &[u8]) -> Result<(), PushError> {
        match tokio::time::timeout(self.patience.silence, self.data.write_all(bytes)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(self.patience.broken(error.to_string())),
            Err(_) => Err(self.patience.no_answer()),
        }
    }

    /// The end of the data proves nothing: only the server's closing reply says that it has everything.
    pub(crate) async fn finish(self) -> Result<(), PushError> {
        self.patience.ask(self.data.finish()).await
    }
}

async fn connect(
    spec: &TargetSpec,
    (port, addresses): (u16, &[SocketAddr]),
    config: &PushConfig,
    patience: &Patience,
) -> Result<AsyncRustlsFtpStream, PushError> {
    let host = host_name(&spec.address);
    let secure = spec.address.scheme() == "ftps";
    if secure && port == IMPLICIT_TLS_PORT {
        let tls = tls_connector(config, patience)?;
        let session = AsyncRustlsFtpStream::connect_secure_implicit(addresses, tls, &host);
        return patience.ask(session).await;
    }
    let socket = async {
        TcpStream::connect(addresses)
            .await
            .map_err(FtpError::ConnectionError)
    };
    let socket = patience.ask(socket).await?;
    let session = AsyncRustlsFtpStream::connect_with_stream(socket);
    let session = patience.ask(session).await?;
    if !secure {
        return Ok(session);
    }
    let tls = tls_connector(config, patience)?;
    patience.ask(session.into_secure(tls, &host)).await
}

fn tls_connector(
    config: &PushConfig,
    patience: &Patience,
) -> Result<AsyncRustlsConnector, PushError> {
    let broken = |error: rustls::Error| patience.broken(format!("TLS: {error}"));
    // The provider is named because more than one is compiled in, and then rustls has no default.
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let roots = config.roots.iter().cloned();
    let verifier = Verifier::new_with_extra_roots(roots, Arc::clone(&provider)).map_err(broken)?;
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(broken)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(tokio_rustls::TlsConnector::from(Arc::new(config)).into())
}

impl Patience {
    /// Runs one call: suppaftp itself waits for ever.
    async fn ask<T>(&self, call: impl Future<Output = FtpResult<T>>) -> Result<T, PushError> {
        self.wait(call).await?.map_err(|error| self.explain(&error))
    }

    fn explain(&self, error: &FtpError) -> PushError {
        let what = self.explained(error.to_string());
        let FtpError::UnexpectedResponse(reply) = error else {
            return PushError::Failed(what);
        };
        match reply.status {
            Status::NotLoggedIn
            | Status::InvalidCredentials
            | Status::FileUnavailable
            | Status::BadFilename => PushError::Denied(what),
            Status::ExceededStorage => PushError::NoSpace(what),
            _ => PushError::Failed(what),
        }
    }
}

fn is_unknown_command(status: Status) -> bool {
    matches!(
        status,
        Status::BadCommand | Status::BadArguments | Status::NotImplemented
    )
}
