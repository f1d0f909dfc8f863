//! A client that never ends its line costs no memory. Alone in its process, so that nothing else moves the measure.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod harness;

use harness::TestServer;

/// Resident memory of this process in bytes.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
}

#[tokio::test]
async fn a_line_of_64_mib_closes_and_memory_stays_flat() {
    let rig = TestServer::new();
    let mut raw = rig.connect().await;
    raw.expect("NOOP", 200).await;
    let before = resident();
    let piece = vec![b'x'; 65_536];
    let mut sent = 0;
    while sent < 64 << 20 && raw.try_send(&piece).await.is_ok() {
        sent += piece.len();
    }
    assert!(sent < 64 << 20, "the connection was closed long before");
    let grown = resident().saturating_sub(before);
    assert!(grown < 4 << 20, "memory grew by {grown} bytes");
    rig.sign_in().await;
    rig.finish().await;
}
