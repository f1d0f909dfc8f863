//! `GET /api/tasks/failures`

use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};
use domain::task::ListedKind;
use serde::{Deserialize, Serialize};
use storage::db::task_listing::{self, FailureGroup};
use utoipa::{IntoParams, ToSchema};

use super::answer::{TaskError, order_name};
use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::json::{Json, List, Query};
use crate::monitor::OrderName;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Days that are looked at where nothing else is said.
const USUAL_DAYS: u16 = 7;
/// Days that are looked at at most.
const MAX_DAYS: u16 = 366;

/// Filters of the failures.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct FailureQuery {
    /// Of the last so many days; 7 where nothing is said.
    days: Option<u16>,
}

/// Tasks that failed of the same.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FailureGroup)]
#[serde(rename_all = "camelCase")]
pub(super) struct FailureGroupView {
    #[schema(value_type = codes::ListedKindWord)]
    kind: ListedKind,
    /// Error of the task that failed last.
    error: TaskError,
    /// The most exact code of the error.
    #[schema(required)]
    code: Option<String>,
    /// On which host the scenes lie.
    #[schema(required)]
    source: Option<String>,
    /// How many failed for good.
    failed: i64,
    /// Of these, how many wait for somebody to decide.
    unresolved: i64,
    /// How many failed so and are tried again.
    retried: i64,
    /// Number of orders that the tasks belong to.
    orders: i64,
    first: DateTime<Utc>,
    last: DateTime<Utc>,
    /// Some of the orders.
    examples: Vec<OrderName>,
}

impl FailureGroupView {
    /// `with_words`: whoever asks may see every scene, so that the words may be said that name a file of one.
    fn new(group: FailureGroup, with_words: bool) -> Self {
        let examples = group.examples.into_iter();
        Self {
            kind: group.kind,
            error: TaskError::new(group.class, with_words.then_some(group.error)),
            code: group.code,
            source: group.source,
            failed: group.failed,
            unresolved: group.unresolved,
            retried: group.retried,
            orders: group.orders,
            first: group.first,
            last: group.last,
            examples: examples
                .map(|example| order_name((example.order, example.number)))
                .collect(),
        }
    }
}

/// Failures by what they are: kind of task, class and code of the error, source. The latest first, 200 at most.
#[utoipa::path(get, path = "/api/tasks/failures", tag = "operations", operation_id = "listFailures",
    params(FailureQuery),
    responses((status = 200, body = List<FailureGroupView>), (status = 400, body = ProblemBody)))]
pub(super) async fn failures(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<FailureQuery>,
) -> Result<Json<List<FailureGroupView>>, Problem> {
    let days = query.days.unwrap_or(USUAL_DAYS).clamp(1, MAX_DAYS);
    let from = context.now() - TimeDelta::days(days.into());
    let mut db = context.connection().await?;
    let groups = task_listing::failures(&mut db, from).await?;
    let scope = scope_of(&context, &mut db, viewer(Some(&caller))).await?;
    let with_words = scope.is_everything();
    let groups = groups.into_iter();
    Ok(Json(List::whole(
        groups
            .map(|group| FailureGroupView::new(group, with_words))
            .collect(),
    )))
}
