//! The data connection: one transfer, from the client's connect to its last byte.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use object_store::path::Path as ObjectPath;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

use crate::bandwidth::Bandwidth;
use crate::gateway::{TransferOutcome, TransferStart};
use crate::pace::{Failure, TransferPace};
use crate::passive::Passive;
use crate::record::Record;
use crate::sendfile;
use crate::shared::Shared;
use crate::source::{Pieces, Source, SourceError};

/// How long to wait for the client to close after the last byte, which proves that all arrived. Short, because some
/// clients close only after the 226.
const FAREWELL: Duration = Duration::from_millis(500);

/// Bytes per write; as much as TLS takes at once.
const SLICE: usize = 64 << 10;

/// Data to send over the data connection.
pub(crate) enum Job {
    Listing(Vec<u8>),
    File(FileJob),
}

pub(crate) struct FileJob {
    pub(crate) location: ObjectPath,
    pub(crate) size: u64,
    pub(crate) start: TransferStart,
}

/// The data connection of a transfer.
pub(crate) struct Channel {
    pub(crate) passive: Passive,
    pub(crate) client: IpAddr,
    pub(crate) tls: Option<TlsAcceptor>,
    pub(crate) bandwidth: Option<Arc<Bandwidth>>,
}

/// A transfer as its session sees it. Dropping it cancels the transfer.
pub(crate) struct RunningTransfer {
    task: JoinHandle<Result<u64, Failure>>,
    opened: Option<oneshot::Receiver<String>>,
    cancel: CancellationToken,
    /// Bytes that are sent.
    pub(crate) sent: Arc<AtomicU64>,
}

/// What a session learns of its transfer.
pub(crate) enum TransferStep {
    /// The data connection is there; the text belongs behind a 150.
    Opened(String),
    Ended(Result<u64, Failure>),
}

impl RunningTransfer {
    pub(crate) fn start(shared: &Arc<Shared>, channel: Channel, job: Job) -> Self {
        let (opened_by, opened) = oneshot::channel();
        let pace = TransferPace {
            stall: shared.config.timeouts.stall,
            sent: Arc::default(),
            cancel: CancellationToken::new(),
            bandwidth: channel.bandwidth.clone(),
        };
        let (cancel, sent) = (pace.cancel.clone(), Arc::clone(&pace.sent));
        let shared_too = Arc::clone(shared);
        let work = async move { carry_out(&shared_too, channel, job, opened_by, &pace).await };
        Self {
            task: shared.tasks.spawn(work),
            opened: Some(opened),
            cancel,
            sent,
        }
    }

    pub(crate) fn sent(&self) -> u64 {
        self.sent.load(Relaxed)
    }

    /// The next thing that happens. May be cancelled at any await.
    pub(crate) async fn step(&mut self) -> TransferStep {
        if let Some(opened) = &mut self.opened {
            let opened = opened.await;
            self.opened = None;
            if let Ok(text) = opened {
                return TransferStep::Opened(text);
            }
        }
        TransferStep::Ended(
            (&mut self.task)
                .await
                .unwrap_or(Err(SourceError::Broken.into())),
        )
    }

    /// Tells the transfer to stop.
    pub(crate) fn cancel(&self) {
        self.cancel.cancel();
    }
}

impl Drop for RunningTransfer {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

async fn carry_out(
    shared: &Arc<Shared>,
    channel: Channel,
    job: Job,
    opened: oneshot::Sender<String>,
    pace: &TransferPace,
) -> Result<u64, Failure> {
    let source = match &job {
        Job::Listing(_) => None,
        Job::File(file) => Some(open_source(shared, file).await?),
    };
    let stream = connect(shared, channel.passive, channel.client, pace).await?;
    let (job, record) = match job {
        Job::Listing(bytes) => (TransferSource::Bytes(bytes), None),
        Job::File(file) => {
            let range = file.start.offset..file.size;
            let record = Record::begin(shared, file.start, &pace.sent).await?;
            let source = source.ok_or(SourceError::Broken)?;
            (TransferSource::Range(source, range), Some(record))
        }
    };
    // The session may have ended meanwhile; then the cancellation is already on its way.
    let _ = opened.send(job.announcement());
    let result = send(shared, stream, channel.tls, job, pace).await;
    if let Err(failure) = &result {
        tracing::debug!(error = ?failure, client = %channel.client, "a transfer did not finish");
    }
    if let Some(record) = record {
        record.end(
            result
                .as_ref()
                .map_or_else(Failure::outcome, |()| TransferOutcome::Done),
        );
    }
    result.map(|()| pace.sent.load(Relaxed))
}

async fn open_source(shared: &Shared, file: &FileJob) -> Result<Source, Failure> {
    let opened = Source::open(
        &shared.objects,
        &file.location,
        file.size,
        shared.config.remote_chunk,
    );
    opened.await.map_err(|error| {
        tracing::error!(error = &error as &dyn std::error::Error, location = %file.location, "cannot open a delivered file");
        error.into()
    })
}

async fn connect(
    shared: &Shared,
    passive: Passive,
    client: IpAddr,
    pace: &TransferPace,
) -> Result<TcpStream, Failure> {
    let stream = tokio::select! {
        () = pace.cancel.cancelled() => return Err(Failure::Cancelled),
        stream = timeout(shared.config.timeouts.data_connection, passive.connection()) => stream,
    };
    let stream = stream.ok().flatten().ok_or_else(|| {
        shared.stats.unreached.fetch_add(1, Relaxed);
        tracing::warn!(%client, "no data connection: is the passive port range open in the firewall?");
        Failure::NoDataConnection
    })?;
    // Until the last byte is sent, closing means a reset: a client must not take a cut for the end of the file, and
    // what waits in the kernel of a cancelled transfer is thrown away.
    SockRef::from(&stream)
        .set_linger(Some(Duration::ZERO))
        .map_err(Failure::Client)?;
    Ok(stream)
}

enum TransferSource {
    Bytes(Vec<u8>),
    Range(Source, std::ops::Range<u64>),
}

impl TransferSource {
    fn announcement(&self) -> String {
        match self {
            Self::Bytes(_) => "Here comes the listing".to_owned(),
            Self::Range(_, range) => {
                format!(
                    "Opening BINARY mode data connection ({} bytes)",
                    range.end - range.start
                )
            }
        }
    }
}

async fn send(
    shared: &Shared,
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    job: TransferSource,
    pace: &TransferPace,
) -> Result<(), Failure> {
    let patience = shared.config.timeouts.handshake;
    match (tls, job) {
        (None, TransferSource::Range(Source::Local(file), range)) => {
            let stream = Arc::new(stream);
            sendfile::send(&stream, &file, range, pace).await?;
            let stream = Arc::into_inner(stream).ok_or(SourceError::Broken)?;
            unless_cancelled(pace, finish_plain(stream, pace)).await
        }
        (None, job) => {
            let work = async {
                let mut stream = stream;
                pump(&mut stream, job, pace).await?;
                finish_plain(stream, pace).await
            };
            unless_cancelled(pace, work).await
        }
        (Some(tls), job) => {
            unless_cancelled(pace, send_tls(&tls, patience, stream, job, pace)).await
        }
    }
}

async fn unless_cancelled<T>(
    pace: &TransferPace,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    tokio::select! {
        biased;
        () = pace.cancel.cancelled() => Err(Failure::Cancelled),
        result = work => result,
    }
}

async fn send_tls(
    tls: &TlsAcceptor,
    patience: Duration,
    stream: TcpStream,
    job: TransferSource,
    pace: &TransferPace,
) -> Result<(), Failure> {
    let accepted = timeout(patience, tls.accept(stream)).await;
    let accepted = accepted.map_err(|late| Failure::Handshake(late.into()))?;
    let mut stream = accepted.map_err(Failure::Handshake)?;
    pump(&mut stream, job, pace).await?;
    paced(pace, stream.flush()).await?;
    keep_until_sent(stream.get_ref().0)?;
    paced(pace, stream.shutdown()).await?;
    // A client that knows the size may close without reading TLS's farewell, which looks like a reset.
    let _ = timeout(FAREWELL, drain(&mut stream)).await;
    Ok(())
}

async fn finish_plain(mut stream: TcpStream, pace: &TransferPace) -> Result<(), Failure> {
    keep_until_sent(&stream)?;
    paced(pace, stream.shutdown()).await?;
    match timeout(FAREWELL, drain(&mut stream)).await {
        Ok(Err(error)) => Err(Failure::Client(error)),
        Ok(Ok(())) | Err(_) => Ok(()),
    }
}

/// Everything was written: from now on closing lets the kernel deliver it.
fn keep_until_sent(stream: &TcpStream) -> Result<(), Failure> {
    SockRef::from(stream)
        .set_linger(None)
        .map_err(Failure::Client)
}

async fn drain(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<()> {
    let mut ignored = [0; 512];
    while stream.read(&mut ignored).await? > 0 {}
    Ok(())
}

async fn pump(
    stream: &mut (impl AsyncWrite + Unpin),
    job: TransferSource,
    pace: &TransferPace,
) -> Result<(), Failure> {
    match job {
        TransferSource::Bytes(bytes) => write(stream, &bytes, pace).await,
        TransferSource::Range(source, range) => {
            let mut pieces = Pieces::new(source, range);
            while let Some(piece) = pieces.next().await? {
                write(stream, piece.as_ref(), pace).await?;
                pieces.recycle(piece);
            }
            Ok(())
        }
    }
}

async fn write(
    stream: &mut (impl AsyncWrite + Unpin),
    mut bytes: &[u8],
    pace: &TransferPace,
) -> Result<(), Failure> {
    while !bytes.is_empty() {
        let slice = &bytes[..bytes.len().min(SLICE)];
        let length = slice.len() as u64;
        if let Some(bandwidth) = &pace.bandwidth {
            bandwidth.grant(length).await;
        }
        // Counted beforehand: a TLS write that fails may have sent a part without saying so, and bytes that a client
        // has must not be missing from the log.
        pace.sent.fetch_add(length, Relaxed);
        let count = paced(pace, stream.write(slice)).await?;
        if count == 0 {
            return Err(Failure::Client(io::ErrorKind::WriteZero.into()));
        }
        pace.sent.fetch_sub(length - count as u64, Relaxed);
        bytes = &bytes[count..];
    }
    Ok(())
}

async fn paced<T>(
    pace: &TransferPace,
    step: impl Future<Output = io::Result<T>>,
) -> Result<T, Failure> {
    let done = timeout(pace.stall, step)
        .await
        .map_err(|_| Failure::Stalled)?;
    done.map_err(Failure::Client)
}
