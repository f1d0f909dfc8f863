//! `GET /api/stats/downloads.csv`

use axum::extract::State;
use axum::response::IntoResponse;
use domain::statistics::Period;
use storage::db::downloads;
use storage::db::order_scope::{OrderScope, SceneShare};
use storage::{PgConnection, StorageError};

use super::super::month_table::{self, MonthRows};
use super::super::orders_seen::orders_seen;
use super::super::period::PeriodQuery;
use super::UnitQuery;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

const HEADINGS: [&str; 7] = [
    "日期",
    "单位",
    "协议",
    "下载次数（次）",
    "下载完成文件（个）",
    "中断（次）",
    "下载量（字节）",
];

/// What applicants downloaded by day, unit and protocol, as comma-separated values (RFC 4180, UTF-8).
#[utoipa::path(get, path = "/api/stats/downloads.csv", tag = "statistics", operation_id = "exportDownloadFiguresCsv",
    params(UnitQuery, PeriodQuery),
    responses((status = 200, content_type = "text/csv"), (status = 400, body = ProblemBody)))]
pub(super) async fn csv(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<UnitQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let mut db = context.connection().await?;
    let orders = orders_seen(&context, &mut db, (&caller, SceneShare::Every), period).await?;
    drop(db);
    let rows = DownloadRows {
        orders,
        unit: query.unit().map(str::to_owned),
    };
    let table = ("数据下载统计", HEADINGS, rows);
    Ok(month_table::answer(&context, &caller, period, table))
}

struct DownloadRows {
    orders: OrderScope,
    unit: Option<String>,
}

impl MonthRows<7> for DownloadRows {
    async fn rows(
        &self,
        db: &mut PgConnection,
        month: Period,
    ) -> Result<Vec<[String; 7]>, StorageError> {
        let cells = downloads::cells(db, (&self.orders, month), self.unit.as_deref()).await?;
        let rows = cells.into_iter().map(|cell| {
            [
                cell.day.to_string(),
                cell.unit,
                cell.protocol,
                cell.figures.transfers.to_string(),
                cell.figures.files.to_string(),
                cell.figures.broken.to_string(),
                cell.figures.bytes.0.to_string(),
            ]
        });
        Ok(rows.collect())
    }
}
