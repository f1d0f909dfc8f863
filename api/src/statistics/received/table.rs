//! `GET /api/stats/received.csv`

use std::collections::{BTreeMap, VecDeque};
use std::io;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use bytes::Bytes;
use chrono::{Months, NaiveDate};
use domain::statistics::Period;
use domain::text::spreadsheet_cell;
use futures::stream;
use storage::db::received::{self, ReceivedCell, ReceivedFilter};
use storage::db::scenes::SceneScope;

use super::super::names;
use super::super::period::PeriodQuery;
use super::ReceivedQuery;
use crate::attachments::disposition;
use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};
use crate::signed_in::while_signed_in;

/// By which spreadsheets know UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";
const HEADINGS: [&str; 6] = [
    "日期",
    "卫星",
    "卫星名称",
    "目录节点",
    "景数（景）",
    "数据量（字节）",
];

/// What the archive took in by day, satellite and node, as comma-separated values (RFC 4180, UTF-8).
#[utoipa::path(get, path = "/api/stats/received.csv", tag = "statistics", operation_id = "exportReceivedFiguresCsv",
    params(ReceivedQuery, PeriodQuery),
    responses((status = 200, content_type = "text/csv"), (status = 400, body = ProblemBody)))]
pub(super) async fn csv(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<ReceivedQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let name = format!("数据接收统计_{}_{}.csv", period.first(), period.last());
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            disposition("attachment", &name),
        ),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    let mut db = context.connection().await?;
    let table = CellTable {
        scope: scope_of(&context, &mut db, viewer(Some(&caller))).await?,
        satellites: names::satellites(&mut db).await?,
        nodes: names::nodes(&mut db).await?,
        months: period.months().into(),
        filter: query.filter(period),
        context: context.clone(),
        is_begun: false,
    };
    drop(db);
    let months = stream::try_unfold(table, CellTable::next_month);
    Ok((
        headers,
        Body::from_stream(while_signed_in(&context, &caller, months)),
    ))
}

/// The table, a month in memory. No connection is held between two months.
struct CellTable {
    context: Context,
    scope: SceneScope,
    filter: ReceivedFilter,
    satellites: BTreeMap<String, String>,
    nodes: BTreeMap<String, String>,
    months: VecDeque<NaiveDate>,
    is_begun: bool,
}

impl CellTable {
    async fn next_month(mut self) -> io::Result<Option<(Bytes, Self)>> {
        let Some(month) = self.months.pop_front() else {
            if self.is_begun {
                return Ok(None);
            }
            let text = self.lines(&[])?;
            self.is_begun = true;
            return Ok(Some((text, self)));
        };
        let all = self.filter.period;
        let last = (month + Months::new(1)).pred_opt().unwrap_or(month);
        let filter = ReceivedFilter {
            period: Period::new(month.max(all.first()), last.min(all.last())),
            ..self.filter.clone()
        };
        let mut db = (self.context.connection().await).map_err(io::Error::other)?;
        let cells = received::cells(&mut db, &self.scope, &filter).await;
        drop(db);
        let text = self.lines(&cells.map_err(io::Error::other)?)?;
        self.is_begun = true;
        Ok(Some((text, self)))
    }

    fn lines(&self, cells: &[ReceivedCell]) -> io::Result<Bytes> {
        let out = if self.is_begun { "" } else { BYTE_ORDER_MARK };
        let mut out = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .from_writer(out.as_bytes().to_vec());
        if !self.is_begun {
            out.write_record(HEADINGS)?;
        }
        for cell in cells {
            let node = cell.node.to_string();
            let satellite = self.satellites.get(&cell.satellite);
            out.write_record([
                &cell.day.to_string(),
                &*spreadsheet_cell(&cell.satellite),
                &*spreadsheet_cell(satellite.unwrap_or(&cell.satellite)),
                &*spreadsheet_cell(self.nodes.get(&node).unwrap_or(&node)),
                &cell.figures.scenes.to_string(),
                &cell.figures.bytes.0.to_string(),
            ])?;
        }
        let text = out.into_inner();
        Ok(text
            .map_err(|error| io::Error::other(error.to_string()))?
            .into())
    }
}
