//! Who comes back from the identity provider: whose account it is, and what the browser goes on with.

use chrono::{DateTime, Utc};
use domain::account::{AccountAction, Approval, check_login_name};
use domain::behaviour::Behaviour;
use domain::ids::UserId;
use domain::network::Network;
use domain::role::Role;
use sqlx::PgConnection;
use uuid::Uuid;

use super::By;
use super::administration::{self, AdministrationError};
use crate::db::account_events::{self, FieldChange, NewAccountEvent};
use crate::db::behaviours::{self, BehaviourEntry};
use crate::db::provider_flows::BrowserMark;
use crate::db::provider_links::{self, ProviderPerson};
use crate::db::provider_sign_ins::{self, ProviderWord};
use crate::db::second_factors::{self, SignInTicket, TicketHolder};
use crate::db::users::{self, NewUser, Profile, User};
use crate::sealed::ServerKey;

/// How a sign-in at the provider ends here.
pub enum Arrival {
    /// The sign-in goes on with this.
    Ticket(SignInTicket),
    /// So it does, of an account that was made now and waits for an administrator.
    Registered(SignInTicket),
    /// Nobody here is this person, and nobody is made of it.
    Unknown,
    /// The account is switched off.
    Disabled(User),
}

/// What an account is made of that nobody has yet.
pub struct Newcomer {
    /// What the provider calls the person, if that can be a login name here.
    pub login_name: Option<String>,
    /// The person's name; who tells none that can be one is called by the login name.
    pub name: Option<String>,
    /// E-mail address, or empty.
    pub email: String,
    /// Of a password that nobody knows.
    pub password_hash: String,
}

/// Answers what the browser goes on with that came back with `word`. Who is not known here gets an account that waits for an
/// administrator, where there is a `newcomer`.
pub async fn arrive(
    db: &mut PgConnection,
    key: &ServerKey,
    word: &ProviderWord<'_>,
    (browser, network): (&BrowserMark, Network),
    newcomer: Option<Newcomer>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<Arrival, AdministrationError> {
    let known = provider_links::account_of(db, word.person).await?;
    let id = match (known, newcomer) {
        (Some(user), _) => user,
        (None, Some(newcomer)) => register(db, key, (word.person, newcomer), by, now).await?,
        (None, None) => return Ok(Arrival::Unknown),
    };
    let found = users::by_id(db, id).await?;
    let user = found.ok_or(AdministrationError::NotFound)?;
    if user.disabled_at.is_some() {
        return Ok(Arrival::Disabled(user));
    }
    let provider = provider_sign_ins::insert(db, key, word, browser, now).await?;
    let holder = TicketHolder {
        user: user.id,
        epoch: user.epoch,
        provider: Some(provider),
    };
    let ticket = second_factors::issue_ticket(db, holder, network, now).await?;
    Ok(match known {
        Some(_) => Arrival::Ticket(ticket),
        None => Arrival::Registered(ticket),
    })
}

/// An applicant's account that waits for an administrator, linked to this person.
async fn register(
    db: &mut PgConnection,
    key: &ServerKey,
    (person, newcomer): (&ProviderPerson, Newcomer),
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<UserId, AdministrationError> {
    let login_name = free_login_name(db, newcomer.login_name).await?;
    let profile = Profile {
        user_name: newcomer.name.unwrap_or_else(|| login_name.clone()),
        nick_name: login_name.clone(),
        email: newcomer.email,
        ..Profile::default()
    };
    let new = NewUser {
        login_name,
        password_hash: newcomer.password_hash,
        roles: vec![Role::Applicant.into()],
        user_name: profile.user_name.clone(),
        unit: String::new(),
        email: profile.email.clone(),
    };
    let account = (&new, &profile, Approval::Waiting);
    let id = administration::create(db, key, account, AccountAction::Register, by, now).await?;
    provider_links::keep_password_young(db, id).await?;
    if !provider_links::insert(db, person, id, now).await? {
        return Err(AdministrationError::ProviderTaken);
    }
    let linked = FieldChange {
        field: "provider".to_owned(),
        before: String::new(),
        after: person.subject.clone(),
    };
    let event = NewAccountEvent {
        user: id,
        by: Some(id),
        action: AccountAction::LinkProvider,
        at: now,
        client_ip: by.client_ip(),
        agent: by.agent(),
        reason: "",
        changes: &[linked],
    };
    account_events::insert(db, &event).await?;
    let entry = BehaviourEntry {
        kind: Behaviour::Register,
        at: now,
        user: Some(id),
        client_ip: by.client_ip(),
        agent: by.agent(),
        detail_url: "/api/auth/oidc/callback",
        ordername: None,
        data_num: None,
        data_size: None,
    };
    behaviours::record(db, &entry).await?;
    Ok(id)
}

/// The wished name where nobody has it, and else one that nobody would wish for.
async fn free_login_name(
    db: &mut PgConnection,
    wished: Option<String>,
) -> Result<String, AdministrationError> {
    let fitting = wished.filter(|name| check_login_name(name).is_ok());
    if let Some(name) = fitting
        && !users::exists(db, &name).await?
    {
        return Ok(name);
    }
    let random = Uuid::new_v4().simple().to_string();
    Ok(format!("sso_{}", &random[..12]))
}
