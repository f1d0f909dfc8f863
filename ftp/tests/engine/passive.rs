//! Data connections.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::net::{TcpSocket, TcpStream};

use crate::harness::{TOO_LONG, TestServer, tools};

/// Ports of a session that leaks them would be used up twenty times over. Some more than two sessions need: programs that
/// other tests start hold a copy of every socket of this process for a moment.
const PORTS: u16 = 20;

/// Ports in a row that are free, below those the system hands out to the other tests.
fn free_range() -> std::ops::RangeInclusive<u16> {
    let free = |port: u16| std::net::TcpListener::bind(("127.0.0.1", port)).is_ok();
    let first = (20_000..30_000)
        .step_by(usize::from(PORTS))
        .find(|first| (*first..first + PORTS).all(free));
    let first = first.expect("free ports in a row");
    first..=first + PORTS - 1
}

/// Waits until it is.
async fn is_free(port: u16) {
    while std::net::TcpListener::bind(("127.0.0.1", port)).is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn two_hundred_epsv_leak_no_port() {
    let ports = free_range();
    let rig = TestServer::with(|config| config.passive_ports = Some(ports.clone()));
    rig.serve(&[("f", b"x")]);
    let (mut one, mut two) = (rig.sign_in().await, rig.sign_in().await);
    for round in 0..200 {
        let address = if round % 2 == 0 {
            one.epsv().await
        } else {
            one.pasv().await
        };
        assert!(ports.contains(&address.port()));
        two.epsv().await;
    }
    assert_eq!(one.fetch("RETR f").await, b"x");
    one.expect("QUIT", 221).await;
    two.expect("QUIT", 221).await;
    assert!(one.closed().await && two.closed().await);
    for port in ports {
        let freed = tokio::time::timeout(TOO_LONG, is_free(port)).await;
        assert!(freed.is_ok(), "{port} is still held");
    }
    rig.finish().await;
}

#[tokio::test]
async fn a_stranger_on_the_data_port_is_ignored() {
    let rig = TestServer::new();
    rig.serve(&[("f", b"whole")]);
    let mut raw = rig.sign_in().await;
    let address = raw.epsv().await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.2:0".parse().unwrap()).unwrap();
    // The listener of 127.0.0.1 is reachable from all of 127/8.
    let mut stranger = socket.connect(address).await.unwrap();
    raw.send(b"RETR f\r\n").await;
    let mut stolen = Vec::new();
    let end = tokio::time::timeout(TOO_LONG, stranger.read_to_end(&mut stolen))
        .await
        .unwrap();
    assert!(stolen.is_empty(), "{end:?}");
    let mut data = TcpStream::connect(address).await.unwrap();
    raw.expect_reply(150).await;
    let mut bytes = Vec::new();
    data.read_to_end(&mut bytes).await.unwrap();
    assert_eq!(bytes, b"whole");
    raw.expect_reply(226).await;
    rig.finish().await;
}

/// Before RETR is said: they are dropped as they come, and the client's own connection is not behind them.
#[tokio::test]
async fn a_crowd_of_strangers_does_not_fill_the_data_port() {
    let rig = TestServer::new();
    rig.serve(&[("f", b"whole")]);
    let mut raw = rig.sign_in().await;
    let address = raw.epsv().await;
    let mut strangers = Vec::new();
    for number in (0..200_u8).cycle().take(300) {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(([127, 0, 1, number], 0).into()).unwrap();
        let connected = tokio::time::timeout(TOO_LONG, socket.connect(address)).await;
        strangers.push(connected.expect("the queue is full").unwrap());
    }
    for stranger in &mut strangers {
        let mut stolen = [0; 16];
        let end = tokio::time::timeout(TOO_LONG, stranger.read(&mut stolen)).await;
        assert!(matches!(
            end.expect("not dropped before RETR"),
            Ok(0) | Err(_)
        ));
    }
    let mut data = TcpStream::connect(address).await.unwrap();
    raw.send(b"RETR f\r\n").await;
    raw.expect_reply(150).await;
    let mut bytes = Vec::new();
    data.read_to_end(&mut bytes).await.unwrap();
    assert_eq!(bytes, b"whole");
    raw.expect_reply(226).await;
    rig.finish().await;
}

#[tokio::test]
async fn no_data_connection_is_425_and_counted() {
    let wait = Duration::from_millis(200);
    let rig = TestServer::with(|config| config.timeouts.data_connection = wait);
    rig.serve(&[("f", b"whole")]);
    let mut raw = rig.sign_in().await;
    raw.expect("RETR f", 425).await;
    raw.epsv().await;
    raw.expect("RETR f", 425).await;
    assert_eq!(
        rig.stats
            .unreached
            .load(std::sync::atomic::Ordering::SeqCst),
        1
    );
    assert_eq!(raw.fetch("RETR f").await, b"whole");
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_ipv6_epsv_works_and_pasv_points_to_it() {
    let listen: SocketAddr = "[::1]:0".parse().unwrap();
    let rig = TestServer::with(|config| config.listen = vec![listen]);
    rig.serve(&[("f", b"whole")]);
    let mut raw = rig.sign_in().await;
    raw.expect("PASV", 425).await;
    raw.expect("EPSV 1", 522).await;
    raw.expect("EPSV 2", 229).await;
    assert_eq!(raw.fetch("RETR f").await, b"whole");
    let got = tools::succeed("curl", ["-sS", "-g", &rig.url("f")]).await;
    assert_eq!(got, b"whole");
    rig.finish().await;
}

#[tokio::test]
async fn epsv_all_shuts_pasv_off() {
    let rig = TestServer::new();
    let mut raw = rig.sign_in().await;
    raw.pasv().await;
    raw.expect("EPSV ALL", 200).await;
    raw.expect("PASV", 425).await;
    raw.epsv().await;
    rig.finish().await;
}
