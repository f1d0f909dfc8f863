//! Every download leaves a row, broken ones too.

use std::io;
use std::pin::Pin;
use std::task::{Context as Wake, Poll, ready};

use bytes::Bytes;
use futures::{Stream, StreamExt as _};
use storage::StorageError;
use storage::db::transfers::{self, NewTransfer, Outcome, Protocol, Source, Visitor};
use storage::db::{deliveries, scene_files, shelves};
use storage::objects::bytes::ObjectBytes;
use uuid::Uuid;

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::signed_in::{Opener, stream_while_allowed};

/// A download as it is recorded: file, client and account.
pub(super) struct Download<'a> {
    pub(super) source: Source,
    pub(super) path: &'a str,
    pub(super) address: &'a str,
    pub(super) offset: u64,
    pub(super) bytes: u64,
    pub(super) visitor: Visitor,
}

/// Writes the row of the download and gives `source` back as a stream that ends the row when it ends or is
/// dropped, and that breaks off when the order hands it out no longer, or the caller is cut off.
pub(super) async fn recorded(
    context: &Context,
    caller: &Caller,
    client: Client,
    download: Download<'_>,
    source: ObjectBytes,
) -> Result<impl Stream<Item = io::Result<Bytes>> + use<>, StorageError> {
    let id = Uuid::now_v7();
    let new = NewTransfer {
        id,
        source: download.source,
        account: &caller.login_name,
        path: download.path,
        protocol: Protocol::Https,
        address: download.address,
        offset: download.offset,
        client_ip: &client.ip,
        started: context.now(),
        visitor: download.visitor,
    };
    transfers::begin(&mut *context.connection().await?, &new).await?;
    let row = DownloadRow {
        context: context.clone(),
        id,
        agent: client.agent,
        requested: download.bytes,
        sent: 0,
        failed: false,
    };
    let (asking, opener) = (context.clone(), Opener::from(caller));
    let may = move || may_go_on(asking.clone(), opener, download.source);
    let source = stream_while_allowed(source, may).boxed();
    Ok(RecordedDownload { source, row })
}

/// A download counted as it is sent.
struct RecordedDownload {
    source: ObjectBytes,
    row: DownloadRow,
}

impl Stream for RecordedDownload {
    type Item = io::Result<Bytes>;
    fn poll_next(mut self: Pin<&mut Self>, wake: &mut Wake<'_>) -> Poll<Option<Self::Item>> {
        let piece = ready!(self.source.poll_next_unpin(wake));
        match &piece {
            Some(Ok(bytes)) => self.row.sent += bytes.len() as u64,
            Some(Err(error)) => {
                tracing::warn!(%error, transfer = %self.row.id, "a download failed");
                self.row.failed = true;
            }
            None => {}
        }
        Poll::Ready(piece)
    }
}

/// The row of a download that runs; dropping it ends the row.
struct DownloadRow {
    context: Context,
    id: Uuid,
    agent: String,
    requested: u64,
    sent: u64,
    failed: bool,
}

impl DownloadRow {
    const fn outcome(&self) -> Outcome {
        if self.failed {
            Outcome::Failed
        } else if self.sent == self.requested {
            Outcome::Done
        } else {
            Outcome::Aborted
        }
    }
}

impl Drop for DownloadRow {
    fn drop(&mut self) {
        // Without a runtime the process is ending; the sweeper of transfers ends the row.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let (context, id, sent, outcome) =
            (self.context.clone(), self.id, self.sent, self.outcome());
        let agent = std::mem::take(&mut self.agent);
        runtime.spawn(async move {
            if let Err(error) = finish(&context, id, sent, outcome, &agent).await {
                tracing::warn!(%error, transfer = %id, "the end of a download was not written");
            }
        });
    }
}

async fn finish(
    context: &Context,
    id: Uuid,
    sent: u64,
    outcome: Outcome,
    agent: &str,
) -> Result<(), StorageError> {
    let mut db = context.connection().await?;
    transfers::finish(&mut db, id, sent, outcome, agent, context.now()).await
}

async fn may_go_on(context: Context, opener: Opener, source: Source) -> Result<bool, StorageError> {
    Ok(opener.is_signed_in(&context).await? && is_open(&context, source).await?)
}

async fn is_open(context: &Context, source: Source) -> Result<bool, StorageError> {
    let mut db = context.connection().await?;
    match source {
        Source::Delivery(delivery) => deliveries::is_open(&mut db, delivery, context.now()).await,
        // What was opened is sent to its end even when the scene is extracted anew: it is one whole extraction.
        Source::Scene { order, .. } => {
            scene_files::are_handed_out(&mut db, order, context.now()).await
        }
        // So is what is taken from the shelf meanwhile.
        Source::Shelf { owner, .. } => shelves::exists(&mut db, owner).await,
    }
}
