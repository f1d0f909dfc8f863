//! Many accounts at once: all of them, or none.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use domain::account::AccountRefusal;
use domain::account::import::{ImportCheck, ImportRules, ImportedUser, OfferedRole};
use domain::ids::UserId;
use domain::list_order::RoleOrder;
use domain::permission::Permission;
use domain::role::{Role, RoleId};
use sqlx::{PgConnection, PgPool};

use super::administration::{AdministrationError, existing, initial_fields, names, united};
use super::{By, apart};
use crate::StorageError;
use crate::db::Page;
use crate::db::imported::{self, ImportedAccount, Importer};
use crate::db::roles::{self, StoredRole};
use crate::password;
use crate::sealed::ServerKey;

/// Accounts that one statement makes.
const BATCH: usize = 1000;

/// What this may give to those whom it imports.
pub async fn rules(db: &mut PgConnection, by: By<'_>) -> Result<ImportRules, StorageError> {
    let all = roles::list(
        db,
        None,
        RoleOrder::default(),
        Page::new(None, Some(Page::MAX_SIZE)),
    )
    .await?;
    let offered = all.items.into_iter().map(|role| OfferedRole {
        id: role.id,
        name: role.name,
        permissions: role.permissions,
    });
    Ok(ImportRules {
        roles: offered.collect(),
        limit: by.grant_limit(db).await?,
        may_grant: match by {
            By::Person { permissions, .. } => permissions.holds(Permission::GrantRoles),
            By::Registrant { .. } => false,
            By::System => true,
        },
    })
}

/// Finds fault with rows whose login names somebody has.
pub async fn refuse_taken(
    db: &mut PgConnection,
    checked: &mut ImportCheck,
) -> Result<(), StorageError> {
    let names = checked.login_names.iter();
    let names: Vec<String> = names.map(|(_, name)| name.clone()).collect();
    let taken = imported::taken_names(db, &names).await?;
    checked.refuse_taken(&taken.into_iter().collect());
    Ok(())
}

/// Each with a generated password, as it is kept and as it is told.
#[must_use]
pub fn with_passwords(users: Vec<ImportedUser>) -> (Vec<ImportedAccount>, Vec<String>) {
    let made = users.into_iter().map(|user| {
        let (password, password_hash) = password::generate();
        let account = ImportedAccount {
            login_name: user.login_name,
            password_hash,
            roles: user.roles,
            profile: user.profile,
        };
        (account, password)
    });
    made.unzip()
}

/// Makes accounts with temporary passwords, in one transaction. Nobody makes one that may do more than whoever makes it, or
/// than everybody who registers.
pub async fn import(
    pool: &PgPool,
    key: &ServerKey,
    accounts: &[ImportedAccount],
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), AdministrationError> {
    let mut tx = pool.begin().await?;
    let roles: BTreeSet<RoleId> = (accounts.iter())
        .flat_map(|account| account.roles.iter().cloned())
        .collect();
    if roles.iter().any(|role| *role != Role::Applicant.into()) {
        // Of two who appoint at once the later one sees the earlier one's.
        roles::lock_all(&mut tx).await?;
    }
    let roles = existing(&mut tx, &roles.into_iter().collect::<Vec<_>>()).await?;
    if !by.grant_limit(&mut tx).await?.covers(united(&roles)) {
        return Err(AccountRefusal::BeyondOwnRights.into());
    }
    let known: BTreeMap<&RoleId, &StoredRole> = roles.iter().map(|role| (&role.id, role)).collect();
    let importer = Importer {
        by: by.user(),
        client_ip: by.client_ip(),
        agent: by.agent(),
    };
    for batch in accounts.chunks(BATCH) {
        let numbered: Vec<_> = batch
            .iter()
            .map(|account| (UserId::fresh(), account))
            .collect();
        let made = imported::insert(&mut tx, key, &numbered, now).await;
        made.map_err(|error| match error.violated_unique() {
            Some(_) => AdministrationError::NameTaken,
            None => error.into(),
        })?;
        let events: Vec<_> = (numbered.iter())
            .map(|(id, account)| {
                let held = account
                    .roles
                    .iter()
                    .filter_map(|role| known.get(role).copied());
                (*id, initial_fields(&names(held), &account.profile))
            })
            .collect();
        imported::insert_events(&mut tx, &events, importer, now).await?;
    }
    // Last: until the end of it nobody could dismiss whoever imports many.
    by.lock_actor(&mut tx).await?;
    apart::verdict(&mut tx).await??;
    tx.commit().await?;
    Ok(())
}
