//! `GET /api/stats/monthly` and `/api/stats/monthly.xlsx`

use axum::extract::State;
use axum::response::IntoResponse;
use chrono::NaiveDate;
use domain::statistics::{MethodFigures, Period};
use forms::figure_table::{FigureChart, FigureChartKind, FigureColumn, FigureTable, filled};
use serde::Serialize;
use utoipa::ToSchema;

use super::figure_list::FigureList;
use super::figures::OrderFigureFields;
use super::period::PeriodQuery;
use super::source::FigureReader;
use super::workbook::{self, counts};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// One month; of the first and the last of a period only the days that belong to it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MonthlyFigures)]
pub(super) struct MonthView {
    /// `2026-01`
    month: String,
    #[serde(flatten)]
    figures: OrderFigureFields,
}

/// Every month of the period, those without orders too.
#[utoipa::path(get, path = "/api/stats/monthly", tag = "statistics", operation_id = "getOrderNumByMonth",
    params(PeriodQuery), responses((status = 200, body = FigureList<MonthView>), (status = 400, body = ProblemBody)))]
pub(super) async fn monthly(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PeriodQuery>,
) -> Result<Json<FigureList<MonthView>>, Problem> {
    let period = query.period(context.now());
    let (months, current) = months(&context, &caller, period).await?;
    let items = months
        .into_iter()
        .map(|(month, figures)| MonthView {
            month: name(month),
            figures: figures.into(),
        })
        .collect();
    Ok(Json(FigureList::new(items, current)))
}

/// The same as a workbook, 订单月度统计.xlsx.
#[utoipa::path(get, path = "/api/stats/monthly.xlsx", tag = "statistics", operation_id = "exportOrderNumByMonth",
    params(PeriodQuery), responses((status = 200, content_type = "application/octet-stream"),
        (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = query.period(context.now());
    let (months, current) = months(&context, &caller, period).await?;
    let rows = months.into_iter().map(|(month, figures)| {
        let parts = [figures.online, figures.offline, figures.total()];
        (name(month), filled(parts.map(counts).concat()))
    });
    let chart = |title, first: usize| FigureChart {
        title,
        kind: FigureChartKind::Lines,
        columns: vec![first, first + 3, first + 6],
        most_rows: usize::MAX,
    };
    let table = FigureTable {
        sheet: "订单月度统计",
        names: "月份",
        columns: COLUMNS.to_vec(),
        rows: rows.collect(),
        charts: vec![
            chart("订单数（个）", 0),
            chart("景数（景）", 1),
            chart("数据量（TB）", 2),
        ],
        note: workbook::note(current),
    };
    workbook::answer(table, period).await
}

/// Portal specification section 9: month, then online, offline and total, each with order count, scene count and volume.
const COLUMNS: [FigureColumn; 9] = [
    workbook::whole("在线订单数（个）"),
    workbook::whole("在线景数（景）"),
    workbook::volume("在线数据量（TB）"),
    workbook::whole("离线订单数（个）"),
    workbook::whole("离线景数（景）"),
    workbook::volume("离线数据量（TB）"),
    workbook::whole("订单总数（个）"),
    workbook::whole("总景数（景）"),
    workbook::volume("总数据量（TB）"),
];

/// Every month, and whether everything is counted.
async fn months(
    context: &Context,
    caller: &Caller,
    period: Period,
) -> Result<(Vec<(NaiveDate, MethodFigures)>, bool), Problem> {
    let mut reader = FigureReader::open(context, caller, period).await?;
    let mut counted = reader.by_month().await?;
    let months = period.months().into_iter();
    let months = months.map(|month| (month, counted.remove(&month).unwrap_or_default()));
    Ok((months.collect(), reader.is_current))
}

fn name(month: NaiveDate) -> String {
    month.format("%Y-%m").to_string()
}
