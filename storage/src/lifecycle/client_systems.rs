//! What administrators do to client systems: each change is one transaction that locks it, and writes the change with an entry of the
//! audit log.

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::calendar::china_day;
use domain::client_system::{ClientSystemAction, MAX_SYSTEMS, MAX_TOKENS};
use domain::ids::{AccessTokenId, UserId};
use domain::permission::PermissionSet;
use sqlx::{PgConnection, PgPool};

use super::By;
use super::scopes::changes;
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::client_systems::{self, ClientSystem, ClientSystemForm, IssuedToken};
use crate::db::users;

/// Why a client system is not changed. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum ClientSystemError {
    /// There is none of this id, or no such token of it.
    #[error("no such client system")]
    Unknown,
    /// No account is called so.
    #[error("no such account")]
    NoAccount,
    /// The account is one already.
    #[error("the account is a client system")]
    Already,
    /// The number of client systems has reached its limit.
    #[error("too many client systems")]
    TooMany,
    /// The number of tokens has reached its limit.
    #[error("too many tokens")]
    TooManyTokens,
    /// Nobody hands out a token that may do more than oneself, or than its account.
    #[error("the token goes beyond the rights of the person who acts, or of its account")]
    BeyondRights,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for ClientSystemError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// A token to issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenForm {
    /// Name that people call the token by.
    pub name: String,
    /// What it is to allow; `None`: all that its account may and a token can.
    pub permissions: Option<PermissionSet>,
    /// Validity from now on.
    pub valid: TimeDelta,
}

/// Where client systems are changed, by whom, and when.
#[derive(Clone, Copy)]
pub struct ClientDesk<'a> {
    /// The database.
    pub pool: &'a PgPool,
    /// Author of the changes.
    pub by: By<'a>,
    pub now: DateTime<Utc>,
}

impl ClientDesk<'_> {
    /// Makes a client system of the account of this name.
    pub async fn create(
        self,
        login_name: &str,
        form: &ClientSystemForm,
    ) -> Result<ClientSystem, ClientSystemError> {
        let mut tx = self.pool.begin().await?;
        self.by.lock_actor(&mut tx).await?;
        if client_systems::count(&mut tx).await? >= MAX_SYSTEMS {
            return Err(ClientSystemError::TooMany);
        }
        let account = client_systems::account_of_name(&mut tx, login_name).await?;
        let user = account.ok_or(ClientSystemError::NoAccount)?;
        if !client_systems::insert(&mut tx, user, form, self.by.user(), self.now).await? {
            return Err(ClientSystemError::Already);
        }
        let made = self.read(&mut tx, user).await?;
        let changes = differences(&ClientSystemForm::default(), form);
        self.write_entry(&mut tx, &made, (ClientSystemAction::Create, ""), &changes)
            .await?;
        tx.commit().await?;
        Ok(made)
    }

    /// Changes what it may take, and what is said about it.
    pub async fn change(
        self,
        user: UserId,
        form: &ClientSystemForm,
    ) -> Result<ClientSystem, ClientSystemError> {
        let mut tx = self.pool.begin().await?;
        self.by.lock_actor(&mut tx).await?;
        let before = self.locked(&mut tx, user).await?;
        client_systems::update(&mut tx, user, form).await?;
        let before = ClientSystemForm {
            note: before.note,
            quota: before.quota,
        };
        let after = self.read(&mut tx, user).await?;
        let changes = differences(&before, form);
        self.write_entry(&mut tx, &after, (ClientSystemAction::Change, ""), &changes)
            .await?;
        tx.commit().await?;
        Ok(after)
    }

    /// Removes it: its tokens are over. The account stays.
    pub async fn remove(self, user: UserId) -> Result<(), ClientSystemError> {
        let mut tx = self.pool.begin().await?;
        self.by.lock_actor(&mut tx).await?;
        let system = self.locked(&mut tx, user).await?;
        let form = ClientSystemForm {
            note: system.note.clone(),
            quota: system.quota,
        };
        let mut entries = differences(&form, &ClientSystemForm::default());
        let tokens = client_systems::tokens_of(&mut tx, user).await?;
        let names: Vec<_> = tokens.into_iter().map(|token| token.name).collect();
        entries.extend(changes([("tokens", names.join(", "), String::new())]));
        self.write_entry(&mut tx, &system, (ClientSystemAction::Remove, ""), &entries)
            .await?;
        client_systems::delete(&mut tx, user).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Makes a token, which allows what its account and whoever makes it both may, and nothing that either comes to hold later.
    pub async fn issue(
        self,
        user: UserId,
        form: &TokenForm,
    ) -> Result<(AccessTokenId, IssuedToken), ClientSystemError> {
        let mut tx = self.pool.begin().await?;
        // A new password at the same moment ends it, or comes before it.
        users::lock(&mut tx, user).await?;
        self.by.lock_actor(&mut tx).await?;
        let system = self.locked(&mut tx, user).await?;
        if system.tokens >= MAX_TOKENS {
            return Err(ClientSystemError::TooManyTokens);
        }
        let held = system.permissions.suiting_tokens();
        let permissions = form.permissions.unwrap_or(held);
        // Who hands out a token can use it, so that it must be no more than one's own rights, whoever may give roles.
        if !held.includes(permissions) || !self.by.held_limit().covers(permissions) {
            return Err(ClientSystemError::BeyondRights);
        }
        let (id, token) = (AccessTokenId::fresh(), IssuedToken::fresh());
        let times = (self.now, self.now + form.valid);
        let written = (form.name.as_str(), permissions);
        client_systems::insert_token(&mut tx, (user, id, &token), written, self.by.user(), times)
            .await?;
        let fields = token_fields(permissions, times.1);
        let entries = changes(fields.map(|(field, value)| (field, String::new(), value)));
        let step = (ClientSystemAction::IssueToken, form.name.as_str());
        self.write_entry(&mut tx, &system, step, &entries).await?;
        tx.commit().await?;
        Ok((id, token))
    }

    /// Ends a token.
    pub async fn revoke(self, user: UserId, token: AccessTokenId) -> Result<(), ClientSystemError> {
        let mut tx = self.pool.begin().await?;
        self.by.lock_actor(&mut tx).await?;
        let system = self.locked(&mut tx, user).await?;
        let mut tokens = client_systems::tokens_of(&mut tx, user).await?.into_iter();
        let ended = tokens.find(|one| one.id == token);
        let ended = ended.ok_or(ClientSystemError::Unknown)?;
        client_systems::delete_token(&mut tx, user, token).await?;
        let fields = token_fields(ended.permissions, ended.expires);
        let entries = changes(fields.map(|(field, value)| (field, value, String::new())));
        let step = (ClientSystemAction::RevokeToken, ended.name.as_str());
        self.write_entry(&mut tx, &system, step, &entries).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn locked(
        self,
        db: &mut PgConnection,
        user: UserId,
    ) -> Result<ClientSystem, ClientSystemError> {
        if !client_systems::lock(db, user).await? {
            return Err(ClientSystemError::Unknown);
        }
        self.read(db, user).await
    }

    async fn read(
        self,
        db: &mut PgConnection,
        user: UserId,
    ) -> Result<ClientSystem, ClientSystemError> {
        let found = client_systems::find(db, user, china_day(self.now)).await?;
        found.ok_or(ClientSystemError::Unknown)
    }

    async fn write_entry(
        self,
        db: &mut PgConnection,
        system: &ClientSystem,
        (action, token): (ClientSystemAction, &str),
        changes: &[FieldChange],
    ) -> Result<(), StorageError> {
        let entry = NewAuditEntry {
            at: self.now,
            by: self.by.user(),
            action: AuditAction::ClientSystem(action),
            subject_id: &system.user.to_string(),
            subject_name: &system.name,
            outcome: AuditOutcome::Done,
            reason: token,
            changes,
            client_ip: self.by.client_ip(),
            agent: self.by.agent(),
        };
        audit_log::insert(db, &entry).await
    }
}

/// What of a token the log shows.
fn token_fields(permissions: PermissionSet, until: DateTime<Utc>) -> [(&'static str, String); 2] {
    [
        ("permissions", permissions.codes().join(", ")),
        ("until", until.to_rfc3339_opts(SecondsFormat::Secs, true)),
    ]
}

fn differences(before: &ClientSystemForm, after: &ClientSystemForm) -> Vec<FieldChange> {
    let number = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
    let fields = [
        ("note", before.note.clone(), after.note.clone()),
        (
            "callsADay",
            number(before.quota.calls.map(Into::into)),
            number(after.quota.calls.map(Into::into)),
        ),
        (
            "bytesADay",
            number(before.quota.bytes),
            number(after.quota.bytes),
        ),
    ];
    changes(fields)
}
