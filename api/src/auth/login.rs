//! `POST /api/auth/login`

mod admission;
mod entrant;
mod factor;
mod refusal;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::audit_log::{AuditAction, AuditOutcome};
use serde::{Deserialize, Serialize};
use storage::db::sessions::{self, SessionToken};
use storage::db::sign_in::{self, Attempt};
use storage::db::users::{self, User};
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;

use super::captcha;
use crate::audit_log::{self, Audited};
use crate::caller::{Client, cookie_name};
use crate::context::Context;
use crate::json::Json;
use crate::problem::{FieldError, Problem};

use entrant::Entrant;
pub(super) use factor::check_attempt;
use refusal::refused;
pub(super) use refusal::{DOOR_CLOSED, locked};

/// Longer than any account name or password that may exist; what is longer is not even hashed.
const LONGEST_INPUT: usize = 128;

/// Most characters that the log keeps of a name that is no account's.
const LONGEST_KEPT_NAME: usize = 64;
/// What the sign-in dialog sends.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Credentials {
    /// Account.
    #[serde(default)]
    #[schema(required)]
    login_name: String,
    #[serde(default)]
    #[schema(required)]
    password: String,
    /// From `POST /api/auth/captcha`.
    captcha_id: Option<String>,
    /// Text that the captcha shows.
    captcha: Option<String>,
    /// The second factor, where the account has one: a code of the app, or a recovery code.
    second_factor: Option<String>,
    /// From the answer `second_factor_needed`, or brought back from the identity provider: stands for password and captcha,
    /// once, within 120 seconds, from the same network.
    ticket: Option<String>,
}

/// A session has begun.
#[derive(Serialize, ToSchema)]
pub struct SignInAnswer {
    /// For `Authorization: Bearer`.
    token: String,
}

/// Signs in. An unknown account and a wrong password are told in the same words and take as long. Five failures of
/// one account from one network close the door for 30 minutes. Who has a second factor is asked for it after the right
/// password (401 `second_factor_needed`, with a ticket); five wrong codes, from wherever, close the door too.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", operation_id = "loginByUsername",
    request_body = Credentials,
    responses((status = 200, body = SignInAnswer), (status = 400, body = crate::problem::ProblemBody),
              (status = 401, body = crate::problem::ProblemBody), (status = 403, body = crate::problem::ProblemBody),
              (status = 429, body = crate::problem::ProblemBody), (status = 503, body = crate::problem::ProblemBody)))]
pub async fn login(
    State(context): State<Context>,
    client: Client,
    headers: HeaderMap,
    Json(mut login): Json<Credentials>,
) -> Result<Response, Problem> {
    let typed = login.second_factor.take();
    let entrant = match login.ticket.take() {
        Some(ticket) => factor::redeem(&context, &client, &headers, &ticket).await?,
        None => Entrant {
            user: by_password(&context, &client, login).await?,
            provider: None,
        },
    };
    let admitted = admit(&context, &client, &entrant, typed.as_deref()).await;
    let token = match admitted {
        Ok(token) => token,
        Err(refusal) => {
            admission::record_turned_away(&context, &client, &entrant.user, &refusal).await?;
            return Err(refusal);
        }
    };
    let cookie = session_cookie(&context, token.expose(), sessions::LONGEST.num_seconds())?;
    let body = Json(SignInAnswer {
        token: token.expose().to_owned(),
    });
    let no_store = HeaderValue::from_static("no-store");
    Ok((
        [
            (header::SET_COOKIE, cookie),
            (header::CACHE_CONTROL, no_store),
        ],
        body,
    )
        .into_response())
}

/// The session of somebody whose account is let in, with the second factor where there is one.
async fn admit(
    context: &Context,
    client: &Client,
    entrant: &Entrant,
    typed: Option<&str>,
) -> Result<SessionToken, Problem> {
    let policy = admission::check(context, &entrant.user).await?;
    let proof = if entrant.user.second_factor {
        // Before a code is counted: where everything is full, nobody looks at it.
        let mut db = context.connection().await?;
        admission::check_room(&mut db, &entrant.user, policy, context).await?;
        drop(db);
        Some(factor::typed_proof(context, client, entrant, typed).await?)
    } else {
        None
    };
    admission::begin_session(context, client, entrant, proof, policy).await
}

/// Whose account and password these are.
async fn by_password(
    context: &Context,
    client: &Client,
    login: Credentials,
) -> Result<User, Problem> {
    require_input(&login)?;
    // Counted before anything is looked at, and given back when all is right: of a thousand at the same moment only a
    // few are looked at.
    let paces = &context.paces;
    let one = paces.sign_in.enter(client.network, context.now()).await?;
    let (id, answer) = (login.captcha_id.as_deref(), login.captcha.as_deref());
    captcha::check(context, id, answer).await?;
    let user = check_password(context, client, login).await?;
    one.give_back();
    // Whether or not there is room for the person, or the account is let in: nobody guesses who knows the password.
    let mut db = context.connection().await?;
    sign_in::succeed(&mut db, &user.login_name, client.network).await?;
    Ok(user)
}

fn require_input(login: &Credentials) -> Result<(), Problem> {
    let mut errors = Vec::new();
    if login.login_name.trim().is_empty() {
        errors.push(FieldError::new("loginName", FieldText::LoginNameMissing));
    }
    if login.password.is_empty() {
        errors.push(FieldError::new("password", FieldText::PasswordMissing));
    }
    if errors.is_empty() {
        return Ok(());
    }
    Err(Problem::invalid(errors))
}

async fn check_password(
    context: &Context,
    client: &Client,
    login: Credentials,
) -> Result<User, Problem> {
    let name = login.login_name.trim();
    if name.len() > LONGEST_INPUT || login.password.len() > LONGEST_INPUT {
        return Err(refused());
    }
    let (known, is_last) = {
        let mut connection = context.connection().await?;
        let now = context.now();
        let attempt = sign_in::attempt(&mut connection, name, client.network, now).await?;
        if let Attempt::LockedUntil(until) = attempt {
            return Err(locked((until - now).num_seconds(), ProblemText::Locked));
        }
        let known = users::with_password_hash(&mut connection, name).await?;
        (known, attempt == Attempt::LastAllowed)
    };
    // The connection went back: hashing waits its turn without holding one.
    let hash = known.as_ref().map(|(_, hash)| hash.clone());
    let right = context.passwords.verify(login.password, hash).await?;
    match known {
        Some((user, _)) if right && user.disabled_at.is_none() => Ok(user),
        known => {
            let account = known.map(|(user, _)| user);
            record_failure(context, client, account.as_ref(), (name, is_last)).await?;
            Err(refused())
        }
    }
}

/// Keeps that somebody failed to sign in; nobody knows who. What was typed and is no account is kept only of the failure that
/// closes the door, so that strangers who try names do not fill the log.
async fn record_failure(
    context: &Context,
    client: &Client,
    account: Option<&User>,
    (typed, closes_door): (&str, bool),
) -> Result<(), Problem> {
    let id = account.map_or_else(String::new, |account| account.id.to_string());
    let name = match account {
        Some(account) => account.login_name.clone(),
        None if closes_door => typed.chars().take(LONGEST_KEPT_NAME).collect(),
        None => return Ok(()),
    };
    let audited = Audited {
        by: None,
        action: AuditAction::SignIn,
        subject: (&id, &name),
        outcome: AuditOutcome::Refused,
        reason: if closes_door { DOOR_CLOSED } else { "" },
        changes: &[],
    };
    let mut db = context.connection().await?;
    audit_log::record(context, &mut db, client, &audited).await
}

/// The cookie of a session for so many seconds; of none: it goes.
pub(super) fn session_cookie(
    context: &Context,
    token: &str,
    seconds: i64,
) -> Result<HeaderValue, Problem> {
    let https = context.settings.https;
    let (name, secure) = (cookie_name(https), if https { "; Secure" } else { "" });
    let text =
        format!("{name}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}");
    HeaderValue::try_from(text).map_err(|_| Problem::internal())
}

#[cfg(test)]
mod limits;
#[cfg(test)]
mod tests;
