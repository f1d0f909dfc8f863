//! How fast sources are read. Whoever opens a file is given a [`Throttle`], and reads no faster than it says; the time that is waited for
//! it is nobody's silence, for nothing is asked of the source meanwhile.

use bytes::Bytes;
use futures::future::BoxFuture;
use futures::stream::{self, StreamExt as _};

use crate::fault::Fault;
use crate::stream::ByteStream;

/// Who says how fast a source may be read.
pub trait Throttle: Send + Sync {
    /// The pace of whoever reads one file after the other at this address.
    fn pace(&self, address: &str) -> Box<dyn ReadPace>;
}

/// How fast files may be read.
pub trait ReadPace: Send {
    /// A file is begun of which so many bytes are to come: no more than these are reserved for it.
    fn begin(&mut self, bytes: u64);

    /// Waits until some of so many bytes may be read, and answers how many: one at least, where there are any.
    fn admit(&mut self, bytes: usize) -> BoxFuture<'_, Result<usize, Fault>>;
}

/// Waits until all of these bytes may be read.
///
/// # Errors
/// As [`ReadPace::admit`].
pub(crate) async fn admit_all(pace: &mut dyn ReadPace, bytes: usize) -> Result<(), Fault> {
    let mut left = bytes;
    while left > 0 {
        left = left.saturating_sub(pace.admit(left).await?);
    }
    Ok(())
}

/// The same bytes, no faster than they may come.
pub(crate) fn paced(stream: ByteStream, pace: Box<dyn ReadPace>) -> ByteStream {
    let pieces = stream::unfold(
        (stream, pace, Bytes::new()),
        |(mut stream, mut pace, mut rest)| async move {
            if rest.is_empty() {
                match stream.next().await? {
                    Ok(bytes) => rest = bytes,
                    Err(fault) => return Some((Err(fault), (stream, pace, rest))),
                }
            }
            let admitted = pace.admit(rest.len()).await;
            let piece = admitted.map(|admitted| rest.split_to(admitted));
            Some((piece, (stream, pace, rest)))
        },
    );
    pieces.boxed()
}
