//! People of an old portal.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use domain::account::import::OfferedRole;
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::UserId;
use domain::old_portal::OldRowFault;
use domain::old_portal::user::{CheckedUser, OldUser, OldUserRules};
use domain::role::RoleId;
use domain::scope::ScopeAction;
use sqlx::{PgConnection, PgPool};
use texts::ImportText;

use super::{ImportError, ImportRun, ImportedBatch, NumberedRow, begin, end};
use crate::StorageError;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::imported::{self, Importer};
use crate::db::old_portal::users::{self, AddedUnit, NewAccount};
use crate::db::{old_portal, roles};
use crate::lifecycle::administration::{initial_fields, names};
use crate::lifecycle::scopes::changes;
use crate::lifecycle::{By, apart, import};
use crate::password;
use crate::sealed::ServerKey;

/// What a file may give: the roles of these names or ids.
pub async fn user_rules(
    db: &mut PgConnection,
    allowed: &[String],
) -> Result<OldUserRules, ImportError> {
    let offered = import::rules(db, By::System).await?.roles;
    let find = |name: &String| {
        let role = OfferedRole::named(&offered, name);
        let role = role.ok_or_else(|| ImportError::UnknownRole(name.clone()))?;
        Ok::<_, ImportError>(role.clone())
    };
    Ok(OldUserRules {
        allowed: allowed.iter().map(find).collect::<Result<_, _>>()?,
        applicant: roles::of_registrants(db).await?,
    })
}

/// Makes the accounts of people whose login names nobody has.
pub async fn import_users(
    pool: &PgPool,
    key: &ServerKey,
    rows: Vec<NumberedRow<OldUser>>,
    (rules, run): (&OldUserRules, ImportRun),
    now: DateTime<Utc>,
) -> Result<ImportedBatch, ImportError> {
    let mut tx = begin(pool).await?;
    let mut batch = ImportedBatch::default();
    let names: Vec<String> = (rows.iter())
        .map(|(_, row)| row.login_name.clone())
        .collect();
    let known = old_portal::people(&mut tx, &names).await?;
    let mut seen: HashSet<String> = known.into_keys().collect();
    let mut accounts = Vec::new();
    for (line, row) in rows {
        let name = row.login_name.to_lowercase();
        if seen.contains(&name) {
            batch.known += 1;
            continue;
        }
        match checked(row, rules, now) {
            Ok(new) => {
                seen.insert(name);
                batch.roles_left_out += new.user.roles_left_out;
                accounts.push(new);
            }
            Err(fault) => batch.refused.push((line, fault)),
        }
    }
    let made = write(&mut tx, key, &mut accounts, now).await?;
    batch.added = made;
    batch.known += accounts.len() as u64 - made;
    apart::verdict(&mut tx).await??;
    end(tx, run).await?;
    Ok(batch)
}

fn checked(
    row: OldUser,
    rules: &OldUserRules,
    now: DateTime<Utc>,
) -> Result<NewAccount, OldRowFault> {
    let mut user = row.check(rules, now)?;
    let password_hash = match user.password_hash.take() {
        Some(hash) if password::may_be_taken_over(&hash) => Some(hash),
        Some(_) => {
            let text = ImportText::PasswordHashWrong;
            return Err(OldRowFault::new("passwordHash", text));
        }
        None => None,
    };
    Ok(NewAccount {
        id: UserId::fresh(),
        user,
        is_temporary: password_hash.is_none(),
        // Nobody knows the password: the person sets another by mail, or asks an administrator.
        password_hash: password_hash.unwrap_or_else(|| password::generate().1),
    })
}

async fn write(
    db: &mut PgConnection,
    key: &ServerKey,
    accounts: &mut [NewAccount],
    now: DateTime<Utc>,
) -> Result<u64, StorageError> {
    if accounts.is_empty() {
        return Ok(0);
    }
    let paths: Vec<&[String]> = (accounts.iter())
        .map(|new| new.user.unit_path.as_slice())
        .collect();
    let units = users::ensure_units(db, &paths).await?;
    for unit in &units.added {
        record_unit(db, unit, now).await?;
    }
    for new in accounts.iter_mut() {
        if let Some(name) = units.called.get(&new.user.profile.unit) {
            new.user.profile.unit.clone_from(name);
        }
    }
    let made = users::insert(db, key, accounts, now).await?;
    let given: HashSet<&RoleId> = (accounts.iter()).flat_map(|new| &new.user.roles).collect();
    let given: Vec<RoleId> = given.into_iter().cloned().collect();
    let known: BTreeMap<RoleId, String> = (roles::with_ids(db, &given).await?.into_iter())
        .map(|role| (role.id.clone(), names([&role])))
        .collect();
    let held = |user: &CheckedUser| -> String {
        let held = user.roles.iter().filter_map(|id| known.get(id));
        held.map(String::as_str).collect::<Vec<_>>().join(", ")
    };
    let events: Vec<_> = (accounts.iter())
        .filter(|new| made.contains(&new.id))
        .map(|new| {
            let changes = initial_fields(&held(&new.user), &new.user.profile);
            (new.id, changes)
        })
        .collect();
    let importer = Importer {
        by: None,
        client_ip: "",
        agent: "",
    };
    imported::insert_events(db, &events, importer, now).await?;
    Ok(made.len() as u64)
}

/// As the command line, which is nobody in particular.
async fn record_unit(
    db: &mut PgConnection,
    unit: &AddedUnit,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let parent = unit.parent.clone().unwrap_or_default();
    let entry = NewAuditEntry {
        at: now,
        by: None,
        action: AuditAction::Scope(ScopeAction::AddUnit),
        subject_id: &unit.id.to_string(),
        subject_name: &unit.name,
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &changes([
            ("name", String::new(), unit.name.clone()),
            ("parent", String::new(), parent),
        ]),
        client_ip: "",
        agent: "",
    };
    audit_log::insert(db, &entry).await
}
