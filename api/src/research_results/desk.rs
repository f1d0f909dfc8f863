//! `GET /api/result-desk`, `POST /api/results/{id}/decision`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::ResearchResultId;
use domain::research_result::{ResultDecision, ResultState, reason_fault};
use serde::{Deserialize, Serialize};
use storage::db::research_results::{self, Decision, ResultName};
use storage::db::{Page, handles};
use utoipa::ToSchema;

use super::query::DeskQuery;
use super::view::{ResultView, number_text};
use crate::audit_log::{self, Audited};
use crate::caller::{Caller, Client};
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

/// A decision about a result.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ResultDecision)]
pub(super) struct DecisionBody {
    #[schema(value_type = codes::ResultDecisionWord)]
    decision: ResultDecision,
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
    client: Client,
    Path(id): Path<ResearchResultId>,
    Json(body): Json<DecisionBody>,
) -> Result<StatusCode, Problem> {
    let reason = match body.decision {
        ResultDecision::Check => "",
        ResultDecision::Refuse => body.reason.trim(),
    };
    if body.decision == ResultDecision::Refuse
        && let Some(fault) = reason_fault(reason)
    {
        return Err(Problem::invalid_field("reason", fault));
    }
    let decision = Decision {
        decision: body.decision,
        reason,
        by: caller.id,
    };
    let mut tx = context.begin().await?;
    let decided = research_results::decide(&mut tx, id, decision, context.now()).await?;
    let ResultName { number, title } = decided.ok_or_else(Problem::not_found)?;
    let audited = Audited {
        by: Some(caller.id),
        action: AuditAction::Result(body.decision),
        subject: (&id.to_string(), &format!("{} {title}", number_text(number))),
        outcome: AuditOutcome::Done,
        reason,
        changes: &[],
    };
    audit_log::record(&context, &mut tx, &client, &audited).await?;
    handles::commit(tx).await?;
    Ok(StatusCode::NO_CONTENT)
}
