//! Downloads that begin in the middle, small files and files past four gigabytes.

use std::fs::File;
use std::os::unix::fs::FileExt;

use tokio::io::AsyncReadExt;

use crate::harness::{TestServer, noise, tools};

const GIB: u64 = 1 << 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn curl_resumes_from_the_middle_and_leaves_a_whole_file_alone() {
    let rig = TestServer::new();
    let bytes = noise(3_000_000, 1);
    rig.serve(&[("f.tif", &bytes)]);
    let target = rig.scratch("out").join("f.tif");
    std::fs::write(&target, &bytes[..1_234_567]).unwrap();
    let (url, output) = (rig.url("f.tif"), target.to_str().unwrap().to_owned());
    for _ in 0..2 {
        tools::succeed("curl", ["-sS", "-C", "-", "-o", &output, &url]).await;
        assert!(std::fs::read(&target).unwrap() == bytes);
    }
    let log = rig.gateway.ended(1).await;
    assert_eq!(log[0].start.offset, 1_234_567);
    assert_eq!(log[0].bytes(), 3_000_000 - 1_234_567);
    rig.finish().await;
}

#[tokio::test]
async fn an_offset_at_the_end_is_empty_and_one_past_it_is_refused() {
    let rig = TestServer::new();
    rig.serve(&[("f", b"0123456789")]);
    let mut raw = rig.sign_in().await;
    raw.expect("REST 10", 350).await;
    assert!(raw.fetch("RETR f").await.is_empty());
    raw.epsv().await;
    raw.expect("REST 11", 350).await;
    raw.expect("RETR f", 554).await;
    raw.expect("REST -1", 501).await;
    raw.expect("REST 99999999999999999999", 501).await;
    assert_eq!(raw.fetch("RETR f").await, b"0123456789");
    rig.finish().await;
}

#[tokio::test]
async fn an_offset_serves_one_transfer_only() {
    let rig = TestServer::new();
    let bytes = noise(5_000_000, 2);
    rig.serve(&[("f", &bytes)]);
    let mut raw = rig.sign_in().await;

    raw.expect("REST 1000000", 350).await;
    raw.fetch("LIST").await;
    assert!(raw.fetch("RETR f").await == bytes, "REST then LIST");

    raw.expect("REST 1000000", 350).await;
    raw.expect("CWD /", 250).await;
    assert!(raw.fetch("RETR f").await == bytes, "REST then CWD");

    raw.expect("REST 1000000", 350).await;
    let data = raw.begin("RETR f").await;
    drop(data);
    raw.expect_reply(426).await;
    assert!(
        raw.fetch("RETR f").await == bytes,
        "REST then a broken RETR"
    );

    raw.expect("REST 1000000", 350).await;
    raw.expect("TYPE I", 200).await;
    assert!(
        raw.fetch("RETR f").await == bytes[1_000_000..],
        "REST, TYPE, EPSV, RETR"
    );
    rig.finish().await;
}

/// A sparse file with marks at 4.5 GiB and at its end.
fn five_gib(rig: &TestServer) {
    let file = File::create(rig.object("big.bin")).unwrap();
    file.set_len(5 * GIB).unwrap();
    file.write_all_at(b"four and a half", 4 * GIB + GIB / 2)
        .unwrap();
    file.write_all_at(b"last", 5 * GIB - 4).unwrap();
    rig.gateway
        .account("a", &[("big.tif".into(), "big.bin".into(), 5 * GIB)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_gigabytes_in_clear() {
    let rig = TestServer::new();
    five_gib(&rig);
    let url = rig.url("big.tif");
    let middle = tools::succeed("curl", ["-sS", "-r", "4831838208-4831838222", &url]).await;
    assert_eq!(middle, b"four and a half");
    let end = tools::succeed("curl", ["-sS", "-r", "5368709116-", &url]).await;
    assert_eq!(end, b"last");

    let mut raw = rig.sign_in().await;
    assert_eq!(raw.expect("SIZE big.tif", 213).await, "213 5368709120");
    let count = ["-sS", "-o", "/dev/null", "-w", "%{size_download}", &url];
    assert_eq!(tools::succeed("curl", count).await, b"5368709120");
    let log = rig.gateway.ended(3).await;
    assert_eq!(log[2].bytes(), 5 * GIB);
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_far_end_of_five_gigabytes_over_tls() {
    let rig = TestServer::new();
    five_gib(&rig);
    let mut raw = rig.connect().await.secure(&rustls::version::TLS13).await;
    raw.expect("PBSZ 0", 200).await;
    raw.expect("PROT P", 200).await;
    raw.sign_in("a").await;
    raw.expect("REST 5368709100", 350).await;
    assert_eq!(
        raw.fetch("RETR big.tif").await,
        [[0; 16].as_slice(), b"last"].concat()
    );
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_segments_make_one_file_in_clear_and_encrypted() {
    let rig = TestServer::new();
    let bytes = noise(40_000_001, 3);
    rig.serve(&[("f.tif", &bytes)]);
    for tls in [false, true] {
        let target = rig.scratch("out").join(format!("{tls}.tif"));
        let output = target.to_str().unwrap();
        // Unlimited, the first connection has it all before the others have signed in.
        let commands = format!(
            "set net:limit-rate 10000000; set net:limit-max 1000000; pget -n 4 f.tif -o {output}"
        );
        tools::lftp(&rig, tls, &commands).await;
        assert!(std::fs::read(&target).unwrap() == bytes, "tls {tls}");
    }
    let log = rig.gateway.log();
    assert!(log.iter().filter(|one| !one.start.tls).count() >= 4);
    assert!(log.iter().filter(|one| one.start.tls).count() >= 4);
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suppaftp_downloads_and_resumes() {
    use suppaftp::tokio::AsyncFtpStream;
    let rig = TestServer::new();
    let bytes = noise(300_000, 4);
    rig.serve(&[("f", &bytes)]);
    let mut ftp = AsyncFtpStream::connect(rig.address).await.unwrap();
    ftp.login("a", "secret").await.unwrap();
    for offset in [0, 123_456] {
        ftp.resume_transfer(offset).await.unwrap();
        let mut stream = ftp.retr_as_stream("f").await.unwrap();
        let mut read = Vec::new();
        stream.read_to_end(&mut read).await.unwrap();
        stream.finish().await.unwrap();
        assert!(read == bytes[offset..]);
    }
    assert_eq!(ftp.nlst(None).await.unwrap(), ["f"]);
    ftp.quit().await.unwrap();
    rig.finish().await;
}
