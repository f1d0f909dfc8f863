//! The transfer log tells what happened.

use std::sync::atomic::Ordering::SeqCst;

use crate::harness::raw::take;
use crate::harness::{TestServer, noise, tools};
use ftp::TransferOutcome;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logged_bytes_are_received_bytes_and_every_start_ends_once() {
    let rig = TestServer::with(|config| config.limits.per_account = 50);
    let bytes = noise(8 << 20, 14);
    rig.serve(&[("d/f", &bytes), ("e", b"")]);
    let mut done = Vec::new();
    for round in 0..8_usize {
        let mut raw = rig.connect().await;
        if round % 2 == 1 {
            raw = raw.secure(&rustls::version::TLS13).await;
            raw.expect("PROT P", 200).await;
        }
        raw.sign_in("a").await;
        let offset = round * 1_000_001;
        raw.expect(&format!("REST {offset}"), 350).await;
        let got = raw.fetch("RETR d/f").await;
        assert!(got == bytes[offset..]);
        done.push((offset as u64, got.len() as u64, round % 2 == 1));
        raw.fetch("RETR e").await;

        let mut data = raw.begin("RETR d/f").await;
        take(&mut data, 5000).await;
        drop(data);
        raw.expect_reply(426).await;
    }
    let log = rig.gateway.ended(24).await;
    assert_eq!(log.len(), 24);
    let whole = log.iter().filter(|one| one.start.path == "d/f");
    let (finished, broken): (Vec<_>, Vec<_>) =
        whole.partition(|one| one.outcome() == Some(TransferOutcome::Done));
    let finished: Vec<_> = finished
        .iter()
        .map(|one| (one.start.offset, one.bytes(), one.start.tls))
        .collect();
    assert_eq!(finished, done);
    assert_eq!(broken.len(), 8);
    for one in &broken {
        assert_eq!(one.outcome(), Some(TransferOutcome::Aborted));
        assert!(
            one.bytes() >= 5000 && one.bytes() <= bytes.len() as u64,
            "{one:?}"
        );
    }
    for one in &log {
        assert_eq!(
            (one.start.account.as_str(), one.start.client),
            ("a", rig.address.ip())
        );
        assert!(one.start.started_at <= one.ends[0].ended_at);
    }
    assert_eq!(rig.stats.transfers.load(SeqCst), 0);
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn segments_cover_the_file() {
    let rig = TestServer::new();
    let bytes = noise(20 << 20, 15);
    rig.serve(&[("f", &bytes)]);
    let target = rig.scratch("out").join("f");
    tools::lftp(
        &rig,
        false,
        &format!(
            "set net:limit-rate 10000000; set net:limit-max 1000000; pget -n 3 f -o {}",
            target.display()
        ),
    )
    .await;
    assert!(std::fs::read(&target).unwrap() == bytes);
    let mut log = rig
        .gateway
        .until(|log| log.iter().all(|one| !one.ends.is_empty()))
        .await;
    assert!(log.len() >= 3);
    log.sort_by_key(|one| one.start.offset);
    let covered = log.iter().fold(0, |covered, one| {
        assert!(one.start.offset <= covered, "a gap at {covered}");
        covered.max(one.start.offset + one.bytes())
    });
    assert_eq!(covered, bytes.len() as u64);
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_or_changed_file_is_never_sent() {
    let rig = TestServer::new();
    rig.serve(&[
        ("gone", b"12345"),
        ("changed", b"12345"),
        ("good", b"12345"),
    ]);
    std::fs::remove_file(rig.object("a-0.bin")).unwrap();
    std::fs::write(rig.object("a-1.bin"), b"1234").unwrap();
    let mut raw = rig.sign_in().await;
    raw.epsv().await;
    raw.expect("RETR gone", 550).await;
    raw.epsv().await;
    raw.expect("RETR changed", 451).await;
    assert_eq!(raw.fetch("RETR good").await, b"12345");
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_cut_short_while_it_is_sent_ends_as_failed() {
    let rig = TestServer::new();
    for tls in [false, true] {
        rig.serve(&[("f", &noise(64 << 20, 16))]);
        let mut raw = rig.connect().await;
        if tls {
            raw = raw.secure(&rustls::version::TLS13).await;
            raw.expect("PROT P", 200).await;
        }
        raw.sign_in("a").await;
        let mut data = raw.begin("RETR f").await;
        take(&mut data, 1000).await;
        let file = std::fs::File::options()
            .write(true)
            .open(rig.object("a-0.bin"))
            .unwrap();
        file.set_len(32 << 20).unwrap();
        let mut rest = Vec::new();
        let end = tokio::io::AsyncReadExt::read_to_end(&mut data, &mut rest).await;
        assert!(end.is_err(), "tls {tls}");
        raw.expect_reply(451).await;
    }
    let log = rig.gateway.ended(2).await;
    assert!(
        log.iter()
            .all(|one| one.outcome() == Some(TransferOutcome::Failed))
    );
    rig.finish().await;
}
