//! One's own second factor: whether there is one, setting it up, and doing without it.

pub(super) mod off;
pub(super) mod recovery;
pub(super) mod set_up;

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::account::AccountAction;
use domain::duty::Duty;
use domain::second_factor::FactorProof;
use serde::{Deserialize, Serialize};
use storage::db::{handles, second_factors, sign_in};
use storage::lifecycle::second_factor;
use texts::FieldText;
use utoipa::ToSchema;

use super::guesses;
use super::login::check_attempt;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// What somebody may call to whom every other call is refused until there is a second factor.
pub(super) const EVEN_WITHOUT: &[Duty] = &[Duty::SetUpSecondFactor];

/// One's own second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorState {
    /// Since when signing in asks for it; null: it does not.
    #[schema(required)]
    since: Option<DateTime<Utc>>,
    /// Recovery codes that are not used yet.
    recovery_codes_left: i64,
}

/// Whether one has a second factor.
#[utoipa::path(get, path = "/api/auth/second-factor", tag = "auth", operation_id = "getSecondFactor",
    responses((status = 200, body = SecondFactorState)))]
pub(super) async fn get(
    State(context): State<Context>,
    caller: Caller,
) -> Result<Json<SecondFactorState>, Problem> {
    let mut db = context.connection().await?;
    let factor = second_factors::find(&mut db, caller.id).await?;
    Ok(Json(SecondFactorState {
        since: factor.and_then(|factor| factor.since),
        recovery_codes_left: second_factors::recovery_codes_left(&mut db, caller.id).await?,
    }))
}

/// A code that proves it.
#[derive(Deserialize, ToSchema)]
pub(super) struct FactorCode {
    #[serde(default)]
    #[schema(required)]
    code: String,
}

/// Recovery codes, which nobody sees again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Uses up a proof of the caller's second factor, counted as at the door, or tells what is wrong with it.
async fn prove(
    context: &Context,
    (caller, client): (&Caller, &Client),
    action: AccountAction,
    typed: &str,
) -> Result<(), Problem> {
    let wrong = |text| Problem::invalid_field("code", text);
    let proof = FactorProof::parse(typed).map_err(wrong)?;
    let is_last = check_attempt(context, caller.id).await?;
    let mut tx = context.begin().await?;
    let (key, by, now) = (&context.server_key, caller.by(client), context.now());
    if !second_factor::prove(&mut tx, key, caller.id, &proof, by, now).await? {
        drop(tx);
        let (by, problem) = ((caller, client), wrong(FieldText::SecondFactorWrong));
        return Err(guesses::refuse(context, by, (action, is_last), problem).await?);
    }
    sign_in::succeed_factor(&mut tx, caller.id).await?;
    Ok(handles::commit(tx).await?)
}

#[cfg(test)]
mod tests;
