//! The second step of signing in.

use axum::http::{HeaderMap, StatusCode};
use domain::audit_log::AuditOutcome;
use domain::ids::{ProviderSignInId, UserId};
use domain::second_factor::FactorProof;
use storage::PgConnection;
use storage::db::second_factors::{self, TicketHolder};
use storage::db::sign_in::{self, Attempt};
use storage::db::users::{self, User};
use storage::db::{handles, provider_sign_ins};
use storage::lifecycle::{By, second_factor};
use texts::ProblemText;

use super::entrant::{Entrant, audit};
use super::refusal::{DOOR_CLOSED, locked};
use crate::auth::oidc;
use crate::caller::Client;
use crate::context::Context;
use crate::network_limit::Try;
use crate::problem::Problem;

/// Whose ticket it is: somebody whose password was right a moment ago, and still is.
pub(super) async fn redeem(
    context: &Context,
    client: &Client,
    headers: &HeaderMap,
    ticket: &str,
) -> Result<Entrant, Problem> {
    let mut db = context.connection().await?;
    let browser = oidc::presented(context, headers);
    let from = (client.network, browser.as_ref());
    let redeemed = second_factors::redeem_ticket(&mut db, ticket, from, context.now()).await?;
    let holder = redeemed.ok_or_else(over)?;
    let user = users::by_id(&mut db, holder.user).await?;
    let user = user.ok_or_else(over)?;
    if user.epoch != holder.epoch || user.disabled_at.is_some() {
        return Err(over());
    }
    Ok(Entrant {
        user,
        provider: holder.provider,
    })
}

fn over() -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, ProblemText::SignInExpired)
}

/// Refuses what the identity provider said of somebody once the provider, or whoever ends the link, has taken it back. It stays as it
/// is until the transaction ends.
pub(super) async fn check_provider(
    db: &mut PgConnection,
    user: UserId,
    provider: ProviderSignInId,
) -> Result<(), Problem> {
    let holds = provider_sign_ins::holds(db, user, provider).await?;
    holds.then_some(()).ok_or_else(over)
}

/// What somebody typed as the second factor, until it is judged.
pub(super) struct TypedProof<'a> {
    proof: FactorProof,
    one: Try<'a>,
    /// Whether the door closes unless it is right.
    pub(super) is_last: bool,
}

/// What somebody typed as the second factor, counted before it is looked at; nothing was typed: 401 with a ticket for the
/// next call.
pub(super) async fn typed_proof<'a>(
    context: &'a Context,
    client: &Client,
    entrant: &Entrant,
    typed: Option<&str>,
) -> Result<TypedProof<'a>, Problem> {
    let user = &entrant.user;
    let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else {
        let needed = Problem::new(StatusCode::UNAUTHORIZED, ProblemText::SecondFactorNeeded);
        return Err(with_ticket(context, client, entrant, needed).await?);
    };
    let proof = match FactorProof::parse(typed) {
        Ok(proof) => proof,
        Err(text) => {
            let malformed = Problem::invalid_field("secondFactor", text);
            return Err(with_ticket(context, client, entrant, malformed).await?);
        }
    };
    let paces = &context.paces;
    let one = paces.sign_in.enter(client.network, context.now()).await?;
    let is_last = check_attempt(context, user.id).await?;
    Ok(TypedProof {
        proof,
        one,
        is_last,
    })
}

/// The same problem with a ticket for the next call.
async fn with_ticket(
    context: &Context,
    client: &Client,
    entrant: &Entrant,
    problem: Problem,
) -> Result<Problem, Problem> {
    let mut tx = context.begin().await?;
    if let Some(provider) = entrant.provider {
        check_provider(&mut tx, entrant.user.id, provider).await?;
    }
    let holder = TicketHolder {
        user: entrant.user.id,
        epoch: entrant.user.epoch,
        provider: entrant.provider,
    };
    let now = context.now();
    let ticket = second_factors::issue_ticket(&mut tx, holder, client.network, now).await?;
    handles::commit(tx).await?;
    Ok(problem.with_ticket(ticket.expose()))
}

/// Counts a try at somebody's second factor, from wherever it comes: who tries knows the password already. Answers whether it is the
/// last one before the door closes.
pub(in crate::auth) async fn check_attempt(
    context: &Context,
    user: UserId,
) -> Result<bool, Problem> {
    let mut db = context.connection().await?;
    let now = context.now();
    match sign_in::attempt_factor(&mut db, user, now).await? {
        Attempt::Allowed => Ok(false),
        Attempt::LastAllowed => Ok(true),
        Attempt::LockedUntil(until) => {
            let seconds = (until - now).num_seconds();
            Err(locked(seconds, ProblemText::SecondFactorLocked))
        }
    }
}

/// Uses the proof up with the transaction; when it is right, the tries are forgotten.
pub(super) async fn prove(
    context: &Context,
    db: &mut PgConnection,
    client: &Client,
    user: &User,
    typed: TypedProof<'_>,
) -> Result<bool, Problem> {
    let by = By::Person {
        user: user.id,
        permissions: user.permissions,
        epoch: user.epoch,
        client_ip: &client.ip,
        agent: &client.agent,
    };
    let (key, now) = (&context.server_key, context.now());
    if !second_factor::prove(db, key, user.id, &typed.proof, by, now).await? {
        return Ok(false);
    }
    sign_in::succeed_factor(db, user.id).await?;
    typed.one.give_back();
    Ok(true)
}

/// 401 with another ticket: a slip costs a try, not the password and the captcha once more.
pub(super) async fn wrong_code(
    context: &Context,
    client: &Client,
    entrant: &Entrant,
    closes_door: bool,
) -> Result<Problem, Problem> {
    let mut db = context.connection().await?;
    let reason = if closes_door { DOOR_CLOSED } else { "" };
    let outcome = (AuditOutcome::Refused, reason);
    audit(context, &mut db, client, (&entrant.user, None), outcome).await?;
    drop(db);
    let wrong = Problem::new(StatusCode::UNAUTHORIZED, ProblemText::SecondFactorWrong);
    with_ticket(context, client, entrant, wrong).await
}
