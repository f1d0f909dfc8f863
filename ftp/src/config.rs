//! What an operator may set.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use ipnet::IpNet;

/// Tells the time; injected so that expiry can be tested without waiting.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// Everything the engine needs to know besides its [`crate::Gateway`].
#[derive(Clone)]
pub struct Config {
    /// Addresses to listen on; IPv6 addresses accept IPv6 only, so name both for a dual stack.
    pub listen: Vec<SocketAddr>,
    /// Addresses on which connections begin with a TLS handshake (implicit FTPS, usually port 990). They need TLS.
    pub listen_encrypted: Vec<SocketAddr>,
    /// Networks of balancers. Every connection from there must begin with a header of the PROXY protocol, which tells the
    /// client; data connections come from the client itself.
    pub balancers: Vec<IpNet>,
    /// Name or IPv4 address told to clients outside the local networks in answer to PASV (the far side of a NAT).
    pub public_host: Option<String>,
    /// Ports for data connections; the system chooses when absent.
    pub passive_ports: Option<RangeInclusive<u16>>,
    /// Encryption.
    pub tls: TlsSettings,
    /// How many sessions at once.
    pub limits: SessionLimits,
    /// Bytes a second that all transfers of one account may take together.
    pub account_bandwidth: Option<NonZeroU64>,
    /// How long to wait for what.
    pub timeouts: Timeouts,
    /// Longest command line in bytes; a longer one ends the session.
    pub line_limit: usize,
    /// Failed sign-ins after which a connection is closed.
    pub sign_in_tries: u32,
    /// Bytes asked of a remote store at a time; a transfer holds at most two such pieces.
    pub remote_chunk: u64,
    /// The greeting.
    pub banner: String,
    /// The time.
    pub clock: Clock,
}

/// Bytes read from an object store at a time. A transfer holds the piece that is sent, the one that is read ahead, and the
/// parts that it comes in: three times as much, below 2 MiB.
const REMOTE_PIECE: u64 = 512 << 10;
const _: () = assert!(3 * REMOTE_PIECE < 2 << 20);

impl Config {
    /// The defaults, listening on one address. Certificates are kept under `data`.
    #[must_use]
    pub fn new(listen: SocketAddr, data: PathBuf, clock: Clock) -> Self {
        Self {
            listen: vec![listen],
            listen_encrypted: Vec::new(),
            balancers: Vec::new(),
            public_host: None,
            passive_ports: None,
            tls: TlsSettings {
                mode: TlsMode::Optional,
                certificate: None,
                folder: data,
                follow: Duration::from_secs(30),
            },
            limits: SessionLimits::default(),
            account_bandwidth: None,
            timeouts: Timeouts::default(),
            line_limit: 4096,
            sign_in_tries: 3,
            remote_chunk: REMOTE_PIECE,
            banner: "Order download service".into(),
            clock,
        }
    }

    /// Whether a connection from there is a balancer's.
    pub(crate) fn is_balancer(&self, peer: IpAddr) -> bool {
        self.balancers.iter().any(|network| network.contains(&peer))
    }
}

/// Encryption of control and data connections.
#[derive(Clone, Debug)]
pub struct TlsSettings {
    /// Whether clients may or must encrypt.
    pub mode: TlsMode,
    /// PEM files; when absent a self-signed certificate is made once and kept.
    pub certificate: Option<CertificateFiles>,
    /// Folder for the self-signed certificate (`ftp-cert.pem`, `ftp-key.pem`).
    pub folder: PathBuf,
    /// How often the files are looked at for a renewed certificate.
    pub follow: Duration,
}

/// Whether clients may or must encrypt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlsMode {
    /// AUTH is refused.
    Off,
    /// Clients choose.
    Optional,
    /// No sign-in without AUTH TLS, no data without PROT P.
    Required,
}

/// A certificate chain and its key, PEM.
#[derive(Clone, Debug)]
pub struct CertificateFiles {
    /// The chain, leaf first.
    pub chain: PathBuf,
    /// The private key.
    pub key: PathBuf,
}

/// How many sessions at once. Those before sign-in and those after it do not take one another's places.
#[derive(Clone, Copy, Debug)]
pub struct SessionLimits {
    /// Signed in, in all.
    pub total: usize,
    /// Signed in from one address (one /64 for IPv6). Segmented downloaders open ten or more, and a whole institute may share
    /// one address, so never below 10.
    pub per_client: usize,
    /// Signed in to one account.
    pub per_account: usize,
    /// Not signed in yet, in all. One more takes the place of the longest waiting.
    pub waiting: usize,
    /// Not signed in yet, from one address (one /64 for IPv6). Segmented downloaders open their connections at once.
    pub waiting_per_client: usize,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self {
            total: 500,
            per_client: 20,
            per_account: 20,
            waiting: 200,
            waiting_per_client: 20,
        }
    }
}

/// How long to wait for what.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// Without a command and without a transfer, signed in.
    pub idle: Duration,
    /// Without a command before signing in.
    pub sign_in: Duration,
    /// A transfer in which the client takes no byte. Generous, because the kernel reports room only when a third of
    /// its send buffer (up to 4 MiB) is free, which takes a client that limits itself to 10 KB/s over two minutes.
    pub stall: Duration,
    /// For the client to open its data connection.
    pub data_connection: Duration,
    /// Longest TLS handshake.
    pub handshake: Duration,
    /// Added to the answer for every failed sign-in from an address, up to ten times.
    pub sign_in_delay: Duration,
    /// For running transfers to finish at shutdown.
    pub drain: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            idle: Duration::from_mins(5),
            sign_in: Duration::from_mins(1),
            stall: Duration::from_mins(3),
            data_connection: Duration::from_secs(15),
            handshake: Duration::from_secs(15),
            sign_in_delay: Duration::from_millis(500),
            drain: Duration::from_mins(1),
        }
    }
}
