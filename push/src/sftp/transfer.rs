//! Bytes out and back: several requests under way at once, for a server far away answers each of them late.

use std::sync::Arc;

use futures::StreamExt as _;
use futures::future::BoxFuture;
use futures::stream::FuturesOrdered;
use russh_sftp::client::RawSftpSession;
use russh_sftp::client::error::Error;
use russh_sftp::protocol::StatusCode;

use crate::error::PushError;
use crate::patience::Patience;
use crate::spec::DigestTally;

/// What every server takes in one request (draft-ietf-secsh-filexfer-02, section 3).
const PIECE: usize = 32 << 10;
/// Requests under way.
pub(super) const AT_ONCE: usize = 32;

/// A file being written to an SSH server.
pub struct SftpUpload {
    sftp: Arc<RawSftpSession>,
    handle: String,
    offset: u64,
    under_way: FuturesOrdered<BoxFuture<'static, Result<(), Error>>>,
    syncs: bool,
    patience: Patience,
}

impl SftpUpload {
    pub(super) fn new(
        (sftp, handle): (Arc<RawSftpSession>, String),
        offset: u64,
        syncs: bool,
        patience: Patience,
    ) -> Self {
        Self {
            sftp,
            handle,
            offset,
            under_way: FuturesOrdered::new(),
            syncs,
            patience,
        }
    }

    pub(crate) async fn write(&mut self, bytes: &[u8]) -> Result<(), PushError> {
        for piece in bytes.chunks(PIECE) {
            if self.under_way.len() >= AT_ONCE {
                self.settle_one().await?;
            }
            let (sftp, handle) = (Arc::clone(&self.sftp), self.handle.clone());
            let (offset, piece) = (self.offset, piece.to_vec());
            self.offset += piece.len() as u64;
            let written = async move { sftp.write(handle, offset, piece).await.map(|_| ()) };
            self.under_way.push_back(Box::pin(written));
        }
        Ok(())
    }

    async fn settle_one(&mut self) -> Result<(), PushError> {
        let next = async { self.under_way.next().await.unwrap_or(Ok(())) };
        self.patience.ask_sftp(next).await
    }

    /// Every piece was acknowledged, lies on the disk where the server can say so, and the file is closed.
    pub(crate) async fn finish(mut self) -> Result<(), PushError> {
        while !self.under_way.is_empty() {
            self.settle_one().await?;
        }
        if self.syncs {
            let synced = self.sftp.fsync(self.handle.as_str());
            self.patience.ask_sftp(synced).await?;
        }
        let closed = self.sftp.close(self.handle);
        self.patience.ask_sftp(closed).await.map(|_| ())
    }
}

/// Reads `size` bytes, or fewer where the file ends before.
pub(super) async fn read(
    sftp: &Arc<RawSftpSession>,
    (handle, size): (&str, u64),
    tally: &mut DigestTally,
    patience: &Patience,
) -> Result<(), PushError> {
    let mut under_way: FuturesOrdered<BoxFuture<'_, Result<Vec<u8>, Error>>> =
        FuturesOrdered::new();
    let mut requested = 0;
    loop {
        while under_way.len() < AT_ONCE && requested < size {
            let length = (size - requested).min(PIECE as u64);
            under_way.push_back(Box::pin(piece(sftp, handle, (requested, length))));
            requested += length;
        }
        let next = async { under_way.next().await.transpose() };
        match patience.ask_sftp(next).await? {
            Some(bytes) => tally.add(&bytes),
            None => return Ok(()),
        }
    }
}

/// A server may answer with less than was asked for.
async fn piece(
    sftp: &RawSftpSession,
    handle: &str,
    (offset, length): (u64, u64),
) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < length {
        let at = bytes.len() as u64;
        let left = u32::try_from(length - at).unwrap_or(u32::MAX);
        match sftp.read(handle, offset + at, left).await {
            Ok(data) if data.data.is_empty() => break,
            Ok(data) => bytes.extend_from_slice(&data.data),
            Err(Error::Status(status)) if status.status_code == StatusCode::Eof => break,
            Err(error) => return Err(error),
        }
    }
    Ok(bytes)
}
