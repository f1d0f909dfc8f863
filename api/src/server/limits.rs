//! Bounds of what connections cost.

use std::net::IpAddr;
use std::time::Duration;

/// How many connections, and how long to wait for what.
#[derive(Debug, Clone)]
pub struct ServerLimits {
    /// Connections at the same time.
    pub total: usize,
    /// Of one network. A browser opens six, and an institute may share one address.
    pub per_network: usize,
    /// Proxies: they speak for many networks, so only `total` bounds them.
    pub proxies: Vec<IpAddr>,
    /// From the first byte of a head to its last; and from the beginning of a connection.
    pub head: Duration,
    /// Between an answer and the next request. Longer than proxies keep connections, so that none sends a request just
    /// when its connection is closed here.
    pub idle: Duration,
    /// Without a byte of the answer being taken.
    pub stall: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            total: 4096,
            per_network: 256,
            proxies: Vec::new(),
            head: Duration::from_secs(20),
            idle: Duration::from_secs(90),
            stall: Duration::from_mins(3),
        }
    }
}
