//! `GET /api/stats/downloads/completion`

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use storage::db::downloads::{self, UnitCompletion};
use storage::db::order_scope::SceneShare;
use utoipa::ToSchema;

use super::super::orders_seen::orders_seen;
use super::super::period::PeriodQuery;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, Query};
use crate::problem::{Problem, ProblemBody};

/// Counts of deliveries by how far they were fetched.
#[derive(Debug, Default, Serialize, ToSchema)]
struct CompletionCounts {
    /// Deliveries that were opened.
    deliveries: i64,
    /// Of which a file was fetched to its end, or that were completed as offline copies.
    fetched: i64,
    /// Of which something was fetched, but no file to its end.
    begun: i64,
    /// Of which nothing was fetched.
    untouched: i64,
    /// How often a file was fetched to its end that had been before.
    repeated: i64,
}

impl CompletionCounts {
    fn add(&mut self, more: &Self) {
        self.deliveries += more.deliveries;
        self.fetched += more.fetched;
        self.begun += more.begun;
        self.untouched += more.untouched;
        self.repeated += more.repeated;
    }
}

/// What became of the deliveries to one unit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UnitCompletion)]
#[serde(rename_all = "camelCase")]
struct UnitCompletionView {
    /// The applying unit, as the registry has it.
    unit: String,
    #[serde(flatten)]
    counts: CompletionCounts,
    /// When something of them was fetched last; null: nothing was.
    #[schema(required)]
    last_fetched_at: Option<DateTime<Utc>>,
}

impl From<UnitCompletion> for UnitCompletionView {
    fn from(row: UnitCompletion) -> Self {
        Self {
            unit: row.unit,
            counts: CompletionCounts {
                deliveries: row.deliveries,
                fetched: row.fetched,
                begun: row.begun,
                untouched: row.untouched,
                repeated: row.repeated,
            },
            last_fetched_at: row.last_fetched,
        }
    }
}

/// How far deliveries were fetched.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Completion {
    /// All units together.
    total: CompletionCounts,
    /// By unit: who left most untouched first.
    items: Vec<UnitCompletionView>,
}

/// How far the deliveries that were opened on these days were fetched, counted from the registry. It has as many entries of a
/// unit and a state (`fetched`) as this says.
#[utoipa::path(get, path = "/api/stats/downloads/completion", tag = "statistics", operation_id = "getDownloadCompletion",
    params(PeriodQuery), responses((status = 200, body = Completion), (status = 400, body = ProblemBody)))]
pub(super) async fn completion(
    State(context): State<Context>,
    caller: Caller,
    Query(days): Query<PeriodQuery>,
) -> Result<Json<Completion>, Problem> {
    let mut db = context.connection().await?;
    let period = days.period(context.now());
    let orders = orders_seen(&context, &mut db, (&caller, SceneShare::Every), period).await?;
    let found = downloads::completion(&mut db, (&orders, period)).await?;
    let items: Vec<UnitCompletionView> = found.into_iter().map(Into::into).collect();
    let mut total = CompletionCounts::default();
    for item in &items {
        total.add(&item.counts);
    }
    Ok(Json(Completion { total, items }))
}
