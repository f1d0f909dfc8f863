//! `GET /api/stats/preparation.csv`

use axum::extract::State;
use axum::response::IntoResponse;
use domain::statistics::Period;
use storage::db::order_scope::{OrderScope, SceneShare};
use storage::db::service_figures;
use storage::{PgConnection, StorageError};

use super::super::month_table::{self, MonthRows};
use super::super::orders_seen::orders_seen;
use super::super::period::PeriodQuery;
use super::{CAUSES, failures_of, name};
use crate::caller::Caller;
use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

const COLUMNS: usize = 16;
const HEADINGS: [&str; COLUMNS] = [
    "月份",
    "制备完成订单（个）",
    "一半订单用时（秒）",
    "95%订单用时（秒）",
    "有承诺订单（个）",
    "按承诺完成（个）",
    CAUSES[0].1,
    CAUSES[1].1,
    CAUSES[2].1,
    CAUSES[3].1,
    CAUSES[4].1,
    CAUSES[5].1,
    CAUSES[6].1,
    CAUSES[7].1,
    CAUSES[8].1,
    CAUSES[9].1,
];

/// How soon data were ready by month, as comma-separated values (RFC 4180, UTF-8). A month without preparations has no
/// duration.
#[utoipa::path(get, path = "/api/stats/preparation.csv", tag = "statistics", operation_id = "exportPreparationFiguresCsv",
    params(PeriodQuery), responses((status = 200, content_type = "text/csv"), (status = 400, body = ProblemBody)))]
pub(super) async fn csv(
    State(context): State<Context>,
    caller: Caller,
    Query(days): Query<PeriodQuery>,
) -> Result<impl IntoResponse, Problem> {
    let period = days.period(context.now());
    let mut db = context.connection().await?;
    let orders = orders_seen(&context, &mut db, (&caller, SceneShare::Any), period).await?;
    drop(db);
    let table = ("数据制备统计", HEADINGS, PreparationRows { orders });
    Ok(month_table::answer(&context, &caller, period, table))
}

struct PreparationRows {
    orders: OrderScope,
}

impl MonthRows<COLUMNS> for PreparationRows {
    async fn rows(
        &self,
        db: &mut PgConnection,
        month: Period,
    ) -> Result<Vec<[String; COLUMNS]>, StorageError> {
        let found = service_figures::preparation_by_month(db, (&self.orders, month)).await?;
        let figures = found.into_values().next().unwrap_or_default();
        let within = |percent| {
            let seconds = figures.took.within(percent);
            seconds
                .map(|seconds| seconds.to_string())
                .unwrap_or_default()
        };
        let failures = |cause: usize| {
            let (class, _) = CAUSES[cause];
            failures_of(&figures, class).to_string()
        };
        Ok(vec![[
            name(month.first()),
            figures.took.durations().to_string(),
            within(50),
            within(95),
            (figures.kept + figures.late).to_string(),
            figures.kept.to_string(),
            failures(0),
            failures(1),
            failures(2),
            failures(3),
            failures(4),
            failures(5),
            failures(6),
            failures(7),
            failures(8),
            failures(9),
        ]])
    }
}
