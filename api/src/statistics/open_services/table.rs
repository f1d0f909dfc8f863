//! `GET /api/stats/open-services.xlsx`

use axum::extract::State;
use axum::response::IntoResponse;
use domain::open_service::OpenService;
use forms::figure_table::{FigureChart, FigureChartKind, FigureColumn, FigureTable, filled};
use serde::Deserialize;
use storage::db::open_services::{OpenServiceFigures, ServicesUsed};
use utoipa::{IntoParams, ToSchema};

use super::super::period::PeriodQuery;
use super::super::units::CHARTED_UNITS;
use super::super::workbook as sheets;
use super::{SystemQuery, counted, sum};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

/// What calls are told apart by.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = OpenServiceDimension)]
#[serde(rename_all = "lowercase")]
enum DimensionName {
    /// The client system.
    System,
    /// The day in China.
    Day,
}

/// How the figures are grouped.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DimensionQuery {
    #[param(inline)]
    by: DimensionName,
}

/// Columns before those of the services.
const COUNTS: [FigureColumn; 4] = [
    sheets::whole("调用（次）"),
    sheets::whole("超出配额（次）"),
    sheets::whole("无权限（次）"),
    sheets::volume("下载量（GB）"),
];

const fn heading(service: OpenService) -> &'static str {
    match service {
        OpenService::Catalogue => "目录（次）",
        OpenService::Scene => "景（次）",
        OpenService::Preview => "预览图（次）",
        OpenService::Statistics => "统计（次）",
        OpenService::Registry => "提供登记（次）",
        OpenService::File => "景文件（次）",
        OpenService::Other => "其他（次）",
        OpenService::Earlier => "早期未分类（次）",
    }
}

/// The same as a workbook: a row a client system, or a day.
#[utoipa::path(get, path = "/api/stats/open-services.xlsx", tag = "statistics", operation_id = "exportOpenServiceFigures",
    params(DimensionQuery, SystemQuery, PeriodQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(DimensionQuery { by }): Query<DimensionQuery>,
    Query(query): Query<SystemQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let found = counted(&context, (&caller, &query), period).await?;
    sheets::answer(table(by, &found), period).await
}

fn table(by: DimensionName, found: &OpenServiceFigures) -> FigureTable {
    let (sheet, names, kind) = match by {
        DimensionName::System => ("开放服务系统统计", "接入系统", FigureChartKind::Columns),
        DimensionName::Day => ("开放服务每日统计", "日期", FigureChartKind::Lines),
    };
    let mut rows: Vec<(String, Vec<Option<f64>>)> = match by {
        DimensionName::System => {
            let systems = found.systems.iter();
            let rows = systems.map(|one| (one.shown_name().to_owned(), cells(&[&one.services])));
            rows.collect()
        }
        DimensionName::Day => {
            let days = found.days.iter();
            let rows = days.map(|(day, used)| (day.to_string(), cells(&[used])));
            rows.collect()
        }
    };
    let most_rows = match by {
        DimensionName::System => rows.len().min(CHARTED_UNITS),
        DimensionName::Day => rows.len(),
    };
    let all: Vec<&ServicesUsed> = found.days.values().collect();
    rows.push(("合计".to_owned(), cells(&all)));
    let services = OpenService::ALL.map(|service| sheets::whole(heading(service)));
    FigureTable {
        sheet,
        names,
        columns: COUNTS.into_iter().chain(services).collect(),
        rows,
        charts: vec![FigureChart {
            title: sheet,
            kind,
            columns: vec![0, 1, 2],
            most_rows,
        }],
        note: None,
    }
}

fn cells(parts: &[&ServicesUsed]) -> Vec<Option<f64>> {
    let total = sum(parts.iter().copied());
    let mut cells = vec![
        sheets::number(total.requests),
        sheets::number(total.over_quota),
        sheets::number(total.forbidden),
        sheets::gigabytes(total.bytes),
    ];
    cells.extend(OpenService::ALL.map(|service| {
        let of_service = parts.iter().filter_map(|used| used.get(&service));
        sheets::number(of_service.map(|used| used.requests).sum())
    }));
    filled(cells)
}
