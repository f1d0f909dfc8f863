//! `GET /api/stats/received`, its workbook and table, and the scenes behind it.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::IntoResponse;
use domain::permission::Permission;
use domain::statistics::Period;
use forms::figure_table::{FigureChart, FigureChartKind, FigureTable, filled};
use serde::{Deserialize, Serialize};
use storage::db::received::{self, ReceivedDimension, ReceivedFigures, ReceivedFilter};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::names;
use super::period::PeriodQuery;
use super::units::CHARTED_UNITS;
use super::workbook;
use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::exact_filter::{EmptySceneField, exact};
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

mod scenes;
mod table;

pub(super) fn declare(routes: &mut Routes) {
    let access = RouteAccess::NeedsOne(&[Permission::OrderStatistics, Permission::Monitor]);
    routes.add(access, routes!(figures));
    routes.add(access, routes!(workbook));
    routes.add(access, routes!(table::csv));
    routes.add(access, routes!(scenes::list));
}

/// What received scenes are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = ReceivedDimension)]
#[serde(rename_all = "lowercase")]
enum DimensionName {
    /// Satellite of the scene.
    Satellite,
    /// Catalogue node of the scene.
    Node,
    /// The day in China on which they were received.
    Day,
    /// The month of that day.
    Month,
}

impl DimensionName {
    const fn dimension(self) -> ReceivedDimension {
        match self {
            Self::Satellite => ReceivedDimension::Satellite,
            Self::Node => ReceivedDimension::Node,
            Self::Day => ReceivedDimension::Day,
            Self::Month => ReceivedDimension::Month,
        }
    }

    /// Whether values are in the order of time.
    const fn is_of_time(self) -> bool {
        matches!(self, Self::Day | Self::Month)
    }

    /// Name of the sheet, and heading of its first column.
    const fn headings(self) -> (&'static str, &'static str) {
        match self {
            Self::Satellite => ("数据接收卫星统计", "卫星"),
            Self::Node => ("数据接收目录统计", "目录节点"),
            Self::Day => ("每日数据接收", "日期"),
            Self::Month => ("每月数据接收", "月份"),
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

/// Filters of the received scenes.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct ReceivedQuery {
    /// Only scenes of the satellite with this code.
    satellite: Option<String>,
    /// Only those that state none of this, whatever the filter of that name says.
    #[param(inline)]
    without: Option<EmptySceneField>,
    /// Only those of this catalogue node.
    node: Option<i64>,
}

impl ReceivedQuery {
    fn filter(self, period: Period) -> ReceivedFilter {
        ReceivedFilter {
            period,
            satellite: exact(self.satellite, self.without.is_some()),
            node: self.node,
        }
    }
}

/// Scenes and their volume.
#[derive(Debug, Serialize, ToSchema)]
struct ReceivedTotal {
    scenes: u64,
    bytes: u64,
}

/// Figures of one value of the dimension.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceivedFigure)]
struct ReceivedFigureView {
    /// A satellite, the number of a node, a day, or a month (`2026-11`).
    value: String,
    /// The Chinese name of a satellite or a node; otherwise the value.
    label: String,
    scenes: u64,
    bytes: u64,
}

/// What the archive took in.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReceivedFigures)]
struct ReceivedFiguresView {
    /// Sum over the period.
    total: ReceivedTotal,
    /// Days and months in their order, all else by the number of scenes; only what was received.
    items: Vec<ReceivedFigureView>,
}

/// What the archive took in, by satellite, node, day or month: a scene counts on the day in China of its stated time of
/// receiving, else on the day it first came into the catalogue.
#[utoipa::path(get, path = "/api/stats/received", tag = "statistics", operation_id = "getReceivedFigures",
    params(DimensionQuery, ReceivedQuery, PeriodQuery),
    responses((status = 200, body = ReceivedFiguresView), (status = 400, body = ProblemBody)))]
async fn figures(
    State(context): State<Context>,
    caller: Caller,
    Query(DimensionQuery { by }): Query<DimensionQuery>,
    Query(query): Query<ReceivedQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<ReceivedFiguresView>, Problem> {
    let filter = query.filter(days.period(context.now()));
    let values = labelled(&context, &caller, by, &filter).await?;
    let mut total = ReceivedFigures::default();
    for value in &values {
        total += value.figures;
    }
    let items = values.into_iter().map(|value| ReceivedFigureView {
        value: value.value,
        label: value.label,
        scenes: value.figures.scenes,
        bytes: value.figures.bytes.0,
    });
    Ok(Json(ReceivedFiguresView {
        total: ReceivedTotal {
            scenes: total.scenes,
            bytes: total.bytes.0,
        },
        items: items.collect(),
    }))
}

/// The figures as an Excel workbook.
#[utoipa::path(get, path = "/api/stats/received.xlsx", tag = "statistics", operation_id = "exportReceivedFigures",
    params(DimensionQuery, ReceivedQuery, PeriodQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = ProblemBody)))]
async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(DimensionQuery { by }): Query<DimensionQuery>,
    Query(query): Query<ReceivedQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let values = labelled(&context, &caller, by, &query.filter(period)).await?;
    let (sheet, heading) = by.headings();
    let rows = values.into_iter().map(|value| {
        let scenes = workbook::number(value.figures.scenes);
        (
            value.label,
            filled(vec![scenes, value.figures.bytes.terabytes()]),
        )
    });
    let (kind, most_rows) = if by.is_of_time() {
        (FigureChartKind::Lines, usize::MAX)
    } else {
        (FigureChartKind::Columns, CHARTED_UNITS)
    };
    let table = FigureTable {
        sheet,
        names: heading,
        columns: vec![
            workbook::whole("景数（景）"),
            workbook::volume("数据量（TB）"),
        ],
        rows: rows.collect(),
        charts: vec![FigureChart {
            title: sheet,
            kind,
            columns: vec![0],
            most_rows,
        }],
        note: None,
    };
    workbook::answer(table, period).await
}

/// What is counted of one value.
struct LabelledFigures {
    value: String,
    label: String,
    figures: ReceivedFigures,
}

/// Days and months in their order, all else by the number of scenes.
async fn labelled(
    context: &Context,
    caller: &Caller,
    by: DimensionName,
    filter: &ReceivedFilter,
) -> Result<Vec<LabelledFigures>, Problem> {
    let mut db = context.connection().await?;
    let scope = scope_of(context, &mut db, viewer(Some(caller))).await?;
    let figures = received::figures(&mut db, &scope, filter, by.dimension()).await?;
    let labels = match by {
        DimensionName::Satellite => names::satellites(&mut db).await?,
        DimensionName::Node => names::nodes(&mut db).await?,
        DimensionName::Day | DimensionName::Month => BTreeMap::new(),
    };
    let values = figures.into_iter().map(|(value, figures)| LabelledFigures {
        label: labels.get(&value).unwrap_or(&value).clone(),
        value,
        figures,
    });
    let mut values: Vec<_> = values.collect();
    if !by.is_of_time() {
        values.sort_by_key(|value| std::cmp::Reverse(value.figures.scenes));
    }
    Ok(values)
}

#[cfg(test)]
mod tests;
