//! `GET /api/stats/downloads`, its workbook and table, how far deliveries were fetched, and the transfers behind it.

use axum::extract::State;
use axum::response::IntoResponse;
use domain::permission::Permission;
use domain::statistics::Period;
use forms::figure_table::{FigureChart, FigureChartKind, FigureTable, filled};
use serde::{Deserialize, Serialize};
use storage::db::downloads::{self, DownloadDimension, DownloadFigures};
use storage::db::order_scope::SceneShare;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::orders_seen::orders_seen;
use super::period::PeriodQuery;
use super::units::CHARTED_UNITS;
use super::workbook;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

mod completion;
mod table;
mod transfers;

pub(super) fn declare(routes: &mut Routes) {
    let figures_access = RouteAccess::Needs(Permission::OrderStatistics);
    routes.add(figures_access, routes!(figures));
    routes.add(figures_access, routes!(workbook));
    routes.add(figures_access, routes!(table::csv));
    routes.add(figures_access, routes!(completion::completion));
    // Addresses and files are in these: whoever sees them in the registry.
    let rows_access = RouteAccess::Needs(Permission::Registry);
    routes.add(rows_access, routes!(transfers::list));
}

/// What downloads are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = DownloadDimension)]
#[serde(rename_all = "lowercase")]
enum DimensionName {
    /// The day in China on which they ended.
    Day,
    /// The month of that day.
    Month,
    /// The applying unit of their order.
    Unit,
    /// Protocol of the transfer.
    Protocol,
}

impl DimensionName {
    const fn dimension(self) -> DownloadDimension {
        match self {
            Self::Day => DownloadDimension::Day,
            Self::Month => DownloadDimension::Month,
            Self::Unit => DownloadDimension::Unit,
            Self::Protocol => DownloadDimension::Protocol,
        }
    }

    /// Whether values are in the order of time.
    const fn is_of_time(self) -> bool {
        matches!(self, Self::Day | Self::Month)
    }

    /// Name of the sheet, and heading of its first column.
    const fn headings(self) -> (&'static str, &'static str) {
        match self {
            Self::Day => ("每日数据下载", "日期"),
            Self::Month => ("每月数据下载", "月份"),
            Self::Unit => ("数据下载单位统计", "单位"),
            Self::Protocol => ("数据下载协议统计", "协议"),
        }
    }
}

/// How the figures are grouped.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DimensionQuery {
    #[param(inline)]
    by: DimensionName,
}

/// The unit whose rows are read.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct UnitQuery {
    /// Only for this applying unit.
    unit: Option<String>,
}

impl UnitQuery {
    fn unit(&self) -> Option<&str> {
        self.unit.as_deref().filter(|unit| !unit.is_empty())
    }
}

/// Downloads, and what they brought.
#[derive(Debug, Serialize, ToSchema)]
struct DownloadCounts {
    /// Downloads that ended; checks by workers are not among them.
    transfers: u64,
    /// Those that brought a file to its end.
    files: u64,
    /// Those that the receiver broke off, or a fault.
    broken: u64,
    /// Bytes sent, those of broken downloads too.
    bytes: u64,
}

impl From<DownloadFigures> for DownloadCounts {
    fn from(figures: DownloadFigures) -> Self {
        Self {
            transfers: figures.transfers,
            files: figures.files,
            broken: figures.broken,
            bytes: figures.bytes.0,
        }
    }
}

/// Figures of one value of the dimension.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DownloadFigure)]
struct DownloadFigureView {
    /// A day, a month (`2026-11`), a unit, or `ftp`, `ftps`, `https`, `push`.
    value: String,
    #[serde(flatten)]
    counts: DownloadCounts,
}

/// What applicants downloaded.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DownloadFigures)]
struct DownloadFiguresView {
    /// Sum over the period.
    total: DownloadCounts,
    /// Days and months in their order, all else by the bytes; only what was downloaded.
    items: Vec<DownloadFigureView>,
}

/// What applicants downloaded, by day, month, unit or protocol: a download counts on the day in China on which it ended.
#[utoipa::path(get, path = "/api/stats/downloads", tag = "statistics", operation_id = "getDownloadFigures",
    params(DimensionQuery, UnitQuery, PeriodQuery),
    responses((status = 200, body = DownloadFiguresView), (status = 400, body = ProblemBody)))]
async fn figures(
    State(context): State<Context>,
    caller: Caller,
    Query(DimensionQuery { by }): Query<DimensionQuery>,
    Query(query): Query<UnitQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<DownloadFiguresView>, Problem> {
    let values = sorted(
        &context,
        &caller,
        (by, days.period(context.now())),
        query.unit(),
    )
    .await?;
    let mut total = DownloadFigures::default();
    for (_, figures) in &values {
        total += *figures;
    }
    let items = values.into_iter().map(|(value, figures)| {
        let counts = figures.into();
        DownloadFigureView { value, counts }
    });
    Ok(Json(DownloadFiguresView {
        total: total.into(),
        items: items.collect(),
    }))
}

/// The figures as an Excel workbook.
#[utoipa::path(get, path = "/api/stats/downloads.xlsx", tag = "statistics", operation_id = "exportDownloadFigures",
    params(DimensionQuery, UnitQuery, PeriodQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = ProblemBody)))]
async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(DimensionQuery { by }): Query<DimensionQuery>,
    Query(query): Query<UnitQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let values = sorted(&context, &caller, (by, period), query.unit()).await?;
    let (sheet, names) = by.headings();
    let rows = values.into_iter().map(|(value, figures)| {
        let cells = vec![
            workbook::number(figures.transfers),
            workbook::number(figures.files),
            workbook::number(figures.broken),
            workbook::gigabytes(figures.bytes),
        ];
        (value, filled(cells))
    });
    let (kind, most_rows) = if by.is_of_time() {
        (FigureChartKind::Lines, usize::MAX)
    } else {
        (FigureChartKind::Columns, CHARTED_UNITS)
    };
    let table = FigureTable {
        sheet,
        names,
        columns: vec![
            workbook::whole("下载次数（次）"),
            workbook::whole("下载完成文件（个）"),
            workbook::whole("中断（次）"),
            workbook::volume("下载量（GB）"),
        ],
        rows: rows.collect(),
        charts: vec![FigureChart {
            title: sheet,
            kind,
            columns: vec![0, 1],
            most_rows,
        }],
        note: None,
    };
    workbook::answer(table, period).await
}

/// Days and months in their order, all else by the bytes.
async fn sorted(
    context: &Context,
    caller: &Caller,
    (by, period): (DimensionName, Period),
    unit: Option<&str>,
) -> Result<Vec<(String, DownloadFigures)>, Problem> {
    let mut db = context.connection().await?;
    let orders = orders_seen(context, &mut db, (caller, SceneShare::Every), period).await?;
    let found = downloads::figures(&mut db, (&orders, period), unit, by.dimension()).await?;
    let mut values: Vec<_> = found.into_iter().collect();
    if !by.is_of_time() {
        values.sort_by_key(|(_, figures)| std::cmp::Reverse((figures.bytes, figures.transfers)));
    }
    Ok(values)
}

#[cfg(test)]
mod tests;
