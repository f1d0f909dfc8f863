//! `GET /api/stats/units` and `/api/stats/units.xlsx`

use axum::extract::State;
use axum::response::IntoResponse;
use domain::statistics::{Dimension, MethodFigures, Period};
use forms::figure_table::{FigureChart, FigureChartKind, FigureColumn, FigureTable, filled};
use serde::Serialize;
use utoipa::ToSchema;

use super::figure_list::FigureList;
use super::period::PeriodQuery;
use super::source::FigureReader;
use super::workbook::{self, gigabytes};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// Units that a chart of a workbook shows.
pub(super) const CHARTED_UNITS: usize = 30;

/// What one unit ordered. Volumes in bytes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UnitFigures)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnitView {
    unit: String,
    /// Orders that are copied to a disk.
    offline_order_num: u64,
    /// Orders that are downloaded.
    online_order_num: u64,
    /// Bytes.
    offline_order_size: u64,
    /// Bytes.
    online_order_size: u64,
    /// All orders.
    all_num: u64,
    /// Bytes, of all orders.
    all_size: u64,
}

/// Every unit that ordered in the period, the one with the most orders first.
#[utoipa::path(get, path = "/api/stats/units", tag = "statistics", operation_id = "getOrderNumByUnit",
    params(PeriodQuery), responses((status = 200, body = FigureList<UnitView>), (status = 400, body = ProblemBody)))]
pub(super) async fn units(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PeriodQuery>,
) -> Result<Json<FigureList<UnitView>>, Problem> {
    let (units, current) = ranked(&context, &caller, query.period(context.now())).await?;
    let items = units
        .into_iter()
        .map(|(unit, figures)| UnitView {
            unit,
            offline_order_num: figures.offline.orders,
            online_order_num: figures.online.orders,
            offline_order_size: figures.offline.bytes.0,
            online_order_size: figures.online.bytes.0,
            all_num: figures.total().orders,
            all_size: figures.total().bytes.0,
        })
        .collect();
    Ok(Json(FigureList::new(items, current)))
}

/// The same as a workbook, 服务单位分布.xlsx.
#[utoipa::path(get, path = "/api/stats/units.xlsx", tag = "statistics", operation_id = "exportOrderNumByUnit",
    params(PeriodQuery), responses((status = 200, content_type = "application/octet-stream"),
        (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = query.period(context.now());
    let (units, current) = ranked(&context, &caller, period).await?;
    let rows = units.into_iter();
    let table = FigureTable {
        sheet: "服务单位分布",
        names: "单位",
        columns: COLUMNS.to_vec(),
        rows: rows.map(|(unit, figures)| (unit, row(figures))).collect(),
        charts: vec![FigureChart {
            title: "各单位订单数（个）",
            kind: FigureChartKind::Columns,
            columns: vec![0, 1],
            most_rows: CHARTED_UNITS,
        }],
        note: workbook::note(current),
    };
    workbook::answer(table, period).await
}

pub(super) const COLUMNS: [FigureColumn; 6] = [
    workbook::whole("在线订单数（个）"),
    workbook::whole("离线订单数（个）"),
    workbook::whole("订单总数（个）"),
    workbook::volume("在线数据量（GB）"),
    workbook::volume("离线数据量（GB）"),
    workbook::volume("总数据量（GB）"),
];

/// Figures in the order of [`COLUMNS`].
pub(super) fn row(figures: MethodFigures) -> Vec<Option<f64>> {
    let parts = [figures.online, figures.offline, figures.total()];
    let orders = parts.map(|part| workbook::number(part.orders));
    let volumes = parts.map(|part| gigabytes(part.bytes));
    filled([orders, volumes].concat())
}

/// By orders, then by volume, then by name: equal units always stand in the same order. And whether everything is counted.
pub(super) async fn ranked(
    context: &Context,
    caller: &Caller,
    period: Period,
) -> Result<(Vec<(String, MethodFigures)>, bool), Problem> {
    let mut figures = FigureReader::open(context, caller, period).await?;
    let units = figures.by_value(Dimension::Unit).await?;
    let mut units: Vec<_> = units
        .into_iter()
        .filter(|(_, figures)| figures.total().orders > 0)
        .collect();
    units.sort_by_key(|(_, figures)| {
        let total = figures.total();
        std::cmp::Reverse((total.orders, total.bytes))
    });
    Ok((units, figures.is_current))
}
