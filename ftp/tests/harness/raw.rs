//! A client that says exactly what a test wants said.

use std::net::SocketAddr;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, SignatureScheme, SupportedProtocolVersion};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::TOO_LONG;

pub trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

pub struct Raw {
    io: BufReader<Box<dyn Duplex>>,
    server: SocketAddr,
    tls: Option<TlsConnector>,
}

impl Raw {
    pub async fn connect(server: SocketAddr) -> Self {
        let mut raw = Self::connect_only(server).await;
        let greeting = raw.reply().await;
        assert!(greeting.starts_with("220 "), "{greeting}");
        raw
    }

    /// Connects and reads nothing.
    pub async fn connect_only(server: SocketAddr) -> Self {
        let stream: Box<dyn Duplex> = Box::new(TcpStream::connect(server).await.unwrap());
        Self {
            io: BufReader::new(stream),
            server,
            tls: None,
        }
    }

    /// Upgrades to TLS of one version.
    pub async fn secure(self, version: &'static SupportedProtocolVersion) -> Self {
        let mut raw = self;
        raw.expect("AUTH TLS", 234).await;
        raw.handshake(version).await
    }

    /// The handshake that follows a 234.
    pub async fn handshake(self, version: &'static SupportedProtocolVersion) -> Self {
        let tls = connector(version);
        let name = ServerName::try_from("localhost").unwrap();
        let stream = timeout(TOO_LONG, tls.connect(name, self.io.into_inner())).await;
        let stream: Box<dyn Duplex> = Box::new(stream.unwrap().unwrap());
        Self {
            io: BufReader::new(stream),
            server: self.server,
            tls: Some(tls),
        }
    }

    pub async fn sign_in(&mut self, account: &str) {
        self.expect(&format!("USER {account}"), 331).await;
        self.expect("PASS secret", 230).await;
    }

    pub async fn send(&mut self, bytes: &[u8]) {
        self.io.get_mut().write_all(bytes).await.unwrap();
        self.io.get_mut().flush().await.unwrap();
    }

    pub async fn try_send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.io.get_mut().write_all(bytes).await
    }

    /// The next whole reply, its lines joined by line feeds; empty when the server closed.
    pub async fn reply(&mut self) -> String {
        String::from_utf8(self.reply_bytes().await).unwrap()
    }

    pub async fn reply_bytes(&mut self) -> Vec<u8> {
        let mut whole: Vec<u8> = Vec::new();
        loop {
            let line = timeout(TOO_LONG, self.line())
                .await
                .expect("no reply in time");
            let Some(line) = line else { return whole };
            let first = whole.is_empty();
            let last = if first {
                line.get(3) != Some(&b'-')
            } else {
                line.starts_with(&whole[..3]) && line.get(3) == Some(&b' ')
            };
            if !first {
                whole.push(b'\n');
            }
            whole.extend_from_slice(&line);
            if last {
                return whole;
            }
        }
    }

    async fn line(&mut self) -> Option<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            match self.io.read_u8().await {
                Ok(b'\n') => {
                    line.pop();
                    return Some(line);
                }
                Ok(byte) => line.push(byte),
                Err(_) => return None,
            }
        }
    }

    pub async fn send_line(&mut self, line: &str) -> String {
        self.send(format!("{line}\r\n").as_bytes()).await;
        self.reply().await
    }

    /// Says a line and demands a code.
    pub async fn expect(&mut self, line: &str, code: u16) -> String {
        let reply = self.send_line(line).await;
        assert!(reply.starts_with(&code.to_string()), "{line}: {reply}");
        reply
    }

    /// Demands the code of a reply that is still to come.
    pub async fn expect_reply(&mut self, code: u16) -> String {
        let reply = self.reply().await;
        assert!(
            reply.starts_with(&code.to_string()),
            "wanted {code}: {reply}"
        );
        reply
    }

    /// Opens a passive port by EPSV.
    pub async fn epsv(&mut self) -> SocketAddr {
        let reply = self.expect("EPSV", 229).await;
        let port = reply.split('|').nth(3).unwrap().parse().unwrap();
        SocketAddr::new(self.server.ip(), port)
    }

    /// Opens a passive port by PASV.
    pub async fn pasv(&mut self) -> SocketAddr {
        let reply = self.expect("PASV", 227).await;
        let inside = reply.split(['(', ')']).nth(1).unwrap();
        let n: Vec<u16> = inside.split(',').map(|n| n.parse().unwrap()).collect();
        assert_eq!(n[..4], [127, 0, 0, 1]);
        SocketAddr::new(self.server.ip(), n[4] * 256 + n[5])
    }

    /// Begins a transfer over EPSV; the 150 has been read. Encrypted if the control connection is.
    pub async fn begin(&mut self, command: &str) -> Box<dyn Duplex> {
        let address = self.epsv().await;
        let stream = TcpStream::connect(address).await.unwrap();
        self.expect(command, 150).await;
        match &self.tls {
            None => Box::new(stream),
            Some(tls) => {
                let name = ServerName::try_from("localhost").unwrap();
                Box::new(
                    timeout(TOO_LONG, tls.connect(name, stream))
                        .await
                        .unwrap()
                        .unwrap(),
                )
            }
        }
    }

    /// A whole transfer with its 226.
    pub async fn fetch(&mut self, command: &str) -> Vec<u8> {
        let data = self.begin(command).await;
        self.rest(data).await
    }

    /// All that is still to come of a transfer, with its 226.
    pub async fn rest(&mut self, mut data: Box<dyn Duplex>) -> Vec<u8> {
        let mut bytes = Vec::new();
        timeout(TOO_LONG, data.read_to_end(&mut bytes))
            .await
            .unwrap()
            .unwrap();
        drop(data);
        self.expect_reply(226).await;
        bytes
    }

    /// Whether the server has closed, after reading what it had to say.
    pub async fn closed(&mut self) -> bool {
        timeout(TOO_LONG, self.line())
            .await
            .expect("not closed in time")
            .is_none()
    }
}

/// Reads exactly so many bytes.
pub async fn take(data: &mut (impl AsyncRead + Unpin + ?Sized), count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    timeout(TOO_LONG, data.read_exact(&mut bytes))
        .await
        .unwrap()
        .unwrap();
    bytes
}

pub fn connector(version: &'static SupportedProtocolVersion) -> TlsConnector {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider);
    let config = builder
        .with_protocol_versions(&[version])
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificate))
        .with_no_client_auth();
    Arc::new(config).into()
}

/// The certificate is self-signed; whether it is trusted is not what these tests ask.
#[derive(Debug)]
struct AnyCertificate;

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        rustls::crypto::ring::default_provider()
            .signature_verification_algorithms
            .supported_schemes()
    }
}
