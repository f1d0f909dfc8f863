//! Expiry, idling, stalling, and shutting down.

use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt;

use crate::harness::raw::take;
use crate::harness::{TOO_LONG, TestServer, noise};
use ftp::{ShutdownReport, TransferOutcome};

const SIZE: usize = 64 << 20;

async fn reads_an_error(data: &mut (impl tokio::io::AsyncRead + Unpin)) -> bool {
    let mut rest = Vec::new();
    let end = tokio::time::timeout(TOO_LONG, data.read_to_end(&mut rest)).await;
    end.unwrap().is_err()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn expiry_refuses_sign_in_and_cuts_a_running_transfer_within_two_seconds() {
    let rig = TestServer::new();
    rig.serve(&[("big", &noise(SIZE, 8))]);
    let (mut raw, mut quiet) = (rig.sign_in().await, rig.sign_in().await);
    let mut data = raw.begin("RETR big").await;
    take(&mut data, 1000).await;
    let begin = Instant::now();
    rig.clock.advance(3601);
    raw.expect_reply(426).await;
    raw.expect_reply(421).await;
    quiet.expect_reply(421).await;
    assert!(begin.elapsed() < Duration::from_secs(2));
    assert!(reads_an_error(&mut data).await);
    assert!(raw.closed().await);
    let mut late = rig.connect().await;
    late.expect("USER a", 331).await;
    late.expect("PASS secret", 530).await;
    assert_eq!(
        rig.gateway.ended(1).await[0].outcome(),
        Some(TransferOutcome::Aborted)
    );
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disabled_account_is_cut_within_two_seconds_also_over_tls() {
    let rig = TestServer::new();
    rig.serve(&[("big", &noise(SIZE, 9))]);
    let mut raw = rig.connect().await.secure(&rustls::version::TLS13).await;
    raw.sign_in("a").await;
    raw.expect("PROT P", 200).await;
    let mut data = raw.begin("RETR big").await;
    take(&mut data, 1000).await;
    let begin = Instant::now();
    rig.gateway.disable("a");
    raw.expect_reply(426).await;
    raw.expect_reply(421).await;
    assert!(begin.elapsed() < Duration::from_secs(2));
    assert!(reads_an_error(&mut data).await);
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gateway_that_cannot_answer_does_not_cut() {
    let rig = TestServer::with(|config| config.timeouts.idle = Duration::from_secs(3));
    rig.serve(&[("f", b"x")]);
    // Before signing in: the server's clock may run for a while before this test goes on.
    let begin = Instant::now();
    let mut raw = rig.sign_in().await;
    rig.gateway.broken.store(true, SeqCst);
    // Only the idle timeout ends this session.
    assert!(raw.expect_reply(421).await.contains("Idle"));
    assert!(begin.elapsed() >= Duration::from_secs(3));
    rig.gateway.broken.store(false, SeqCst);
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transfer_outlives_the_idle_timeout_and_then_idling_ends_the_session() {
    let idle = Duration::from_millis(300);
    let rig = TestServer::with(|config| config.timeouts.idle = idle);
    rig.serve(&[("big", &noise(SIZE, 10))]);
    let mut raw = rig.sign_in().await;
    let mut data = raw.begin("RETR big").await;
    let (begin, mut read) = (Instant::now(), 0);
    // Reads slowly until well past the idle timeout: the clock is the condition waited for.
    while begin.elapsed() < idle * 3 {
        read += take(&mut data, 1000).await.len();
        tokio::task::yield_now().await;
        if read > SIZE / 2 {
            raw.expect("NOOP", 200).await;
        }
        if read + 1000 > SIZE {
            break;
        }
    }
    take(&mut data, SIZE - read).await;
    drop(data);
    raw.expect_reply(226).await;
    raw.expect_reply(421).await;
    assert!(raw.closed().await);
    rig.finish().await;
}

#[tokio::test]
async fn before_signing_in_talking_does_not_buy_time() {
    let rig = TestServer::with(|config| config.timeouts.sign_in = Duration::from_millis(300));
    let mut raw = rig.connect().await;
    let talk = async {
        loop {
            let _ = raw.try_send(b"NOOP\r\n").await;
            let reply = raw.reply().await;
            if !reply.starts_with("200") {
                return reply;
            }
        }
    };
    let last = tokio::time::timeout(TOO_LONG, talk).await.unwrap();
    assert!(last.starts_with("421"), "{last}");
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_takes_nothing_is_dropped() {
    for tls in [false, true] {
        let rig = TestServer::with(|config| config.timeouts.stall = Duration::from_millis(500));
        rig.serve(&[("big", &noise(SIZE, 11))]);
        let mut raw = rig.connect().await;
        if tls {
            raw = raw.secure(&rustls::version::TLS13).await;
            raw.expect("PROT P", 200).await;
        }
        raw.sign_in("a").await;
        let mut data = raw.begin("RETR big").await;
        assert!(raw.expect_reply(426).await.contains("stalled"));
        assert!(reads_an_error(&mut data).await);
        raw.expect("NOOP", 200).await;
        let log = rig.gateway.ended(1).await;
        assert_eq!(log[0].outcome(), Some(TransferOutcome::Aborted));
        rig.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shutdown_lets_a_download_finish_and_turns_others_away() {
    let rig = TestServer::new();
    let bytes = noise(SIZE, 12);
    rig.serve(&[("big", &bytes)]);
    let (mut raw, mut quiet) = (rig.sign_in().await, rig.sign_in().await);
    let mut data = raw.begin("RETR big").await;
    let mut got = take(&mut data, 1000).await;
    rig.begin_shutdown();
    quiet.expect_reply(421).await;
    data.read_to_end(&mut got).await.unwrap();
    assert!(got == bytes);
    drop(data);
    raw.expect_reply(226).await;
    raw.expect_reply(421).await;
    let refused = tokio::net::TcpStream::connect(rig.address).await;
    assert!(refused.is_err(), "nobody listens any more");
    let gateway = std::sync::Arc::clone(&rig.gateway);
    assert_eq!(rig.finish().await, ShutdownReport { cut: 0 });
    assert_eq!(gateway.log()[0].outcome(), Some(TransferOutcome::Done));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_download_that_outlasts_the_grace_is_cut_and_recorded() {
    let rig = TestServer::with(|config| config.timeouts.drain = Duration::from_millis(200));
    rig.serve(&[("big", &noise(SIZE, 13))]);
    let mut raw = rig.sign_in().await;
    let mut data = raw.begin("RETR big").await;
    take(&mut data, 1000).await;
    let gateway = std::sync::Arc::clone(&rig.gateway);
    assert_eq!(rig.finish().await, ShutdownReport { cut: 1 });
    raw.expect_reply(426).await;
    raw.expect_reply(421).await;
    assert_eq!(gateway.log()[0].outcome(), Some(TransferOutcome::Aborted));
}
