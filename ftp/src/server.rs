//! Listening, admitting and draining.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};

use crate::arrival::Arrival;
use crate::balancer;
use crate::bandwidth::AccountBandwidth;
use crate::certificate::TlsError;
use crate::config::{Config, TlsMode};
use crate::gateway::Gateway;
use crate::limits::{Failures, Limits};
use crate::liveness::Liveness;
use crate::session;
use crate::shared::{Shared, Stats};
use crate::tls;

/// For sessions and the transfer log to end after running transfers were cut.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// Why the gateway cannot start.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// No address was given.
    #[error("no address to listen on")]
    NoAddress,
    /// An address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        address: SocketAddr,
        #[source]
        source: io::Error,
    },
    /// An address for encrypted connections, and TLS is off.
    #[error("connections cannot begin encrypted while TLS is off")]
    EncryptedWithoutTls,
    /// TLS cannot be set up.
    #[error("cannot set up TLS for FTP")]
    Tls(#[from] TlsError),
}

/// A gateway that listens but does not serve yet.
pub struct Server {
    listeners: Vec<TcpListener>,
    addresses: Vec<SocketAddr>,
    encrypted_listeners: Vec<TcpListener>,
    encrypted_addresses: Vec<SocketAddr>,
    shared: Arc<Shared>,
}

/// Result of a shutdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShutdownReport {
    /// Transfers that did not finish in time and were cut.
    pub cut: usize,
}

impl Server {
    /// Listens on the configured addresses and loads or makes the certificate. Must run within a tokio runtime.
    pub fn bind(config: Config, gateway: Arc<dyn Gateway>) -> Result<Self, BindError> {
        if config.listen.is_empty() {
            return Err(BindError::NoAddress);
        }
        if config.tls.mode == TlsMode::Off && !config.listen_encrypted.is_empty() {
            return Err(BindError::EncryptedWithoutTls);
        }
        let (listeners, addresses) = listen_on(&config.listen)?;
        let (encrypted_listeners, encrypted_addresses) = listen_on(&config.listen_encrypted)?;
        let shared = Shared {
            objects: gateway.objects(),
            tls: tls::set_up(&config)?,
            limits: Limits::new(config.limits),
            failures: Failures::default(),
            bandwidth: AccountBandwidth::new(config.account_bandwidth),
            liveness: Arc::new(Liveness::new(
                Arc::clone(&gateway),
                Arc::clone(&config.clock),
            )),
            roster: Arc::default(),
            stats: Arc::default(),
            draining: CancellationToken::new(),
            cut: CancellationToken::new(),
            tasks: TaskTracker::new(),
            runtime: Handle::current(),
            config,
            gateway,
        };
        Ok(Self {
            listeners,
            addresses,
            encrypted_listeners,
            encrypted_addresses,
            shared: Arc::new(shared),
        })
    }

    /// The first address listened on, with its actual port.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.addresses[0]
    }

    /// Every address on which connections begin encrypted.
    #[must_use]
    pub fn encrypted_addrs(&self) -> &[SocketAddr] {
        &self.encrypted_addresses
    }

    /// Numbers that stay readable while the server runs.
    #[must_use]
    pub fn stats(&self) -> Arc<Stats> {
        Arc::clone(&self.shared.stats)
    }

    /// Serves until `shutdown` resolves; then turns newcomers away, lets running transfers finish for the configured
    /// time, cuts the rest, and returns when every session and every transfer's end is settled.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send) -> ShutdownReport {
        let Self {
            listeners,
            encrypted_listeners,
            shared,
            ..
        } = self;
        for listener in listeners {
            tokio::spawn(accept(listener, Arc::clone(&shared), false));
        }
        for listener in encrypted_listeners {
            tokio::spawn(accept(listener, Arc::clone(&shared), true));
        }
        tokio::spawn(follow_certificate(Arc::clone(&shared)));
        let roster = Arc::clone(&shared);
        let _telling = AbortOnDropHandle::new(tokio::spawn(async move {
            roster.roster.report_all(roster.gateway.as_ref()).await;
        }));
        shutdown.await;
        shared.draining.cancel();
        shared.tasks.close();
        let finished = timeout(shared.config.timeouts.drain, shared.tasks.wait()).await;
        let cut = if finished.is_ok() {
            0
        } else {
            shared.stats.transfers.load(Relaxed)
        };
        shared.cut.cancel();
        if timeout(LAST_WORDS, shared.tasks.wait()).await.is_err() {
            tracing::warn!("some FTP sessions did not end in time");
        }
        ShutdownReport { cut }
    }
}

fn listen_on(addresses: &[SocketAddr]) -> Result<(Vec<TcpListener>, Vec<SocketAddr>), BindError> {
    let bound = addresses.iter().map(|address| {
        let listener = listen(*address);
        let bound = listener.and_then(|listener| Ok((listener.local_addr()?, listener)));
        let (actual, listener) = bound.map_err(|source| BindError::Listen {
            address: *address,
            source,
        })?;
        Ok((listener, actual))
    });
    bound.collect()
}

/// Takes over renewed certificates until no handshake is to come.
async fn follow_certificate(shared: Arc<Shared>) {
    let Some(tls) = &shared.tls else { return };
    tokio::select! {
        () = shared.cut.cancelled() => {}
        () = tls.certificate.follow(shared.config.tls.follow) => {}
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let domain = socket2::Domain::for_address(address);
    let socket = socket2::Socket::new(domain, socket2::Type::STREAM, None)?;
    if address.is_ipv6() {
        // A v4 client on a dual-stack socket could not be given a PASV address.
        socket.set_only_v6(true)?;
    }
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(256)?;
    socket.set_nonblocking(true)?;
    TcpListener::from_std(socket.into())
}

async fn accept(listener: TcpListener, shared: Arc<Shared>, encrypted: bool) {
    loop {
        let accepted = tokio::select! {
            () = shared.draining.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let peer = peer.ip().to_canonical();
                if shared.config.is_balancer(peer) {
                    shared
                        .tasks
                        .spawn(hand_over(Arc::clone(&shared), stream, peer, encrypted));
                } else {
                    let arrival = Arrival {
                        client: peer,
                        balanced: false,
                        encrypted,
                    };
                    admit(&shared, stream, arrival);
                }
            }
            Err(error) => {
                // Out of descriptors, most likely: let others finish.
                tracing::warn!(%error, "cannot accept an FTP connection");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Lets the balancer say whom it connects for. A balancer says so at once, so the wait is short; the limits of a
/// client's network begin to count with its address.
async fn hand_over(shared: Arc<Shared>, mut stream: TcpStream, peer: IpAddr, encrypted: bool) {
    let patience = shared.config.timeouts.handshake;
    let client = tokio::select! {
        () = shared.draining.cancelled() => return,
        client = timeout(patience, balancer::client(&mut stream)) => client,
    };
    match client {
        Ok(Ok(client)) => {
            let arrival = Arrival {
                client: client.unwrap_or(peer).to_canonical(),
                balanced: client.is_some(),
                encrypted,
            };
            admit(&shared, stream, arrival);
        }
        Ok(Err(balancer::HeaderError::Read(_))) => {}
        Ok(Err(error)) => {
            tracing::warn!(%peer, %error, "a connection was closed: is the PROXY protocol on at the balancer?");
        }
        Err(_) => tracing::warn!(%peer, "a balancer did not say whom it connects for in time"),
    }
}

fn admit(shared: &Arc<Shared>, mut stream: TcpStream, arrival: Arrival) {
    let client = arrival.client;
    let Some(waiting) = shared.limits.connection(client) else {
        shared.stats.turned_away.fetch_add(1, Relaxed);
        let refusal = b"421 Too many connections, try again later\r\n";
        // A fresh socket's buffer takes this at once; a client for which it does not is not waited for.
        tokio::spawn(
            async move { timeout(Duration::from_secs(2), stream.write_all(refusal)).await },
        );
        return;
    };
    let shared_too = Arc::clone(shared);
    shared.tasks.spawn(async move {
        shared_too.stats.sessions.fetch_add(1, Relaxed);
        let _count = CountedConnection(&shared_too.stats.sessions);
        if let Err(error) = session::serve(&shared_too, stream, arrival, waiting).await {
            tracing::debug!(%error, %client, "an FTP session broke");
        }
    });
}

struct CountedConnection<'a>(&'a AtomicUsize);

impl Drop for CountedConnection<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}
