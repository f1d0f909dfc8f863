//! Accounts and maintenance.

mod check_figures;
mod count_figures;
mod import_users;
mod known_roles;
mod people;
mod provider_links;
mod roles;
mod verify_audit;

use anyhow::{Context, bail};
use chrono::{NaiveDate, TimeDelta};
use clap::Subcommand;
use domain::ids::SessionId;
use storage::clock;
use storage::db::provider_links::ProviderPerson;
use storage::lifecycle::separation;
use storage::paper_bytes;

use crate::parts::ProcessParts;
use crate::postgres;
use crate::settings::Settings;

#[derive(Subcommand)]
pub enum Admin {
    /// Makes an account; the password is read from standard input
    CreateUser(people::NewAccount),
    /// Makes the accounts of a workbook or CSV file, all or none, and writes their first passwords into a workbook
    ImportUsers(import_users::ImportUsers),
    /// Prints a link, valid for 15 minutes, that makes the first administrator in a browser; older ones end
    SetupLink,
    /// Lists accounts: login name, state, roles, name, unit, last sign-in, sessions
    ListUsers(people::Filter),
    /// Lists the sessions of an account
    ListSessions {
        /// Login name of the account
        login_name: String,
    },
    /// Signs somebody out, everywhere or in one session
    EndSessions {
        /// Login name of the account
        login_name: String,
        /// Only the session with this id, as `list-sessions` prints it
        #[arg(long)]
        session: Option<uuid::Uuid>,
    },
    /// Grants a role to an account, which is signed out everywhere
    GrantRole {
        /// Login name of the account that gets the role
        login_name: String,
        /// Role to grant, by name or id: `applicant`, `admin`, `operator`, or one made in the back office
        role: String,
    },
    /// Revokes a role of an account, which is signed out everywhere
    TakeRole {
        /// Account that loses the role
        login_name: String,
        /// Role to revoke, by name or id
        role: String,
    },
    /// Resets a built-in role to the permissions of a new installation
    RestoreRole {
        /// `applicant`, `admin` or `operator`
        role: String,
    },
    /// Sets a new password, read from standard input, and ends all sessions and links that the old one opened
    SetPassword {
        /// Login name of the account
        login_name: String,
    },
    /// Removes the second factor of an account whose owner has lost it, and signs the account out everywhere
    RemoveSecondFactor {
        /// Login name of the account
        login_name: String,
    },
    /// Lists the identities that an account can sign in with: identity provider, subject, linked since
    ListProviderLinks {
        /// Login name of the account
        login_name: String,
    },
    /// Removes a linked identity, which somebody else may have linked, and signs the account out everywhere
    RemoveProviderLink {
        /// Login name of the account
        login_name: String,
        /// Issuer of the identity provider, as `list-provider-links` prints it
        issuer: String,
        /// Subject at the provider, as `list-provider-links` prints it
        subject: String,
    },
    /// Starts the validity period of an account anew
    ExtendUser {
        /// Login name of the account
        login_name: String,
    },
    /// Disables an account: it is signed out everywhere, and its FTP accounts are closed
    DisableUser {
        /// Login name of the account
        login_name: String,
    },
    /// Enables a disabled account
    EnableUser {
        /// Login name of the account
        login_name: String,
    },
    /// Ends the separation of system, security and audit administrators; roles and people stay as they are
    JoinAdministrators,
    /// Compares the figures of the statistics with what they count, and names every row that differs
    CheckFigures,
    /// Counts the figures of orders anew from the orders, for days that `check-figures` names, and waits until they are counted
    CountFigures {
        /// First day in China, `2026-01-01`; the earliest when left out
        #[arg(long)]
        from: Option<NaiveDate>,
        /// Last day in China; the latest when left out
        #[arg(long)]
        to: Option<NaiveDate>,
    },
    /// Verifies the chain over the audit log, and lists entries that were changed, removed or added outside the product
    VerifyAudit(verify_audit::VerifyAudit),
    /// Seals the papers that a version before this one stored as they were uploaded; running servers do it by themselves
    SealPapers,
    /// Removes objects that no row refers to, and staged folders of closed deliveries
    Sweep {
        /// Only objects at least this many seconds old
        #[arg(long, default_value_t = 3600)]
        older_than: u32,
    },
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
        Admin::CreateUser(new) => people::create(parts, new).await?,
        Admin::ImportUsers(arguments) => import_users::run(parts, &arguments).await?,
        Admin::SetupLink => set_up_link(parts).await?,
        Admin::ListUsers(filter) => people::list(parts, filter).await?,
        Admin::ListSessions { login_name } => people::list_sessions(parts, &login_name).await?,
        Admin::EndSessions {
            login_name,
            session,
        } => {
            people::end_sessions(parts, &login_name, session.map(SessionId)).await?;
        }
        Admin::JoinAdministrators => {
            let ended = separation::end(&parts.pool, clock::now()).await?;
            println!(
                "{}",
                if ended {
                    "administrators are kept apart no more"
                } else {
                    "administrators were not kept apart"
                }
            );
        }
        Admin::GrantRole { login_name, role } => roles::grant(parts, &login_name, &role).await?,
        Admin::TakeRole { login_name, role } => roles::take(parts, &login_name, &role).await?,
        Admin::RestoreRole { role } => roles::restore(parts, &role).await?,
        Admin::SetPassword { login_name } => people::set_password(parts, &login_name).await?,
        Admin::RemoveSecondFactor { login_name } => {
            people::remove_second_factor(parts, &login_name).await?;
        }
        Admin::ListProviderLinks { login_name } => {
            provider_links::list(parts, &login_name).await?;
        }
        Admin::RemoveProviderLink {
            login_name,
            issuer,
            subject,
        } => {
            let person = ProviderPerson { issuer, subject };
            provider_links::remove(parts, &login_name, &person).await?;
        }
        Admin::ExtendUser { login_name } => people::extend(parts, &login_name).await?,
        Admin::DisableUser { login_name } => people::disable(parts, &login_name).await?,
        Admin::EnableUser { login_name } => people::enable(parts, &login_name).await?,
        Admin::CheckFigures => check_figures::check(parts).await?,
        Admin::CountFigures { from, to } => count_figures::count(parts, from, to).await?,
        Admin::VerifyAudit(arguments) => verify_audit::verify(parts, &arguments).await?,
        Admin::SealPapers => seal_papers(parts).await?,
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

async fn seal_papers(parts: &ProcessParts) -> anyhow::Result<()> {
    let done = paper_bytes::seal_rest(&parts.pool, &*parts.objects.store, &parts.key).await?;
    if done.is_other_key {
        bail!("the server key is not the one that is in use: nothing more is sealed with it");
    }
    println!("{} papers are sealed now", done.sealed);
    if done.left > 0 {
        bail!(
            "{} papers are not: the object store has lost them, or has other bytes than were uploaded, see above",
            done.left
        );
    }
    Ok(())
}

async fn set_up_link(parts: &ProcessParts) -> anyhow::Result<()> {
    if parts.settings.demo {
        bail!("the demo has accounts of its own: SCENEDOCK_DEMO=1 is set");
    }
    let link = parts.set_up_link().await?;
    let link = link.context(
        "there is an administrator already; sign in, or use `scenedock admin create-user`",
    )?;
    println!("{link}");
    Ok(())
}
