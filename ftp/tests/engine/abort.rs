//! Ending a transfer before its end, by every way a client has.

use std::time::{Duration, Instant};

use tokio::io::AsyncReadExt;

use crate::harness::raw::take;
use crate::harness::{TOO_LONG, TestServer, noise, tools};
use ftp::TransferOutcome;

const SIZE: usize = 64 << 20;

fn rig() -> TestServer {
    let rig = TestServer::new();
    rig.serve(&[("big", &noise(SIZE, 5)), ("small", b"whole")]);
    rig
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abor_answers_426_and_226_within_a_second() {
    let rig = rig();
    for tls in [false, true] {
        let mut raw = rig.connect().await;
        if tls {
            raw = raw.secure(&rustls::version::TLS13).await;
            raw.expect("PROT P", 200).await;
        }
        raw.sign_in("a").await;
        let mut data = raw.begin("RETR big").await;
        take(&mut data, 100_000).await;
        let begin = Instant::now();
        raw.expect("ABOR", 426).await;
        raw.expect_reply(226).await;
        assert!(begin.elapsed() < Duration::from_secs(1));
        let mut rest = Vec::new();
        let end = tokio::time::timeout(TOO_LONG, data.read_to_end(&mut rest))
            .await
            .unwrap();
        assert!(end.is_err(), "a cut must not look like the end of the file");
        assert_eq!(raw.fetch("RETR small").await, b"whole");
        raw.expect("ABOR", 226).await;
    }
    let log = rig.gateway.ended(4).await;
    assert_eq!(log[0].outcome(), Some(TransferOutcome::Aborted));
    assert_eq!(log[1].outcome(), Some(TransferOutcome::Done));
    rig.finish().await;
}

#[tokio::test]
async fn abor_before_the_data_connection_comes() {
    let rig = rig();
    let mut raw = rig.sign_in().await;
    raw.epsv().await;
    raw.send(b"RETR big\r\n").await;
    raw.expect("ABOR", 426).await;
    raw.expect_reply(226).await;
    assert_eq!(raw.fetch("RETR small").await, b"whole");
    assert_eq!(
        rig.gateway.log().len(),
        1,
        "nothing was begun for the first"
    );
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abor_as_urgent_data_and_with_telnet_commands() {
    let rig = rig();
    let program = "
import time
def start():
    sock = ftp.transfercmd('RETR big')
    assert len(sock.recv(1000)) > 0
    return sock
def finish(sock, first):
    assert first[:3] == '426', first
    assert ftp.getresp()[:3] == '226'
    sock.close()
    got = io.BytesIO()
    ftp.retrbinary('RETR small', got.write)
    assert got.getvalue() == b'whole'
begin = time.monotonic()
sock = start()                                      # ftplib: all of it urgent, the mark at the line feed
finish(sock, ftp.abort())
sock = start()                                      # RFC 959: IAC IP, urgent IAC DM, then the command
ftp.sock.sendall(b'\\xff\\xf4')
ftp.sock.sendall(b'\\xff\\xf2', socket.MSG_OOB)
ftp.sock.sendall(b'ABOR\\r\\n')
finish(sock, ftp.getmultiline())
sock = start()                                      # the mark in the middle of the command
ftp.sock.sendall(b'\\xff\\xf4\\xff', socket.MSG_OOB)
ftp.sock.sendall(b'\\xf2AB', socket.MSG_OOB)
ftp.sock.sendall(b'OR\\r\\n')
finish(sock, ftp.getmultiline())
assert time.monotonic() - begin < 5
print('ok')";
    assert_eq!(tools::ftplib(&rig, "utf-8", program).await, b"ok\n");
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suppaftp_aborts_and_goes_on() {
    use suppaftp::tokio::AsyncFtpStream;
    let rig = rig();
    let mut ftp = AsyncFtpStream::connect(rig.address).await.unwrap();
    ftp.login("a", "secret").await.unwrap();
    for _ in 0..3 {
        let mut stream = ftp.retr_as_stream("big").await.unwrap();
        stream.read_exact(&mut [0; 1000]).await.unwrap();
        tokio::time::timeout(TOO_LONG, ftp.abort(stream))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(ftp.size("small").await.unwrap(), 5);
    }
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_the_control_connection_stops_the_data() {
    let rig = rig();
    let mut raw = rig.sign_in().await;
    let mut data = raw.begin("RETR big").await;
    take(&mut data, 1000).await;
    drop(raw);
    let log = rig.gateway.ended(1).await;
    assert_eq!(log[0].outcome(), Some(TransferOutcome::Aborted));
    let mut rest = Vec::new();
    let end = tokio::time::timeout(TOO_LONG, data.read_to_end(&mut rest))
        .await
        .unwrap();
    assert!(end.is_err() && rest.len() < SIZE - 1000);
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn noop_and_stat_are_answered_and_others_wait() {
    let rig = rig();
    let mut raw = rig.sign_in().await;
    let mut data = raw.begin("RETR big").await;
    take(&mut data, 1000).await;
    raw.expect("NOOP", 200).await;
    let status = raw.expect("STAT", 213).await;
    assert!(status.contains("bytes sent"), "{status}");
    raw.send(b"PWD\r\nSIZE small\r\n").await;
    raw.expect("NOOP", 200).await;
    let rest = take(&mut data, SIZE - 1000).await;
    assert_eq!(rest.len(), SIZE - 1000);
    drop(data);
    raw.expect_reply(226).await;
    raw.expect_reply(257).await;
    assert_eq!(raw.expect_reply(213).await, "213 5");
    rig.finish().await;
}

#[tokio::test]
async fn a_flood_of_commands_during_a_transfer_is_refused_not_kept() {
    let rig = rig();
    let mut raw = rig.sign_in().await;
    let data = raw.begin("RETR big").await;
    raw.send("PWD\r\n".repeat(20).as_bytes()).await;
    for _ in 0..4 {
        raw.expect_reply(503).await;
    }
    drop(data);
    raw.expect_reply(426).await;
    for _ in 0..16 {
        raw.expect_reply(257).await;
    }
    raw.expect("NOOP", 200).await;
    rig.finish().await;
}
