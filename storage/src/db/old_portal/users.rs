//! People of an old portal.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use domain::account::Sex;
use domain::ids::{UnitId, UserId};
use domain::old_portal::user::CheckedUser;
use domain::text::visible_form;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{column, uuids};
use crate::StorageError;
use crate::db::personal_data::SealedColumns;
use crate::sealed::ServerKey;

/// A person who gets an account.
#[derive(Debug, Clone)]
pub(crate) struct NewAccount {
    pub(crate) id: UserId,
    pub(crate) user: CheckedUser,
    /// What the password is checked against.
    pub(crate) password_hash: String,
    /// Whether nobody knows the password.
    pub(crate) is_temporary: bool,
}

/// Makes accounts, but none of a login name that somebody has; the ids of those that were made. In the order of the names,
/// so that two who do it at once wait for one another and do not block each other.
pub(crate) async fn insert(
    db: &mut PgConnection,
    key: &ServerKey,
    accounts: &[NewAccount],
    now: DateTime<Utc>,
) -> Result<HashSet<UserId>, StorageError> {
    let sealed: Vec<SealedColumns> = (accounts.iter())
        .map(|new| SealedColumns::new(key, new.id, &new.user.profile))
        .collect::<Result<_, _>>()?;
    let text = |value: fn(&CheckedUser) -> &String| -> Vec<String> {
        column(accounts, |new| value(&new.user).clone())
    };
    let secret = |value: fn(&SealedColumns) -> &Option<Vec<u8>>| -> Vec<Option<Vec<u8>>> {
        column(&sealed, |columns| value(columns).clone())
    };
    let made = sqlx::query_scalar!(
        "INSERT INTO app_user (id, login_name, password_hash, user_name, unit, email, nick_name, fax, address, sex, \
         phone_sealed, phone_code, phone_work_sealed, id_number_sealed, password_temporary, created_at, disabled_at, \
         password_set_at, valid_from) \
         SELECT n.id, n.login_name, n.password_hash, n.user_name, n.unit, n.email, n.nick_name, n.fax, n.address, n.sex, n.phone, \
         n.phone_code, n.phone_work, n.id_number, n.is_temporary, coalesce(n.created, $17), CASE WHEN n.disabled THEN $17 END, \
         $17, $17 FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], \
         $9::text[], $10::smallint[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bytea[], $15::boolean[], \
         $16::timestamptz[], $18::boolean[]) AS n (id, login_name, password_hash, user_name, unit, email, nick_name, fax, address, \
         sex, phone, phone_code, phone_work, id_number, is_temporary, created, disabled) ORDER BY lower(n.login_name) \
         ON CONFLICT (lower(login_name)) DO NOTHING RETURNING id",
        &uuids(accounts, |new| new.id.0),
        &text(|user| &user.login_name),
        &column(accounts, |new| new.password_hash.clone()),
        &text(|user| &user.profile.user_name),
        &text(|user| &user.profile.unit),
        &text(|user| &user.profile.email),
        &text(|user| &user.profile.nick_name),
        &text(|user| &user.profile.fax),
        &text(|user| &user.profile.address),
        &column(accounts, |new| new.user.profile.sex.map(Sex::code)) as &[Option<i16>],
        &secret(|one| &one.phone) as &[Option<Vec<u8>>],
        &secret(|one| &one.phone_code) as &[Option<Vec<u8>>],
        &secret(|one| &one.phone_work) as &[Option<Vec<u8>>],
        &secret(|one| &one.id_number) as &[Option<Vec<u8>>],
        &column(accounts, |new| new.is_temporary),
        &column(accounts, |new| new.user.created) as &[Option<DateTime<Utc>>],
        now,
        &column(accounts, |new| new.user.disabled)
    )
    .fetch_all(&mut *db)
    .await?;
    let made: HashSet<UserId> = made.into_iter().map(UserId).collect();
    give_roles(db, accounts, &made).await?;
    Ok(made)
}

async fn give_roles(
    db: &mut PgConnection,
    accounts: &[NewAccount],
    made: &HashSet<UserId>,
) -> Result<(), StorageError> {
    let (people, roles): (Vec<Uuid>, Vec<String>) = (accounts.iter())
        .filter(|new| made.contains(&new.id))
        .flat_map(|new| (new.user.roles.iter()).map(|role| (new.id.0, role.0.clone())))
        .unzip();
    sqlx::query!(
        "INSERT INTO user_role (user_id, role_id) SELECT * FROM unnest($1::uuid[], $2::text[])",
        &people,
        &roles
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A unit that the import added.
#[derive(Debug, Clone)]
pub(crate) struct AddedUnit {
    pub(crate) id: UnitId,
    pub(crate) name: String,
    /// Name of the unit above it.
    pub(crate) parent: Option<String>,
}

/// Units that there are for certain.
#[derive(Debug, Clone)]
pub(crate) struct EnsuredUnits {
    /// What each name is called in the tree.
    pub(crate) called: HashMap<String, String>,
    /// Those that there were not, each after the one above it.
    pub(crate) added: Vec<AddedUnit>,
}

/// Makes the units of these paths that there are not. A name that looks like one that there is means that one. A unit that there
/// is stays where it is.
pub(crate) async fn ensure_units(
    db: &mut PgConnection,
    paths: &[&[String]],
) -> Result<EnsuredUnits, StorageError> {
    let names: HashSet<&String> = paths.iter().copied().flatten().collect();
    let names: Vec<String> = names.into_iter().cloned().collect();
    let known = sqlx::query_scalar!("SELECT name FROM unit WHERE name = ANY ($1)", &names)
        .fetch_all(&mut *db)
        .await?;
    let mut called: HashMap<String, String> =
        known.into_iter().map(|name| (name.clone(), name)).collect();
    let mut added = Vec::new();
    if called.len() == names.len() {
        return Ok(EnsuredUnits { called, added });
    }
    // Of two who make units at once the second waits here, and then sees those of the first.
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('old_portal_units', 0))")
        .execute(&mut *db)
        .await?;
    let all = sqlx::query_scalar!("SELECT name FROM unit")
        .fetch_all(&mut *db)
        .await?;
    let mut by_look: HashMap<String, String> = all
        .into_iter()
        .map(|name| (visible_form(&name), name))
        .collect();
    for path in paths {
        let mut parent: Option<String> = None;
        for name in *path {
            if !called.contains_key(name) {
                let look = visible_form(name);
                if !by_look.contains_key(&look) {
                    added.extend(add_unit(db, name, parent.clone()).await?);
                }
                let in_tree = by_look.entry(look).or_insert_with(|| name.clone());
                called.insert(name.clone(), in_tree.clone());
            }
            parent = called.get(name).cloned();
        }
    }
    Ok(EnsuredUnits { called, added })
}

/// `None`: somebody else has just made it.
async fn add_unit(
    db: &mut PgConnection,
    name: &str,
    parent: Option<String>,
) -> Result<Option<AddedUnit>, StorageError> {
    let id = Uuid::now_v7();
    let done = sqlx::query!(
        "INSERT INTO unit (id, name, parent_id) VALUES ($1, $2, (SELECT id FROM unit WHERE name = $3)) \
         ON CONFLICT (name) DO NOTHING",
        id,
        name,
        parent
    )
    .execute(db)
    .await?;
    Ok((done.rows_affected() == 1).then(|| AddedUnit {
        id: UnitId(id),
        name: name.to_owned(),
        parent,
    }))
}
