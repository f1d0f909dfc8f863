//! `POST /api/auth/second-factor/off`

use axum::extract::State;
use axum::http::StatusCode;
use domain::account::AccountAction;
use serde::Deserialize;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use texts::ProblemText;
use utoipa::ToSchema;

use super::prove;
use crate::auth::own_password::{self, TypedPassword};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Both factors, for the last time: of who signs in at the identity provider alone, the code.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SecondFactorEnd {
    #[serde(default)]
    #[schema(required)]
    password: String,
    /// Of the app, or a recovery code.
    #[serde(default)]
    #[schema(required)]
    code: String,
}

/// Switches one's own second factor off: whoever sits down at somebody's open browser knows neither the password nor a
/// code. Who signs in at the identity provider alone has no password, and gives the code. Where a role asks for a second
/// factor, another one is set up next.
#[utoipa::path(post, path = "/api/auth/second-factor/off", tag = "auth", operation_id = "endSecondFactor",
    request_body = SecondFactorEnd, responses((status = 204), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn off(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<SecondFactorEnd>,
) -> Result<StatusCode, Problem> {
    if !caller.second_factor {
        return Err(Problem::conflict(ProblemText::SecondFactorOff));
    }
    let action = AccountAction::DisableSecondFactor;
    let typed = TypedPassword::again(form.password, action);
    own_password::check_if_any(&context, &caller, &client, typed).await?;
    prove(&context, (&caller, &client), action, &form.code).await?;
    let by_mail = ByMail::of_installation(context.settings.mail);
    let changes = [AccountChange::SecondFactorOff(by_mail)];
    let (by, now) = (caller.by(&client), context.now());
    let (pool, key) = (&context.pool, &context.server_key);
    administration::change(pool, key, caller.id, &changes, by, now).await?;
    Ok(StatusCode::NO_CONTENT)
}
