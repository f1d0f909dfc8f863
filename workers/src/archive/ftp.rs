//! Archives behind FTP servers, plain (`ftp`) or with explicit TLS (`ftps`; implicit on port 990).

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures::StreamExt;
use percent_encoding::percent_decode_str;
use rustls_platform_verifier::BuilderVerifierExt;
use suppaftp::tokio::{
    AsyncRustlsConnector, AsyncRustlsFtpStream, AsyncRustlsStream, TransferStream,
};
use suppaftp::types::FileType;
use suppaftp::{FtpError, FtpResult, Mode, Status};
use texts::{Detail, FailureText};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use url::Url;

use super::address::redacted;
use super::object::{ArchiveObject, silent};
use super::{ArchiveConfig, ArchiveError, hosts};
use crate::fault::Fault;

/// One piece handed on; about what a data connection delivers in one go.
const PIECE: usize = 256 << 10;
const PIECES_AHEAD: usize = 8;
const IMPLICIT_TLS_PORT: u16 = 990;

pub(super) async fn open(url: &Url, config: &ArchiveConfig) -> Result<ArchiveObject, ArchiveError> {
    let limit = config.connect;
    // Relative to where the account lands (RFC 1738, section 3.2.2); an absolute path is written `/%2F...`.
    let path = decode(url.path().trim_start_matches('/'))?;
    let mut session = sign_in(url, config).await?;
    let size = ask(url, limit, session.size(&path)).await?;
    let transfer = begin(&mut session, url, &path, limit).await?;
    let (send, mut receive) = mpsc::channel(PIECES_AHEAD);
    let transfer = Transfer {
        session,
        data: transfer,
        silence: config.silence,
    };
    tokio::spawn(transfer.run(send));
    Ok(ArchiveObject {
        size: size as u64,
        stream: futures::stream::poll_fn(move |cx| receive.poll_recv(cx)).boxed(),
    })
}

async fn begin(
    session: &mut AsyncRustlsFtpStream,
    url: &Url,
    path: &str,
    limit: Duration,
) -> Result<TransferStream<AsyncRustlsStream>, ArchiveError> {
    let first = tokio::time::timeout(limit, session.retr_as_stream(path)).await;
    match first {
        Ok(Err(FtpError::UnexpectedResponse(reply))) if is_unknown_command(reply.status) => {
            // No EPSV. PASV with the server's own address: the address in its reply could point anywhere.
            session.set_passive_nat_workaround(true);
            session.set_mode(Mode::Passive);
            ask(url, limit, session.retr_as_stream(path)).await
        }
        Ok(answer) => answer.map_err(|e| explain(url, &e)),
        Err(_) => Err(no_answer(url)),
    }
}

fn is_unknown_command(status: Status) -> bool {
    matches!(
        status,
        Status::BadCommand | Status::BadArguments | Status::NotImplemented
    )
}

async fn sign_in(url: &Url, config: &ArchiveConfig) -> Result<AsyncRustlsFtpStream, ArchiveError> {
    let limit = config.connect;
    let mut session = connect(url, config).await?;
    let (user, password) = match url.username() {
        "" => ("anonymous".to_owned(), "anonymous@".to_owned()),
        user => (decode(user)?, decode(url.password().unwrap_or_default())?),
    };
    ask(url, limit, session.login(user, password)).await?;
    // The protocol's default, ASCII, alters the bytes.
    ask(url, limit, session.transfer_type(FileType::Binary)).await?;
    session.set_mode(Mode::ExtendedPassive);
    Ok(session)
}

async fn connect(url: &Url, config: &ArchiveConfig) -> Result<AsyncRustlsFtpStream, ArchiveError> {
    let limit = config.connect;
    let host = url.host_str().unwrap_or_default().to_owned();
    let bare_host = host.trim_matches(['[', ']']).to_owned();
    let port = url.port().unwrap_or(21);
    let addresses = hosts::addresses(url, port, config).await?;
    let secure = url.scheme() == "ftps";
    if secure && port == IMPLICIT_TLS_PORT {
        let tls = tls_connector()?;
        let session =
            AsyncRustlsFtpStream::connect_secure_implicit(addresses.as_slice(), tls, &bare_host);
        return ask(url, limit, session).await;
    }
    let socket = async {
        TcpStream::connect(addresses.as_slice())
            .await
            .map_err(FtpError::ConnectionError)
    };
    let socket = ask(url, limit, socket).await?;
    let session = AsyncRustlsFtpStream::connect_with_stream(socket);
    let session = ask(url, limit, session).await?;
    if !secure {
        return Ok(session);
    }
    ask(
        url,
        limit,
        session.into_secure(tls_connector()?, &bare_host),
    )
    .await
}

fn tls_connector() -> Result<AsyncRustlsConnector, ArchiveError> {
    // The provider is named because more than one is compiled in, and then rustls has no default.
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(BuilderVerifierExt::with_platform_verifier)
        .map_err(|e| ArchiveError::Transient(format!("TLS: {e}").into()))?
        .with_no_client_auth();
    Ok(tokio_rustls::TlsConnector::from(Arc::new(config)).into())
}

/// Runs one call: suppaftp itself waits for ever.
async fn ask<T>(
    url: &Url,
    limit: Duration,
    call: impl Future<Output = FtpResult<T>>,
) -> Result<T, ArchiveError> {
    match tokio::time::timeout(limit, call).await {
        Ok(answer) => answer.map_err(|e| explain(url, &e)),
        Err(_) => Err(no_answer(url)),
    }
}

fn no_answer(url: &Url) -> ArchiveError {
    let address = redacted(url);
    ArchiveError::Transient(FailureText::NoAnswer { place: address }.into())
}

fn explain(url: &Url, error: &FtpError) -> ArchiveError {
    let what = || {
        Detail::from(FailureText::Said {
            place: redacted(url),
            what: error.to_string().into(),
        })
    };
    let FtpError::UnexpectedResponse(reply) = error else {
        return ArchiveError::Transient(what());
    };
    let reply_text = String::from_utf8_lossy(&reply.body).to_lowercase();
    match reply.status {
        Status::FileUnavailable if says_forbidden(&reply_text) => ArchiveError::Unreadable(what()),
        Status::FileUnavailable => ArchiveError::Missing(redacted(url).into()),
        Status::NotLoggedIn if says_full(&reply_text) => ArchiveError::Transient(what()),
        Status::NotLoggedIn | Status::InvalidCredentials => ArchiveError::Denied(what()),
        Status::BadFilename => ArchiveError::Unreadable(what()),
        // Also 500, which vsftpd says when it fails itself.
        _ => ArchiveError::Transient(what()),
    }
}

/// 530 also means that as many are signed in as may be.
fn says_full(reply_text: &str) -> bool {
    let words = ["too many", "maximum", "limit"];
    words.iter().any(|word| reply_text.contains(word))
}

/// 550 means both "no such file" and "you may not"; only the words tell.
fn says_forbidden(reply_text: &str) -> bool {
    [
        "denied",
        "permission",
        "not permitted",
        "not a plain",
        "not a regular",
        "directory",
    ]
    .iter()
    .any(|word| reply_text.contains(word) && !reply_text.contains("no such"))
}

fn decode(text: &str) -> Result<String, ArchiveError> {
    let decoded = percent_decode_str(text).decode_utf8();
    match decoded {
        // A line end would start another command on the control connection.
        Ok(text) if !text.contains(['\r', '\n', '\0']) => Ok(text.into_owned()),
        _ => Err(ArchiveError::Unsupported(
            FailureText::FtpAddressIllegal.into(),
        )),
    }
}

struct Transfer {
    session: AsyncRustlsFtpStream,
    data: TransferStream<AsyncRustlsStream>,
    silence: Duration,
}

impl Transfer {
    async fn run(mut self, send: mpsc::Sender<Result<Bytes, Fault>>) {
        loop {
            match self.next().await {
                Ok(Some(piece)) => {
                    if send.send(Ok(piece)).await.is_err() {
                        return;
                    }
                }
                Ok(None) => break,
                Err(fault) => {
                    // When nobody listens any more, nobody needs the reason.
                    let _ = send.send(Err(fault)).await;
                    return;
                }
            }
        }
        if let Err(fault) = self.finish().await {
            let _ = send.send(Err(fault)).await;
        }
    }

    async fn next(&mut self) -> Result<Option<Bytes>, Fault> {
        let mut piece = BytesMut::with_capacity(PIECE);
        let read = self.data.read_buf(&mut piece);
        match tokio::time::timeout(self.silence, read).await {
            Ok(Ok(0)) => Ok(None),
            Ok(Ok(_)) => Ok(Some(piece.freeze())),
            Ok(Err(error)) => Err(Fault::TransientIo(error.to_string().into())),
            Err(_) => Err(silent(self.silence)),
        }
    }

    /// The end of the data proves nothing: only the server's closing reply says that the file was whole.
    async fn finish(self) -> Result<(), Fault> {
        let mut session = self.session;
        let reply = tokio::time::timeout(self.silence, self.data.finish()).await;
        let outcome = match reply {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Fault::TransientIo(error.to_string().into())),
            Err(_) => Err(silent(self.silence)),
        };
        // Politeness only: the file is complete whatever comes back.
        let _ = tokio::time::timeout(Duration::from_secs(1), session.quit()).await;
        outcome
    }
}

#[cfg(test)]
mod tests {
    use suppaftp::types::Response;

    use super::*;

    #[test]
    fn a_full_server_is_no_wrong_password() {
        let url = Url::parse("ftp://archive/a.tif").unwrap();
        let answer = |words: &str| {
            let reply = Response::new(Status::NotLoggedIn, words.as_bytes().to_vec());
            explain(&url, &FtpError::UnexpectedResponse(reply))
        };
        for full in [
            "Sorry, the maximum number of clients (50) are already connected.",
            "Too many connections from your IP",
        ] {
            let error = answer(full);
            assert!(matches!(error, ArchiveError::Transient(_)), "{error:?}");
        }
        let error = answer("Login incorrect.");
        assert!(matches!(error, ArchiveError::Denied(_)), "{error:?}");
    }
}
