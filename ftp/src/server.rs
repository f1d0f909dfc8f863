//! Listening, admitting and draining.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::gateway::Gateway;
use crate::limits::{Failures, Limits};
use crate::liveness::Liveness;
use crate::session;
use crate::shared::{Shared, Stats};
use crate::tls::{self, TlsError};

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
        /// The address.
        address: SocketAddr,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// TLS cannot be set up.
    #[error("cannot set up TLS for FTP")]
    Tls(#[from] TlsError),
}

/// A gateway that listens but does not serve yet.
pub struct Server {
    listeners: Vec<TcpListener>,
    addresses: Vec<SocketAddr>,
    shared: Arc<Shared>,
}

/// How a shutdown went.
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
        let (mut listeners, mut addresses) = (Vec::new(), Vec::new());
        for address in &config.listen {
            let listener = listen(*address);
            let bound = listener.and_then(|listener| Ok((listener.local_addr()?, listener)));
            let (actual, listener) = bound.map_err(|source| BindError::Listen {
                address: *address,
                source,
            })?;
            listeners.push(listener);
            addresses.push(actual);
        }
        let shared = Shared {
            objects: gateway.objects(),
            tls: tls::acceptor(&config)?,
            limits: Limits::new(config.limits),
            failures: Failures::default(),
            liveness: Arc::new(Liveness::new(
                Arc::clone(&gateway),
                Arc::clone(&config.clock),
            )),
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
            shared: Arc::new(shared),
        })
    }

    /// The first address listened on, with its actual port.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.addresses[0]
    }

    /// Every address listened on.
    #[must_use]
    pub fn local_addrs(&self) -> &[SocketAddr] {
        &self.addresses
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
            listeners, shared, ..
        } = self;
        for listener in listeners {
            tokio::spawn(accept(listener, Arc::clone(&shared)));
        }
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

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    loop {
        let accepted = tokio::select! {
            () = shared.draining.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, client)) => admit(&shared, stream, client),
            Err(error) => {
                // Out of descriptors, most likely: let others finish.
                tracing::warn!(%error, "cannot accept an FTP connection");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

fn admit(shared: &Arc<Shared>, mut stream: TcpStream, client: SocketAddr) {
    let client = client.ip().to_canonical();
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
        if let Err(error) = session::serve(&shared_too, stream, client, waiting).await {
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
