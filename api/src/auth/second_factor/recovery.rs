//! `POST /api/auth/second-factor/recovery-codes`

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use domain::account::AccountAction;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use storage::lifecycle::second_factor::NewRecoveryCodes;
use texts::ProblemText;

use super::{FactorCode, RecoveryCodes, prove};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{Problem, ProblemBody};

/// Answers other recovery codes, which nobody sees again, for a code of the app or one of those that are left. The earlier
/// ones are good no more.
#[utoipa::path(post, path = "/api/auth/second-factor/recovery-codes", tag = "auth", operation_id = "renewRecoveryCodes",
    request_body = FactorCode, responses((status = 200, body = RecoveryCodes), (status = 400, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 429, body = ProblemBody)))]
pub(crate) async fn renew(
    State(context): State<Context>,
    caller: Caller,
    client: Client,
    Json(form): Json<FactorCode>,
) -> Result<impl IntoResponse, Problem> {
    if !caller.second_factor {
        return Err(Problem::conflict(ProblemText::SecondFactorOff));
    }
    let action = AccountAction::RenewRecoveryCodes;
    prove(&context, (&caller, &client), action, &form.code).await?;
    let (pool, key, now) = (&context.pool, &context.server_key, context.now());
    let codes = NewRecoveryCodes::fresh(key, caller.id);
    let by_mail = ByMail::of_installation(context.settings.mail);
    let changes = [AccountChange::RecoveryCodes(&codes.hashes, by_mail)];
    administration::change(pool, key, caller.id, &changes, caller.by(&client), now).await?;
    let no_store = HeaderValue::from_static("no-store");
    let body = Json(RecoveryCodes {
        recovery_codes: codes.plain,
    });
    Ok(([(header::CACHE_CONTROL, no_store)], body))
}
