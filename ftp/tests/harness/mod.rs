//! A running gateway over real files, with accounts in memory, and the clients to try it with.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod gateway;
pub mod raw;
pub mod tools;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, TimeDelta, Utc};
use ftp::{Config, Server, ShutdownReport, Stats};
use object_store::ObjectStore;
use object_store::local::LocalFileSystem;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub use gateway::TestGateway;
pub use raw::Raw;

/// Longer than anything here may take; a test that waits so long has failed.
pub const TOO_LONG: Duration = Duration::from_secs(30);

/// A gateway on a port of its own, in a folder of its own.
pub struct TestServer {
    pub address: SocketAddr,
    /// Addresses with implicit TLS.
    pub encrypted: Vec<SocketAddr>,
    pub gateway: Arc<TestGateway>,
    pub folder: TempDir,
    pub clock: Arc<TestClock>,
    pub stats: Arc<Stats>,
    stop: CancellationToken,
    server: JoinHandle<ShutdownReport>,
}

impl TestServer {
    /// The defaults, with the account `a` / `secret` and no files.
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let objects = folder.path().join("objects");
        std::fs::create_dir(&objects).unwrap();
        let store = LocalFileSystem::new_with_prefix(&objects).unwrap();
        Self::over(folder, Arc::new(store), change)
    }

    pub fn over(
        folder: TempDir,
        store: Arc<dyn ObjectStore>,
        change: impl FnOnce(&mut Config),
    ) -> Self {
        let clock = Arc::new(TestClock::default());
        let gateway = Arc::new(TestGateway::new(store, Arc::clone(&clock)));
        let clock_too = Arc::clone(&clock);
        let listen = "127.0.0.1:0".parse().unwrap();
        let mut config = Config::new(
            listen,
            folder.path().join("tls"),
            Arc::new(move || clock_too.now()),
        );
        config.timeouts.sign_in_delay = Duration::from_millis(10);
        change(&mut config);
        let server = Server::bind(config, Arc::clone(&gateway) as _).unwrap();
        let encrypted = server.encrypted_addrs().to_vec();
        let (address, stats, stop) = (
            server.local_addr(),
            server.stats(),
            CancellationToken::new(),
        );
        let stopped = stop.clone();
        let server = tokio::spawn(async move { server.run(stopped.cancelled()).await });
        gateway.account("a", &[]);
        Self {
            address,
            encrypted,
            gateway,
            folder,
            clock,
            stats,
            stop,
            server,
        }
    }

    /// Where an object of the local store lies.
    pub fn object(&self, key: &str) -> PathBuf {
        self.folder.path().join("objects").join(key)
    }

    /// A folder for what clients write.
    pub fn scratch(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    /// Puts files under the account `a`; the bytes lie under another name than they are shown.
    pub fn serve(&self, files: &[(&str, &[u8])]) {
        self.serve_as("a", files);
    }

    pub fn serve_as(&self, account: &str, files: &[(&str, &[u8])]) {
        let mut shown = Vec::new();
        for (index, (path, bytes)) in files.iter().enumerate() {
            let key = format!("{account}-{index}.bin");
            std::fs::write(self.object(&key), bytes).unwrap();
            shown.push(((*path).to_owned(), key, bytes.len() as u64));
        }
        self.gateway.account(account, &shown);
    }

    pub async fn connect(&self) -> Raw {
        Raw::connect(self.address).await
    }

    /// A raw session signed in as `a`.
    pub async fn sign_in(&self) -> Raw {
        let mut raw = self.connect().await;
        raw.sign_in("a").await;
        raw
    }

    pub fn url(&self, path: &str) -> String {
        format!("ftp://a:secret@{}/{path}", self.address)
    }

    pub fn begin_shutdown(&self) {
        self.stop.cancel();
    }

    /// Stops and waits; every transfer that began must have ended exactly once.
    pub async fn finish(self) -> ShutdownReport {
        self.stop.cancel();
        let drained = tokio::time::timeout(TOO_LONG, self.server)
            .await
            .unwrap()
            .unwrap();
        self.gateway.assert_every_start_has_one_end();
        drained
    }
}

/// The time, shiftable.
#[derive(Default)]
pub struct TestClock(AtomicI64);

impl TestClock {
    pub fn now(&self) -> DateTime<Utc> {
        DateTime::from(SystemTime::now()) + TimeDelta::seconds(self.0.load(SeqCst))
    }

    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, SeqCst);
    }
}

/// Bytes without a pattern, the same for the same seed.
pub fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}
