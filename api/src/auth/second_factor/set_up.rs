//! `POST /api/auth/second-factor` and `/confirm`

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use domain::account::AccountAction;
use domain::second_factor::{FactorProof, enrolment};
use domain::system::SysKey;
use serde::Serialize;
use storage::db::second_factors;
use storage::lifecycle::administration::{self, AccountChange, ConfirmedFactor};
use storage::lifecycle::second_factor::{self, NewRecoveryCodes};
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;

use super::super::guesses;
use super::super::login::check_attempt;
use super::super::own_password::{self, PasswordAgain, TypedPassword};
use super::{FactorCode, RecoveryCodes};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};
use crate::system::configured;

/// What an app needs, shown until a code of it comes back.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecondFactorSetup {
    /// Base 32 (RFC 4648), to be typed.
    secret: String,
    /// `otpauth://totp/...`, to be shown as a QR code.
    uri: String,
}

/// Makes a secret for an app, for who knows the password: somebody else's app would shut its owner out. Nothing is asked for on signing in before a code has confirmed it.
#[utoipa::path(post, path = "/api/auth/second-factor", tag = "auth", operation_id = "beginSecondFactor",
    request_body = PasswordAgain, responses((status = 200, body = SecondFactorSetup), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn begin(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<PasswordAgain>,
) -> Result<impl IntoResponse, Problem> {
    if caller.second_factor {
        return Err(Problem::conflict(ProblemText::SecondFactorOn));
    }
    let typed = TypedPassword::again(form.password, AccountAction::EnableSecondFactor);
    own_password::check_if_any(&context, &caller, &client, typed).await?;
    let mut db = context.connection().await?;
    let (key, now) = (&context.server_key, context.now());
    let secret = second_factor::begin(&mut db, key, caller.id, now).await?;
    let secret = secret.ok_or_else(|| Problem::conflict(ProblemText::SecondFactorOn))?;
    let system = configured::current(&context).await;
    let found = enrolment(&secret, system.text(SysKey::SysName), &caller.login_name)
        .ok_or_else(Problem::internal)?;
    let setup = SecondFactorSetup {
        secret: found.secret,
        uri: found.uri,
    };
    let no_store = HeaderValue::from_static("no-store");
    Ok(([(header::CACHE_CONTROL, no_store)], Json(setup)))
}

/// Switches the second factor on with a code of the app. Answers recovery codes, which nobody sees again. Sessions other
/// than this one end: they were opened with less.
#[utoipa::path(post, path = "/api/auth/second-factor/confirm", tag = "auth", operation_id = "confirmSecondFactor",
    request_body = FactorCode, responses((status = 200, body = RecoveryCodes), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn confirm(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<FactorCode>,
) -> Result<impl IntoResponse, Problem> {
    let wrong = |text| Problem::invalid_field("code", text);
    let FactorProof::Code(code) = FactorProof::parse(&form.code).map_err(wrong)? else {
        return Err(wrong(FieldText::SecondFactorForm));
    };
    if caller.second_factor {
        return Err(Problem::conflict(ProblemText::SecondFactorOn));
    }
    let is_last = check_attempt(&context, caller.id).await?;
    let (pool, key, now) = (&context.pool, &context.server_key, context.now());
    let (step, is_on) = {
        let mut db = context.connection().await?;
        let step = second_factor::confirming_step(&mut db, key, caller.id, &code, now).await?;
        let factor = second_factors::find(&mut db, caller.id).await?;
        (step, factor.is_some_and(|factor| factor.since.is_some()))
    };
    // Somebody else with the same code, a moment ago: it is used up, and was right.
    if is_on {
        return Err(Problem::conflict(ProblemText::SecondFactorOn));
    }
    let Some(step) = step else {
        let (by, guess) = (
            (&caller, &client),
            (AccountAction::EnableSecondFactor, is_last),
        );
        let problem = wrong(FieldText::SecondFactorWrong);
        return Err(guesses::refuse(&context, by, guess, problem).await?);
    };
    let codes = NewRecoveryCodes::fresh(key, caller.id);
    let confirmed = ConfirmedFactor {
        step,
        recovery: &codes.hashes,
        session: caller.session,
    };
    let changes = [AccountChange::SecondFactorOn(confirmed)];
    administration::change(pool, key, caller.id, &changes, caller.by(&client), now).await?;
    storage::db::sign_in::succeed_factor(&mut *context.connection().await?, caller.id).await?;
    let no_store = HeaderValue::from_static("no-store");
    let body = Json(RecoveryCodes {
        recovery_codes: codes.plain,
    });
    Ok(([(header::CACHE_CONTROL, no_store)], body))
}
