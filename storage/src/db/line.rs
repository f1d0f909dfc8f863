//! The line to a database on the network: a session that hears nothing ends, in seconds.
//!
//! The driver opens its sockets by itself and sets nothing on them, so that whoever waits on a connection that has gone
//! silent (a cable, a firewall that forgot it, a server that stands still) waits for ever. Therefore sessions go through a
//! socket of this process, which only this process's user may enter, and from there over a connection that the kernel gives
//! up when nothing is acknowledged. While a session waits for an answer, the server is asked on another connection whether
//! it is there at all ([decision 0074](../../../docs/decisions/0074-the-line-to-the-database.md)).

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rustix::net::sockopt;
use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpStream, UnixListener, UnixStream};
use tokio::time::{Instant, timeout};

use crate::StorageError;

/// How long the network may be silent before a session on it ends.
#[derive(Debug, Clone, Copy)]
pub struct LineLimits {
    /// Longest time to open a connection.
    pub connect: Duration,
    /// What was sent is acknowledged within this.
    pub acknowledge: Duration,
    /// A session that waits this long for the server makes sure that the server is there.
    pub silence: Duration,
    /// How long the server may take to say that it is there.
    pub probe: Duration,
}

impl Default for LineLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(4),
            acknowledge: Duration::from_secs(8),
            silence: Duration::from_secs(4),
            probe: Duration::from_secs(3),
        }
    }
}

/// What a server answers whatever it has been set to: whether it speaks TLS, with one byte
/// (<https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL>). It writes nothing into its log.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];

struct Line {
    host: String,
    port: u16,
    limits: LineLimits,
    /// Whether the log has it that the server does not answer.
    is_told: AtomicBool,
}

/// The same database, over a line; one on this machine's own socket as it is.
pub(super) async fn lead(
    options: PgConnectOptions,
    limits: LineLimits,
) -> Result<PgConnectOptions, StorageError> {
    if options.get_socket().is_some() || options.get_host().starts_with('/') {
        return Ok(options);
    }
    let line = Arc::new(Line {
        host: options.get_host().trim_matches(['[', ']']).to_owned(),
        port: options.get_port(),
        limits,
        is_told: AtomicBool::new(false),
    });
    // Whoever cannot be reached now is told why: later the reason stands in the log.
    line.dial().await.map_err(sqlx::Error::Io)?;
    // In the abstract namespace: nothing of it is left when the process is gone.
    let name = format!("\0scenedock-{}", uuid::Uuid::new_v4().simple());
    let listener = UnixListener::bind(format!("{name}/.s.PGSQL.{}", line.port));
    let listener = listener.map_err(sqlx::Error::Io)?;
    tokio::spawn(Arc::clone(&line).serve(listener));
    Ok(options.socket(name))
}

impl Line {
    async fn serve(self: Arc<Self>, listener: UnixListener) {
        let me = rustix::process::geteuid().as_raw();
        loop {
            match listener.accept().await {
                Ok((near, _)) if near.peer_cred().is_ok_and(|peer| peer.uid() == me) => {
                    tokio::spawn(Arc::clone(&self).carry(near));
                }
                Ok(_) => {}
                // No descriptor or memory: some session will end.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    async fn dial(&self) -> io::Result<TcpStream> {
        let address = (self.host.as_str(), self.port);
        let far = timeout(self.limits.connect, TcpStream::connect(address)).await??;
        far.set_nodelay(true)?;
        let acknowledge = self.limits.acknowledge;
        sockopt::set_tcp_user_timeout(&far, millis(acknowledge))?;
        // Where nobody sends, too: a listener only hears.
        sockopt::set_socket_keepalive(&far, true)?;
        sockopt::set_tcp_keepidle(&far, acknowledge.max(Duration::from_secs(1)))?;
        sockopt::set_tcp_keepintvl(&far, Duration::from_secs(2))?;
        sockopt::set_tcp_keepcnt(&far, 3)?;
        Ok(far)
    }

    /// One session, until either side ends it or the server is not there any more.
    async fn carry(self: Arc<Self>, near: UnixStream) {
        let far = match self.dial().await {
            Ok(far) => far,
            Err(error) => return self.report(&error),
        };
        self.is_told.store(false, Ordering::Relaxed);
        let began = Instant::now();
        // Milliseconds from the beginning to the last word to the server that it has not answered; 0: it owes nothing.
        let owed = AtomicU64::new(0);
        let (near_in, near_out) = near.into_split();
        let (far_in, far_out) = far.into_split();
        let ask = pump(near_in, far_out, || {
            owed.store(elapsed(began).max(1), Ordering::Relaxed);
        });
        let answer = pump(far_in, near_out, || owed.store(0, Ordering::Relaxed));
        tokio::select! {
            _ = ask => {}
            _ = answer => {}
            error = self.watch(began, &owed) => self.report(&error),
        }
    }

    /// Ends when the server owes an answer and is not there.
    async fn watch(&self, began: Instant, owed: &AtomicU64) -> io::Error {
        let LineLimits { silence, probe, .. } = self.limits;
        loop {
            let since = owed.load(Ordering::Relaxed);
            let due = match since {
                0 => Instant::now() + silence / 2,
                since => began + Duration::from_millis(since) + silence,
            };
            if since == 0 || due > Instant::now() {
                tokio::time::sleep_until(due).await;
                continue;
            }
            match timeout(probe, self.probe()).await {
                Ok(Ok(())) => self.is_told.store(false, Ordering::Relaxed),
                // It has answered meanwhile.
                _ if owed.load(Ordering::Relaxed) != since => {}
                Ok(Err(error)) => return error,
                Err(_) => return io::ErrorKind::TimedOut.into(),
            }
            tokio::time::sleep(silence).await;
        }
    }

    async fn probe(&self) -> io::Result<()> {
        let mut stream = self.dial().await?;
        stream.write_all(&SSL_REQUEST).await?;
        stream.read_u8().await?;
        Ok(())
    }

    fn report(&self, error: &io::Error) {
        if !self.is_told.swap(true, Ordering::Relaxed) {
            let address = format!("{}:{}", self.host, self.port);
            tracing::warn!(%error, address, "the database does not answer; sessions that wait for it end");
        }
    }
}

/// Carries bytes one way, and says so of each lot.
async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    seen: impl Fn(),
) -> io::Result<()> {
    let mut bytes = vec![0; 32 << 10];
    loop {
        let count = from.read(&mut bytes).await?;
        if count == 0 {
            return to.shutdown().await;
        }
        seen();
        to.write_all(&bytes[..count]).await?;
    }
}

fn elapsed(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
