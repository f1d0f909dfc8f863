//! `GET /api/stats/ranking.xlsx`

use axum::extract::State;
use axum::response::IntoResponse;
use forms::figure_table::{FigureChart, FigureChartKind, FigureColumn, FigureTable, filled};

use super::period::PeriodQuery;
use super::units::{CHARTED_UNITS, ranked};
use super::workbook::{self, gigabytes, number};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

/// Units by their rank as a workbook, 单位排名.xlsx.
#[utoipa::path(get, path = "/api/stats/ranking.xlsx", tag = "statistics", operation_id = "exportUnitRanking",
    params(PeriodQuery), responses((status = 200, content_type = "application/octet-stream"),
        (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = query.period(context.now());
    let (units, current) = ranked(&context, &caller, period).await?;
    let rows = units
        .into_iter()
        .zip(1_u64..)
        .map(|((unit, figures), rank)| {
            let total = figures.total();
            let row = vec![
                number(rank),
                number(total.orders),
                number(total.scenes),
                gigabytes(total.bytes),
            ];
            (unit, filled(row))
        });
    let table = FigureTable {
        sheet: "单位排名",
        names: "单位",
        columns: COLUMNS.to_vec(),
        rows: rows.collect(),
        charts: vec![FigureChart {
            title: "单位排名：订单数（个）",
            kind: FigureChartKind::Columns,
            columns: vec![1],
            most_rows: CHARTED_UNITS,
        }],
        note: workbook::note(current),
    };
    workbook::answer(table, period).await
}

const COLUMNS: [FigureColumn; 4] = [
    workbook::whole("名次"),
    workbook::whole("订单数（个）"),
    workbook::whole("景数（景）"),
    workbook::volume("数据量（GB）"),
];
