//! `GET /api/subscriptions/{id}/scenes`, `GET /api/subscriptions/{id}/flow`

use axum::extract::State;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::ids::SubscriptionId;
use domain::subscription::{MatchState, Standing, WithdrawalState, day_begin};
use serde::{Deserialize, Serialize};
use storage::db::Page;
use storage::db::subscriptions::{self, FlowDay, MatchedScene, Withdrawal};
use texts::Detail;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::list::visible;
use crate::caller::Caller;
use crate::context::Context;
use crate::json::{Json, List, Path, Query};
use crate::message::MessageBody;
use crate::orders::codes;
use crate::problem::{Problem, ProblemBody};

/// Days that the flow shows.
const DAYS: i64 = 30;

/// What became of a file that is sent.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = MatchState)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MatchWord {
    /// Not delivered yet, and not given up.
    Waiting,
    /// It lies at the target.
    Delivered,
    /// It never comes; the reason says why.
    Missed,
}

impl MatchWord {
    pub(crate) fn parse(word: &str) -> Self {
        match MatchState::parse(word) {
            Some(MatchState::Delivered) => Self::Delivered,
            Some(MatchState::Missed) => Self::Missed,
            Some(MatchState::Waiting) | None => Self::Waiting,
        }
    }
}

/// What became of a scene that a subscription matched.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[schema(as = SubscribedSceneState)]
#[serde(rename_all = "snake_case")]
enum SceneWord {
    /// Not delivered yet, and not given up.
    Waiting,
    /// It lies at the target.
    Delivered,
    /// It never comes; the reason says why.
    Missed,
    /// It lay at the target, and was taken out of the catalogue since.
    Withdrawn,
}

impl SceneWord {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::Missed => "missed",
            Self::Withdrawn => "withdrawn",
        }
    }

    fn parse(word: &str) -> Self {
        match word {
            "delivered" => Self::Delivered,
            "missed" => Self::Missed,
            "withdrawn" => Self::Withdrawn,
            _ => Self::Waiting,
        }
    }
}

/// Filters of the matched scenes.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct MatchQuery {
    /// Only scenes of this outcome.
    #[param(inline)]
    state: Option<SceneWord>,
    /// 1-based.
    page: Option<i64>,
    /// Rows per page.
    page_size: Option<i64>,
}

/// A scene that a subscription matched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscribedScene)]
#[serde(rename_all = "camelCase")]
pub(super) struct MatchView {
    id: Uuid,
    dataname: String,
    /// Null: it is no longer in the catalogue.
    #[schema(required)]
    dataid: Option<String>,
    /// 1: the first file of it; more: a correction.
    round: i32,
    size: i64,
    /// Where it lies below the target's folder.
    path: String,
    state: SceneWord,
    /// Whether it is being sent now.
    sending: bool,
    matched_at: DateTime<Utc>,
    /// Earliest time of delivery.
    due_at: DateTime<Utc>,
    /// What holds it back although its time has come, as of its subscription; null: nothing, its turn comes.
    #[schema(required, value_type = Option<codes::SubscriptionStanding>)]
    held_by: Option<Standing>,
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// Why it never comes, or failed last.
    #[schema(required)]
    failure: Option<String>,
    /// `failure` as a code with parameters, for texts in other languages.
    #[schema(required)]
    failure_message: Option<MessageBody>,
    /// SHA-256 of the file at the target, hexadecimal.
    #[schema(required)]
    sha256: Option<String>,
    /// When and why the file was withdrawn; null if it was not, or was never sent.
    #[schema(required)]
    withdrawal: Option<WithdrawalView>,
}

/// Whether a target was told of a withdrawal.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = WithdrawalState)]
#[serde(rename_all = "snake_case")]
enum WithdrawalWord {
    /// The target has not been told yet.
    Waiting,
    /// A note lies there in place of the file; or beside it, where the target does not let it be removed, as the failure says.
    Done,
    /// It never will be; the reason says why.
    Missed,
}

/// That a file was taken out of the catalogue after it had been delivered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscribedSceneWithdrawal)]
#[serde(rename_all = "camelCase")]
struct WithdrawalView {
    withdrawn_at: DateTime<Utc>,
    /// Why; empty: nobody said.
    reason: String,
    state: WithdrawalWord,
    /// When the target was told, or that was given up.
    #[schema(required)]
    ended_at: Option<DateTime<Utc>>,
    /// Why that was given up or failed last; or why the file lies there still.
    #[schema(required)]
    failure: Option<String>,
    /// `failure` as a code with parameters, for texts in other languages.
    #[schema(required)]
    failure_message: Option<MessageBody>,
}

impl From<Withdrawal> for WithdrawalView {
    fn from(withdrawal: Withdrawal) -> Self {
        Self {
            withdrawn_at: withdrawal.withdrawn,
            reason: withdrawal.reason,
            state: match WithdrawalState::parse(&withdrawal.state) {
                Some(WithdrawalState::Done) => WithdrawalWord::Done,
                Some(WithdrawalState::Missed) => WithdrawalWord::Missed,
                Some(WithdrawalState::Waiting) | None => WithdrawalWord::Waiting,
            },
            ended_at: withdrawal.ended,
            failure: withdrawal.failure.as_ref().map(Detail::chinese),
            failure_message: withdrawal.failure.and_then(MessageBody::from_detail),
        }
    }
}

impl MatchView {
    /// `held_by` is what holds back everything of its subscription.
    fn new(scene: MatchedScene, held_by: Option<Standing>, now: DateTime<Utc>) -> Self {
        let is_due = scene.state == "waiting" && !scene.is_sending && scene.due <= now;
        Self {
            held_by: held_by.filter(|_| is_due),
            id: scene.id.0,
            dataname: scene.dataname,
            dataid: scene.dataid,
            round: scene.round,
            size: scene.size,
            path: scene.path,
            state: SceneWord::parse(&scene.state),
            sending: scene.is_sending,
            matched_at: scene.matched,
            due_at: scene.due,
            ended_at: scene.ended,
            failure: scene.failure.as_ref().map(Detail::chinese),
            failure_message: scene.failure.and_then(MessageBody::from_detail),
            sha256: scene.sha256.map(hex::encode),
            withdrawal: scene.withdrawal.map(Into::into),
        }
    }
}

/// Scenes that a subscription matched, newest first.
#[utoipa::path(get, path = "/api/subscriptions/{id}/scenes", tag = "subscriptions", operation_id = "subTaskList",
    params(("id" = Uuid, Path), MatchQuery),
    responses((status = 200, body = List<MatchView>), (status = 404, body = ProblemBody)))]
pub(super) async fn scenes(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<SubscriptionId>,
    Query(query): Query<MatchQuery>,
) -> Result<Json<List<MatchView>>, Problem> {
    let mut db = context.connection().await?;
    let held_by = visible(&context, &mut db, &caller, id).await?.held_by();
    let page = Page::new(query.page, query.page_size);
    let state = query.state.map(SceneWord::as_str);
    let rows = subscriptions::scenes(&mut db, id, state, page).await?;
    let now = context.now();
    Ok(Json(List::from_rows(rows, |scene| {
        MatchView::new(scene, held_by, now)
    })))
}

/// What became of the scenes that matched on one day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionFlowDay)]
pub(super) struct FlowDayView {
    day: NaiveDate,
    matched: i64,
    /// Of the scenes of that day, those delivered by now.
    delivered: i64,
    /// Of the scenes of that day, those given up.
    missed: i64,
    /// Of these, delivered and withdrawn since.
    withdrawn: i64,
}

impl From<FlowDay> for FlowDayView {
    fn from(day: FlowDay) -> Self {
        Self {
            day: day.day,
            matched: day.matched,
            delivered: day.delivered,
            missed: day.missed,
            withdrawn: day.withdrawn,
        }
    }
}

/// What matched on each of the last 30 days, and what became of it.
#[utoipa::path(get, path = "/api/subscriptions/{id}/flow", tag = "subscriptions", operation_id = "subTaskFlow",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Vec<FlowDayView>), (status = 404, body = ProblemBody)))]
pub(super) async fn flow(
    State(context): State<Context>,
    caller: Caller,
    Path(id): Path<SubscriptionId>,
) -> Result<Json<Vec<FlowDayView>>, Problem> {
    let mut db = context.connection().await?;
    visible(&context, &mut db, &caller, id).await?;
    let from = day_begin(context.now()) - TimeDelta::days(DAYS - 1);
    let days = subscriptions::flow_days(&mut db, id, from).await?;
    Ok(Json(days.into_iter().map(Into::into).collect()))
}
