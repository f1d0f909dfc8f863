//! Listeners for data connections.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::time::Duration;

use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_util::task::AbortOnDropHandle;

use crate::arrival::Arrival;

/// Connections that the kernel keeps until they are looked at. They are looked at as they come; a flood shorter than this
/// does not reach the client's own.
const BACKLOG: u32 = 128;

/// A data port that is listened on from PASV until the client's connection has come; dropping it closes it.
#[derive(Debug)]
pub(crate) struct Passive(AbortOnDropHandle<TcpStream>);

impl Passive {
    /// Listens on the address the client reached us at, and begins to accept: strangers are dropped as they come, so that
    /// they never fill the queue in which the client's connection waits. Also tells the port.
    pub(crate) fn open(
        local: IpAddr,
        ports: Option<&RangeInclusive<u16>>,
        client: IpAddr,
    ) -> io::Result<(u16, Self)> {
        let listener = open(local, ports)?;
        let port = listener.local_addr()?.port();
        let accepting = tokio::spawn(accept_from(listener, client));
        Ok((port, Self(AbortOnDropHandle::new(accepting))))
    }

    /// The client's connection, when it comes; `None` if it never can.
    pub(crate) async fn connection(self) -> Option<TcpStream> {
        self.0.await.ok()
    }

    /// Closes the port, and is done when it is free.
    pub(crate) async fn close(self) {
        self.0.abort();
        // Cancelled, or a connection that nobody wants any more.
        drop(self.0.await);
    }
}

/// Opens a listener on the address the client reached us at. The search through the ports begins at a random one, so
/// that the next port cannot be guessed.
fn open(local: IpAddr, ports: Option<&RangeInclusive<u16>>) -> io::Result<TcpListener> {
    let Some(ports) = ports else {
        return listen(local, 0);
    };
    let first = u64::from(*ports.start());
    let count = u64::from(*ports.end()).saturating_sub(first) + 1;
    let begin = RandomState::new().build_hasher().finish() % count;
    let mut last = io::ErrorKind::AddrInUse.into();
    for step in 0..count {
        let Ok(port) = u16::try_from(first + (begin + step) % count) else {
            continue;
        };
        match listen(local, port) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn listen(local: IpAddr, port: u16) -> io::Result<TcpListener> {
    let socket = match local {
        IpAddr::V4(_) => TcpSocket::new_v4()?,
        IpAddr::V6(_) => TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    socket.bind(SocketAddr::new(local, port))?;
    socket.listen(BACKLOG)
}

/// The IPv4 address to tell a client: the public one for clients from outside, ours for those on a local network,
/// who often cannot reach the public one from within. Whoever came through a balancer did not reach ours.
pub(crate) async fn advertised(
    local: Ipv4Addr,
    arrival: &Arrival,
    public: Option<&str>,
) -> Ipv4Addr {
    let is_outside = arrival.balanced || !is_local(arrival.client);
    let Some(public) = public.filter(|_| is_outside) else {
        return local;
    };
    if let Ok(address) = public.parse() {
        return address;
    }
    let found = tokio::net::lookup_host((public, 0)).await;
    let found = found
        .into_iter()
        .flatten()
        .find_map(|address| match address.ip() {
            IpAddr::V4(address) => Some(address),
            IpAddr::V6(_) => None,
        });
    found.unwrap_or_else(|| {
        tracing::warn!(public, "the public FTP host has no IPv4 address");
        local
    })
}

fn is_local(client: IpAddr) -> bool {
    match client {
        IpAddr::V4(client) => client.is_private() || client.is_loopback() || client.is_link_local(),
        IpAddr::V6(_) => false,
    }
}

/// The data connection of the client that owns the session; connections from elsewhere are dropped and the wait goes
/// on, so that a stranger can neither take nor spoil a transfer.
async fn accept_from(listener: TcpListener, client: IpAddr) -> TcpStream {
    let mut strangers: u64 = 0;
    loop {
        match listener.accept().await {
            Ok((stream, from)) if from.ip().to_canonical() == client => return stream,
            Ok((_, from)) => {
                strangers += 1;
                // The first is told; a flood does not fill the log.
                if strangers == 1 {
                    tracing::warn!(%from, %client, "a foreign data connection was dropped");
                }
            }
            // Out of descriptors, most likely: let others finish.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn outsiders_learn_the_public_address() {
        let local = Ipv4Addr::new(192, 168, 1, 5);
        let arrival = |client: &str, balanced| Arrival {
            client: client.parse().unwrap(),
            balanced,
            encrypted: false,
        };
        let told = async |client, public| advertised(local, &arrival(client, false), public).await;
        assert_eq!(
            told("8.8.8.8", Some("203.0.113.9")).await,
            Ipv4Addr::new(203, 0, 113, 9)
        );
        assert_eq!(told("192.168.1.7", Some("203.0.113.9")).await, local);
        assert_eq!(told("8.8.8.8", None).await, local);
        let near = arrival("192.168.1.7", true);
        assert_eq!(
            advertised(local, &near, Some("203.0.113.9")).await,
            Ipv4Addr::new(203, 0, 113, 9),
            "through a balancer ours was not reached"
        );
        assert_eq!(
            told("8.8.8.8", Some("localhost")).await,
            Ipv4Addr::LOCALHOST
        );
    }

    #[tokio::test]
    async fn a_full_range_is_an_error_and_a_freed_port_is_used_again() {
        let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let held = open(local, None).unwrap();
        let port = held.local_addr().unwrap().port();
        assert!(open(local, Some(&(port..=port))).is_err());
        drop(held);
        assert!(open(local, Some(&(port..=port))).is_ok());
    }
}
