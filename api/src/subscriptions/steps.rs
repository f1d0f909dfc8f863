//! `POST /api/subscriptions/steps`

use axum::extract::State;
use domain::ids::SubscriptionId;
use domain::subscription::{MAX_AT_ONCE, SubscriptionAction, SubscriptionActor};
use serde::{Deserialize, Serialize};
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use super::save::desk;
use super::view::{SubscriptionView, views};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// What an owner does to subscriptions.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = OwnSubscriptionStep)]
#[serde(rename_all = "snake_case")]
enum OwnStep {
    Pause,
    Resume,
    End,
}

/// A step of some subscriptions.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SubscriptionSteps)]
pub(super) struct StepsBody {
    ids: Vec<Uuid>,
    step: OwnStep,
}

/// The subscriptions that took the step, and those that did not.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubscriptionStepResults)]
pub(super) struct StepResults {
    done: Vec<SubscriptionView>,
    refused: Vec<RefusedStep>,
}

/// One that stays as it was, and why.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RefusedSubscriptionStep)]
struct RefusedStep {
    id: Uuid,
    reason: String,
}

/// Pauses, resumes or ends subscriptions of one's own, each by itself.
#[utoipa::path(post, path = "/api/subscriptions/steps", tag = "subscriptions", operation_id = "subscribeSteps",
    request_body = StepsBody,
    responses((status = 200, body = StepResults), (status = 400, body = ProblemBody)))]
pub(super) async fn take_steps(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(body): Json<StepsBody>,
) -> Result<Json<StepResults>, Problem> {
    if body.ids.is_empty() || body.ids.len() > MAX_AT_ONCE {
        let most = MAX_AT_ONCE as u64;
        return Err(Problem::invalid_field(
            "ids",
            FieldText::TooManyEntries { most },
        ));
    }
    let action = match body.step {
        OwnStep::Pause => SubscriptionAction::Pause,
        OwnStep::Resume => SubscriptionAction::Resume,
        OwnStep::End => SubscriptionAction::End,
    };
    let mut done = Vec::new();
    let mut refused = Vec::new();
    for id in body.ids {
        let desk = desk(&context, &caller, &client);
        let step = (action, SubscriptionActor::Owner);
        match desk.act(SubscriptionId(id), step, "").await {
            Ok(after) => done.push(after),
            Err(error) => {
                let problem = Problem::from(error);
                if problem.status().is_server_error() {
                    return Err(problem);
                }
                let reason = problem.detail();
                refused.push(RefusedStep { id, reason });
            }
        }
    }
    let mut db = context.connection().await?;
    let done = views(&context, &mut db, &caller, done).await?;
    Ok(Json(StepResults { done, refused }))
}
