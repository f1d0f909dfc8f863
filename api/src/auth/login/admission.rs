//! Whether somebody is let in whose password was right, and what begins then.

use axum::http::StatusCode;
use domain::account::Approval;
use domain::audit_log::AuditOutcome;
use domain::behaviour::Behaviour;
use domain::sign_in_policy::SignInPolicy;
use storage::PgConnection;
use storage::db::behaviours::{self, BehaviourEntry};
use storage::db::handles;
use storage::db::provider_sign_ins;
use storage::db::sessions::{self, SessionToken};
use storage::db::users::User;
use texts::ProblemText;

use super::entrant::{Entrant, audit};
use super::factor;
use super::refusal::refused;
use crate::caller::Client;
use crate::context::Context;
use crate::problem::Problem;
use crate::system::configured;

/// Codes of what keeps somebody out whose password was right.
const TURNED_AWAY: [&str; 4] = [
    "awaiting_approval",
    "registration_refused",
    "account_expired",
    "too_many_online",
];
/// Seconds after which who found everything full may try again.
const FULL_RETRY_SECONDS: u32 = 60;

/// Told only to who knows the password: how a registration stands, and that the account is over. Answers the policy as it
/// is now, whichever process it was changed in.
pub(super) async fn check(context: &Context, user: &User) -> Result<SignInPolicy, Problem> {
    let forbidden = |text| Err(Problem::new(StatusCode::FORBIDDEN, text));
    match user.approval {
        Approval::Approved => {}
        Approval::Waiting => return forbidden(ProblemText::AwaitingApproval),
        Approval::Refused => {
            let reason = user.refusal_reason.clone();
            return forbidden(ProblemText::RegistrationRefused { reason });
        }
    }
    let policy = configured::refresh(context).await?.sign_in_policy();
    if policy.is_account_over(user.valid_from, user.permissions, context.now()) {
        return forbidden(ProblemText::AccountExpired);
    }
    Ok(policy)
}

/// Keeps that somebody who knows the password was turned away, and why. What else is refused on the way in is kept where it
/// is, or changes nothing.
pub(super) async fn record_turned_away(
    context: &Context,
    client: &Client,
    user: &User,
    refusal: &Problem,
) -> Result<(), Problem> {
    let code = refusal.code();
    if !TURNED_AWAY.contains(&code) {
        return Ok(());
    }
    let mut db = context.connection().await?;
    let outcome = (AuditOutcome::Refused, code);
    audit(context, &mut db, client, (user, Some(user.id)), outcome).await
}

/// Begins a session under a new token where there is room for one more, and uses the proof up.
pub(super) async fn begin_session(
    context: &Context,
    client: &Client,
    entrant: &Entrant,
    proof: Option<factor::TypedProof<'_>>,
    policy: SignInPolicy,
) -> Result<SessionToken, Problem> {
    let (user, now) = (&entrant.user, context.now());
    let mut transaction = context.begin().await?;
    check_room(&mut transaction, user, policy, context).await?;
    // The account is locked before its second factor, as whoever changes it locks them. A wrong code undoes the session.
    let opener = (user.id, user.epoch);
    let token = sessions::start(&mut transaction, opener, &client.ip, &client.agent, now).await?;
    // Between the check of the password and now it has become an old one, or the account was switched off.
    let token = token.ok_or_else(refused)?;
    if let Some(provider) = entrant.provider {
        factor::check_provider(&mut transaction, user.id, provider).await?;
        provider_sign_ins::attach(&mut transaction, &token, provider).await?;
    }
    if let Some(proof) = proof {
        let is_last = proof.is_last;
        if !factor::prove(context, &mut transaction, client, user, proof).await? {
            drop(transaction);
            return Err(factor::wrong_code(context, client, entrant, is_last).await?);
        }
    }
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
    let done = (AuditOutcome::Done, "");
    audit(
        context,
        &mut transaction,
        client,
        (user, Some(user.id)),
        done,
    )
    .await?;
    handles::commit(transaction).await?;
    Ok(token)
}

/// Refuses one more where as many people are online as may be (`onlineUsersNub`).
pub(super) async fn check_room(
    db: &mut PgConnection,
    user: &User,
    policy: SignInPolicy,
    context: &Context,
) -> Result<(), Problem> {
    if policy.people_online.is_none() {
        return Ok(());
    }
    let online = sessions::online(db, user.id, context.now()).await?;
    // Who is online already takes no place by signing in once more.
    if online.is_online || policy.has_room(online.others.unsigned_abs(), user.permissions) {
        return Ok(());
    }
    let full = Problem::new(StatusCode::SERVICE_UNAVAILABLE, ProblemText::TooManyOnline);
    Err(full.retry_after(FULL_RETRY_SECONDS))
}
