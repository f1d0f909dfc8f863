//! The control connection: lines in, replies out, in UTF-8 or GBK, in clear or over TLS.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use encoding_rs::GB18030;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::socket::Socket;

/// A client that does not take a reply within this time is gone.
const REPLY_TIMEOUT: Duration = Duration::from_secs(20);

enum Stream {
    Plain(Socket),
    Tls(Box<TlsStream<Socket>>),
    /// A handshake failed; nothing more can be said.
    Broken,
}

trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// The control connection.
pub(crate) struct Control {
    stream: Stream,
    buffer: Vec<u8>,
    line_limit: usize,
    gbk: bool,
}

impl Control {
    pub(crate) const fn new(socket: Socket, line_limit: usize) -> Self {
        Self {
            stream: Stream::Plain(socket),
            buffer: Vec::new(),
            line_limit,
            gbk: false,
        }
    }

    pub(crate) const fn is_secure(&self) -> bool {
        matches!(self.stream, Stream::Tls(_))
    }

    fn duplex(&mut self) -> io::Result<&mut dyn Duplex> {
        match &mut self.stream {
            Stream::Plain(socket) => Ok(socket),
            Stream::Tls(stream) => Ok(stream.as_mut()),
            Stream::Broken => Err(io::ErrorKind::NotConnected.into()),
        }
    }

    /// The next line without its end, or `None` when the client closed. May be cancelled at any await.
    pub(crate) async fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let mut line: Vec<u8> = self.buffer.drain(..=end).collect();
                while matches!(line.last(), Some(b'\n' | b'\r')) {
                    line.pop();
                }
                return Ok(Some(strip_telnet(&line)));
            }
            if self.buffer.len() > self.line_limit {
                return Err(io::ErrorKind::InvalidData.into());
            }
            let mut piece = [0; 1024];
            let count = self.duplex()?.read(&mut piece).await?;
            if count == 0 {
                return Ok(None);
            }
            self.buffer.extend_from_slice(&piece[..count]);
        }
    }

    /// Sends a reply of one line.
    pub(crate) async fn reply(&mut self, code: u16, text: &str) -> io::Result<()> {
        self.send(&format!("{code} {text}\r\n")).await
    }

    /// Sends a reply of several lines.
    pub(crate) async fn reply_lines<'a>(
        &mut self,
        code: u16,
        head: &str,
        lines: impl IntoIterator<Item = &'a str> + Send,
    ) -> io::Result<()> {
        let mut text = format!("{code}-{head}\r\n");
        for line in lines {
            text.push(' ');
            text.push_str(line);
            text.push_str("\r\n");
        }
        // Writing to a String cannot fail.
        let _ = write!(text, "{code} End\r\n");
        self.send(&text).await
    }

    async fn send(&mut self, text: &str) -> io::Result<()> {
        let bytes = self.encode(text);
        let stream = self.duplex()?;
        timeout(REPLY_TIMEOUT, async {
            stream.write_all(&bytes).await?;
            stream.flush().await
        })
        .await?
    }

    /// Turns the connection into TLS. What the client sent in clear behind its AUTH is dropped: it may have been
    /// put there by someone in between.
    pub(crate) async fn upgrade(
        &mut self,
        tls: &TlsAcceptor,
        patience: Duration,
    ) -> io::Result<()> {
        self.buffer.clear();
        match std::mem::replace(&mut self.stream, Stream::Broken) {
            Stream::Plain(socket) => {
                let stream = timeout(patience, tls.accept(socket)).await??;
                self.stream = Stream::Tls(Box::new(stream));
                Ok(())
            }
            other => {
                self.stream = other;
                Err(io::ErrorKind::AlreadyExists.into())
            }
        }
    }

    /// Says goodbye to TLS, so that the client does not take the end for a truncation.
    pub(crate) async fn close(&mut self) {
        if let Ok(stream) = self.duplex() {
            let _ = timeout(Duration::from_secs(2), stream.shutdown()).await;
        }
    }

    /// Chinese Windows clients speak GBK without saying so.
    pub(crate) const fn use_gbk(&mut self, gbk: bool) {
        self.gbk = gbk;
    }

    /// Text as bytes in the session's encoding. GB18030 agrees with GBK on every character GBK has, and can name the
    /// others too.
    pub(crate) fn encode(&self, text: &str) -> Vec<u8> {
        if self.gbk {
            GB18030.encode(text).0.into_owned()
        } else {
            text.as_bytes().to_vec()
        }
    }

    /// Bytes as text; bytes that are no UTF-8 switch the session to GBK. `None` if they are neither.
    pub(crate) fn decode(&mut self, bytes: &[u8]) -> Option<String> {
        if let Ok(text) = std::str::from_utf8(bytes)
            && (!self.gbk || text.is_ascii())
        {
            return Some(text.to_owned());
        }
        let (text, broken) = GB18030.decode_without_bom_handling(bytes);
        if broken {
            return None;
        }
        self.gbk = true;
        Some(text.into_owned())
    }
}

/// Removes telnet commands (IAC IP, IAC DM before ABOR; option negotiation). 0xFF occurs in neither UTF-8 nor GBK.
fn strip_telnet(line: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(line.len());
    let mut at = 0;
    while at < line.len() {
        match (line[at], line.get(at + 1)) {
            (255, Some(251..=254)) => at += 3,
            (255, Some(_)) => at += 2,
            (255, None) => at += 1,
            (byte, _) => {
                kept.push(byte);
                at += 1;
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::strip_telnet;
    use proptest::prelude::*;

    #[test]
    fn telnet_commands_vanish() {
        assert_eq!(strip_telnet(b"\xff\xf4\xff\xf2ABOR"), b"ABOR");
        assert_eq!(strip_telnet(b"\xff\xfd\x06NOOP"), b"NOOP");
        assert_eq!(strip_telnet(b"\xff"), b"");
        assert_eq!(strip_telnet("RETR 影像".as_bytes()), "RETR 影像".as_bytes());
    }

    proptest! {
        #[test]
        fn nothing_else_does(line in proptest::collection::vec(0u8..=254, 0..64)) {
            prop_assert_eq!(strip_telnet(&line), line);
        }
    }
}
