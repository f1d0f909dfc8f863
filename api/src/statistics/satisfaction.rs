//! `GET /api/stats/satisfaction`, its workbook and table, and the ratings behind it.

use axum::extract::State;
use axum::response::IntoResponse;
use chrono::NaiveDate;
use domain::permission::Permission;
use domain::statistics::Period;
use forms::figure_table::{FigureChart, FigureChartKind, FigureTable};
use serde::{Deserialize, Serialize};
use storage::db::order_scope::SceneShare;
use storage::db::service_figures::{self, RatingAspect, SatisfactionFigures};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::orders_seen::orders_seen;
use super::period::PeriodQuery;
use super::workbook;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};
use crate::router::{RouteAccess, Routes};

mod ratings;
mod table;

pub(super) fn declare(routes: &mut Routes) {
    let access = RouteAccess::Needs(Permission::OrderStatistics);
    routes.add(access, routes!(figures));
    routes.add(access, routes!(workbook));
    routes.add(access, routes!(table::csv));
    // Orders are named in these, and what people wrote of them.
    let rows_access = RouteAccess::Needs(Permission::AllOrders);
    routes.add(rows_access, routes!(ratings::list));
}

/// What ratings are about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = RatingAspect)]
#[serde(rename_all = "lowercase")]
enum AspectName {
    /// The service as a whole.
    #[default]
    Overall,
    /// Speed of the service.
    Speed,
    /// Treatment by the staff.
    Attitude,
}

impl AspectName {
    const fn aspect(self) -> RatingAspect {
        match self {
            Self::Overall => RatingAspect::Overall,
            Self::Speed => RatingAspect::Speed,
            Self::Attitude => RatingAspect::Attitude,
        }
    }

    /// Name of the sheet.
    const fn sheet(self) -> &'static str {
        match self {
            Self::Overall => "总体满意度统计",
            Self::Speed => "响应速度满意度统计",
            Self::Attitude => "服务态度满意度统计",
        }
    }
}

/// Which aspect of the service to show.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct AspectQuery {
    /// What the ratings are about. Default `overall`.
    #[param(inline)]
    aspect: AspectName,
}

/// Ratings that were given, and how many of the orders that were delivered are rated.
#[derive(Debug, Serialize, ToSchema)]
struct SatisfactionCounts {
    /// Ratings that were given.
    answers: u64,
    /// Their stars on average, from 1 (very dissatisfied) to 5 (very satisfied). Null: there are none.
    #[schema(required)]
    average: Option<f64>,
    /// How many gave one star, two, three, four and five.
    stars: [u64; 5],
    /// Orders whose first delivery was opened.
    delivered: u64,
    /// Of these, how many were rated, at whatever time.
    rated: u64,
}

impl From<SatisfactionFigures> for SatisfactionCounts {
    fn from(figures: SatisfactionFigures) -> Self {
        Self {
            answers: figures.answers(),
            average: average(figures),
            stars: figures.stars,
            delivered: figures.delivered,
            rated: figures.rated,
        }
    }
}

fn average(figures: SatisfactionFigures) -> Option<f64> {
    let answers = figures.answers();
    (answers > 0).then(|| workbook::number(figures.sum()) / workbook::number(answers))
}

/// One month; of the first and the last of a period only the days that belong to it.
#[derive(Debug, Serialize, ToSchema)]
struct SatisfactionMonth {
    /// `2026-01`
    month: String,
    #[serde(flatten)]
    counts: SatisfactionCounts,
}

/// How the service was rated.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SatisfactionStatistics)]
struct SatisfactionView {
    /// Figures over all ratings.
    total: SatisfactionCounts,
    /// Every month of the period, those without any too.
    items: Vec<SatisfactionMonth>,
}

/// How the service was rated, by month and in all. A rating counts on the day in China on which it was given, an order on that
/// of its first delivery.
#[utoipa::path(get, path = "/api/stats/satisfaction", tag = "statistics", operation_id = "getSatisfactionFigures",
    params(AspectQuery, PeriodQuery),
    responses((status = 200, body = SatisfactionView), (status = 400, body = ProblemBody)))]
async fn figures(
    State(context): State<Context>,
    caller: Caller,
    Query(AspectQuery { aspect }): Query<AspectQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<SatisfactionView>, Problem> {
    let (months, total) = counted(&context, &caller, (aspect, days.period(context.now()))).await?;
    let items = months
        .into_iter()
        .map(|(month, figures)| SatisfactionMonth {
            month: name(month),
            counts: figures.into(),
        });
    Ok(Json(SatisfactionView {
        total: total.into(),
        items: items.collect(),
    }))
}

/// The figures as an Excel workbook.
#[utoipa::path(get, path = "/api/stats/satisfaction.xlsx", tag = "statistics", operation_id = "exportSatisfactionFigures",
    params(AspectQuery, PeriodQuery),
    responses((status = 200, content_type = "application/octet-stream"), (status = 400, body = ProblemBody)))]
async fn workbook(
    State(context): State<Context>,
    caller: Caller,
    Query(AspectQuery { aspect }): Query<AspectQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let (months, total) = counted(&context, &caller, (aspect, period)).await?;
    let rows = months
        .into_iter()
        .map(|(month, figures)| (name(month), cells(figures)));
    let mut rows: Vec<_> = rows.collect();
    let most_rows = rows.len();
    rows.push(("合计".to_owned(), cells(total)));
    let table = FigureTable {
        sheet: aspect.sheet(),
        names: "月份",
        columns: [
            workbook::whole(ANSWERS),
            workbook::hundredths("平均分（1-5）"),
        ]
        .into_iter()
        .chain(STARS.map(workbook::whole))
        .chain([workbook::whole(DELIVERED), workbook::whole(RATED)])
        .collect(),
        rows,
        charts: vec![FigureChart {
            title: "平均分（1-5）",
            kind: FigureChartKind::Lines,
            columns: vec![1],
            most_rows,
        }],
        note: None,
    };
    workbook::answer(table, period).await
}

const ANSWERS: &str = "评价数（条）";
const STARS: [&str; 5] = [
    "1分 非常不满意（条）",
    "2分 不满意（条）",
    "3分 一般（条）",
    "4分 满意（条）",
    "5分 非常满意（条）",
];
const DELIVERED: &str = "交付订单（个）";
const RATED: &str = "其中已评价（个）";

/// Months without ratings have no average: nothing there.
fn cells(figures: SatisfactionFigures) -> Vec<Option<f64>> {
    let number = |count| Some(workbook::number(count));
    let mut cells = vec![number(figures.answers()), average(figures)];
    cells.extend(figures.stars.map(number));
    cells.extend([figures.delivered, figures.rated].map(number));
    cells
}

/// Every month of the period, and all together.
async fn counted(
    context: &Context,
    caller: &Caller,
    (aspect, period): (AspectName, Period),
) -> Result<(Vec<(NaiveDate, SatisfactionFigures)>, SatisfactionFigures), Problem> {
    let mut db = context.connection().await?;
    let orders = orders_seen(context, &mut db, (caller, SceneShare::Any), period).await?;
    let aspect = aspect.aspect();
    let mut found =
        service_figures::satisfaction_by_month(&mut db, (&orders, period), aspect).await?;
    let mut total = SatisfactionFigures::default();
    for figures in found.values() {
        total += *figures;
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
