//! `GET /api/registry/export.csv` and `GET /api/registry/export.xlsx`

use std::fs::File;
use std::io::{self, Seek as _};

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::IntoResponse;
use bytes::{Bytes, BytesMut};
use domain::calendar::china_time;
use domain::order::get_method::GetMethod;
use domain::statistics::Period;
use forms::registry_table::{COLUMNS, RegistryCell, RegistryRow, RegistryWorkbook};
use futures::{Stream, stream};
use storage::db::registry::{self, EntryPaper, RegistryEntry, RegistryFilter};
use tokio::io::AsyncReadExt as _;
use tokio::sync::mpsc;

use super::query::RegistryQuery;
use crate::attachments::disposition;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::while_signed_in;
use crate::statistics::PeriodQuery;

/// Entries that are read at a time.
const AT_A_TIME: i64 = 500;
/// Pages of entries that wait for the writer of a workbook.
const PAGES_AHEAD: usize = 2;
/// Bytes of a finished workbook that are sent at a time.
const PIECE: usize = 64 * 1024;
/// By which spreadsheets know UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";
/// ECMA-376.
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The entries that the list shows, all of them, the newest first, as comma-separated values (RFC 4180, UTF-8).
#[utoipa::path(get, path = "/api/registry/export.csv", tag = "registry", operation_id = "exportRegistryCsv",
    params(PeriodQuery, RegistryQuery),
    responses((status = 200, content_type = "text/csv"), (status = 400, body = ProblemBody)))]
pub(super) async fn csv(
    State(context): State<Context>,
    caller: Caller,
    Query(days): Query<PeriodQuery>,
    Query(query): Query<RegistryQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let reading = EntryReader::new(&context, query.filter(period));
    let pages = stream::try_unfold((reading, false), |(mut reading, begun)| async move {
        let page = reading.next_page().await?;
        if page.is_empty() && begun {
            return Ok(None);
        }
        let text = csv_lines(&page, !begun)?;
        Ok(Some((Bytes::from(text), (reading, true))))
    });
    let body = Body::from_stream(while_signed_in(&context, &caller, pages));
    let headers = headers("text/csv; charset=utf-8", period, "csv");
    Ok((headers, body))
}

/// The same as a workbook, which is written row by row and sent once it is whole.
#[utoipa::path(get, path = "/api/registry/export.xlsx", tag = "registry", operation_id = "exportRegistryWorkbook",
    params(PeriodQuery, RegistryQuery),
    responses((status = 200, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(days): Query<PeriodQuery>,
    Query(query): Query<RegistryQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let reading = EntryReader::new(&context, query.filter(period));
    let file = write_workbook(reading).await.map_err(|error| {
        tracing::error!(%error, "the registry cannot be written as a workbook");
        Problem::internal()
    })?;
    let body = Body::from_stream(while_signed_in(&context, &caller, pieces(file)));
    Ok((headers(XLSX, period, "xlsx"), body))
}

fn headers(kind: &str, period: Period, ending: &str) -> [(HeaderName, String); 3] {
    let name = format!("数据提供登记_{}_{}.{ending}", period.first(), period.last());
    [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &name),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ]
}

/// An entry, and the papers that it was handed out for.
struct ExportedEntry {
    entry: RegistryEntry,
    papers: Vec<EntryPaper>,
}

/// Reads entries, a page in memory. No connection is held between two pages.
struct EntryReader {
    context: Context,
    filter: RegistryFilter,
    ended: bool,
}

impl EntryReader {
    fn new(context: &Context, filter: RegistryFilter) -> Self {
        Self {
            context: context.clone(),
            filter,
            ended: false,
        }
    }

    /// What comes next; nothing at the end.
    async fn next_page(&mut self) -> io::Result<Vec<ExportedEntry>> {
        if self.ended {
            return Ok(Vec::new());
        }
        let mut db = (self.context.connection().await).map_err(io::Error::other)?;
        let page = registry::rows(&mut db, &self.filter, AT_A_TIME)
            .await
            .map_err(io::Error::other)?;
        self.ended = i64::try_from(page.len()).unwrap_or(AT_A_TIME) < AT_A_TIME;
        self.filter.before = page.last().map(|entry| entry.number);
        let numbers: Vec<i64> = page.iter().map(|entry| entry.number).collect();
        let mut papers = registry::papers_of_entries(&mut db, &numbers)
            .await
            .map_err(io::Error::other)?;
        let page = page.into_iter().map(|entry| ExportedEntry {
            papers: papers.remove(&entry.number).unwrap_or_default(),
            entry,
        });
        Ok(page.collect())
    }
}

fn csv_lines(page: &[ExportedEntry], with_head: bool) -> io::Result<Vec<u8>> {
    let out = if with_head {
        BYTE_ORDER_MARK.as_bytes().to_vec()
    } else {
        Vec::new()
    };
    let mut out = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(out);
    if with_head {
        out.write_record(COLUMNS.map(|(heading, _)| heading))?;
    }
    for entry in page {
        out.write_record(cells(entry).iter().map(RegistryCell::plain))?;
    }
    out.into_inner()
        .map_err(|error| io::Error::other(error.to_string()))
}

/// Reads page by page and writes beside it, on a thread for work that blocks.
async fn write_workbook(mut reading: EntryReader) -> io::Result<File> {
    let (pages, mut arriving) = mpsc::channel::<Vec<ExportedEntry>>(PAGES_AHEAD);
    let writing = tokio::task::spawn_blocking(move || {
        let mut table = RegistryWorkbook::begin().map_err(io::Error::other)?;
        while let Some(page) = arriving.blocking_recv() {
            for entry in &page {
                table.add(&cells(entry)).map_err(io::Error::other)?;
            }
        }
        let mut file = tempfile::tempfile()?;
        table.finish(&mut file).map_err(io::Error::other)?;
        file.rewind()?;
        Ok(file)
    });
    loop {
        let page = reading.next_page().await?;
        // A writer that is gone says why below.
        if page.is_empty() || pages.send(page).await.is_err() {
            break;
        }
    }
    drop(pages);
    writing.await.map_err(io::Error::other)?
}

fn pieces(file: File) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold(tokio::fs::File::from_std(file), |mut file| async move {
        let mut piece = BytesMut::with_capacity(PIECE);
        let read = file.read_buf(&mut piece).await?;
        Ok((read > 0).then(|| (piece.freeze(), file)))
    })
}

/// 任务来源说明 1f3c…; 介绍信 09ab…
fn hashes(papers: &[EntryPaper]) -> String {
    let each = papers
        .iter()
        .map(|paper| format!("{} {}", paper.kind.name(), hex::encode(&paper.sha256)));
    each.collect::<Vec<_>>().join("; ")
}

fn cells(ExportedEntry { entry, papers }: &ExportedEntry) -> RegistryRow {
    let text = |text: &str| RegistryCell::Text(text.to_owned());
    let time = |at: Option<_>| RegistryCell::Time(at.map(china_time));
    let method = match entry.get_method {
        GetMethod::OnlineDownload => "在线下载",
        GetMethod::OfflineCopy => "离线拷贝",
    };
    let licence = entry.licence.as_ref().map(hex::encode);
    [
        RegistryCell::Whole(entry.number),
        text(&entry.ordername),
        RegistryCell::Whole(entry.round.into()),
        time(Some(entry.opened)),
        time(entry.completed),
        text(method),
        text(&entry.login_name),
        text(&entry.user_name),
        text(&entry.applicant),
        text(&entry.unit),
        text(&entry.usage),
        text(&entry.project),
        text(&entry.description),
        RegistryCell::Whole(entry.scenes.into()),
        RegistryCell::Whole(entry.scene_bytes),
        RegistryCell::Whole(entry.files.into()),
        RegistryCell::Whole(entry.file_bytes),
        RegistryCell::Text(licence.unwrap_or_default()),
        RegistryCell::Text(hashes(papers)),
        RegistryCell::Whole(entry.fetched_files),
        RegistryCell::Whole(entry.fetched_bytes),
        time(entry.first_fetched),
        time(entry.last_fetched),
    ]
}
