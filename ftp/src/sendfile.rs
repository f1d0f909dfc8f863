//! Plaintext from a local file: the kernel moves the bytes.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout_at};

use crate::pace::{Failure, TransferPace};
use crate::source::SourceError;

/// Bytes per call, so that a cancelled transfer stops soon.
const PIECE: u64 = 4 << 20;
/// How long a thread waits for the client before it is given back. A fast client keeps its thread (a hop to another
/// costs more than the wait), a slow one holds none.
const WAIT: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 10_000_000,
};

/// Sends a range of a file. The disk is read on a blocking thread; waiting for the client is not.
pub(crate) async fn send(
    stream: &Arc<TcpStream>,
    file: &Arc<File>,
    range: Range<u64>,
    pace: &TransferPace,
) -> Result<(), Failure> {
    let mut at = range.start;
    // Up to where the account may take bytes now.
    let mut granted = at;
    let mut progress = Instant::now();
    while at < range.end {
        if at == granted {
            granted = at + granted_bytes(range.end - at, pace).await?;
            progress = Instant::now();
        }
        tokio::select! {
            biased;
            () = pace.cancel.cancelled() => return Err(Failure::Cancelled),
            ready = timeout_at(progress + pace.stall, stream.writable()) => {
                ready.map_err(|_| Failure::Stalled)?.map_err(Failure::Client)?;
            }
        }
        let (stream, file, pace) = (Arc::clone(stream), Arc::clone(file), pace.clone());
        let begin = at;
        // Never dropped while it runs: the count of bytes must be final before the end is recorded.
        let burst = spawn_blocking(move || burst(&stream, &file, begin..granted, &pace));
        at = burst
            .await
            .map_err(|_| Failure::Source(SourceError::Broken))??;
        if at > begin {
            progress = Instant::now();
        }
    }
    Ok(())
}

/// How many of `wanted` bytes may be sent now.
async fn granted_bytes(requested: u64, pace: &TransferPace) -> Result<u64, Failure> {
    let Some(bandwidth) = &pace.bandwidth else {
        return Ok(requested);
    };
    tokio::select! {
        biased;
        () = pace.cancel.cancelled() => Err(Failure::Cancelled),
        granted = bandwidth.grant(requested) => Ok(granted),
    }
}

/// Sends until the range ends, the client is full for a while, or the transfer is cancelled; returns where it stopped.
fn burst(
    stream: &TcpStream,
    file: &File,
    range: Range<u64>,
    pace: &TransferPace,
) -> Result<u64, Failure> {
    let mut at = range.start;
    while at < range.end && !pace.cancel.is_cancelled() {
        let sent = match piece(stream, file, &mut at, range.end) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if has_room(stream) {
                    continue;
                }
                // Only a refused attempt through tokio makes it wait for the next sign of room, and only one made
                // within `try_io` cannot miss a sign that comes meanwhile.
                stream.try_io(Interest::WRITABLE, || {
                    piece(stream, file, &mut at, range.end)
                })
            }
            sent => sent,
        };
        match sent {
            Ok(0) => return Err(Failure::Source(SourceError::Short)),
            Ok(count) => {
                pace.sent.fetch_add(count as u64, Relaxed);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(at),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if is_clients(&error) => return Err(Failure::Client(error)),
            Err(error) => return Err(Failure::Source(SourceError::Read(error))),
        }
    }
    Ok(at)
}

fn piece(stream: &TcpStream, file: &File, at: &mut u64, end: u64) -> io::Result<usize> {
    let length = usize::try_from((end - *at).min(PIECE)).unwrap_or(usize::MAX);
    Ok(rustix::fs::sendfile(stream, file, Some(at), length)?)
}

fn has_room(stream: &TcpStream) -> bool {
    let mut sockets = [PollFd::new(stream, PollFlags::OUT)];
    poll(&mut sockets, Some(&WAIT)).is_ok_and(|ready| ready > 0)
}

fn is_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, TimedOut};
    let kinds = [
        BrokenPipe,
        ConnectionAborted,
        ConnectionReset,
        NotConnected,
        TimedOut,
    ];
    kinds.contains(&error.kind())
}
