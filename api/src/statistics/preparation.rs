//! `GET /api/stats/preparation`, its workbook and table, and the failures behind it.

use axum::extract::State;
use axum::response::IntoResponse;
use chrono::NaiveDate;
use domain::permission::Permission;
use domain::statistics::Period;
use domain::task::ErrorClass;
use forms::figure_table::{FigureChart, FigureChartKind, FigureTable};
use serde::Serialize;
use storage::db::order_scope::SceneShare;
use storage::db::service_figures::{self, PreparationFigures};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::orders_seen::orders_seen;
use super::period::PeriodQuery;
use super::workbook;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

mod failures;
mod table;

pub(super) fn declare(routes: &mut Routes) {
    let access = RouteAccess::Needs(Permission::OrderStatistics);
    routes.add(access, routes!(figures));
    routes.add(access, routes!(workbook));
    routes.add(access, routes!(table::csv));
    // Orders are named in these.
    let rows_access = RouteAccess::Needs(Permission::AllOrders);
    routes.add(rows_access, routes!(failures::list));
}

/// Failures of one class.
#[derive(Debug, Serialize, ToSchema)]
struct CauseCount {
    /// Class of the failure.
    #[schema(value_type = codes::ErrorClassWord)]
    cause: &'static str,
    /// Steps of preparations that failed for good of it.
    failures: u64,
}

/// Preparations that ended, and what failed on the way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreparationCounts {
    /// Orders whose first delivery was opened.
    prepared: u64,
    /// Seconds from approval within which half of them were ready; less than 1/32 too long. Null: there are none.
    #[schema(required)]
    median_seconds: Option<u64>,
    /// Seconds within which 95 of 100 were ready.
    #[schema(required)]
    p95_seconds: Option<u64>,
    /// Of how many it was promised when they were approved.
    promised: u64,
    /// Of these, how many were ready in time.
    kept: u64,
    /// Steps of preparations that failed for good.
    failures: u64,
    /// The same by class, the most frequent first; only classes that have any.
    causes: Vec<CauseCount>,
}

impl From<&PreparationFigures> for PreparationCounts {
    fn from(figures: &PreparationFigures) -> Self {
        let causes = ErrorClass::ALL.into_iter().map(|class| CauseCount {
            cause: class.as_str(),
            failures: failures_of(figures, class),
        });
        let mut causes: Vec<CauseCount> = causes.filter(|cause| cause.failures > 0).collect();
        causes.sort_by_key(|cause| std::cmp::Reverse(cause.failures));
        Self {
            prepared: figures.took.durations(),
            median_seconds: figures.took.within(50),
            p95_seconds: figures.took.within(95),
            promised: figures.kept + figures.late,
            kept: figures.kept,
            failures: figures.failures.values().sum(),
            causes,
        }
    }
}

fn failures_of(figures: &PreparationFigures, class: ErrorClass) -> u64 {
    let failures = figures.failures.get(class.as_str());
    failures.copied().unwrap_or_default()
}

/// One month; of the first and the last of a period only the days that belong to it.
#[derive(Debug, Serialize, ToSchema)]
struct PreparationMonth {
    /// `2026-01`
    month: String,
    #[serde(flatten)]
    counts: PreparationCounts,
}

/// How soon data were ready.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreparationStatistics)]
#[serde(rename_all = "camelCase")]
struct PreparationView {
    /// Hours from approval within which data are promised now; null: nothing is promised.
    #[schema(required)]
    promised_hours: Option<i32>,
    /// Sum over the period.
    total: PreparationCounts,
    /// Every month of the period, those without any too.
    items: Vec<PreparationMonth>,
}

/// How soon data were ready after approval, whether that was as promised, and what failed on the way: by month, and in all. An
/// order counts on the day in China on which its first delivery was opened, a failure on its own.
#[utoipa::path(get, path = "/api/stats/preparation", tag = "statistics", operation_id = "getPreparationFigures",
    params(PeriodQuery), responses((status = 200, body = PreparationView), (status = 400, body = ProblemBody)))]
async fn figures(
    State(context): State<Context>,
    caller: Caller,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<PreparationView>, Problem> {
    let now = context.now();
    let (months, total) = counted(&context, &caller, days.period(now)).await?;
    let mut db = context.connection().await?;
    let promised_hours = service_figures::promised_hours(&mut db, now).await?;
    let items = months.iter().map(|(month, figures)| PreparationMonth {
        month: name(*month),
        counts: figures.into(),
    });
    Ok(Json(PreparationView {
        promised_hours,
        total: (&total).into(),
        items: items.collect(),
    }))
}

/// The figures as an Excel workbook.
#[utoipa::path(get, path = "/api/stats/preparation.xlsx", tag = "statistics", operation_id = "exportPreparationFigures",
    params(PeriodQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = ProblemBody)))]
async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(days): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let (months, total) = counted(&context, &caller, period).await?;
    let rows = months
        .iter()
        .map(|(month, figures)| (name(*month), cells(figures)));
    let mut rows: Vec<_> = rows.collect();
    let most_rows = rows.len();
    rows.push(("合计".to_owned(), cells(&total)));
    let causes = CAUSES.map(|(_, heading)| workbook::whole(heading));
    let table = FigureTable {
        sheet: "数据制备统计",
        names: "月份",
        columns: [
            workbook::whole("制备完成订单（个）"),
            workbook::hundredths("一半订单用时（小时）"),
            workbook::hundredths("95%订单用时（小时）"),
            workbook::whole("有承诺订单（个）"),
            workbook::whole("按承诺完成（个）"),
            workbook::whole("失败（次）"),
        ]
        .into_iter()
        .chain(causes)
        .collect(),
        rows,
        charts: vec![FigureChart {
            title: "制备用时（小时）",
            kind: FigureChartKind::Lines,
            columns: vec![1, 2],
            most_rows,
        }],
        note: None,
    };
    workbook::answer(table, period).await
}

/// Classes of failures, as columns.
const CAUSES: [(ErrorClass, &str); 10] = [
    (ErrorClass::SourceMissing, "源文件不存在（次）"),
    (ErrorClass::SourceCorrupt, "源文件损坏（次）"),
    (ErrorClass::SourceRefused, "来源未获允许（次）"),
    (ErrorClass::SignInRefused, "来源拒绝登录（次）"),
    (ErrorClass::TransientIo, "读写或网络故障（次）"),
    (ErrorClass::DependencyAway, "本系统存储不可用（次）"),
    (ErrorClass::NoSpace, "空间不足（次）"),
    (ErrorClass::Cancelled, "任务被取消（次）"),
    (ErrorClass::OutOfScope, "数据权限已收回（次）"),
    (ErrorClass::Bug, "程序错误（次）"),
];

/// Months without a preparation have no duration: nothing there, or an average of the column would be wrong.
fn cells(figures: &PreparationFigures) -> Vec<Option<f64>> {
    let hours = |percent| {
        let seconds = figures.took.within(percent)?;
        Some(workbook::number(seconds) / 3600.0)
    };
    let mut cells = vec![
        Some(workbook::number(figures.took.durations())),
        hours(50),
        hours(95),
        Some(workbook::number(figures.kept + figures.late)),
        Some(workbook::number(figures.kept)),
        Some(workbook::number(figures.failures.values().sum())),
    ];
    cells.extend(CAUSES.map(|(class, _)| Some(workbook::number(failures_of(figures, class)))));
    cells
}

/// Every month of the period, and all together.
async fn counted(
    context: &Context,
    caller: &Caller,
    period: Period,
) -> Result<(Vec<(NaiveDate, PreparationFigures)>, PreparationFigures), Problem> {
    let mut db = context.connection().await?;
    let orders = orders_seen(context, &mut db, (caller, SceneShare::Any), period).await?;
    let mut found = service_figures::preparation_by_month(&mut db, (&orders, period)).await?;
    let mut total = PreparationFigures::default();
    for figures in found.values() {
        total += figures;
    }
    let months = period.months().into_iter();
    let months = months.map(|month| (month, found.remove(&month).unwrap_or_default()));
    Ok((months.collect(), total))
}

fn name(month: NaiveDate) -> String {
    month.format("%Y-%m").to_string()
}

#[cfg(test)]
mod tests;
