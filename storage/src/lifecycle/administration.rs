//! What administrators do to accounts, and people to their own. Each change locks the account, asks
//! [`domain::account`], applies it, and writes an account event with the same transaction.

mod account_change;
mod administration_error;
mod differences;
mod mails;
mod unchanged;

use chrono::{DateTime, Utc};
use domain::account::{AccountAction, AccountFacts, AccountMailKind, AccountRefusal, Approval};
use domain::ids::{SignInEpoch, UserId};
use domain::permission::{GrantLimit, PermissionSet, RightsChange};
use domain::role::{Role, RoleId};
use sqlx::{PgConnection, PgPool};

pub use account_change::{AccountChange, ByMail, ConfirmedFactor};
pub use administration_error::AdministrationError;
pub(super) use differences::{initial_fields, names};
pub use mails::tell_deciders;

use super::accounts::{self, EndedAccess};
use super::{By, apart};
use crate::db::account_events::{self, NewAccountEvent};
use crate::db::people;
use crate::db::provider_links;
use crate::db::roles::{self, StoredRole};
use crate::db::users::{self, NewUser, Profile, User};
use crate::db::{password_resets, provider_sign_ins, second_factors, sessions, sign_in};
use crate::sealed::ServerKey;

/// Makes an account with everything that is known of the person. A registered one may have to wait. Nobody makes one that
/// may do more than whoever makes it, or than everybody who registers.
pub async fn create(
    db: &mut PgConnection,
    key: &ServerKey,
    (new, profile, approval): (&NewUser, &Profile, Approval),
    action: AccountAction,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<UserId, AdministrationError> {
    let applicant = RoleId::from(Role::Applicant);
    if new.roles.iter().any(|role| *role != applicant) {
        // Of two who appoint at once the later one sees the earlier one's.
        roles::lock_all(db).await?;
    }
    by.lock_actor(db).await?;
    let gained = existing(db, &new.roles).await?;
    if !by.grant_limit(db).await?.covers(united(&gained)) {
        return Err(AccountRefusal::BeyondOwnRights.into());
    }
    let made = users::insert(db, new, now).await;
    let id = made.map_err(|error| match error.violated_unique() {
        Some(_) => AdministrationError::NameTaken,
        None => error.into(),
    })?;
    // Whoever runs the command line may be the person; an administrator of the back office is not, and knows the password.
    if action == AccountAction::Create && matches!(by, By::Person { .. }) {
        users::set_password_hash(db, id, &new.password_hash, true, now).await?;
    }
    users::set_profile(db, key, id, profile).await?;
    users::set_approval(db, id, approval, "").await?;
    let event = NewAccountEvent {
        user: id,
        by: match by {
            // Who registers does it to oneself.
            By::Registrant { .. } => Some(id),
            By::Person { .. } | By::System => by.user(),
        },
        action,
        at: now,
        client_ip: by.client_ip(),
        agent: by.agent(),
        reason: "",
        changes: &initial_fields(&names(&gained), profile),
    };
    account_events::insert(db, &event).await?;
    if gained.iter().any(|role| role.id != applicant) {
        apart::verdict(db).await??;
    }
    Ok(id)
}

/// Changes an account; of several changes all are made or none. Answers how many FTP accounts of it got a new password,
/// because whoever was signed in could read the old one.
pub async fn change(
    pool: &PgPool,
    key: &ServerKey,
    user: UserId,
    changes: &[AccountChange<'_>],
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<usize, AdministrationError> {
    let mut tx = pool.begin().await?;
    // Roles are locked before the account, in every change alike: no two changes wait for one another.
    let removes = changes
        .iter()
        .any(|change| change.may_remove_administrator());
    let held_by_others = if removes {
        roles::lock_all(&mut tx).await?;
        roles::held_by_others(&mut tx, Some(user), None).await?
    } else {
        PermissionSet::NONE
    };
    let limit = by.grant_limit(&mut tx).await?;
    lock(&mut tx, user, by).await?;
    let mut renewed = 0;
    for change in changes {
        let found = users::by_id(&mut tx, user).await?;
        let account = found.ok_or(AdministrationError::NotFound)?;
        unchanged::check(&mut tx, key, &account, *change).await?;
        let after = match change {
            AccountChange::Roles(ids, _) => united(&existing(&mut tx, ids).await?),
            AccountChange::SecondFactorOn(_) if account.second_factor => {
                return Err(AdministrationError::SecondFactorOn);
            }
            _ => account.permissions,
        };
        let facts = AccountFacts {
            is_own: by.user() == Some(account.id),
            is_demo: users::is_demo(&mut tx, account.id).await?,
            rights: RightsChange {
                before: usable(&account, account.permissions),
                after: match change {
                    AccountChange::Disable => PermissionSet::NONE,
                    _ => usable(&account, after),
                },
                held_by_others,
            },
            exceeds_own_rights: is_beyond(limit, account.permissions, after),
            approval: account.approval,
        };
        renewed += apply(&mut tx, key, (&account, facts), *change, by, now).await?;
    }
    if removes {
        apart::verdict(&mut tx).await??;
    }
    tx.commit().await?;
    Ok(renewed)
}

/// Locks the account and whoever acts, by id: two who change one another do not wait for one another.
async fn lock(db: &mut PgConnection, user: UserId, by: By<'_>) -> Result<(), AdministrationError> {
    if let Some(epoch) = by.own_epoch(user) {
        users::lock(db, user).await?;
        return check_open(db, user, epoch).await;
    }
    if by.user().is_some_and(|actor| actor < user) {
        by.lock_actor(db).await?;
        users::lock(db, user).await?;
    } else {
        users::lock(db, user).await?;
        by.lock_actor(db).await?;
    }
    Ok(())
}

/// Of these rights of the person, those that count: none, where the person cannot sign in.
fn usable(account: &User, rights: PermissionSet) -> PermissionSet {
    if account.disabled_at.is_none() && account.approval == Approval::Approved {
        rights
    } else {
        PermissionSet::NONE
    }
}

/// Whether what a person opened in this epoch is open still, of an account that is locked. A password or code that was right before
/// somebody else changed the account proves nothing after that; who changes it now waits, and ends what is made here with the rest.
async fn check_open(
    db: &mut PgConnection,
    user: UserId,
    epoch: SignInEpoch,
) -> Result<(), AdministrationError> {
    if users::is_signed_in(db, user, epoch).await? {
        Ok(())
    } else {
        Err(AdministrationError::OwnChangedMeanwhile)
    }
}

const fn is_beyond(limit: GrantLimit, before: PermissionSet, after: PermissionSet) -> bool {
    !limit.covers(before) || !limit.covers(after)
}

pub(super) async fn existing(
    db: &mut PgConnection,
    ids: &[RoleId],
) -> Result<Vec<StoredRole>, AdministrationError> {
    let found = roles::with_ids(db, ids).await?;
    if ids.iter().any(|id| found.iter().all(|role| role.id != *id)) {
        return Err(AdministrationError::UnknownRole);
    }
    Ok(found)
}

pub(super) fn united(roles: &[StoredRole]) -> PermissionSet {
    roles.iter().fold(PermissionSet::NONE, |held, role| {
        held.with(role.permissions)
    })
}

async fn apply(
    db: &mut PgConnection,
    key: &ServerKey,
    (account, facts): (&User, AccountFacts),
    change: AccountChange<'_>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<usize, AdministrationError> {
    let differences = differences::differences(db, key, account, change, now).await?;
    // What is asked for holds already: nothing is refused, and nothing happens.
    if differences.as_ref().is_some_and(Vec::is_empty) {
        return Ok(0);
    }
    change.action().check(facts)?;
    let ended = write(db, key, account, change, now).await?;
    mails::warn(db, account.id, change, now).await?;
    let mut changes = differences.unwrap_or_default();
    changes.extend(ended.changes());
    let event = NewAccountEvent {
        user: account.id,
        by: by.user(),
        action: change.action(),
        at: now,
        client_ip: by.client_ip(),
        agent: by.agent(),
        reason: change.reason(),
        changes: &changes,
    };
    account_events::insert(db, &event).await?;
    Ok(ended.renewed)
}

async fn write(
    db: &mut PgConnection,
    key: &ServerKey,
    account: &User,
    change: AccountChange<'_>,
    now: DateTime<Utc>,
) -> Result<EndedAccess, AdministrationError> {
    let id = account.id;
    match change {
        AccountChange::OwnPassword(hash, _) => {
            return Ok(accounts::replace_password(db, key, id, (hash, false), now).await?);
        }
        AccountChange::ResetPassword(hash, _) => {
            return Ok(accounts::replace_password(db, key, id, (hash, true), now).await?);
        }
        AccountChange::Approve(_, by_mail) => {
            users::set_approval(db, id, Approval::Approved, "").await?;
            people::set_valid_from(db, id, now).await?;
            let mail = (AccountMailKind::RegistrationApproved, "");
            mails::queue(db, id, by_mail, mail, now).await?;
        }
        AccountChange::Refuse(reason, _, by_mail) => {
            users::set_approval(db, id, Approval::Refused, reason).await?;
            let mail = (AccountMailKind::RegistrationRefused, reason);
            mails::queue(db, id, by_mail, mail, now).await?;
        }
        AccountChange::Profile(profile, _, by_mail) => {
            mails::tell_former_address(db, account, (&profile.email, by_mail), now).await?;
            users::set_profile(db, key, id, profile).await?;
            // It may have gone to an address that is the person's no longer.
            password_resets::remove_link(db, id).await?;
        }
        AccountChange::Roles(roles, _) => {
            users::set_roles(db, id, roles).await?;
            // What was opened with the old rights is not carried on with the new ones.
            users::end_sign_ins(db, id).await?;
        }
        AccountChange::Disable => return Ok(accounts::switch_off(db, id, now).await?),
        AccountChange::Enable => users::set_disabled(db, id, None).await?,
        AccountChange::EndSessions(None) => users::end_sign_ins(db, id).await?,
        AccountChange::EndSessions(Some(session)) => {
            sessions::end_one(db, id, session).await?;
        }
        AccountChange::SecondFactorOn(confirmed) => {
            second_factors::confirm(db, id, confirmed.step, now).await?;
            second_factors::set_recovery_codes(db, id, confirmed.recovery).await?;
            match confirmed.session {
                Some(kept) => sessions::end_others(db, id, kept).await?,
                None => users::end_sign_ins(db, id).await?,
            }
        }
        AccountChange::SecondFactorOff(_) => second_factors::remove(db, id).await?,
        AccountChange::RemoveSecondFactor(_) => {
            second_factors::remove(db, id).await?;
            // Whoever guessed at the one that is gone keeps nobody from the next.
            sign_in::succeed_factor(db, id).await?;
            users::end_sign_ins(db, id).await?;
        }
        AccountChange::RecoveryCodes(hashes, _) => {
            second_factors::set_recovery_codes(db, id, hashes).await?;
        }
        AccountChange::ExtendValidity => people::set_valid_from(db, id, now).await?,
        AccountChange::LinkProvider(person, ..) => {
            if !provider_links::insert(db, person, id, now).await? {
                return Err(AdministrationError::ProviderTaken);
            }
        }
        AccountChange::UnlinkProvider(issuer, kept, _) => {
            provider_sign_ins::unlink(db, id, (issuer, kept)).await?;
        }
        AccountChange::RemoveProviderLink(person, _) => {
            let renewed = accounts::end_provider_link(db, key, id, person).await?;
            let ended = renewed.map(EndedAccess::passwords);
            return ended.ok_or(AdministrationError::NotFound);
        }
    }
    Ok(EndedAccess::default())
}
