//! `GET /api/stats/breakdown`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::IntoResponse;
use domain::order::get_method::GetMethod;
use domain::statistics::{Dimension, MethodFigures, Period};
use forms::figure_table::{FigureChart, FigureChartKind, FigureTable};
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::scene_regions;
use utoipa::{IntoParams, ToSchema};

use super::figure_list::FigureList;
use super::figures::OrderFigureFields;
use super::names;
use super::period::PeriodQuery;
use super::source::FigureReader;
use super::units::{self, CHARTED_UNITS};
use super::workbook;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// What orders are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = FigureDimension)]
#[serde(rename_all = "lowercase")]
pub(super) enum DimensionName {
    /// The day on which the order was made.
    Day,
    /// `getMethod`.
    Method,
    /// `type`.
    Kind,
    /// `applyUserUsed`.
    Usage,
    /// The satellite of each scene: an order of two satellites counts at both.
    Satellite,
    /// The catalogue node of each scene.
    Node,
    /// The province that holds the middle of each scene: an order of two provinces counts at both.
    Region,
}

/// How the orders are grouped.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BreakdownQuery {
    #[param(inline)]
    by: DimensionName,
}

/// Figures of one value of the dimension.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FigureRow)]
pub(super) struct FigureRowView {
    /// A day, a code, a text, a satellite, the number of a node, or the code of a province (empty: in none).
    value: String,
    /// The Chinese name of a node, a satellite or a province; otherwise the value.
    label: String,
    #[serde(flatten)]
    figures: OrderFigureFields,
}

/// Orders by day, get method, kind, usage, satellite, node or region: what has orders, days in their order, all else by the
/// number of orders.
#[utoipa::path(get, path = "/api/stats/breakdown", tag = "statistics", operation_id = "getOrderNumBy",
    params(BreakdownQuery, PeriodQuery),
    responses((status = 200, body = FigureList<FigureRowView>), (status = 400, body = ProblemBody)))]
pub(super) async fn breakdown(
    State(context): State<Context>,
    caller: Caller,
    Query(BreakdownQuery { by }): Query<BreakdownQuery>,
    Query(query): Query<PeriodQuery>,
) -> Result<Json<FigureList<FigureRowView>>, Problem> {
    let (rows, current) = sorted(&context, &caller, by, query.period(context.now())).await?;
    let items = rows
        .into_iter()
        .map(|row| FigureRowView {
            value: row.value,
            label: row.label,
            figures: row.figures.into(),
        })
        .collect();
    Ok(Json(FigureList::new(items, current)))
}

/// The breakdown as an Excel workbook.
#[utoipa::path(get, path = "/api/stats/breakdown.xlsx", tag = "statistics", operation_id = "exportOrderNumBy",
    params(BreakdownQuery, PeriodQuery), responses((status = 200, content_type = "application/octet-stream"),
        (status = 400, body = ProblemBody)))]
pub(super) async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(BreakdownQuery { by }): Query<BreakdownQuery>,
    Query(query): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = query.period(context.now());
    let (rows, current) = sorted(&context, &caller, by, period).await?;
    let rows = rows.into_iter();
    let (sheet, names) = by.headings();
    let table = FigureTable {
        sheet,
        names,
        columns: units::COLUMNS.to_vec(),
        rows: rows
            .map(|row| (by.written(row.label), units::row(row.figures)))
            .collect(),
        charts: vec![FigureChart {
            title: sheet,
            kind: if by == DimensionName::Day {
                FigureChartKind::Lines
            } else {
                FigureChartKind::Columns
            },
            columns: vec![0, 1],
            most_rows: if by == DimensionName::Day {
                usize::MAX
            } else {
                CHARTED_UNITS
            },
        }],
        note: workbook::note(current),
    };
    workbook::answer(table, period).await
}

impl DimensionName {
    /// Name of the sheet, and heading of its first column.
    const fn headings(self) -> (&'static str, &'static str) {
        match self {
            Self::Day => ("每日订单", "日期"),
            Self::Method => ("获取方式统计", "获取方式"),
            Self::Kind => ("订单类型统计", "订单类型"),
            Self::Usage => ("数据用途统计", "数据用途"),
            Self::Satellite => ("卫星统计", "卫星"),
            Self::Node => ("目录节点统计", "目录节点"),
            Self::Region => ("行政区统计", "行政区"),
        }
    }

    /// A value as a workbook has it: codes as the words they stand for.
    fn written(self, value: String) -> String {
        let word = match (self, value.as_str()) {
            (Self::Method, "0") => "在线下载",
            (Self::Method, "2") => "离线拷贝",
            (Self::Kind, "0") => "现有产品订单",
            (Self::Kind, "1") => "常规需求订单",
            (Self::Kind, "2") => "再加工订单",
            (Self::Region, "") => "不在任何省级行政区",
            _ => return value,
        };
        word.to_owned()
    }
}

/// What is counted of one value.
struct LabelledFigures {
    value: String,
    label: String,
    figures: MethodFigures,
}

/// Days in their order, all else by the number of orders; and whether everything is counted.
async fn sorted(
    context: &Context,
    caller: &Caller,
    by: DimensionName,
    period: Period,
) -> Result<(Vec<LabelledFigures>, bool), Problem> {
    let mut figures = FigureReader::open(context, caller, period).await?;
    let mut rows = figures_by(&mut figures, by).await?;
    if by != DimensionName::Day {
        rows.sort_by_key(|(_, figures)| {
            let total = figures.total();
            std::cmp::Reverse((total.orders, total.scenes))
        });
    }
    let labels = labels(context, &mut figures.db, by).await?;
    let is_settled = by != DimensionName::Region || !scene_regions::is_due(&mut figures.db).await?;
    let labelled = rows.into_iter().map(|(value, figures)| LabelledFigures {
        label: labels.get(&value).unwrap_or(&value).clone(),
        value,
        figures,
    });
    Ok((labelled.collect(), figures.is_current && is_settled))
}

async fn figures_by(
    reader: &mut FigureReader,
    by: DimensionName,
) -> Result<Vec<(String, MethodFigures)>, Problem> {
    let dimension = match by {
        DimensionName::Day => {
            let days = reader.by_day().await?.into_iter();
            return Ok(days
                .map(|(day, figures)| (day.to_string(), figures))
                .collect());
        }
        DimensionName::Method => {
            return Ok(by_method(reader.total().await?));
        }
        DimensionName::Kind => Dimension::Kind,
        DimensionName::Usage => Dimension::Usage,
        DimensionName::Satellite => Dimension::Satellite,
        DimensionName::Node => Dimension::Node,
        DimensionName::Region => Dimension::Region,
    };
    let figures = reader.by_value(dimension).await?;
    Ok(figures.into_iter().collect())
}

fn by_method(MethodFigures { online, offline }: MethodFigures) -> Vec<(String, MethodFigures)> {
    let parts = [
        (GetMethod::OnlineDownload, online),
        (GetMethod::OfflineCopy, offline),
    ];
    let rows = parts.into_iter().filter(|(_, figures)| figures.orders > 0);
    rows.map(|(method, figures)| {
        let mut row = MethodFigures::default();
        row.add(method, figures);
        (method.code().to_string(), row)
    })
    .collect()
}

async fn labels(
    context: &Context,
    db: &mut PgConnection,
    by: DimensionName,
) -> Result<BTreeMap<String, String>, Problem> {
    Ok(match by {
        DimensionName::Node => names::nodes(db).await?,
        DimensionName::Satellite => names::satellites(db).await?,
        DimensionName::Region => names::provinces(context, db).await?,
        DimensionName::Day | DimensionName::Method | DimensionName::Kind | DimensionName::Usage => {
            BTreeMap::new()
        }
    })
}
