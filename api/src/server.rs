//! The HTTP server: connections that cost something are bounded in number and in time.
//!
//! A connection that is opened and left, a head or a body that is half sent, an answer that nobody reads: each holds a
//! descriptor and memory for as long as its sender likes, unless somebody counts and looks at the clock. Heads, idle
//! connections and unread answers are timed in [`timed`]; bodies in [`crate::body`], where they can be answered.

mod connection;
mod limits;
mod timed;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use domain::network::Network;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use storage::tally::{Slot, Tally};
use tokio::net::{TcpListener, TcpStream};

pub use connection::LocalAddress;
pub use limits::ServerLimits;

/// Pause after the system had no descriptor or memory for a connection.
const AFTER_FAILURE: Duration = Duration::from_millis(100);

/// What a connection holds as long as it lives.
struct ConnectionSlots {
    _all: Slot<()>,
    _network: Option<Slot<Network>>,
}

/// An application, ready to be served.
pub struct Server {
    app: Router,
    limits: Arc<ServerLimits>,
    all: Tally<()>,
    networks: Tally<Network>,
}

impl Server {
    /// Nobody is connected yet.
    #[must_use]
    pub fn new(app: Router, limits: ServerLimits) -> Self {
        Self {
            app,
            limits: Arc::new(limits),
            all: Tally::default(),
            networks: Tally::default(),
        }
    }

    /// Counts connections at this moment; stays true while the server runs.
    #[must_use]
    pub fn connections(&self) -> Tally<()> {
        self.all.clone()
    }

    /// Answers until `stop` is ready, then lets answers end that are under way. That may take as long as a download:
    /// whoever cannot wait drops the future.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) {
        let ending = GracefulShutdown::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.take(stream, peer, ending.watcher()),
                    Err(error) if is_of_one_connection(&error) => {}
                    Err(error) => {
                        tracing::warn!(%error, "no connection can be accepted at the moment");
                        tokio::time::sleep(AFTER_FAILURE).await;
                    }
                }
            }
        }
        drop(listener);
        ending.shutdown().await;
    }

    fn take(&self, stream: TcpStream, peer: SocketAddr, watcher: Watcher) {
        let Some(slots) = self.places(peer.ip()) else {
            tracing::debug!(%peer, "a connection too many was refused");
            return connection::refuse(&stream);
        };
        let (app, limits) = (self.app.clone(), Arc::clone(&self.limits));
        tokio::spawn(async move {
            if let Err(error) = connection::answer(stream, peer, app, &limits, watcher).await {
                tracing::debug!(%peer, %error, "a connection ended");
            }
            drop(slots);
        });
    }

    fn places(&self, peer: IpAddr) -> Option<ConnectionSlots> {
        let is_proxy = self.limits.proxies.contains(&peer.to_canonical());
        let network = if is_proxy {
            None
        } else {
            let most = self.limits.per_network;
            Some(self.networks.enter(Network::from(peer), most)?)
        };
        Some(ConnectionSlots {
            _all: self.all.enter((), self.limits.total)?,
            _network: network,
        })
    }
}

/// Whether only the connection that was being accepted is lost.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

#[cfg(test)]
mod tests;
