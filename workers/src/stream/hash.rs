//! SHA-256 beside the copying, on a thread of its own.

use bytes::Bytes;
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::fault::Fault;

/// Bytes gathered before the thread is woken: network streams deliver a few KiB at a time.
const BATCH: usize = 1 << 20;
/// Batches that may wait for the thread.
const WAITING: usize = 3;

/// Hashes what it is fed while the caller goes on reading and writing.
#[derive(Debug)]
pub struct Sha256Stage {
    send: mpsc::Sender<Vec<Bytes>>,
    batch: Vec<Bytes>,
    batched: usize,
    thread: JoinHandle<[u8; 32]>,
}

impl Sha256Stage {
    /// Starts the thread. Must be called within a tokio runtime.
    #[must_use]
    pub fn start() -> Self {
        let (send, receive) = mpsc::channel(WAITING);
        Self {
            send,
            batch: Vec::new(),
            batched: 0,
            thread: tokio::task::spawn_blocking(move || hash_all(receive)),
        }
    }

    /// The next bytes, in order. Waits when the thread is behind.
    pub async fn feed(&mut self, bytes: Bytes) -> Result<(), Fault> {
        self.batched += bytes.len();
        self.batch.push(bytes);
        if self.batched < BATCH {
            return Ok(());
        }
        self.hand_over().await
    }

    /// The digest of everything fed.
    pub async fn finish(mut self) -> Result<[u8; 32], Fault> {
        self.hand_over().await?;
        drop(self.send);
        self.thread
            .await
            .map_err(|e| Fault::Bug(e.to_string().into()))
    }

    async fn hand_over(&mut self) -> Result<(), Fault> {
        self.batched = 0;
        let batch = std::mem::take(&mut self.batch);
        let sent = self.send.send(batch).await;
        sent.map_err(|_| Fault::Bug("the hashing thread has ended".into()))
    }
}

fn hash_all(mut receive: mpsc::Receiver<Vec<Bytes>>) -> [u8; 32] {
    let mut hasher = Sha256::new();
    while let Some(batch) = receive.blocking_recv() {
        for bytes in batch {
            hasher.update(&bytes);
        }
    }
    hasher.finalize().into()
}
