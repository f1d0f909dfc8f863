//! `GET /api/stats/satisfaction.csv`

use axum::extract::State;
use axum::response::IntoResponse;
use domain::statistics::Period;
use storage::db::order_scope::{OrderScope, SceneShare};
use storage::db::service_figures::{self, RatingAspect};
use storage::{PgConnection, StorageError};

use super::super::month_table::{self, MonthRows};
use super::super::orders_seen::orders_seen;
use super::super::period::PeriodQuery;
use super::{ANSWERS, AspectQuery, DELIVERED, RATED, STARS, average, name};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

const COLUMNS: usize = 10;
const HEADINGS: [&str; COLUMNS] = [
    "月份",
    ANSWERS,
    "平均分（1-5）",
    STARS[0],
    STARS[1],
    STARS[2],
    STARS[3],
    STARS[4],
    DELIVERED,
    RATED,
];

/// How the service was rated by month, as comma-separated values (RFC 4180, UTF-8). A month without ratings has no average.
#[utoipa::path(get, path = "/api/stats/satisfaction.csv", tag = "statistics", operation_id = "exportSatisfactionFiguresCsv",
    params(AspectQuery, PeriodQuery),
    responses((status = 200, content_type = "text/csv"), (status = 400, body = ProblemBody)))]
pub(super) async fn csv(
    State(context): State<Context>,
    caller: Caller,
    Query(AspectQuery { aspect }): Query<AspectQuery>,
    Query(days): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let mut db = context.connection().await?;
    let orders = orders_seen(&context, &mut db, (&caller, SceneShare::Any), period).await?;
    drop(db);
    let rows = SatisfactionRows {
        orders,
        aspect: aspect.aspect(),
    };
    let table = (aspect.sheet(), HEADINGS, rows);
    Ok(month_table::answer(&context, &caller, period, table))
}

struct SatisfactionRows {
    orders: OrderScope,
    aspect: RatingAspect,
}

impl MonthRows<COLUMNS> for SatisfactionRows {
    async fn rows(
        &self,
        db: &mut PgConnection,
        month: Period,
    ) -> Result<Vec<[String; COLUMNS]>, StorageError> {
        let found =
            service_figures::satisfaction_by_month(db, (&self.orders, month), self.aspect).await?;
        let figures = found.into_values().next().unwrap_or_default();
        let average = average(figures).map(|stars| format!("{stars:.2}"));
        let [one, two, three, four, five] = figures.stars.map(|count| count.to_string());
        Ok(vec![[
            name(month.first()),
            figures.answers().to_string(),
            average.unwrap_or_default(),
            one,
            two,
            three,
            four,
            five,
            figures.delivered.to_string(),
            figures.rated.to_string(),
        ]])
    }
}
