//! `GET /api/result-desk`, `POST /api/results/{id}/decision`

use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::ResearchResultId;
use domain::research_result::{ResultState, reason_fault};
use serde::{Deserialize, Serialize};
use storage::db::Page;
use storage::db::research_results::{self, Decision};
use utoipa::ToSchema;

use super::query::DeskQuery;
use super::view::ResultView;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, PageQuery, Path, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// A page of everybody's results, and how many stand where.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResultDeskPage)]
pub(super) struct DeskPage {
    items: Vec<ResultView>,
    total: i64,
    states: Vec<StateCount>,
}

/// How many results stand there, whatever is searched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ResultStateCount)]
struct StateCount {
    #[schema(value_type = codes::ResultState)]
    state: ResultState,
    count: i64,
}

/// Everybody's results.
#[utoipa::path(get, path = "/api/result-desk", tag = "results", operation_id = "listResults",
    params(DeskQuery, PageQuery), responses((status = 200, body = DeskPage), (status = 400, body = ProblemBody)))]
pub(super) async fn list_all(
    State(context): State<Context>,
    Query(query): Query<DeskQuery>,
    Query(page): Query<PageQuery>,
) -> Result<Json<DeskPage>, Problem> {
    let mut db = context.connection().await?;
    let page: Page = page.page();
    let found = research_results::list(&mut db, &query.filter(), page).await?;
    let states = research_results::count_states(&mut db).await?;
    let states = states
        .into_iter()
        .map(|(state, count)| StateCount { state, count });
    Ok(Json(DeskPage {
        items: found.items.into_iter().map(Into::into).collect(),
        total: found.total,
        states: states.collect(),
    }))
}

/// What an administrator decides about a result.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = ResultDecisionWord)]
#[serde(rename_all = "snake_case")]
enum DecisionWord {
    Check,
    Refuse,
}

/// A decision about a result.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ResultDecision)]
pub(super) struct DecisionBody {
    decision: DecisionWord,
    /// Why; asked for where it is refused.
    #[serde(default)]
    reason: String,
}

/// Marks a result as checked, or refuses it with a reason: it does not count then. A later decision takes the place of one before.
#[utoipa::path(post, path = "/api/results/{id}/decision", tag = "results", operation_id = "decideResult",
    params(("id" = Uuid, Path)), request_body = DecisionBody,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody)))]
pub(super) async fn decide(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<ResearchResultId>,
    Json(body): Json<DecisionBody>,
) -> Result<StatusCode, Problem> {
    let (state, reason) = match body.decision {
        DecisionWord::Check => (ResultState::Checked, ""),
        DecisionWord::Refuse => (ResultState::Refused, body.reason.trim()),
    };
    if state == ResultState::Refused
        && let Some(fault) = reason_fault(reason)
    {
        return Err(Problem::invalid_field("reason", fault));
    }
    let decision = Decision {
        state,
        reason,
        by: caller.id,
    };
    let mut db = context.connection().await?;
    if research_results::decide(&mut db, id, decision, context.now()).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Problem::not_found())
    }
}
