//! Accounts from the command line. Every change is an event "by the command line", as the back office's are by a person.

use std::io::BufRead as _;

use anyhow::{Context, bail};
use clap::Args;
use domain::account::{AccountAction, AccountStatus, Approval, Profile, check_login_name};
use domain::ids::{SessionId, UserId};
use domain::role::RoleId;
use storage::db::people::{self, PeopleFilter};
use storage::db::users::{self, NewUser, User};
use storage::db::{Page, handles, sessions};
use storage::lifecycle::By;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use storage::{clock, password};
use texts::{Locale, Message};

use super::known_roles;
use crate::parts::ProcessParts;

/// An account to make.
#[derive(Args)]
pub struct NewAccount {
    /// What the person signs in with
    login_name: String,
    /// What the person may do: a role by its name or id; several times for several
    #[arg(long, required = true)]
    role: Vec<String>,
    /// The person's name
    #[arg(long, default_value = "")]
    name: String,
    /// The person's unit
    #[arg(long, default_value = "")]
    unit: String,
    /// The person's e-mail address
    #[arg(long, default_value = "")]
    email: String,
}

/// Filters of the accounts.
#[derive(Args)]
pub struct Filter {
    /// Part of the login name, the name, the unit or the e-mail address, or a whole mobile number
    search: Option<String>,
    /// Only people who have this role
    #[arg(long)]
    role: Option<String>,
    /// Only in this state: active, disabled, waiting, refused
    #[arg(long, value_parser = status)]
    status: Option<AccountStatus>,
}

fn status(word: &str) -> Result<AccountStatus, String> {
    word.parse()
        .map_err(|_| "one of active, disabled, waiting, refused".to_owned())
}

pub(super) async fn create(parts: &ProcessParts, new: NewAccount) -> anyhow::Result<()> {
    if check_login_name(&new.login_name).is_err() {
        bail!("login names begin with a letter and have 5 to 20 letters, digits and underscores");
    }
    let mut tx = handles::begin(&parts.pool).await?;
    let mut ids: Vec<RoleId> = Vec::new();
    for name in &new.role {
        ids.push(known_roles::named(&mut tx, name).await?.id);
    }
    ids.sort();
    ids.dedup();
    let profile = Profile {
        user_name: if new.name.is_empty() {
            new.login_name.clone()
        } else {
            new.name
        },
        unit: new.unit,
        email: new.email,
        ..Profile::default()
    };
    let account = NewUser {
        password_hash: password::hash_blocking(&read_password()?)?,
        roles: ids,
        user_name: profile.user_name.clone(),
        unit: profile.unit.clone(),
        email: profile.email.clone(),
        login_name: new.login_name,
    };
    let account = (&account, &profile, Approval::Approved);
    let (action, now) = (AccountAction::Create, clock::now());
    let made = administration::create(&mut tx, &parts.key, account, action, By::System, now).await;
    let id = made.context("the account could not be made")?;
    handles::commit(tx).await?;
    println!("{}", id.0);
    Ok(())
}

pub(super) async fn account(parts: &ProcessParts, login_name: &str) -> anyhow::Result<User> {
    let mut db = handles::connection(&parts.pool).await?;
    let known = users::with_password_hash(&mut db, login_name).await?;
    let (user, _) = known.with_context(|| format!("there is no account {login_name}"))?;
    Ok(user)
}

pub(super) async fn change(
    parts: &ProcessParts,
    user: UserId,
    change: AccountChange<'_>,
) -> anyhow::Result<usize> {
    let (pool, key) = (&parts.pool, &parts.key);
    Ok(administration::change(pool, key, user, &[change], By::System, clock::now()).await?)
}

pub(super) const fn by_mail(parts: &ProcessParts) -> ByMail {
    let settings = &parts.settings;
    ByMail::of_installation(settings.smtp_url.is_some() && settings.mail_from.is_some())
}

pub(super) async fn set_password(parts: &ProcessParts, login_name: &str) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    let hash = password::hash_blocking(&read_password()?)?;
    let renewed = change(
        parts,
        user.id,
        AccountChange::ResetPassword(&hash, by_mail(parts)),
    )
    .await?;
    println!(
        "the password of {login_name} is set; it is signed out everywhere, and {renewed} FTP accounts have new passwords"
    );
    Ok(())
}

pub(super) async fn remove_second_factor(
    parts: &ProcessParts,
    login_name: &str,
) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    change(
        parts,
        user.id,
        AccountChange::RemoveSecondFactor(by_mail(parts)),
    )
    .await?;
    println!("{login_name} signs in with the password alone");
    Ok(())
}

pub(super) async fn extend(parts: &ProcessParts, login_name: &str) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    change(parts, user.id, AccountChange::ExtendValidity).await?;
    println!("the period of {login_name} begins now");
    Ok(())
}

pub(super) async fn disable(parts: &ProcessParts, login_name: &str) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    change(parts, user.id, AccountChange::Disable).await?;
    println!("{login_name} is switched off and signed out everywhere");
    Ok(())
}

pub(super) async fn enable(parts: &ProcessParts, login_name: &str) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    let mut db = handles::connection(&parts.pool).await?;
    if !parts.settings.demo && users::is_demo(&mut db, user.id).await? {
        bail!(
            "{login_name} was made by the demo with a password that everybody knows; it is only for SCENEDOCK_DEMO=1. \
             Make an account of its own with `scenedock admin create-user`"
        );
    }
    drop(db);
    change(parts, user.id, AccountChange::Enable).await?;
    println!("{login_name} is switched on");
    Ok(())
}

/// One line an account, its fields parted by tabs.
pub(super) async fn list(parts: &ProcessParts, filter: Filter) -> anyhow::Result<()> {
    let mut db = handles::connection(&parts.pool).await?;
    let role = match &filter.role {
        Some(name) => Some(known_roles::named(&mut db, name).await?.id),
        None => None,
    };
    let known = known_roles::all(&mut db).await?;
    let filter = PeopleFilter {
        id: None,
        part: filter.search,
        by_phone: true,
        role,
        status: filter.status,
        ..PeopleFilter::default()
    };
    let mut number = 1;
    loop {
        let page = Page::new(Some(number), Some(Page::MAX_SIZE));
        let found = people::list(&mut db, &parts.key, &filter, page, clock::now()).await?;
        for person in &found.items {
            let held = known.iter().filter(|role| person.roles.contains(&role.id));
            let names: Vec<&str> = held
                .map(|role| {
                    if role.name.is_empty() {
                        role.id.0.as_str()
                    } else {
                        &role.name
                    }
                })
                .collect();
            let signed_in = person
                .signed_in
                .map_or("never".to_owned(), |at| at.to_rfc3339());
            println!(
                "{}\t{}\t{}\t{}\t{}\t{signed_in}\t{}",
                person.login_name,
                person.status.as_str(),
                names.join(","),
                person.profile.user_name,
                person.profile.unit,
                person.sessions
            );
        }
        if found.items.is_empty() {
            return Ok(());
        }
        number += 1;
    }
}

/// One line a session, its fields parted by tabs.
pub(super) async fn list_sessions(parts: &ProcessParts, login_name: &str) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    let mut db = handles::connection(&parts.pool).await?;
    for session in sessions::of_user(&mut db, user.id, clock::now()).await? {
        println!(
            "{}\t{}\t{}\t{}\t{}",
            session.id.0,
            session.begun.to_rfc3339(),
            session.last_seen.to_rfc3339(),
            session.client_ip,
            session.agent
        );
    }
    Ok(())
}

pub(super) async fn end_sessions(
    parts: &ProcessParts,
    login_name: &str,
    session: Option<SessionId>,
) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    if let Some(id) = session {
        let mut db = handles::connection(&parts.pool).await?;
        let live = sessions::of_user(&mut db, user.id, clock::now()).await?;
        if live.iter().all(|session| session.id != id) {
            bail!("{login_name} has no such session");
        }
    }
    change(parts, user.id, AccountChange::EndSessions(session)).await?;
    println!("{login_name} is signed out");
    Ok(())
}

fn read_password() -> anyhow::Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let password = line.trim_end_matches(['\r', '\n']).to_owned();
    match domain::password::check(&password) {
        Ok(()) => Ok(password),
        Err(flaw) => {
            let text = Message::from(flaw.text()).render(Locale::En);
            bail!("give another password on standard input: {text}")
        }
    }
}
