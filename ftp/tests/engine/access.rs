//! Who may sign in, what they may see, and how many may come.

use std::sync::atomic::Ordering::SeqCst;

use crate::harness::{Raw, TOO_LONG, TestServer, tools};

#[tokio::test]
async fn nothing_is_written_and_nothing_is_connected_to() {
    let rig = TestServer::new();
    rig.serve(&[("f", b"x")]);
    let mut raw = rig.sign_in().await;
    for command in [
        "STOR x", "STOU", "APPE f", "DELE f", "MKD d", "XMKD d", "RMD d", "XRMD d", "RNFR f",
        "RNTO g",
    ] {
        raw.expect(command, 550).await;
    }
    raw.expect("PORT 127,0,0,1,200,200", 502).await;
    raw.expect("EPRT |1|127.0.0.1|51400|", 502).await;
    raw.expect("SITE CHMOD 777 f", 502).await;
    raw.epsv().await;
    raw.expect("STOR f", 550).await;
    raw.expect("RETR f", 425).await;
    assert_eq!(raw.fetch("RETR f").await, b"x");
    rig.finish().await;
}

#[tokio::test]
async fn nothing_outside_the_order_can_be_named() {
    let rig = TestServer::new();
    rig.serve_as("b", &[("secret-of-b", b"b")]);
    rig.serve(&[("d/f", b"a")]);
    std::fs::write(rig.folder.path().join("outside"), b"outside").unwrap();
    let mut raw = rig.sign_in().await;
    for path in [
        "secret-of-b",
        "/secret-of-b",
        "b-0.bin",
        "../b-0.bin",
        "../../outside",
        "/etc/passwd",
        "d/../../outside",
        "../../../../../../etc/passwd",
        "./../outside",
        "objects/b-0.bin",
    ] {
        raw.epsv().await;
        raw.expect(&format!("RETR {path}"), 550).await;
        raw.expect(&format!("SIZE {path}"), 550).await;
        raw.expect(&format!("MLST {path}"), 550).await;
    }
    raw.expect("CWD ../../..", 250).await;
    assert!(raw.expect("PWD", 257).await.starts_with("257 \"/\""));
    assert_eq!(raw.fetch("NLST").await, b"d\r\n");
    raw.expect("CWD d", 250).await;
    assert_eq!(raw.fetch("RETR ../d/./f").await, b"a");
    raw.expect("RETR f\0", 553).await;
    rig.finish().await;
}

#[tokio::test]
async fn symbolic_links_in_the_store_are_not_followed() {
    let rig = TestServer::new();
    let outside = rig.folder.path().join("outside");
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(outside.join("f"), b"outside").unwrap();
    std::os::unix::fs::symlink(outside.join("f"), rig.object("link")).unwrap();
    std::os::unix::fs::symlink(&outside, rig.object("folder")).unwrap();
    std::fs::create_dir(rig.object("real")).unwrap();
    std::fs::write(rig.object("real/f"), b"inside!").unwrap();
    let shown = ["link", "folder/f", "real/f"].map(|key| (key.to_owned(), key.to_owned(), 7));
    rig.gateway.account("a", &shown);
    let mut raw = rig.sign_in().await;
    for path in ["link", "folder/f"] {
        raw.epsv().await;
        raw.expect(&format!("RETR {path}"), 550).await;
    }
    assert_eq!(raw.fetch("RETR real/f").await, b"inside!");
    assert_eq!(rig.gateway.log().len(), 1);
    rig.finish().await;
}

#[tokio::test]
async fn three_failures_close_and_the_answer_tells_nothing() {
    let rig = TestServer::new();
    let mut raw = rig.connect().await;
    raw.expect("PWD", 530).await;
    raw.expect("PASS secret", 503).await;
    raw.expect("USER nobody", 331).await;
    let unknown = raw.expect("PASS secret", 530).await;
    raw.expect("USER a", 331).await;
    let wrong = raw.expect("PASS wrong", 530).await;
    assert_eq!(unknown, wrong);
    raw.expect("USER a", 331).await;
    raw.expect("PASS wrong", 421).await;
    assert!(raw.closed().await);
    // A right password still works from the same address, and clears the count.
    rig.sign_in().await;
    rig.finish().await;
}

#[tokio::test]
async fn an_address_that_guesses_too_much_is_no_longer_looked_at() {
    let rig = TestServer::with(|config| {
        config.sign_in_tries = 1000;
        config.timeouts.sign_in_delay = std::time::Duration::ZERO;
    });
    let mut raw = rig.connect().await;
    for _ in 0..20 {
        raw.expect("USER a", 331).await;
        raw.expect("PASS wrong", 530).await;
    }
    assert_eq!(rig.gateway.sign_ins.load(SeqCst), 20);
    raw.expect("USER a", 331).await;
    raw.expect("PASS secret", 530).await;
    assert_eq!(
        rig.gateway.sign_ins.load(SeqCst),
        20,
        "the gateway was not asked"
    );
    rig.finish().await;
}

#[tokio::test]
async fn a_gateway_that_is_down_is_no_wrong_password() {
    let rig = TestServer::new();
    rig.gateway.broken.store(true, SeqCst);
    let mut raw = rig.connect().await;
    raw.expect("USER a", 331).await;
    raw.expect("PASS secret", 421).await;
    rig.gateway.broken.store(false, SeqCst);
    rig.serve(&[("f", b"x")]);
    let mut raw = rig.sign_in().await;
    rig.gateway.broken.store(true, SeqCst);
    let address = raw.epsv().await;
    let _data = tokio::net::TcpStream::connect(address).await.unwrap();
    raw.expect("RETR f", 451).await;
    rig.finish().await;
}

/// Whether a new connection is turned away.
async fn turned_away(rig: &TestServer) -> bool {
    let mut raw = Raw::connect_only(rig.address).await;
    let greeting = raw.reply().await;
    assert!(
        greeting.starts_with("421 ") || greeting.starts_with("220 "),
        "{greeting}"
    );
    greeting.starts_with("421 ")
}

/// Waits until the places of closed sessions have come back.
async fn until_sessions(rig: &TestServer, count: usize) {
    let waiting = async {
        while rig.stats.sessions.load(SeqCst) != count {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TOO_LONG, waiting).await.unwrap();
}

#[tokio::test]
async fn connections_per_address_are_limited_and_places_return() {
    let rig = TestServer::with(|config| config.limits.waiting_per_client = 3);
    let mut held = vec![
        rig.connect().await,
        rig.connect().await,
        rig.connect().await,
    ];
    assert!(turned_away(&rig).await);
    held.pop();
    until_sessions(&rig, 2).await;
    assert!(!turned_away(&rig).await);
    rig.finish().await;
}

#[tokio::test]
async fn sessions_per_address_are_limited_and_places_return() {
    let rig = TestServer::with(|config| config.limits.per_client = 2);
    let (first, _second) = (rig.sign_in().await, rig.sign_in().await);
    assert!(turned_away(&rig).await);
    drop(first);
    until_sessions(&rig, 1).await;
    rig.sign_in().await;
    rig.finish().await;
}

#[tokio::test]
async fn sessions_in_all_are_limited() {
    let rig = TestServer::with(|config| config.limits.total = 1);
    let mut early = rig.connect().await;
    let held = rig.sign_in().await;
    assert!(turned_away(&rig).await);
    early.expect("USER a", 331).await;
    early.expect("PASS secret", 421).await;
    drop(held);
    until_sessions(&rig, 0).await;
    rig.sign_in().await;
    rig.finish().await;
}

/// Strangers from many networks that connect and stay: they keep out neither those who sign in nor one another.
#[tokio::test]
async fn strangers_who_stay_keep_nobody_out() {
    let rig = TestServer::with(|config| {
        config.limits.waiting = 30;
        config.limits.waiting_per_client = 5;
        config.limits.total = 3;
    });
    rig.serve(&[("f", b"whole")]);
    let mut inside = rig.sign_in().await;
    let mut strangers = Vec::new();
    for network in 2..12 {
        for _ in 0..6 {
            strangers.push(connect_from([127, 0, 0, network], rig.address).await);
        }
    }
    assert_eq!(inside.fetch("RETR f").await, b"whole");
    let mut newcomer = rig.sign_in().await;
    assert_eq!(newcomer.fetch("RETR f").await, b"whole");
    // The sixth of every network is refused, and the first ones make way for the last.
    assert!(rig.stats.turned_away.load(SeqCst) >= 10);
    until_sessions(&rig, 2 + 30 - 1).await;
    drop(strangers);
    until_sessions(&rig, 2).await;
    rig.finish().await;
}

async fn connect_from(address: [u8; 4], server: std::net::SocketAddr) -> tokio::net::TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind((address, 0).into()).unwrap();
    socket.connect(server).await.unwrap()
}

#[tokio::test]
async fn a_name_with_a_nul_is_a_failed_sign_in() {
    let rig = TestServer::new();
    let mut raw = rig.connect().await;
    let asked = rig.gateway.sign_ins.load(SeqCst);
    raw.expect("USER a\0b", 331).await;
    raw.expect("PASS secret", 530).await;
    raw.expect("USER a", 331).await;
    raw.expect("PASS secret\0", 530).await;
    assert_eq!(rig.stats.refused.load(SeqCst), 2);
    assert_eq!(
        rig.gateway.sign_ins.load(SeqCst),
        asked,
        "nobody looks it up"
    );
    raw.expect("USER \0", 331).await;
    raw.expect("PASS x", 421).await;
    assert!(raw.closed().await);
    rig.sign_in().await;
    rig.finish().await;
}

#[tokio::test]
async fn sessions_of_one_account_are_limited() {
    let rig = TestServer::with(|config| config.limits.per_account = 2);
    rig.gateway.account("b", &[]);
    let (first, _second) = (rig.sign_in().await, rig.sign_in().await);
    let mut third = rig.connect().await;
    third.expect("USER a", 331).await;
    third.expect("PASS secret", 421).await;
    assert!(third.closed().await);
    rig.connect().await.sign_in("b").await;
    drop((first, third));
    until_sessions(&rig, 1).await;
    rig.sign_in().await;
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn curl_reports_a_wrong_password_as_such() {
    let rig = TestServer::new();
    let url = format!("ftp://a:wrong@{}/", rig.address);
    let output = tools::run("curl", ["-sS", &url]).await;
    assert_eq!(output.status.code(), Some(67), "curl: access denied");
    rig.finish().await;
}
