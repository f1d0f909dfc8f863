//! `GET /api/stats/orders` and `/api/stats/orders.xlsx`

use axum::extract::State;
use axum::response::IntoResponse;
use domain::statistics::{MethodFigures, OrderFigures};
use forms::figure_table::{FigureChart, FigureChartKind, FigureTable, filled};
use serde::Serialize;
use utoipa::ToSchema;

use super::period::PeriodQuery;
use super::source::FigureReader;
use super::workbook::{self, COUNT_COLUMNS, counts};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// What was ordered in a period. Volumes in TB (2^40 bytes).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderStatistics)]
#[serde(rename_all = "camelCase")]
pub(super) struct OverviewView {
    /// Orders that are copied to a disk.
    offline_order_num: u64,
    /// Orders that are downloaded.
    online_order_num: u64,
    /// TB.
    offline_order_size: f64,
    /// TB.
    online_order_size: f64,
    /// Scenes of orders that are copied to a disk.
    offline_order_scene_num: u64,
    /// Scenes of orders that are downloaded.
    online_order_scene_num: u64,
    /// Number of orders of both methods.
    order_num: u64,
    /// TB, of all orders.
    order_size: f64,
    /// Scenes of all orders.
    order_scene_num: u64,
    /// The first day that is counted.
    from: chrono::NaiveDate,
    /// The last day that is counted, included.
    to: chrono::NaiveDate,
    /// False when orders written just now are still being counted: ask again.
    current: bool,
}

/// How many orders, scenes and bytes.
#[utoipa::path(get, path = "/api/stats/orders", tag = "statistics", operation_id = "orderCount", params(PeriodQuery),
    responses((status = 200, body = OverviewView), (status = 400, body = ProblemBody)))]
pub(super) async fn overview(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PeriodQuery>,
) -> Result<Json<OverviewView>, Problem> {
    let period = query.period(context.now());
    let mut reader = FigureReader::open(&context, &caller, period).await?;
    let figures = reader.total().await?;
    let MethodFigures { online, offline } = figures;
    let total = figures.total();
    Ok(Json(OverviewView {
        offline_order_num: offline.orders,
        online_order_num: online.orders,
        offline_order_size: offline.bytes.terabytes(),
        online_order_size: online.bytes.terabytes(),
        offline_order_scene_num: offline.scenes,
        online_order_scene_num: online.scenes,
        order_num: total.orders,
        order_size: total.bytes.terabytes(),
        order_scene_num: total.scenes,
        from: period.first(),
        to: period.last(),
        current: reader.is_current,
    }))
}

/// The same as a workbook, 订单总量.xlsx.
#[utoipa::path(get, path = "/api/stats/orders.xlsx", tag = "statistics", operation_id = "exportOrderCount",
    params(PeriodQuery), responses((status = 200, content_type = "application/octet-stream"),
        (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = query.period(context.now());
    let mut reader = FigureReader::open(&context, &caller, period).await?;
    let figures = reader.total().await?;
    let row =
        |name: &str, figures: OrderFigures| (name.to_owned(), filled(counts(figures).to_vec()));
    let chart = |title, column| FigureChart {
        title,
        kind: FigureChartKind::Columns,
        columns: vec![column],
        most_rows: 2,
    };
    let table = FigureTable {
        sheet: "订单总量",
        names: "获取方式",
        columns: COUNT_COLUMNS.to_vec(),
        rows: vec![
            row("在线下载", figures.online),
            row("离线拷贝", figures.offline),
            row("合计", figures.total()),
        ],
        charts: vec![chart("订单数（个）", 0), chart("数据量（TB）", 2)],
        note: workbook::note(reader.is_current),
    };
    workbook::answer(table, period).await
}
