//! Accounts and maintenance.

mod verify_audit;

use std::io::BufRead;

use anyhow::{Context, bail};
use chrono::TimeDelta;
use clap::{Subcommand, ValueEnum};
use domain::role::Role;
use storage::db::order_figures;
use storage::db::users::{self, NewUser, User};
use storage::lifecycle::administration::{self, AccountChange};
use storage::lifecycle::{By, accounts};
use storage::{clock, db, password};

use crate::parts::ProcessParts;
use crate::postgres;
use crate::settings::Settings;

/// Shortest password; the portal's rule.
const PASSWORD_CHARS: usize = 8;

#[derive(Subcommand)]
pub enum Admin {
    /// Makes an account; the password is read from standard input
    CreateUser {
        /// What the person signs in with
        login_name: String,
        /// What the person may do
        #[arg(long, value_enum)]
        role: RoleName,
        /// The person's name
        #[arg(long, default_value = "")]
        name: String,
        /// The person's unit
        #[arg(long, default_value = "")]
        unit: String,
    },
    /// Sets a new password, read from standard input, and ends everything that the old one opened
    SetPassword {
        /// Whose
        login_name: String,
    },
    /// Takes the second factor away from somebody who has lost it, and signs the account out everywhere
    RemoveSecondFactor {
        /// Whose
        login_name: String,
    },
    /// Lets the period begin anew for which an account is valid
    ExtendUser {
        /// Whose
        login_name: String,
    },
    /// Switches an account off: it is signed out everywhere, and its FTP accounts let nobody in
    DisableUser {
        /// Whose
        login_name: String,
    },
    /// Switches an account on again
    EnableUser {
        /// Whose
        login_name: String,
    },
    /// Compares the figures of the statistics with the orders themselves, and names every row that differs
    CheckFigures,
    /// Follows the chain over the audit log and names what was changed, removed or added behind its back
    VerifyAudit {
        /// What an earlier call printed as head: finds an end that was cut off since
        #[arg(long)]
        head: Option<String>,
    },
    /// Removes objects that no row names, and staged folders whose delivery is over
    Sweep {
        /// Only objects at least this many seconds old
        #[arg(long, default_value_t = 3600)]
        older_than: u32,
    },
}

/// A role as it is typed.
#[derive(Clone, Copy, ValueEnum)]
pub enum RoleName {
    /// Orders scenes
    Applicant,
    /// Audits orders
    Admin,
    /// Keeps queues healthy
    Operator,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::Applicant => Self::Applicant,
            RoleName::Admin => Self::Admin,
            RoleName::Operator => Self::Operator,
        }
    }
}

/// `scenedock migrate`
pub async fn migrate(settings: Settings) -> anyhow::Result<()> {
    let parts = ProcessParts::open_shared(settings).await?;
    parts.pool.close().await;
    println!("the database is at this version");
    Ok(())
}

/// `scenedock admin ...`: beside a running server, or alone.
pub async fn run(settings: Settings, command: Admin) -> anyhow::Result<()> {
    with_parts(settings, |parts| async move { act(&parts, command).await }).await
}

/// Opens the database that `serve` uses: the one that is set, the private one of a running server, or
/// the private one started for the length of `work`.
pub async fn with_parts<F, R, T>(settings: Settings, work: F) -> anyhow::Result<T>
where
    F: FnOnce(ProcessParts) -> R,
    R: Future<Output = anyhow::Result<T>>,
{
    let data = settings.data_folder()?;
    let known = settings
        .database_url
        .clone()
        .or_else(|| postgres::running_url(&data));
    if let Some(url) = known {
        return work(ProcessParts::open(settings, &url).await?).await;
    }
    let database = postgres::start(&data).await?;
    let url = database.url().to_owned();
    let parts = ProcessParts::open(settings, &url).await?;
    let pool = parts.pool.clone();
    let result = work(parts).await;
    pool.close().await;
    database.stop().await;
    result
}

async fn act(parts: &ProcessParts, command: Admin) -> anyhow::Result<()> {
    match command {
        Admin::CreateUser {
            login_name,
            role,
            name,
            unit,
        } => {
            let new = NewUser {
                password_hash: password::hash_blocking(&read_password()?)?,
                roles: vec![Role::from(role).into()],
                user_name: if name.is_empty() {
                    login_name.clone()
                } else {
                    name
                },
                unit,
                phone: String::new(),
                email: String::new(),
                login_name,
            };
            let mut db = db::handles::connection(&parts.pool).await?;
            let id = users::insert(&mut db, &new, clock::now())
                .await
                .context("the account could not be made; is the name taken?")?;
            println!("{id}");
        }
        Admin::SetPassword { login_name } => set_password(parts, &login_name).await?,
        Admin::RemoveSecondFactor { login_name } => {
            apply(parts, &login_name, AccountChange::RemoveSecondFactor).await?;
            println!("{login_name} signs in with the password alone");
        }
        Admin::ExtendUser { login_name } => {
            apply(parts, &login_name, AccountChange::ExtendValidity).await?;
            println!("the period of {login_name} begins now");
        }
        Admin::DisableUser { login_name } => {
            let user = account(parts, &login_name).await?;
            accounts::disable(&parts.pool, user.id, clock::now()).await?;
            println!("{login_name} is switched off and signed out everywhere");
        }
        Admin::EnableUser { login_name } => enable(parts, &login_name).await?,
        Admin::CheckFigures => check_figures(parts).await?,
        Admin::VerifyAudit { head } => verify_audit::verify(parts, head.as_deref()).await?,
        Admin::Sweep { older_than } => {
            let before = clock::now() - TimeDelta::seconds(i64::from(older_than));
            let swept =
                workers::reconcile::orphans::sweep(&parts.pool, &parts.objects, before).await?;
            let folders = workers::reconcile::staged::sweep(&parts.pool, &parts.staging()?).await?;
            println!(
                "removed {} objects, {} unfinished uploads and {folders} staged folders",
                swept.objects, swept.leftovers
            );
        }
    }
    Ok(())
}

async fn check_figures(parts: &ProcessParts) -> anyhow::Result<()> {
    let mut db = db::handles::connection(&parts.pool).await?;
    let differences = order_figures::differences(&mut db).await?;
    for found in &differences {
        println!(
            "{} {} {} {:?} get method {}: {:?} in the statistics, {:?} in the orders",
            found.span,
            found.starts,
            found.dimension,
            found.value,
            found.get_method,
            found.rolled_up,
            found.counted
        );
    }
    if !differences.is_empty() {
        bail!(
            "{} rows of the statistics differ from the orders",
            differences.len()
        );
    }
    println!("the statistics say what the orders say");
    Ok(())
}

async fn account(parts: &ProcessParts, login_name: &str) -> anyhow::Result<User> {
    let mut db = db::handles::connection(&parts.pool).await?;
    let known = users::with_password_hash(&mut db, login_name).await?;
    let (user, _) = known.with_context(|| format!("there is no account {login_name}"))?;
    Ok(user)
}

/// Changes an account as nobody in particular: who may run this may do everything.
async fn apply(
    parts: &ProcessParts,
    login_name: &str,
    change: AccountChange<'_>,
) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    let (pool, key, now) = (&parts.pool, &parts.key, clock::now());
    administration::change(pool, key, user.id, &[change], By::System, now).await?;
    Ok(())
}

async fn set_password(parts: &ProcessParts, login_name: &str) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    let hash = password::hash_blocking(&read_password()?)?;
    let renewed =
        accounts::set_password(&parts.pool, &parts.key, user.id, &hash, clock::now()).await?;
    println!(
        "the password of {login_name} is set; it is signed out everywhere, and {renewed} FTP accounts have new passwords"
    );
    Ok(())
}

async fn enable(parts: &ProcessParts, login_name: &str) -> anyhow::Result<()> {
    let user = account(parts, login_name).await?;
    let mut db = db::handles::connection(&parts.pool).await?;
    if !parts.settings.demo && users::is_demo(&mut db, user.id).await? {
        bail!(
            "{login_name} was made by the demo with a password that everybody knows; it is only for SCENEDOCK_DEMO=1. \
             Make an account of its own with `scenedock admin create-user`"
        );
    }
    drop(db);
    accounts::enable(&parts.pool, user.id).await?;
    println!("{login_name} is switched on");
    Ok(())
}

fn read_password() -> anyhow::Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let password = line.trim_end_matches(['\r', '\n']).to_owned();
    if password.chars().count() < PASSWORD_CHARS {
        bail!("give a password of at least {PASSWORD_CHARS} characters on standard input");
    }
    if domain::password::is_common(&password) {
        bail!("everybody tries that password first; give another one");
    }
    Ok(password)
}
