//! How a connection came to the gateway.

use std::net::IpAddr;

/// How a control connection came in: its client, and whether through a balancer or with TLS.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// Whose it is: the peer, or whom the balancer names.
    pub(crate) client: IpAddr,
    /// It came through a balancer, so that our own address is not the one that the client reached.
    pub(crate) balanced: bool,
    /// It begins with a TLS handshake.
    pub(crate) encrypted: bool,
}
