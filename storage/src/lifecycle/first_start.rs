//! The first administrator: made with a link that the process prints when nobody could make one.

use chrono::{DateTime, TimeDelta, Utc};
use domain::account::{AccountAction, Approval, Profile};
use domain::ids::UserId;
use domain::permission::Permission;
use domain::role::{Role, RoleId};
use sqlx::{PgConnection, PgPool};

use super::By;
use super::administration::{self, AdministrationError};
use crate::StorageError;
use crate::db::users::NewUser;
use crate::db::{roles, set_up_link};
use crate::link_token::LinkToken;
use crate::sealed::ServerKey;

/// How long a link can be used.
pub const LINK_LIVES: TimeDelta = TimeDelta::minutes(15);
/// Why the first administrator is not made.
#[derive(Debug, thiserror::Error)]
pub enum SetUpRefusal {
    /// Somebody who may sign in can give roles already.
    #[error("there is an administrator already")]
    Done,
    /// The link was used, is over, or is none.
    #[error("the link is over")]
    LinkOver,
    /// The account cannot be made.
    #[error(transparent)]
    Account(#[from] AdministrationError),
}

impl From<StorageError> for SetUpRefusal {
    fn from(error: StorageError) -> Self {
        Self::Account(error.into())
    }
}

impl From<sqlx::Error> for SetUpRefusal {
    fn from(error: sqlx::Error) -> Self {
        Self::Account(error.into())
    }
}

/// A new link, where nobody who may sign in can give roles; links from before open nothing any more.
pub async fn issue(pool: &PgPool, now: DateTime<Utc>) -> Result<Option<LinkToken>, StorageError> {
    let mut tx = pool.begin().await?;
    let token = if is_needed(&mut tx).await? {
        let token = LinkToken::fresh();
        set_up_link::replace(&mut tx, &token.hash(), now + LINK_LIVES).await?;
        Some(token)
    } else {
        set_up_link::remove(&mut tx).await?;
        None
    };
    tx.commit().await?;
    Ok(token)
}

/// Whether the link can be used now.
pub async fn check(
    db: &mut PgConnection,
    token: &LinkToken,
    now: DateTime<Utc>,
) -> Result<(), SetUpRefusal> {
    if can_grant(db).await? {
        return Err(SetUpRefusal::Done);
    }
    if !set_up_link::lives(db, &token.hash(), now).await? {
        return Err(SetUpRefusal::LinkOver);
    }
    Ok(())
}

/// Makes the first administrator and uses the link up. Of two at once one is told that there is an administrator.
pub async fn make_administrator(
    pool: &PgPool,
    key: &ServerKey,
    token: &LinkToken,
    (mut new, profile): (NewUser, &Profile),
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<UserId, SetUpRefusal> {
    let mut tx = pool.begin().await?;
    // Whoever gives or takes rights waits here, and so does who uses the link at the same time.
    roles::lock_all(&mut tx).await?;
    check(&mut tx, token, now).await?;
    new.roles = granting(&mut tx).await?;
    let account = (&new, profile, Approval::Approved);
    let id = administration::create(&mut tx, key, account, AccountAction::SetUp, by, now).await?;
    set_up_link::remove(&mut tx).await?;
    tx.commit().await?;
    Ok(id)
}

async fn is_needed(db: &mut PgConnection) -> Result<bool, StorageError> {
    roles::lock_all(db).await?;
    Ok(!can_grant(db).await?)
}

/// Whether somebody who may sign in can give roles.
async fn can_grant(db: &mut PgConnection) -> Result<bool, StorageError> {
    let held = roles::held_by_others(db, None, None).await?;
    Ok(held.holds(Permission::GrantRoles))
}

/// The administrators' role, and where it was robbed of giving roles, those that can.
async fn granting(db: &mut PgConnection) -> Result<Vec<RoleId>, StorageError> {
    let able = roles::allowing_any(db, &[Permission::GrantRoles]).await?;
    let mut ids: Vec<RoleId> = able.into_iter().map(|role| role.id).collect();
    let usual = RoleId::from(Role::Admin);
    if ids.contains(&usual) {
        return Ok(vec![usual]);
    }
    ids.push(usual);
    Ok(ids)
}
