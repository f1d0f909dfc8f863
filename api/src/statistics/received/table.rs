//! `GET /api/stats/received.csv`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::IntoResponse;
use domain::statistics::Period;
use storage::db::received::{self, ReceivedFilter};
use storage::db::scenes::SceneScope;
use storage::{PgConnection, StorageError};

use super::super::month_table::{self, MonthRows};
use super::super::names;
use super::super::period::PeriodQuery;
use super::ReceivedQuery;
use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

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
    let mut db = context.connection().await?;
    let rows = ReceivedRows {
        scope: scope_of(&context, &mut db, viewer(Some(&caller))).await?,
        satellites: names::satellites(&mut db).await?,
        nodes: names::nodes(&mut db).await?,
        filter: query.filter(period),
    };
    let table = ("数据接收统计", HEADINGS, rows);
    Ok(month_table::answer(&context, &caller, period, table))
}

struct ReceivedRows {
    scope: SceneScope,
    filter: ReceivedFilter,
    satellites: BTreeMap<String, String>,
    nodes: BTreeMap<String, String>,
}

impl MonthRows<6> for ReceivedRows {
    async fn rows(
        &self,
        db: &mut PgConnection,
        month: Period,
    ) -> Result<Vec<[String; 6]>, StorageError> {
        let filter = ReceivedFilter {
            period: month,
            ..self.filter.clone()
        };
        let cells = received::cells(db, &self.scope, &filter).await?;
        let rows = cells.into_iter().map(|cell| {
            let node = cell.node.to_string();
            let satellite = self.satellites.get(&cell.satellite);
            [
                cell.day.to_string(),
                cell.satellite.clone(),
                satellite.cloned().unwrap_or(cell.satellite),
                self.nodes.get(&node).cloned().unwrap_or(node),
                cell.figures.scenes.to_string(),
                cell.figures.bytes.0.to_string(),
            ]
        });
        Ok(rows.collect())
    }
}
