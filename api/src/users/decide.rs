//! `POST /api/users/{id}/approve` and `/refuse`

use axum::extract::State;
use domain::account::{Approval, check_optional_text};
use domain::ids::UserId;
use domain::text::is_blank;
use serde::Deserialize;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use texts::FieldText;
use utoipa::{IntoParams, ToSchema};

use super::view::{UserView, find};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::{Json, Path, Query};
use crate::problem::{Problem, ProblemBody};

/// Where a registration stands that is approved.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum UndecidedStatus {
    #[default]
    Waiting,
    Refused,
}

impl From<UndecidedStatus> for Approval {
    fn from(status: UndecidedStatus) -> Self {
        match status {
            UndecidedStatus::Waiting => Self::Waiting,
            UndecidedStatus::Refused => Self::Refused,
        }
    }
}

/// Decision about a registration, with the state that it was taken on.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UserApproval {
    /// `status` of the person as it was read; where it is another one since, nothing is decided (`registration_decided`). `waiting`
    /// when left out.
    #[param(inline)]
    #[serde(default)]
    status: UndecidedStatus,
}

/// Lets a registered person in, who is told by mail. A refused one may be let in later.
#[utoipa::path(post, path = "/api/users/{id}/approve", tag = "users", operation_id = "approveUser",
    params(("id" = Uuid, Path), UserApproval), responses((status = 200, body = UserView), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
pub(super) async fn approve(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
    Query(approval): Query<UserApproval>,
) -> Result<Json<UserView>, Problem> {
    let (by, now) = (caller.by(&client), context.now());
    let changes = [AccountChange::Approve(
        approval.status.into(),
        ByMail::of_installation(context.settings.mail),
    )];
    administration::change(&context.pool, &context.server_key, id, &changes, by, now).await?;
    find(&context, &mut *context.connection().await?, id).await
}

/// Why a registration is refused.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct UserRefusal {
    /// The person reads it in the mail and on trying to sign in; 1 to 200 characters.
    #[serde(default)]
    #[schema(required)]
    reason: String,
}

/// Refuses a registration that waits (`registration_decided` otherwise). The person is told by mail, cannot sign in and reads why.
#[utoipa::path(post, path = "/api/users/{id}/refuse", tag = "users", operation_id = "refuseUser",
    params(("id" = Uuid, Path)), request_body = UserRefusal, responses((status = 200, body = UserView),
        (status = 400, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
pub(super) async fn refuse(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Path(id): Path<UserId>,
    Json(refusal): Json<UserRefusal>,
) -> Result<Json<UserView>, Problem> {
    let reason = refusal.reason.trim();
    if is_blank(reason) {
        let missing = FieldText::DecisionReasonMissing;
        return Err(Problem::invalid_field("reason", missing));
    }
    check_optional_text(reason).map_err(|text| Problem::invalid_field("reason", text))?;
    let (by, now) = (caller.by(&client), context.now());
    let changes = [AccountChange::Refuse(
        reason,
        Approval::Waiting,
        ByMail::of_installation(context.settings.mail),
    )];
    administration::change(&context.pool, &context.server_key, id, &changes, by, now).await?;
    find(&context, &mut *context.connection().await?, id).await
}
