//! What administrators do to roles. Each change locks all roles, asks [`domain::role`], applies it, and writes a role event
//! with the same transaction.

use chrono::{DateTime, Utc};
use domain::permission::PermissionSet;
use domain::role::{Role, RoleAction, RoleFacts, RoleId, RoleRefusal};
use domain::separation::SeparationRefusal;
use domain::text::looks_alike;
use sqlx::{PgConnection, PgPool};

use super::{By, apart};
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::role_events::{self, NewRoleEvent};
use crate::db::roles::{self, StoredRole};
use crate::db::{separation, users};

/// Why a role is not made, changed or removed.
#[derive(Debug, thiserror::Error)]
pub enum RoleError {
    /// There is no such role.
    #[error("no such role")]
    NotFound,
    /// The rules refuse.
    #[error(transparent)]
    Refused(#[from] RoleRefusal),
    /// Administrators would not be apart.
    #[error(transparent)]
    Apart(#[from] SeparationRefusal),
    /// Somebody else has changed what it allows.
    #[error("the role was changed meanwhile")]
    ChangedMeanwhile,
    /// Another role is called so.
    #[error("the name is taken")]
    NameTaken,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for RoleError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// A role as it is to be. The names and notes of those that every installation has are the web apps': they stay.
#[derive(Debug, Clone, Copy)]
pub struct RoleDraft<'a> {
    /// Name of the role.
    pub name: &'a str,
    /// What it is for, or empty.
    pub note: &'a str,
    /// Permissions of the role.
    pub permissions: PermissionSet,
    /// What it has to allow until now, or nothing is written; `None`: whatever that is.
    pub permissions_before: Option<PermissionSet>,
    /// Whether those who have it need a second factor.
    pub second_factor: bool,
}

/// Makes a role.
pub async fn create(
    pool: &PgPool,
    draft: RoleDraft<'_>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<RoleId, RoleError> {
    let mut tx = pool.begin().await?;
    // Two names that look the same are not made at the same time.
    roles::lock_all(&mut tx).await?;
    by.lock_actor(&mut tx).await?;
    let new = StoredRole {
        id: RoleId::fresh(),
        name: draft.name.to_owned(),
        note: String::new(),
        permissions: PermissionSet::NONE,
        second_factor: false,
        members: 0,
        created: now,
    };
    facts(&mut tx, &new, Some(draft), by)
        .await?
        .check_change()?;
    save(&mut tx, (&new.id, ""), draft, now).await?;
    record(&mut tx, &new, Some(draft), RoleAction::Create, by, now).await?;
    apart::verdict(&mut tx).await??;
    tx.commit().await?;
    Ok(new.id)
}

/// Changes a role. Whoever loses a right by it loses at once what was opened with it.
pub async fn change(
    pool: &PgPool,
    id: &RoleId,
    draft: RoleDraft<'_>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), RoleError> {
    let mut tx = pool.begin().await?;
    let before = locked(&mut tx, id, by).await?;
    if draft
        .permissions_before
        .is_some_and(|began_with| began_with != before.permissions)
    {
        return Err(RoleError::ChangedMeanwhile);
    }
    let draft = match id.built_in() {
        Some(_) => RoleDraft {
            name: &before.name,
            note: &before.note,
            ..draft
        },
        None => draft,
    };
    facts(&mut tx, &before, Some(draft), by)
        .await?
        .check_change()?;
    rewrite(&mut tx, &before, draft, by, now).await?;
    apart::verdict(&mut tx).await??;
    tx.commit().await?;
    Ok(())
}

/// Writes what a role is now, with its event, or makes it; nothing, if it is so already.
pub(super) async fn rewrite(
    db: &mut PgConnection,
    before: &StoredRole,
    draft: RoleDraft<'_>,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), RoleError> {
    if differences(before, Some(draft)).is_empty() {
        return Ok(());
    }
    save(db, (&before.id, &before.name), draft, now).await?;
    let asks_more = draft.second_factor && !before.second_factor;
    if asks_more || !draft.permissions.includes(before.permissions) {
        let members = roles::members(db, &before.id).await?;
        users::end_open_streams(db, &members).await?;
    }
    let action = if before.name.is_empty() && before.id.built_in().is_none() {
        RoleAction::Create
    } else {
        RoleAction::Change
    };
    Ok(record(db, before, Some(draft), action, by, now).await?)
}

/// Removes a role that nobody has.
pub async fn remove(
    pool: &PgPool,
    id: &RoleId,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), RoleError> {
    let mut tx = pool.begin().await?;
    let before = locked(&mut tx, id, by).await?;
    let names = roles::first_members(&mut tx, id).await?;
    facts(&mut tx, &before, None, by)
        .await?
        .check_removal(names)?;
    roles::remove(&mut tx, id).await?;
    record(&mut tx, &before, None, RoleAction::Remove, by, now).await?;
    tx.commit().await?;
    Ok(())
}

async fn locked(db: &mut PgConnection, id: &RoleId, by: By<'_>) -> Result<StoredRole, RoleError> {
    roles::lock_all(db).await?;
    by.lock_actor(db).await?;
    roles::find(db, id).await?.ok_or(RoleError::NotFound)
}

async fn facts(
    db: &mut PgConnection,
    role: &StoredRole,
    after: Option<RoleDraft<'_>>,
    by: By<'_>,
) -> Result<RoleFacts, StorageError> {
    // Nobody gives oneself more by way of a role that one has.
    let own = match by.user() {
        Some(user) => roles::members(db, &role.id).await?.contains(&user),
        None => false,
    };
    let limit = if own {
        by.held_limit()
    } else {
        by.grant_limit(db).await?
    };
    Ok(RoleFacts {
        limit,
        before: role.permissions,
        after: after.map_or(PermissionSet::NONE, |after| after.permissions),
        turns_second_factor: after.is_some_and(|after| after.second_factor != role.second_factor),
        built_in: role.id.built_in(),
        given_by_holders: by.user().is_some() && separation::since(db).await?.is_none(),
        members: role.members,
        held_otherwise: roles::held_by_others(db, None, Some(&role.id)).await?,
    })
}

/// A role that was called like one of every installation's before nobody could call one so keeps its name until it gets another.
async fn save(
    db: &mut PgConnection,
    (id, former_name): (&RoleId, &str),
    draft: RoleDraft<'_>,
    now: DateTime<Utc>,
) -> Result<(), RoleError> {
    let others = roles::other_names(db, id).await?;
    let is_anothers = others.iter().any(|name| looks_alike(name, draft.name));
    if is_anothers || (draft.name != former_name && Role::is_one_named(draft.name)) {
        return Err(RoleError::NameTaken);
    }
    let named = (id, draft.name, draft.note);
    let saved = roles::save(db, named, (draft.permissions, draft.second_factor), now).await;
    saved.map_err(|error| match error.violated_unique() {
        Some(_) => RoleError::NameTaken,
        None => error.into(),
    })
}

async fn record(
    db: &mut PgConnection,
    role: &StoredRole,
    after: Option<RoleDraft<'_>>,
    action: RoleAction,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let event = NewRoleEvent {
        role: &role.id,
        name: after.map_or(&role.name, |after| after.name),
        by: by.user(),
        action,
        at: now,
        client_ip: by.client_ip(),
        agent: by.agent(),
        changes: &differences(role, after),
    };
    role_events::insert(db, &event).await
}

/// What became different; of a role that goes, what it was.
fn differences(before: &StoredRole, after: Option<RoleDraft<'_>>) -> Vec<FieldChange> {
    let (name, note, permissions) = after.map_or(("", "", PermissionSet::NONE), |after| {
        (after.name, after.note, after.permissions)
    });
    let codes = |set: PermissionSet| set.codes().join(" ");
    let asks = after.is_some_and(|after| after.second_factor);
    let pairs = [
        ("name", before.name.clone(), name.to_owned()),
        ("note", before.note.clone(), note.to_owned()),
        ("permissions", codes(before.permissions), codes(permissions)),
        (
            "secondFactor",
            before.second_factor.to_string(),
            asks.to_string(),
        ),
    ];
    pairs
        .into_iter()
        .filter(|(_, before, after)| before != after)
        .map(|(field, before, after)| FieldChange {
            field: field.to_owned(),
            before,
            after,
        })
        .collect()
}
