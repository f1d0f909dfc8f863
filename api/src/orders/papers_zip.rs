//! `GET /api/orders/{id}/papers.zip`

use std::io::{self, Write};
use texts::ProblemText;

use axum::body::Body;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use bytes::Bytes;
use chrono::{DateTime, Datelike as _, TimeDelta, Timelike as _, Utc};
use domain::ids::{OrderId, UserId};
use futures::StreamExt as _;
use serde::Deserialize;
use storage::db::attachments::{self, Attachment};
use storage::paper_bytes;
use storage::tally::Slot;
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::IntoParams;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::access::visible_with_papers;
use crate::attachments::{display_name, disposition, record_opened};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Path, Query};
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::while_signed_in;

/// Sent at a time.
const BLOCK: usize = 256 * 1024;
/// Blocks written ahead of the receiver.
const AHEAD: usize = 2;
/// Zips that are written at once, of all people and of one: a small part of the threads that may wait.
const ZIPS_AT_ONCE: usize = 64;
const ZIPS_OF_A_PERSON: usize = 4;
/// A paper is fetched in a few seconds, usually.
const RETRY_AFTER_SECONDS: u32 = 5;
/// The clock of those who unpack: China's, which has no summer time.
const LOCAL: TimeDelta = TimeDelta::hours(8);

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PapersZipQuery {
    /// The papers that were replaced or removed instead of those in the slots.
    #[serde(default)]
    history: bool,
}

/// The papers of an order in one zip, named by slot and display name.
#[utoipa::path(get, path = "/api/orders/{id}/papers.zip", tag = "orders", operation_id = "getOrderFileByOrderId",
    params(("id" = Uuid, Path), PapersZipQuery),
    responses((status = 200, content_type = "application/zip"), (status = 404, body = ProblemBody), (status = 503, body = ProblemBody)))]
pub(super) async fn papers_zip(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<OrderId>,
    Query(which): Query<PapersZipQuery>,
) -> Result<impl IntoResponse, Problem> {
    let slot = place_for(&context, caller.id)?;
    let (number, papers) = {
        let mut db = context.connection().await?;
        let order = visible_with_papers(&mut db, &caller, id).await?;
        let papers = if which.history {
            attachments::history(&mut db, order.id).await?
        } else {
            attachments::of_order(&mut db, order.id).await?
        };
        if papers.is_empty() {
            return Err(Problem::new(StatusCode::NOT_FOUND, ProblemText::NoFile));
        }
        paper_bytes::require_key(&context.server_key, &papers)?;
        record_opened(&context, &mut db, (&caller, &client), &papers).await?;
        (order.number, papers)
    };
    let what = if which.history {
        "历史附件"
    } else {
        "附件"
    };
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &format!("{number}-{what}.zip")),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    let zip = zipped(context.clone(), papers, slot);
    let body = Body::from_stream(while_signed_in(&context, &caller, zip));
    Ok((headers, body))
}

/// Each zip takes a thread until its receiver has all of it, and other answers need threads too.
fn place_for(context: &Context, person: UserId) -> Result<Slot<UserId>, Problem> {
    let has_room = context.paper_zips.in_use() < ZIPS_AT_ONCE;
    let slot = has_room.then(|| context.paper_zips.enter(person, ZIPS_OF_A_PERSON));
    slot.flatten().ok_or_else(|| {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ProblemText::TooManyConnections,
        )
        .retry_after(RETRY_AFTER_SECONDS)
    })
}

/// A zip of the papers, written as fast as the receiver takes it: a block or two are held, never a paper. A failure in
/// the middle breaks the answer off, so that nobody takes half for whole.
fn zipped(
    context: Context,
    papers: Vec<Attachment>,
    slot: Slot<UserId>,
) -> ReceiverStream<io::Result<Bytes>> {
    let (send, receive) = mpsc::channel(AHEAD);
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        let _slot = slot;
        let pipe = Pipe {
            send: send.clone(),
            block: Vec::new(),
        };
        if let Err(error) = write_all(&runtime, &context, &papers, pipe) {
            tracing::warn!(%error, "a zip of papers was not sent whole");
            // Fails when the receiver has gone, and then nobody is to be told.
            send.blocking_send(Err(error)).ok();
        }
    });
    ReceiverStream::new(receive)
}

fn write_all(
    runtime: &Handle,
    context: &Context,
    papers: &[Attachment],
    pipe: Pipe,
) -> io::Result<()> {
    let mut zip = ZipWriter::new_stream(pipe);
    for (at, paper) in papers.iter().enumerate() {
        // What papers are is compressed already.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(local_time(paper.created));
        zip.start_file(entry_name(at + 1, paper), options)?;
        let size = paper.size.unsigned_abs();
        let opened = runtime.block_on(paper_bytes::open(
            &*context.objects,
            &context.server_key,
            paper.into(),
            0..size,
        ));
        let mut bytes = opened.map_err(io::Error::other)?;
        while let Some(piece) = runtime.block_on(bytes.next()) {
            zip.write_all(&piece?)?;
        }
    }
    zip.finish()?.into_inner().flush()
}

/// Numbered, so that no two are alike.
fn entry_name(number: usize, paper: &Attachment) -> String {
    let name = display_name(&paper.stored_name).replace(['/', '\\'], "_");
    format!("{number:02}-{}-{name}", paper.kind.name())
}

/// To two seconds, from 1980 to 2107: what a zip can say.
fn local_time(at: DateTime<Utc>) -> zip::DateTime {
    let local = at.naive_utc() + LOCAL;
    let small = |number: u32| u8::try_from(number).unwrap_or_default();
    let (year, month, day) = (local.year(), small(local.month()), small(local.day()));
    let (hour, minute, second) = (
        small(local.hour()),
        small(local.minute()),
        small(local.second()),
    );
    let year = u16::try_from(year).unwrap_or_default();
    zip::DateTime::from_date_and_time(year, month, day, hour, minute, second).unwrap_or_default()
}

/// What is written comes out at the other end, in blocks.
struct Pipe {
    send: mpsc::Sender<io::Result<Bytes>>,
    block: Vec<u8>,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.block.extend_from_slice(bytes);
        if self.block.len() >= BLOCK {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let block = std::mem::take(&mut self.block);
        if block.is_empty() {
            return Ok(());
        }
        let sent = self.send.blocking_send(Ok(block.into()));
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
