//! What an address in the catalogue may make a worker open.

use std::time::Duration;

use rustix::fs::{CWD, FileType, Mode};
use tokio::time::timeout;
use url::Url;
use workers::archive::{ArchiveConfig, ArchiveError, ArchiveObject};

use super::{config, file_url, local, open, read, servers};

const BYTES: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbytes";

fn listing(hosts: &[&str]) -> ArchiveConfig {
    let hosts: Vec<_> = hosts.iter().map(|host| host.parse().unwrap()).collect();
    ArchiveConfig {
        hosts: hosts.into(),
        ..config()
    }
}

async fn opened(url: &str, config: &ArchiveConfig) -> Result<ArchiveObject, ArchiveError> {
    open(&Url::parse(url).unwrap(), config).await
}

async fn refusal(url: &str, config: &ArchiveConfig) -> String {
    match opened(url, config).await.unwrap_err() {
        ArchiveError::Refused(what) => what.chinese(),
        other => panic!("{url}: {other}"),
    }
}

fn redirect(to: &str) -> String {
    format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n")
}

#[tokio::test]
async fn what_is_not_listed_is_not_even_asked() {
    let (inside, asked) = servers::counting_http("127.0.0.3", BYTES.into()).await;
    let others = listing(&["127.0.0.1", "archive.example", "s3://scenes"]);
    for url in [
        format!("http://127.0.0.3:{inside}/a.tif"),
        format!("http://2130706435:{inside}/a.tif"),
        format!("http://0x7f.3:{inside}/a.tif"),
        format!("http://[::ffff:127.0.0.3]:{inside}/a.tif"),
        format!("http://archive.example@127.0.0.3:{inside}/a.tif"),
        format!("ftp://127.0.0.3:{inside}/a.tif"),
        format!("ftps://127.0.0.3:{inside}/a.tif"),
    ] {
        let text = refusal(&url, &others).await;
        assert!(
            text.contains("127.0.0.3") || text.contains("::ffff"),
            "{url}: {text}"
        );
        assert!(text.ends_with("未列入 ARCHIVE_HOSTS"), "{text}");
        let nothing_listed = refusal(&url, &listing(&[])).await;
        assert!(nothing_listed.contains("ARCHIVE_HOSTS"));
    }
    let text = refusal("s3://scenedock/attachments/1", &others).await;
    assert_eq!(text, "存储桶 s3://scenedock 未列入 ARCHIVE_HOSTS");
    assert_eq!(asked.load(std::sync::atomic::Ordering::Relaxed), 0);
    let by_name = listing(&["archive.example", "s3://scenes"]);
    let class = opened("http://other.example/", &by_name).await.unwrap_err();
    assert_eq!(class.class().class().as_str(), "source_refused");
}

#[tokio::test]
async fn a_listed_name_does_not_open_the_inside() {
    let (port, asked) = servers::counting_http("127.0.0.1", BYTES.into()).await;
    let url = format!("http://localhost:{port}/a.tif");
    let text = refusal(&url, &listing(&["localhost"])).await;
    assert!(text.starts_with("主机 localhost 指向内部地址 "), "{text}");
    assert_eq!(asked.load(std::sync::atomic::Ordering::Relaxed), 0);
    let both = listing(&["localhost", "127.0.0.0/8", "::1"]);
    let object = opened(&url, &both).await.unwrap();
    assert_eq!(read(object).await.unwrap(), b"bytes");
}

#[tokio::test]
async fn every_redirect_is_checked_again() {
    let (inside, asked) = servers::counting_http("127.0.0.2", BYTES.into()).await;
    let target = format!("http://127.0.0.2:{inside}/latest/meta-data/");
    let first = servers::http(redirect(&target).into()).await;
    let url = format!("http://127.0.0.1:{first}/a.tif");
    let text = refusal(&url, &listing(&["127.0.0.1"])).await;
    assert_eq!(text, "主机 127.0.0.2 未列入 ARCHIVE_HOSTS");
    assert_eq!(asked.load(std::sync::atomic::Ordering::Relaxed), 0);
    let both = listing(&["127.0.0.0/8"]);
    assert_eq!(
        read(opened(&url, &both).await.unwrap()).await.unwrap(),
        b"bytes"
    );
    // One that points at itself, and one that leaves the web.
    let port = servers::http(redirect("/again").into()).await;
    let round = opened(&format!("http://127.0.0.1:{port}/"), &both).await;
    let said = round.unwrap_err().class().message().chinese();
    assert!(said.contains("重定向超过"), "{said}");
    let file = servers::http(redirect("file:///etc/passwd").into()).await;
    let file = opened(&format!("http://127.0.0.1:{file}/"), &both).await;
    let said = file.unwrap_err().class().message().chinese();
    assert!(said.contains("重定向地址有误"), "{said}");
}

#[tokio::test]
async fn a_pipe_among_the_scenes_holds_nobody_up() {
    let root = tempfile::tempdir().unwrap();
    let pipe = root.path().join("a.tif");
    rustix::fs::mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let url = file_url(pipe);
    let config = local(root.path());
    let error = timeout(Duration::from_secs(2), open(&url, &config)).await;
    let error = error.expect("it waited for a writer").unwrap_err();
    assert!(
        error.class().message().chinese().contains("不是普通文件"),
        "{error}"
    );
    assert_eq!(error.class().class().as_str(), "source_corrupt");
}
