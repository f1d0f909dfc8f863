//! How many HTTP connections there may be, and how long each may keep the server waiting.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use clap::Args;

/// Limits of the HTTP server.
#[derive(Args, Clone)]
pub struct HttpSettings {
    /// HTTP connections at the same time; fewer where the system gives fewer descriptors
    #[arg(long, env = "HTTP_CONNECTIONS", default_value = "4096", global = true)]
    pub http_connections: NonZeroUsize,
    /// Of these, from one IPv4 address or IPv6 /64 other than TRUSTED_PROXIES
    #[arg(
        long,
        env = "HTTP_CONNECTIONS_PER_NETWORK",
        default_value = "256",
        global = true
    )]
    pub http_connections_per_network: NonZeroUsize,
    /// Seconds that the head of a request may take
    #[arg(long, env = "HTTP_HEAD_SECONDS", default_value = "20", global = true)]
    pub http_head_seconds: NonZeroU64,
    /// Seconds without a byte of a body, or of an answer being taken
    #[arg(long, env = "HTTP_BODY_SECONDS", default_value = "30", global = true)]
    pub http_body_seconds: NonZeroU64,
    /// Seconds that a connection without a request is kept
    #[arg(long, env = "HTTP_IDLE_SECONDS", default_value = "90", global = true)]
    pub http_idle_seconds: NonZeroU64,
    /// Descriptors kept free of HTTP, for FTP, the database and the object store
    #[arg(
        long,
        env = "RESERVED_DESCRIPTORS",
        default_value = "3000",
        global = true
    )]
    pub reserved_descriptors: u64,
}

/// An answer that nobody takes ends after so many times HTTP_BODY_SECONDS: the kernel reports room in its send buffer
/// only when a third of it is free, which takes a slow reader minutes.
const ANSWERS_TAKE_LONGER: u32 = 6;

impl HttpSettings {
    /// Of the server; `descriptors` are this process's.
    pub fn server_limits(&self, descriptors: u64) -> api::server::ServerLimits {
        let total = crate::descriptors::for_http(
            descriptors,
            self.reserved_descriptors,
            self.http_connections.get(),
        );
        if total < self.http_connections.get() {
            tracing::warn!(
                descriptors,
                connections = total,
                "fewer HTTP connections than HTTP_CONNECTIONS: raise the limit of open files"
            );
        }
        api::server::ServerLimits {
            total,
            per_network: self.http_connections_per_network.get(),
            proxies: Vec::new(),
            head: Duration::from_secs(self.http_head_seconds.get()),
            idle: Duration::from_secs(self.http_idle_seconds.get()),
            stall: Duration::from_secs(self.http_body_seconds.get()) * ANSWERS_TAKE_LONGER,
        }
    }

    /// Limits of request bodies.
    pub fn body_limits(&self) -> api::body::BodyLimits {
        let gap = Duration::from_secs(self.http_body_seconds.get());
        api::body::BodyLimits {
            gap,
            grace: gap,
            ..api::body::BodyLimits::default()
        }
    }
}
