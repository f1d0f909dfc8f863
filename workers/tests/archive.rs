//! Scenes opened in every kind of archive and copied into a store.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends at once")]

#[path = "archive/hosts.rs"]
mod hosts;
#[path = "archive/pace.rs"]
mod pace;
mod servers;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures::{StreamExt, TryStreamExt, stream};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;
use url::Url;
use workers::archive::{
    self, ArchiveConfig, ArchiveError, ArchiveObject, CopyReport, Expected, copy_scene,
};
use workers::fault::Fault;
use workers::stream::ProgressWatch;

use pace::TestThrottle;

async fn open(url: &Url, config: &ArchiveConfig) -> Result<ArchiveObject, ArchiveError> {
    archive::open(url, config, &TestThrottle::open()).await
}

fn config() -> ArchiveConfig {
    ArchiveConfig {
        file_roots: Vec::new(),
        received: PathBuf::new(),
        hosts: vec!["127.0.0.1".parse().unwrap()].into(),
        connect: Duration::from_secs(5),
        silence: Duration::from_secs(5),
    }
}

fn local(root: &std::path::Path) -> ArchiveConfig {
    ArchiveConfig {
        file_roots: vec![root.to_path_buf()],
        ..config()
    }
}

fn file_url(path: PathBuf) -> Url {
    Url::from_file_path(path).unwrap()
}

async fn read(object: ArchiveObject) -> Result<Vec<u8>, Fault> {
    let bytes: Vec<Bytes> = object.stream.try_collect().await?;
    Ok(bytes.concat())
}

#[tokio::test]
async fn a_file_below_a_root_is_opened() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("影像 一.tif");
    fs::write(&path, vec![9; 3_000_000]).unwrap();
    let object = open(&file_url(path), &local(root.path())).await.unwrap();
    assert_eq!(object.size, 3_000_000);
    assert_eq!(read(object).await.unwrap(), vec![9; 3_000_000]);
}

#[tokio::test]
async fn what_was_received_is_read_and_its_empty_folder_is_no_mount_that_is_away() {
    let received = tempfile::tempdir().unwrap();
    let path = received.path().join("a.tif");
    let config = ArchiveConfig {
        received: received.path().to_path_buf(),
        ..config()
    };
    let gone = open(&file_url(path.clone()), &config).await.unwrap_err();
    assert!(matches!(gone, ArchiveError::Missing(_)), "{gone}");
    fs::write(&path, "a").unwrap();
    assert_eq!(open(&file_url(path), &config).await.unwrap().size, 1);
}

/// A mount that went away leaves an empty folder, or none.
#[tokio::test]
async fn what_lies_below_a_root_that_is_away_is_not_missing() {
    let above = tempfile::tempdir().unwrap();
    let (root, other) = (above.path().join("archive"), above.path().join("other"));
    let url = file_url(root.join("2026/a.tif"));
    let config = ArchiveConfig {
        file_roots: vec![other.clone(), root.clone()],
        ..config()
    };
    let error = async || open(&url, &config).await.unwrap_err();
    assert!(matches!(error().await, ArchiveError::Away(_)), "none");
    fs::create_dir(&root).unwrap();
    assert!(matches!(error().await, ArchiveError::Away(_)), "empty");
    // The other root is away, and has nothing to do with it.
    fs::write(root.join("b.tif"), "b").unwrap();
    assert!(matches!(error().await, ArchiveError::Missing(_)));
    fs::create_dir(root.join("2026")).unwrap();
    fs::write(root.join("2026/a.tif"), "a").unwrap();
    assert_eq!(open(&url, &config).await.unwrap().size, 1);
}

#[tokio::test]
async fn nothing_outside_the_roots_is_opened() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    let root = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(&secret, root.path().join("link")).unwrap();
    std::os::unix::fs::symlink(outside.path(), root.path().join("folder")).unwrap();
    let locations = [
        file_url(secret.clone()),
        file_url(root.path().join("link")),
        file_url(root.path().join("folder/secret")),
        Url::parse(&format!(
            "file://{}/..%2F{}/secret",
            root.path().display(),
            outside.path().file_name().unwrap().to_str().unwrap()
        ))
        .unwrap(),
    ];
    for url in locations {
        let error = open(&url, &local(root.path())).await.unwrap_err();
        assert!(matches!(error, ArchiveError::Refused(_)), "{url}: {error}");
    }
    let error = open(&file_url(secret), &config()).await.unwrap_err();
    assert!(
        matches!(error, ArchiveError::Refused(_)),
        "no roots: {error}"
    );
    assert!(error.to_string().contains("ARCHIVE_ROOTS"), "{error}");
}

#[tokio::test]
async fn missing_and_unreadable_are_told_apart() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("file"), "").unwrap();
    let config = local(root.path());
    for name in ["none.tif", "no/folder.tif", "file/below"] {
        let error = open(&file_url(root.path().join(name)), &config)
            .await
            .unwrap_err();
        assert!(matches!(error, ArchiveError::Missing(_)), "{name}: {error}");
        assert!(
            error
                .class()
                .message()
                .chinese()
                .starts_with("归档文件不存在：")
        );
    }
    let folder = open(&file_url(root.path().to_path_buf()), &config)
        .await
        .unwrap_err();
    assert!(folder.class().message().chinese().contains("是目录"));
    assert_eq!(folder.class().class().as_str(), "source_corrupt");
    let gopher = Url::parse("gopher://host/file").unwrap();
    let unsupported = open(&gopher, &config).await.unwrap_err();
    assert!(matches!(unsupported, ArchiveError::Unsupported(_)));
}

async fn http(reply: impl Into<Vec<u8>>) -> Result<ArchiveObject, ArchiveError> {
    let port = servers::http(reply.into()).await;
    let url = format!("http://user:pass@127.0.0.1:{port}/a%20b.tif?token=secret");
    open(&Url::parse(&url).unwrap(), &config()).await
}

#[tokio::test]
async fn a_web_server_is_read() {
    let object = http("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbytes")
        .await
        .unwrap();
    assert_eq!(object.size, 5);
    assert_eq!(read(object).await.unwrap(), b"bytes");
}

#[tokio::test]
async fn a_web_servers_refusals_have_classes() {
    for (status, class) in [
        ("404 Not Found", "source_missing"),
        ("410 Gone", "source_missing"),
        ("401 Unauthorized", "sign_in_refused"),
        ("403 Forbidden", "source_corrupt"),
        ("429 Too Many Requests", "transient_io"),
        ("503 Service Unavailable", "transient_io"),
    ] {
        let reply = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
        let error = http(reply).await.unwrap_err();
        assert_eq!(error.class().class().as_str(), class, "{status}");
        let text = error.class().message().chinese();
        assert!(!text.contains("secret") && !text.contains("pass"), "{text}");
    }
    let endless = http("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n").await;
    assert!(matches!(endless.unwrap_err(), ArchiveError::Unsupported(_)));
}

#[tokio::test]
async fn a_connection_that_breaks_may_be_tried_again() {
    let cut = http("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nbytes")
        .await
        .unwrap();
    assert_eq!(
        read(cut).await.unwrap_err().class().as_str(),
        "transient_io"
    );
    // A port that was free a moment ago.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    for scheme in ["http", "ftp"] {
        let url = Url::parse(&format!("{scheme}://127.0.0.1:{port}/a.tif")).unwrap();
        let error = open(&url, &config()).await.unwrap_err();
        assert_eq!(error.class().class().as_str(), "transient_io");
    }
}

fn ftp_content() -> Vec<u8> {
    b"line\nline\n".repeat(60_000)
}

async fn ftp(behaviour: servers::Ftp, address: &str) -> Result<ArchiveObject, ArchiveError> {
    let port = servers::ftp(behaviour).await;
    let address = address.replace("PORT", &port.to_string());
    let config = ArchiveConfig {
        silence: Duration::from_millis(300),
        ..config()
    };
    open(&Url::parse(&address).unwrap(), &config).await
}

const FTP_PLACE: &str = "ftp://me:right@127.0.0.1:PORT/影像/大 图.tif";

#[tokio::test]
async fn an_ftp_server_is_read_byte_for_byte() {
    for old in [false, true] {
        let behaviour = servers::Ftp {
            content: ftp_content(),
            ending: "226 done",
            old,
            ..servers::Ftp::default()
        };
        let object = ftp(behaviour, FTP_PLACE).await.unwrap();
        assert_eq!(object.size, 600_000);
        assert_eq!(read(object).await.unwrap(), ftp_content());
    }
}

#[tokio::test]
async fn an_ftp_servers_refusals_have_classes() {
    for (address, class) in [
        ("ftp://127.0.0.1:PORT/none.tif", "source_missing"),
        ("ftp://127.0.0.1:PORT/forbidden", "source_corrupt"),
        (
            "ftp://me:wrong@127.0.0.1:PORT/影像/大 图.tif",
            "sign_in_refused",
        ),
        ("ftp://127.0.0.1:PORT/a%0D%0ADELE%20b", "source_corrupt"),
    ] {
        let error = ftp(servers::Ftp::default(), address).await.unwrap_err();
        assert_eq!(error.class().class().as_str(), class, "{address}: {error}");
        let text = error.to_string();
        assert!(!text.contains("wrong") && !text.contains("%E5"), "{text}");
    }
}

#[tokio::test]
async fn an_ftp_transfer_counts_only_with_the_servers_word() {
    let broken = servers::Ftp {
        content: ftp_content(),
        ending: "426 broken",
        ..servers::Ftp::default()
    };
    let silent = servers::Ftp {
        stalls: true,
        ..broken.clone()
    };
    for behaviour in [broken, silent] {
        let object = ftp(behaviour, FTP_PLACE).await.unwrap();
        assert_eq!(
            read(object).await.unwrap_err().class().as_str(),
            "transient_io"
        );
    }
}

struct Target {
    folder: tempfile::TempDir,
}

impl Target {
    fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    async fn copy(
        &self,
        source: ArchiveObject,
        expected: Expected,
        watch: &ProgressWatch,
    ) -> Result<CopyReport, Fault> {
        let store = LocalFileSystem::new_with_prefix(self.folder.path()).unwrap();
        copy_scene(
            source,
            expected,
            Arc::new(store),
            Path::from("scene"),
            watch,
        )
        .await
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        entries
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect()
    }
}

/// An archive that announces `announced` bytes and delivers pieces of 1 MiB, then perhaps a fault.
fn source(announced: u64, pieces: usize, end: Option<Fault>) -> ArchiveObject {
    let bytes = stream::iter((0..pieces).map(|n| Ok(piece(n))));
    ArchiveObject {
        size: announced,
        stream: bytes.chain(stream::iter(end.map(Err))).boxed(),
    }
}

fn piece(number: usize) -> Bytes {
    Bytes::from(vec![u8::try_from(number % 256).unwrap(); 1 << 20])
}

const MIB: u64 = 1 << 20;

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_measured_and_published() {
    // None, less than a part, exactly one part, several and a rest.
    for pieces in [0, 3, 8, 21] {
        let target = Target::new();
        let whole: Vec<u8> = (0..pieces).flat_map(piece).collect();
        let reported = Arc::new(AtomicU64::new(0));
        let seen = reported.clone();
        let watch = ProgressWatch::new(
            move |done| seen.store(done, Ordering::SeqCst),
            CancellationToken::new(),
        );
        let expected = Expected {
            size: Some(pieces as u64 * MIB),
            sha256: Some(Sha256::digest(&whole).into()),
        };
        let archive = source(pieces as u64 * MIB, pieces, None);
        let copied = target.copy(archive, expected, &watch).await.unwrap();
        assert_eq!(Some(copied.size), expected.size);
        assert_eq!(Some(copied.sha256), expected.sha256);
        assert_eq!(copied.crc32, crc32fast::hash(&whole));
        assert_eq!(reported.load(Ordering::SeqCst), copied.size);
        assert_eq!(fs::read(target.folder.path().join("scene")).unwrap(), whole);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_copy_leaves_nothing() {
    let lost = Fault::TransientIo("lost".into());
    let size = |size| Expected {
        size: Some(size),
        sha256: None,
    };
    let sum = Expected {
        size: None,
        sha256: Some([1; 32]),
    };
    let cases = [
        (source(20 * MIB, 20, None), size(19 * MIB), "source_corrupt"),
        (source(20 * MIB, 19, None), size(20 * MIB), "source_corrupt"),
        (source(20 * MIB, 21, None), size(20 * MIB), "source_corrupt"),
        (source(20 * MIB, 20, None), sum, "source_corrupt"),
        (source(MIB, 1, None), sum, "source_corrupt"),
        (
            source(20 * MIB, 12, Some(lost)),
            Expected::default(),
            "transient_io",
        ),
    ];
    for (archive, expected, class) in cases {
        let target = Target::new();
        let fault = target
            .copy(archive, expected, &ProgressWatch::nobody())
            .await
            .unwrap_err();
        assert_eq!(fault.class().as_str(), class);
        assert_eq!(target.files(), Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_copy_ends_at_once_and_leaves_nothing() {
    let target = Target::new();
    let cancel = CancellationToken::new();
    let stop = cancel.clone();
    let watch = ProgressWatch::new(
        move |done| {
            if done > 12 * MIB {
                stop.cancel();
            }
        },
        cancel,
    );
    // An archive that would never end.
    let pieces = stream::iter((0..14).map(|n| Ok(piece(n))));
    let archive = ArchiveObject {
        size: 100 * MIB,
        stream: pieces.chain(stream::pending()).boxed(),
    };
    let fault = target
        .copy(archive, Expected::default(), &watch)
        .await
        .unwrap_err();
    assert_eq!(fault, Fault::Cancelled);
    assert_eq!(target.files(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_called_so() {
    // The kernel's own full device: every write answers ENOSPC.
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let error = std::io::Write::write_all(&mut &full, b"x").unwrap_err();
    assert_eq!(Fault::from(&error).class().as_str(), "no_space");
    assert!(
        Fault::from(&error)
            .message()
            .chinese()
            .starts_with("存储空间不足")
    );
}
