//! Attacks on a real server, from the addresses of the loopback.

use std::net::Ipv4Addr;

use axum::body::Bytes;
use axum::routing::{get, post};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::sync::oneshot;

use super::*;

mod bodies;

/// A server with small limits; what waits is short, so that tests see it end.
struct SmallServer {
    address: SocketAddr,
    connections: Tally<()>,
    stop: Option<oneshot::Sender<()>>,
    ended: tokio::task::JoinHandle<()>,
}

const NEVER: Duration = Duration::from_hours(1);

fn limits() -> ServerLimits {
    ServerLimits {
        total: 100,
        per_network: 50,
        proxies: Vec::new(),
        head: NEVER,
        idle: NEVER,
        stall: NEVER,
    }
}

impl SmallServer {
    async fn start(limits: ServerLimits) -> Self {
        let app = Router::new()
            .route("/", get(|| async { "here" }))
            .route("/echo", post(|body: Bytes| async move { body }))
            .route("/large", get(|| async { vec![b'x'; 64 << 20] }));
        Self::serving(app, limits).await
    }

    async fn serving(app: Router, limits: ServerLimits) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = Server::new(app, limits);
        let connections = server.connections();
        let (stop, stopped) = oneshot::channel();
        let ended = tokio::spawn(server.serve(listener, async {
            let _ = stopped.await;
        }));
        Self {
            address,
            connections,
            stop: Some(stop),
            ended,
        }
    }

    /// A connection from an address of the loopback: 127.0.0.1 to 127.0.0.255.
    async fn connect(&self, last: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket
            .bind((Ipv4Addr::new(127, 0, 0, last), 0).into())
            .unwrap();
        socket.connect(self.address).await.unwrap()
    }

    async fn sending(&self, last: u8, text: &str) -> TcpStream {
        let mut stream = self.connect(last).await;
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    async fn holds(&self, count: usize) {
        while self.connections.in_use() != count {
            tokio::task::yield_now().await;
        }
    }
}

const GET: &str = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

/// Longer than any limit here that is to be met.
const PATIENCE: Duration = Duration::from_mins(1);

/// What comes until the other side closes; a reset is a close.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let closed = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes));
    let _ = closed.await.expect("it ends");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Up to the end of the only answer.
async fn answer(stream: &mut TcpStream, end: &str) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(end.as_bytes()) {
        let mut piece = [0; 1024];
        let count = stream.read(&mut piece).await.unwrap();
        assert_ne!(count, 0, "{}", String::from_utf8_lossy(&bytes));
        bytes.extend_from_slice(&piece[..count]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn half_sent_heads_and_silent_connections_end() {
    let small = SmallServer::start(ServerLimits {
        head: Duration::from_millis(200),
        ..limits()
    })
    .await;
    let mut silent = small.connect(1).await;
    let mut half = small.sending(1, "GET / HTTP/1.1\r\nhost: ").await;
    assert_eq!(rest(&mut silent).await, "");
    assert_eq!(rest(&mut half).await, "");
    // A head that comes byte by byte ends, too: the clock runs from its beginning.
    let mut dripping = small.sending(1, "GET / HTTP/1.1\r\n").await;
    while dripping.write_all(b"a: b\r\n").await.is_ok() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    small.holds(0).await;
}

#[tokio::test]
async fn a_kept_connection_may_be_idle_for_longer_than_a_head_may_take() {
    let small = SmallServer::start(ServerLimits {
        head: Duration::from_millis(50),
        idle: Duration::from_millis(600),
        ..limits()
    })
    .await;
    let mut kept = small.sending(1, GET).await;
    answer(&mut kept, "here").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    kept.write_all(GET.as_bytes()).await.unwrap();
    answer(&mut kept, "here").await;
    assert_eq!(rest(&mut kept).await, "", "then it ends");
    let mut half = small.sending(1, GET).await;
    answer(&mut half, "here").await;
    half.write_all(b"GET /").await.unwrap();
    assert_eq!(rest(&mut half).await, "");
    small.holds(0).await;
}

#[tokio::test]
async fn an_answer_that_nobody_reads_ends() {
    let small = SmallServer::start(ServerLimits {
        stall: Duration::from_millis(200),
        ..limits()
    })
    .await;
    let unread = small
        .sending(1, "GET /large HTTP/1.1\r\nhost: x\r\n\r\n")
        .await;
    small.holds(1).await;
    small.holds(0).await;
    drop(unread);
}

#[tokio::test]
async fn one_network_gets_its_share_and_all_together_no_more_than_there_are() {
    let small = SmallServer::start(ServerLimits {
        total: 4,
        per_network: 3,
        ..limits()
    })
    .await;
    let mut own = Vec::new();
    for _ in 0..3 {
        own.push(small.connect(2).await);
    }
    small.holds(3).await;
    let refused = rest(&mut small.connect(2).await).await;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    assert!(refused.contains("\"code\":\"too_many_connections\""));
    // Others are answered meanwhile ...
    let mut other = small.sending(3, GET).await;
    assert!(
        answer(&mut other, "here")
            .await
            .starts_with("HTTP/1.1 200 ")
    );
    // ... as long as there is room at all.
    let refused = rest(&mut small.connect(4).await).await;
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    own.clear();
    small.holds(1).await;
    let mut again = small.sending(2, GET).await;
    answer(&mut again, "here").await;
}

#[tokio::test]
async fn a_proxy_may_have_all_connections() {
    let small = SmallServer::start(ServerLimits {
        total: 4,
        per_network: 1,
        proxies: vec![Ipv4Addr::new(127, 0, 0, 9).into()],
        ..limits()
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..4 {
        let mut one = small.sending(9, GET).await;
        answer(&mut one, "here").await;
        open.push(one);
    }
}

#[tokio::test]
async fn a_stop_ends_idle_connections_and_lets_answers_finish() {
    let mut small = SmallServer::start(limits()).await;
    let mut idle = small.sending(1, GET).await;
    answer(&mut idle, "here").await;
    let mut busy = small
        .sending(
            1,
            "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nha",
        )
        .await;
    small.holds(2).await;
    small.stop.take().unwrap().send(()).unwrap();
    assert_eq!(rest(&mut idle).await, "");
    busy.write_all(b"lf").await.unwrap();
    assert!(rest(&mut busy).await.ends_with("half"));
    small.ended.await.unwrap();
}

#[tokio::test]
async fn a_head_may_be_large_but_not_huge() {
    let small = SmallServer::start(limits()).await;
    let head = |length: usize| {
        format!(
            "GET /?{} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
            "a".repeat(length)
        )
    };
    let mut large = small.sending(1, &head(60_000)).await;
    assert!(rest(&mut large).await.starts_with("HTTP/1.1 200 "));
    let mut huge = small.connect(1).await;
    // It may be closed before all of it is sent.
    let _ = huge.write_all(head(200_000).as_bytes()).await;
    let refused = rest(&mut huge).await;
    assert!(!refused.contains(" 200 "), "{refused}");
    small.holds(0).await;
}
