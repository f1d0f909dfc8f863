//! `GET /api/result-desk`, `POST /api/results/{id}/decision`

use axum::extract::State;
use axum::http::StatusCode;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::ResearchResultId;
use domain::research_result::{ResultDecision, ResultState, number_text, reason_fault, refusal};
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::research_results::{self, Decided, DecidedResult, Decision};
use storage::db::{Page, handles, mail, notices};
use texts::ProblemText;
use utoipa::ToSchema;

use super::query::DeskQuery;
use super::view::ResultView;
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
    /// `version` of the result that was looked at: a decision is about what it said then.
    version: i32,
}

/// Marks a result as checked, or refuses it with a reason: it does not count then, and its owner is told. A later decision takes the
/// place of one before. What was changed since it was looked at is not decided about (409).
#[utoipa::path(post, path = "/api/results/{id}/decision", tag = "results", operation_id = "decideResult",
    params(("id" = Uuid, Path)), request_body = DecisionBody,
    responses((status = 204), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
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
        version: body.version,
    };
    let mut tx = context.begin().await?;
    let decided = match research_results::decide(&mut tx, id, decision, context.now()).await? {
        Decided::Done(decided) => decided,
        Decided::Changed => return Err(Problem::conflict(ProblemText::ChangedMeanwhile)),
        Decided::Unknown => return Err(Problem::not_found()),
    };
    // Nobody needs to be told of what they have done themselves.
    if body.decision == ResultDecision::Refuse && decided.owner != caller.id {
        tell_owner(&context, &mut tx, (id, &decided), reason).await?;
    }
    let DecidedResult { number, title, .. } = decided;
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

/// Puts the refusal into the inbox of whose the result is, and into a mail where mails are sent.
async fn tell_owner(
    context: &Context,
    db: &mut PgConnection,
    (id, decided): (ResearchResultId, &DecidedResult),
    reason: &str,
) -> Result<(), Problem> {
    let message = refusal(decided.number, &decided.title, reason).into();
    let now = context.now();
    let notice = notices::tell_of_refusal(db, (id, decided.owner), &message, now).await?;
    if let Some(notice) = notice
        && context.settings.mail
    {
        mail::queue_one(db, notice, now).await?;
    }
    Ok(())
}
