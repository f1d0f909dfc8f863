//! `POST /api/auth/login`

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::account::Approval;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::behaviour::Behaviour;
use domain::ids::UserId;
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::behaviours::{self, BehaviourEntry};
use storage::db::handles;
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

/// Longer than any account name or password that may exist; what is longer is not even hashed.
const LONGEST_INPUT: usize = 128;

/// What the sign-in dialog sends.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Credentials {
    /// Account.
    #[serde(default)]
    #[schema(required)]
    login_name: String,
    /// Password.
    #[serde(default)]
    #[schema(required)]
    password: String,
    /// From `POST /api/auth/captcha`.
    captcha_id: Option<String>,
    /// What the picture shows.
    captcha: Option<String>,
}

/// A session has begun.
#[derive(Serialize, ToSchema)]
pub struct SignInAnswer {
    /// For `Authorization: Bearer`.
    token: String,
}

/// Signs in. An unknown account and a wrong password are told in the same words and take as long. Five failures of
/// one account from one network close the door for 30 minutes.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", operation_id = "loginByUsername",
    request_body = Credentials,
    responses((status = 200, body = SignInAnswer), (status = 400, body = crate::problem::ProblemBody),
              (status = 401, body = crate::problem::ProblemBody), (status = 403, body = crate::problem::ProblemBody),
              (status = 429, body = crate::problem::ProblemBody)))]
pub async fn login(
    State(context): State<Context>,
    client: Client,
    Json(login): Json<Credentials>,
) -> Result<Response, Problem> {
    require_input(&login)?;
    // Counted before anything is looked at, and given back when all is right: of a thousand at the same moment only a
    // few are looked at.
    let pace = &context.paces.sign_in;
    pace.step(client.network, context.now())?;
    captcha::check(
        &context,
        login.captcha_id.as_deref(),
        login.captcha.as_deref(),
    )
    .await?;
    let user = check_password(&context, &client, login).await?;
    pace.give_back(client.network);
    let token = begin_session(&context, &client, &user).await?;
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
    let known = {
        let mut connection = context.connection().await?;
        let now = context.now();
        if let Attempt::LockedUntil(until) =
            sign_in::attempt(&mut connection, name, client.network, now).await?
        {
            return Err(locked((until - now).num_seconds()));
        }
        users::with_password_hash(&mut connection, name).await?
    };
    // The connection went back: hashing waits its turn without holding one.
    let hash = known.as_ref().map(|(_, hash)| hash.clone());
    let right = context.passwords.verify(login.password, hash).await?;
    match known {
        Some((user, _)) if right && user.disabled_at.is_none() => approved(user),
        Some((user, _)) => {
            // Nobody knows who it was.
            let mut db = context.connection().await?;
            audit(context, &mut db, client, (&user, None)).await?;
            Err(refused())
        }
        None => Err(refused()),
    }
}

/// Keeps that somebody signed in to an account, or, if nobody knows who, was refused.
async fn audit(
    context: &Context,
    db: &mut PgConnection,
    client: &Client,
    (account, by): (&User, Option<UserId>),
) -> Result<(), Problem> {
    let audited = Audited {
        by,
        action: AuditAction::SignIn,
        subject: (&account.id.to_string(), &account.login_name),
        outcome: by.map_or(AuditOutcome::Refused, |_| AuditOutcome::Done),
        changes: &[],
    };
    audit_log::record(context, db, client, &audited).await
}

/// Told only to who knows the password: a registered person learns how the registration stands.
fn approved(user: User) -> Result<User, Problem> {
    let text = match user.approval {
        Approval::Approved => return Ok(user),
        Approval::Waiting => ProblemText::AwaitingApproval,
        Approval::Refused => ProblemText::RegistrationRefused {
            reason: user.refusal_reason,
        },
    };
    Err(Problem::new(StatusCode::FORBIDDEN, text))
}

async fn begin_session(
    context: &Context,
    client: &Client,
    user: &User,
) -> Result<SessionToken, Problem> {
    let now = context.now();
    let mut transaction = context.begin().await?;
    sign_in::succeed(&mut transaction, &user.login_name, client.network).await?;
    let opener = (user.id, user.epoch);
    let token = sessions::start(&mut transaction, opener, &client.ip, &client.agent, now).await?;
    // Between the check of the password and now it has become an old one, or the account was switched off.
    let token = token.ok_or_else(refused)?;
    let entry = BehaviourEntry {
        kind: Behaviour::SignIn,
        at: now,
        user: Some(user.id),
        client_ip: &client.ip,
        agent: &client.agent,
        detail_url: "/api/auth/login",
        ordername: None,
        data_num: None,
        data_size: None,
    };
    behaviours::record(&mut transaction, &entry).await?;
    audit(context, &mut transaction, client, (user, Some(user.id))).await?;
    handles::commit(transaction).await?;
    Ok(token)
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

fn refused() -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, ProblemText::WrongPassword)
}

fn locked(seconds: i64) -> Problem {
    let seconds = u32::try_from(seconds.max(1)).unwrap_or(u32::MAX);
    Problem::new(StatusCode::TOO_MANY_REQUESTS, ProblemText::Locked).retry_after(seconds)
}

#[cfg(test)]
mod tests;
