//! `GET /api/stats/behaviours` and `/api/stats/behaviours.xlsx`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::IntoResponse;
use chrono::NaiveDate;
use domain::behaviour::Behaviour;
use domain::statistics::Period;
use forms::figure_table::{FigureChart, FigureChartKind, FigureColumn, FigureTable, filled};
use serde::Serialize;
use storage::db::behaviour_figures::{self, BehaviourDay};
use utoipa::ToSchema;

use super::period::PeriodQuery;
use super::workbook;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// What people did of one kind in the whole period.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BehaviourTotal)]
struct BehaviourTotalView {
    #[serde(rename = "type")]
    #[schema(value_type = codes::BehaviourType)]
    kind: i16,
    /// Number of acts.
    times: u64,
    /// Scenes that the acts concern.
    scenes: u64,
    /// Bytes that the acts moved.
    bytes: u64,
}

/// What people did of one kind on one day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BehaviourDay)]
struct BehaviourDayView {
    /// The day in China.
    day: NaiveDate,
    #[serde(rename = "type")]
    #[schema(value_type = codes::BehaviourType)]
    kind: i16,
    /// Number of acts.
    times: u64,
    /// How many people who were signed in, each counted once.
    people: u64,
}

/// How often people did what.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BehaviourFigures {
    /// By kind, each of them.
    totals: Vec<BehaviourTotalView>,
    /// By day and kind, in their order; only what happened.
    days: Vec<BehaviourDayView>,
}

/// How often people did what, by kind and by day.
#[utoipa::path(get, path = "/api/stats/behaviours", tag = "statistics", operation_id = "getBehaviourFigures",
    params(PeriodQuery), responses((status = 200, body = BehaviourFigures), (status = 400, body = ProblemBody)))]
pub(super) async fn behaviours(
    State(context): State<Context>,
    Query(query): Query<PeriodQuery>,
) -> Result<Json<BehaviourFigures>, Problem> {
    let days = counted(&context, query.period(context.now())).await?;
    let totals = Behaviour::ALL.map(|kind| total(kind, &days));
    let days = days.into_iter().map(|day| BehaviourDayView {
        day: day.day,
        kind: day.kind.code(),
        times: day.times,
        people: day.people,
    });
    Ok(Json(BehaviourFigures {
        totals: totals.into(),
        days: days.collect(),
    }))
}

fn total(kind: Behaviour, days: &[BehaviourDay]) -> BehaviourTotalView {
    let of_kind = || days.iter().filter(|day| day.kind == kind);
    BehaviourTotalView {
        kind: kind.code(),
        times: of_kind().map(|day| day.times).sum(),
        scenes: of_kind().map(|day| day.scenes).sum(),
        bytes: of_kind().map(|day| day.bytes.0).sum(),
    }
}

/// The same as a workbook: a row a day, a column a kind.
#[utoipa::path(get, path = "/api/stats/behaviours.xlsx", tag = "statistics", operation_id = "exportBehaviourFigures",
    params(PeriodQuery), responses((status = 200, content_type = "application/octet-stream"),
        (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(
    State(context): State<Context>,
    Query(query): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = query.period(context.now());
    let mut rows: BTreeMap<NaiveDate, Vec<f64>> = BTreeMap::new();
    for day in counted(&context, period).await? {
        let row = rows
            .entry(day.day)
            .or_insert_with(|| vec![0.0; COLUMNS.len()]);
        let column = Behaviour::ALL.iter().position(|kind| *kind == day.kind);
        if let Some(cell) = column.and_then(|column| row.get_mut(column)) {
            *cell = workbook::number(day.times);
        }
    }
    let table = FigureTable {
        sheet: "用户行为统计",
        names: "日期",
        columns: COLUMNS.to_vec(),
        rows: rows
            .into_iter()
            .map(|(day, row)| (day.to_string(), filled(row)))
            .collect(),
        charts: vec![FigureChart {
            title: "用户行为（次）",
            kind: FigureChartKind::Lines,
            columns: vec![1, 2, 4, 5],
            most_rows: usize::MAX,
        }],
        note: None,
    };
    workbook::answer(table, period).await
}

/// In the order of [`Behaviour::ALL`].
const COLUMNS: [FigureColumn; 9] = [
    workbook::whole("注册"),
    workbook::whole("登录"),
    workbook::whole("检索"),
    workbook::whole("加入购物车"),
    workbook::whole("创建订单"),
    workbook::whole("下载"),
    workbook::whole("停留"),
    workbook::whole("STAC 检索（POST）"),
    workbook::whole("STAC 检索（GET）"),
];

async fn counted(context: &Context, period: Period) -> Result<Vec<BehaviourDay>, Problem> {
    let mut db = context.connection().await?;
    Ok(behaviour_figures::by_day(&mut db, period).await?)
}
