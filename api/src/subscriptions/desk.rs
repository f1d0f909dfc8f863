//! `GET /api/subscription-desk`, `POST /api/subscriptions/{id}/decision`

use axum::extract::State;
use domain::ids::SubscriptionId;
use domain::list_order::SubscriptionOrder;
use domain::subscription::{LONGEST_WORDS, SubscriptionAction, SubscriptionState, day_begin};
use domain::text::{is_blank, is_forbidden};
use serde::{Deserialize, Serialize};
use storage::db::Page;
use storage::db::subscriptions::{self, SubscriptionQuery};
use texts::FieldText;
use utoipa::{IntoParams, ToSchema};

use super::save::desk;
use super::view::{SubscriptionView, view, views};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Filters of the subscriptions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct DeskQuery {
    /// Only those in this state.
    #[param(value_type = Option<codes::SubscriptionState>)]
    state: Option<String>,
    /// What comes first. Default `-created`.
    #[param(value_type = Option<codes::SubscriptionOrder>, inline)]
    #[serde(default)]
    sort: SubscriptionOrder,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// A page of everybody's subscriptions, and how many each state has.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionDeskPage)]
pub(super) struct DeskPage {
    items: Vec<SubscriptionView>,
    total: i64,
    states: Vec<StateCount>,
}

/// Number of subscriptions in a state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionStateCount)]
struct StateCount {
    #[schema(value_type = codes::SubscriptionState)]
    state: SubscriptionState,
    count: i64,
}

/// Everybody's subscriptions.
#[utoipa::path(get, path = "/api/subscription-desk", tag = "subscriptions", operation_id = "subscribeAuditList",
    params(DeskQuery), responses((status = 200, body = DeskPage)))]
pub(super) async fn list_all(
    State(context): State<Context>,
    caller: Caller,
    Query(query): Query<DeskQuery>,
) -> Result<Json<DeskPage>, Problem> {
    let filter = SubscriptionQuery {
        state: query.state.as_deref().and_then(SubscriptionState::parse),
        order: query.sort,
        ..SubscriptionQuery::default()
    };
    let page = Page::new(query.page, query.page_size);
    let times = (context.now(), day_begin(context.now()));
    let mut db = context.connection().await?;
    let rows = subscriptions::list(&mut db, filter, times, page).await?;
    let states = subscriptions::count_states(&mut db).await?;
    let states = states
        .into_iter()
        .map(|(state, count)| StateCount { state, count });
    Ok(Json(DeskPage {
        items: views(&context, &mut db, &caller, rows.items).await?,
        total: rows.total,
        states: states.collect(),
    }))
}

/// What an administrator decides about a subscription.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = SubscriptionDecisionWord)]
#[serde(rename_all = "snake_case")]
enum DecisionWord {
    Approve,
    Refuse,
    Suspend,
    Lift,
}

/// A decision about a subscription.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SubscriptionDecision)]
pub(super) struct DecisionBody {
    decision: DecisionWord,
    /// Why; asked for where it is refused or suspended.
    #[serde(default)]
    reason: String,
    /// `version` of the subscription that was read. One that was changed since is not decided about (`changed_meanwhile`). Null: the
    /// decision is about what there is.
    #[serde(default)]
    version: Option<String>,
}

impl DecisionBody {
    fn check(&self) -> Result<(SubscriptionAction, &str), Problem> {
        let reason = self.reason.trim();
        let wrong = |text: FieldText| Err(Problem::invalid_field("reason", text));
        if reason.chars().count() > LONGEST_WORDS || reason.chars().any(|c| is_forbidden(c, false))
        {
            return wrong(FieldText::NameUnfit);
        }
        let action = match self.decision {
            DecisionWord::Approve => return Ok((SubscriptionAction::Approve, "")),
            DecisionWord::Lift => return Ok((SubscriptionAction::Lift, "")),
            DecisionWord::Refuse => SubscriptionAction::Refuse,
            DecisionWord::Suspend => SubscriptionAction::Suspend,
        };
        if is_blank(reason) {
            return wrong(FieldText::DecisionReasonMissing);
        }
        Ok((action, reason))
    }
}

/// Approves a subscription, refuses it, suspends it or lifts that. What was changed since it was read is not decided about
/// (`changed_meanwhile`).
#[utoipa::path(post, path = "/api/subscriptions/{id}/decision", tag = "subscriptions", operation_id = "subscribeAudit",
    params(("id" = Uuid, Path)), request_body = DecisionBody,
    responses((status = 200, body = SubscriptionView), (status = 400, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn decide(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<SubscriptionId>,
    Json(body): Json<DecisionBody>,
) -> Result<Json<SubscriptionView>, Problem> {
    let (action, reason) = body.check()?;
    let desk = desk(&context, &caller, &client);
    let version = body.version.as_deref();
    let decided = desk.decide(id, action, (reason, version)).await?;
    Ok(Json(view(&context, &caller, decided).await?))
}
