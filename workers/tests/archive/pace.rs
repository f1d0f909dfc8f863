//! A file is read no faster than its throttle says, and what that takes is no silence of its source.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use url::Url;
use workers::archive::{self, ArchiveConfig, ReadPace, Throttle};
use workers::fault::Fault;

use super::{FTP_PLACE, config, file_url, local, read, servers};

/// What a throttle was asked for.
#[derive(Default)]
struct Requested {
    begun: AtomicU64,
    admitted: AtomicU64,
    times: AtomicU64,
}

/// Lets the first bytes wait, and gives a piece at a time.
#[derive(Clone)]
pub struct TestThrottle {
    first_wait: Duration,
    piece: usize,
    /// Bytes after which it answers that the job is cancelled.
    ends_after: u64,
    asked: Arc<Requested>,
}

impl TestThrottle {
    /// As fast as they come.
    pub fn open() -> Self {
        Self {
            first_wait: Duration::ZERO,
            piece: usize::MAX,
            ends_after: u64::MAX,
            asked: Arc::default(),
        }
    }

    async fn admitted(&self, bytes: usize) -> Result<usize, Fault> {
        if self.asked.times.fetch_add(1, Ordering::Relaxed) == 0 {
            tokio::time::sleep(self.first_wait).await;
        }
        let admitted = bytes.min(self.piece);
        let before = self
            .asked
            .admitted
            .fetch_add(admitted as u64, Ordering::Relaxed);
        if before >= self.ends_after {
            return Err(Fault::Cancelled);
        }
        Ok(admitted)
    }
}

impl Throttle for TestThrottle {
    fn pace(&self, _: &str) -> Box<dyn ReadPace> {
        Box::new(self.clone())
    }
}

impl ReadPace for TestThrottle {
    fn begin(&mut self, bytes: u64) {
        self.asked.begun.fetch_add(bytes, Ordering::Relaxed);
    }

    fn admit(&mut self, bytes: usize) -> BoxFuture<'_, Result<usize, Fault>> {
        self.admitted(bytes).boxed()
    }
}

/// More than a worker and its sockets hold of a file that nobody reads on.
fn large() -> Vec<u8> {
    b"line\nline\n".repeat(1_000_000)
}

async fn web_server() -> Url {
    let mut reply = format!(
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n",
        large().len()
    )
    .into_bytes();
    reply.extend(large());
    let port = servers::http(reply).await;
    Url::parse(&format!("http://127.0.0.1:{port}/a.tif")).unwrap()
}

async fn ftp_server() -> Url {
    let behaviour = servers::Ftp {
        content: large(),
        ending: "226 done",
        ..servers::Ftp::default()
    };
    let port = servers::ftp(behaviour).await;
    Url::parse(&FTP_PLACE.replace("PORT", &port.to_string())).unwrap()
}

#[tokio::test]
async fn waiting_for_bandwidth_is_no_silence() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("a.tif");
    std::fs::write(&path, large()).unwrap();
    let silence = Duration::from_millis(500);
    let config = ArchiveConfig {
        silence,
        ..local(root.path())
    };
    for url in [file_url(path), web_server().await, ftp_server().await] {
        let throttle = TestThrottle {
            first_wait: 2 * silence,
            ..TestThrottle::open()
        };
        let object = archive::open(&url, &config, &throttle).await.unwrap();
        assert!(read(object).await.unwrap() == large(), "{url}");
        let size = large().len() as u64;
        assert_eq!(throttle.asked.begun.load(Ordering::Relaxed), size, "{url}");
        assert_eq!(
            throttle.asked.admitted.load(Ordering::Relaxed),
            size,
            "{url}"
        );
    }
}

#[tokio::test]
async fn a_file_comes_in_the_pieces_that_are_admitted() {
    let throttle = TestThrottle {
        piece: 70_000,
        ..TestThrottle::open()
    };
    let url = web_server().await;
    let object = archive::open(&url, &config(), &throttle).await.unwrap();
    assert!(read(object).await.unwrap() == large());
    let times = throttle.asked.times.load(Ordering::Relaxed);
    assert!(times >= large().len().div_ceil(70_000) as u64, "{times}");
}

#[tokio::test]
async fn who_may_not_read_on_ends() {
    let throttle = TestThrottle {
        ends_after: 1_000_000,
        ..TestThrottle::open()
    };
    let url = web_server().await;
    let object = archive::open(&url, &config(), &throttle).await.unwrap();
    assert_eq!(read(object).await.unwrap_err(), Fault::Cancelled);
}
