//! Black box: open files are few, HTTP takes all that it may have, and FTP, the database and health go on.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use testkit::archive::sha256_of;
use testkit::download::Download;
use testkit::server::{Launch, Server};
use testkit::site::{Site, ftp_account};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Soft and hard limit of the server: it raises the first to the second.
const DESCRIPTORS: (u64, u64) = (200, 640);
/// The most that HTTP may have of them: half are kept for others, and each connection counts for two.
const CONNECTIONS: usize = 160;
/// What is no answer by then is none.
const SOON: Duration = Duration::from_secs(10);

fn configured(launch: Launch) -> Launch {
    // Half-sent heads stay as long as this test lasts.
    let mut launch = launch
        .env("HTTP_HEAD_SECONDS", "3600")
        .env("HTTP_CONNECTIONS_PER_NETWORK", "4096");
    launch.descriptors = Some(DESCRIPTORS);
    launch
}

/// Opens connections with half a head until the server takes no more.
async fn take_all(server: &Server) -> anyhow::Result<Vec<TcpStream>> {
    let address = server.http.strip_prefix("http://").context("no address")?;
    let address: SocketAddr = address.parse()?;
    let mut taken = Vec::new();
    while taken.len() <= CONNECTIONS {
        let mut stream = TcpStream::connect(address).await?;
        if !is_kept(&mut stream).await? {
            break;
        }
        taken.push(stream);
    }
    Ok(taken)
}

/// Whether the server keeps the connection: it answers a whole request on it, and waits for the rest of a half one.
async fn is_kept(stream: &mut TcpStream) -> anyhow::Result<bool> {
    let request = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /healthz HTTP/1.1\r\nho";
    if stream.write_all(request).await.is_err() {
        return Ok(false);
    }
    let mut head = [0; 12];
    let read = tokio::time::timeout(SOON, stream.read_exact(&mut head));
    let read = read.await.context("neither answered nor refused")?;
    Ok(read.is_ok() && &head == b"HTTP/1.1 200")
}

/// The soft limit of a process's open files, where the system tells.
fn soft_limit(pid: u32) -> Option<u64> {
    let limits = std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("limits"));
    let limits = limits.ok()?;
    let line = limits
        .lines()
        .find(|line| line.starts_with("Max open files"))?;
    line.split_whitespace().nth(3)?.parse().ok()
}

/// Slow: a whole site prepares an order first, and well over a hundred connections are opened and let go of.
#[tokio::test(flavor = "multi_thread")]
async fn ftp_signs_in_when_http_has_taken_all_it_may() -> anyhow::Result<()> {
    let site = Site::with(&[1000], configured).await?;
    let order = site.prepared().await?;
    let raised = soft_limit(site.server.pid());
    ensure!(
        raised.is_none_or(|limit| limit == DESCRIPTORS.1),
        "{raised:?} open files"
    );
    let delivery = site.delivery(&order).await?;
    let account = ftp_account(&delivery)?;

    let mut taken = take_all(&site.server).await?;
    ensure!(
        (CONNECTIONS / 2..=CONNECTIONS).contains(&taken.len()),
        "{} connections were taken",
        taken.len()
    );
    for file in ["package/SHA256SUMS", "scenes/SHA256SUMS"] {
        let to = site.folder("sums");
        let url = format!("ftp://{}/{file}", site.server.ftp);
        Download::new(&url, &to).options(&["-u", account]).run()?;
        let files = delivery["files"].as_array().context("no files")?;
        let known = files.iter().find(|known| known["name"] == file);
        let known = known.context("not in the delivery")?;
        ensure!(known["sha256"] == sha256_of(&to)?, "{file} is another file");
    }

    // Who lets go makes room for others.
    taken.truncate(CONNECTIONS / 4);
    let until = Instant::now() + SOON;
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    let ready = format!("{}/readyz", site.server.http);
    loop {
        let answer = reqwest::get(&ready).await;
        if answer.is_ok_and(|answer| answer.status().is_success()) {
            return Ok(());
        }
        ensure!(Instant::now() < until, "no room comes back");
        ticks.tick().await;
    }
}
