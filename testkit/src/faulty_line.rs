//! A line to a server that carries, falls silent, or is cut, as a test says.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use sqlx::PgPool;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, split};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// What the line does with bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineState {
    /// Bytes pass.
    Carries,
    /// Takes them, and nothing comes out at the other end; no end of the connection comes out either.
    Silent,
    /// Refuses connections, and resets those that are open.
    Cut,
}

#[derive(Clone)]
enum Target {
    Socket(PathBuf),
    Address(SocketAddr),
}

/// A TCP address behind which the server is.
pub struct FaultyLine {
    /// Address that it listens on.
    pub address: SocketAddr,
    state: watch::Sender<LineState>,
    /// Bytes that still get to the server before the line is cut.
    budget: Arc<AtomicI64>,
    /// Bytes that still come back before it is.
    returning: Arc<AtomicI64>,
    /// Bytes that came back since it stands.
    returned: Arc<AtomicU64>,
    /// Bytes that went to the server since it stands.
    sent: Arc<AtomicU64>,
}

impl FaultyLine {
    /// A line to the Postgres of the pool, and the URL of the same database over it.
    ///
    /// # Panics
    /// Where the pool's Postgres is on no socket of this machine.
    pub async fn to_postgres(pool: &PgPool) -> (Self, String) {
        let options = pool.connect_options();
        let port = options.get_port();
        let target = if let Some(folder) = options.get_socket() {
            Target::Socket(folder.join(format!(".s.PGSQL.{port}")))
        } else {
            let host = options.get_host().parse().expect("an address");
            Target::Address(SocketAddr::new(host, port))
        };
        let line = Self::start(target).await;
        let user = options.get_username();
        let database = options.get_database().unwrap_or_default();
        let address = line.address;
        let url = format!("postgres://{user}@{address}/{database}?sslmode=disable");
        (line, url)
    }

    /// A line to a server on the loopback.
    pub async fn to(address: SocketAddr) -> Self {
        Self::start(Target::Address(address)).await
    }

    async fn start(target: Target) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let (state, _) = watch::channel(LineState::Carries);
        let budget = Arc::new(AtomicI64::new(i64::MAX));
        let returning = Arc::new(AtomicI64::new(i64::MAX));
        let returned = Arc::new(AtomicU64::new(0));
        let sent = Arc::new(AtomicU64::new(0));
        let meter = Meter {
            state: state.clone(),
            budget: Arc::clone(&budget),
            returning: Arc::clone(&returning),
            returned: Arc::clone(&returned),
            sent: Arc::clone(&sent),
        };
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, target.clone(), meter.clone()));
            }
        });
        Self {
            address,
            state,
            budget,
            returning,
            returned,
            sent,
        }
    }

    /// Bytes that came into the line on their way to the server.
    #[must_use]
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::SeqCst)
    }

    /// Bytes that came out of the server and into the line. A server counts more as sent where the line is cut: the system
    /// takes megabytes ahead of whoever reads.
    #[must_use]
    pub fn returned(&self) -> u64 {
        self.returned.load(Ordering::SeqCst)
    }

    /// Cuts it once so many more bytes came back from the server.
    pub fn cut_after_returned(&self, bytes: i64) {
        self.returning.store(bytes, Ordering::SeqCst);
    }

    /// Cuts it once so many more bytes went to the server.
    pub fn cut_after(&self, bytes: i64) {
        self.budget.store(bytes, Ordering::SeqCst);
    }

    /// Whether it is cut.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        *self.state.borrow() == LineState::Cut
    }

    /// Carries again, whatever comes.
    pub fn mend(&self) {
        self.budget.store(i64::MAX, Ordering::SeqCst);
        self.returning.store(i64::MAX, Ordering::SeqCst);
        self.set(LineState::Carries);
    }

    /// From now on, for the connections that are open too.
    pub fn set(&self, state: LineState) {
        self.state.send_replace(state);
    }
}

/// What goes to the server, counted, and what becomes of the line.
#[derive(Clone)]
struct Meter {
    state: watch::Sender<LineState>,
    budget: Arc<AtomicI64>,
    returning: Arc<AtomicI64>,
    returned: Arc<AtomicU64>,
    sent: Arc<AtomicU64>,
}

impl Meter {
    fn count(&self, bytes: usize, goes_out: bool) {
        let counter = if goes_out { &self.sent } else { &self.returned };
        counter.fetch_add(bytes as u64, Ordering::SeqCst);
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let budget = if goes_out {
            &self.budget
        } else {
            &self.returning
        };
        let left = budget.fetch_sub(bytes, Ordering::SeqCst) - bytes;
        if left <= 0 {
            self.state.send_replace(LineState::Cut);
        }
    }
}

async fn carry(near: TcpStream, target: Target, meter: Meter) {
    let mut cut = meter.state.subscribe();
    let cut = async { cut.wait_for(|state| *state == LineState::Cut).await.is_ok() };
    let both = async {
        let (near_in, near_out) = near.into_split();
        match target {
            Target::Socket(path) => {
                let (far_in, far_out) = split(UnixStream::connect(path).await?);
                relay((near_in, near_out), (far_in, far_out), &meter).await
            }
            Target::Address(address) => {
                let (far_in, far_out) = TcpStream::connect(address).await?.into_split();
                relay((near_in, near_out), (far_in, far_out), &meter).await
            }
        }
    };
    tokio::select! {
        _ = both => {}
        _ = cut => {}
    }
}

async fn relay<A, B, C, D>(near: (A, B), far: (C, D), meter: &Meter) -> io::Result<()>
where
    A: AsyncRead + Unpin,
    B: AsyncWrite + Unpin,
    C: AsyncRead + Unpin,
    D: AsyncWrite + Unpin,
{
    tokio::select! {
        ended = pump(near.0, far.1, meter, true) => ended,
        ended = pump(far.0, near.1, meter, false) => ended,
    }
}

async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    meter: &Meter,
    goes_out: bool,
) -> io::Result<()> {
    let mut state = meter.state.subscribe();
    let mut bytes = vec![0; 16 << 10];
    loop {
        let count = from.read(&mut bytes).await?;
        meter.count(count, goes_out);
        let carries = state.wait_for(|state| *state == LineState::Carries);
        let carries = carries.await.is_ok();
        if count == 0 || !carries {
            return to.shutdown().await;
        }
        to.write_all(&bytes[..count]).await?;
    }
}
