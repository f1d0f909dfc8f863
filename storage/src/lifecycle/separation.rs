//! Keeps system, security and audit administrators apart: once, by giving the rights of each to other people, and from then
//! on by a look at every change of a role or of somebody's roles, before it is committed.

use chrono::{DateTime, Utc};
use domain::account::{AccountAction, AccountRefusal};
use domain::administrator::AdministratorKind;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::UserId;
use domain::permission::PermissionSet;
use domain::role::{RoleId, RoleRefusal};
use domain::separation::{self, SeparationRefusal};
use domain::text::looks_alike;
use sqlx::{PgConnection, PgPool};

use super::By;
use super::administration::names;
use super::apart::verdict;
use super::roles::{RoleDraft, RoleError, rewrite};
use crate::StorageError;
use crate::db::account_events::{self, FieldChange, NewAccountEvent};
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::roles::{self, StoredRole};
use crate::db::separation as stored;
use crate::db::users;

/// What the audit log calls the switch.
const SUBJECT: &str = "administratorsApart";
const SUBJECT_NAME: &str = "三员分立";

/// Why administrators are not taken apart.
#[derive(Debug, thiserror::Error)]
pub enum ApartError {
    /// Somebody who is to be one does not exist, or may not sign in.
    #[error("an appointed person does not exist")]
    UnknownPerson(AdministratorKind),
    /// The administrators are separate already.
    #[error("administrators are apart already")]
    Already,
    /// Only a person can answer for it.
    #[error("only a person begins it")]
    Nobody,
    /// Somebody who is to be one cannot become it.
    #[error(transparent)]
    Account(#[from] AccountRefusal),
    /// The rules refuse.
    #[error(transparent)]
    Refused(#[from] SeparationRefusal),
    /// A role cannot be changed so.
    #[error(transparent)]
    Role(#[from] RoleError),
}

impl From<StorageError> for ApartError {
    fn from(error: StorageError) -> Self {
        Self::Role(error.into())
    }
}

impl From<sqlx::Error> for ApartError {
    fn from(error: sqlx::Error) -> Self {
        Self::Role(error.into())
    }
}

/// Who is to be which administrator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Appointed {
    /// Those who run the system.
    pub system: Vec<UserId>,
    /// Security administrators, who give rights.
    pub security: Vec<UserId>,
    /// Those who watch over both.
    pub audit: Vec<UserId>,
}

impl Appointed {
    fn of_kind(&self, kind: AdministratorKind) -> &[UserId] {
        match kind {
            AdministratorKind::System => &self.system,
            AdministratorKind::Security => &self.security,
            AdministratorKind::Audit => &self.audit,
        }
    }
}

/// Takes administrators apart: roles that combine lose what makes an administrator, each kind gets a role of its own and these
/// people. Whoever begins it hands out all of it, so must hold it. A kind without people is refused, unless somebody who may sign
/// in has its role already.
pub async fn begin(
    pool: &PgPool,
    appointed: &Appointed,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), ApartError> {
    let user = by.user().ok_or(ApartError::Nobody)?;
    let mut tx = pool.begin().await?;
    roles::lock_all(&mut tx).await?;
    by.lock_actor(&mut tx).await?;
    if stored::since(&mut tx).await?.is_some() {
        return Err(ApartError::Already);
    }
    let whole = AdministratorKind::ALL
        .into_iter()
        .fold(PermissionSet::NONE, |whole, kind| {
            whole.with(separation::permissions(kind))
        });
    if !by.held_limit().covers(whole) {
        return Err(RoleError::Refused(RoleRefusal::BeyondOwnRights).into());
    }
    for role in roles::allowing_any(&mut tx, &stored::administration()).await? {
        if separation::combines(role.permissions) {
            let left = separation::without_administration(role.permissions);
            rewrite(&mut tx, &role, draft(&role, left), by, now).await?;
        }
    }
    for kind in AdministratorKind::ALL {
        let role = own_role(&mut tx, kind, by, now).await?;
        if appointed.of_kind(kind).is_empty() && !stored::has_able_member(&mut tx, &role.id).await?
        {
            return Err(SeparationRefusal::Vacant(kind).into());
        }
        for person in appointed.of_kind(kind) {
            appoint(&mut tx, *person, kind, &role, by, now).await?;
        }
    }
    stored::begin(&mut tx, user, now).await?;
    verdict(&mut tx).await??;
    record(&mut tx, true, by, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Keeps them apart no more: roles and people stay as they are. For the command line only: none of the three undoes it alone.
/// Answers whether they were apart.
pub async fn end(pool: &PgPool, now: DateTime<Utc>) -> Result<bool, StorageError> {
    let mut tx = pool.begin().await?;
    roles::lock_all(&mut tx).await?;
    let ended = stored::end(&mut tx).await?;
    if ended {
        record(&mut tx, false, By::System, now).await?;
    }
    tx.commit().await?;
    Ok(ended)
}

const fn draft(role: &StoredRole, permissions: PermissionSet) -> RoleDraft<'_> {
    RoleDraft {
        name: role.name.as_str(),
        note: role.note.as_str(),
        permissions,
        permissions_before: None,
        second_factor: role.second_factor,
    }
}

/// The role of the kind, made where there is none, with everything that makes one.
async fn own_role(
    db: &mut PgConnection,
    kind: AdministratorKind,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<StoredRole, RoleError> {
    let id = separation::own_role(kind);
    let role = roles::find(db, &id).await?.unwrap_or_else(|| StoredRole {
        id,
        name: String::new(),
        note: String::new(),
        permissions: PermissionSet::NONE,
        second_factor: false,
        members: 0,
        created: now,
    });
    let name = if role.name.is_empty() {
        free_title(db, &role.id, kind).await?
    } else {
        role.name.clone()
    };
    let whole = RoleDraft {
        name: &name,
        ..draft(&role, separation::permissions(kind))
    };
    rewrite(db, &role, whole, by, now).await?;
    Ok(StoredRole { name, ..role })
}

/// What no other role is called: the title, or the title with the first number that makes it free.
async fn free_title(
    db: &mut PgConnection,
    id: &RoleId,
    kind: AdministratorKind,
) -> Result<String, StorageError> {
    let others = roles::other_names(db, id).await?;
    let title = kind.title();
    let numbered = (2_u64..).map(|number| format!("{title}{number}"));
    let mut titles = std::iter::once(title.to_owned()).chain(numbered);
    let free = titles.find(|title| !others.iter().any(|other| looks_alike(other, title)));
    Ok(free.unwrap_or_else(|| title.to_owned()))
}

async fn appoint(
    db: &mut PgConnection,
    person: UserId,
    kind: AdministratorKind,
    role: &StoredRole,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), ApartError> {
    users::lock(db, person).await?;
    let found = users::by_id(db, person).await?;
    let account = found.ok_or(ApartError::UnknownPerson(kind))?;
    let before = roles::with_ids(db, &account.roles).await?;
    if account.roles.contains(&role.id) {
        return Ok(());
    }
    // Everybody knows the password.
    if users::is_demo(db, person).await? {
        return Err(AccountRefusal::DemoAccount.into());
    }
    let mut ids: Vec<RoleId> = account.roles;
    ids.push(role.id.clone());
    users::set_roles(db, person, &ids).await?;
    users::end_sign_ins(db, person).await?;
    let change = FieldChange {
        field: "roles".to_owned(),
        before: names(&before),
        after: names(before.iter().chain([role])),
    };
    let event = NewAccountEvent {
        user: person,
        by: by.user(),
        action: AccountAction::ChangeRole,
        at: now,
        client_ip: by.client_ip(),
        agent: by.agent(),
        reason: "",
        changes: &[change],
    };
    Ok(account_events::insert(db, &event).await?)
}

async fn record(
    db: &mut PgConnection,
    apart: bool,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let change = FieldChange {
        field: SUBJECT.to_owned(),
        before: (!apart).to_string(),
        after: apart.to_string(),
    };
    let entry = NewAuditEntry {
        at: now,
        by: by.user(),
        action: AuditAction::ChangeSetting,
        subject_id: SUBJECT,
        subject_name: SUBJECT_NAME,
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[change],
        client_ip: by.client_ip(),
        agent: by.agent(),
    };
    audit_log::insert(db, &entry).await
}
