//! Many accounts at once.

use chrono::{DateTime, Utc};
use domain::account::{AccountAction, Profile, Sex};
use domain::ids::UserId;
use domain::role::RoleId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::account_events::FieldChange;
use super::personal_data::SealedColumns;
use crate::StorageError;
use crate::sealed::ServerKey;

/// An account that is made together with others.
#[derive(Debug, Clone)]
pub struct ImportedAccount {
    /// What the person signs in with.
    pub login_name: String,
    /// From [`crate::password`].
    pub password_hash: String,
    /// The roles that the person gets, once each.
    pub roles: Vec<RoleId>,
    /// What is known of the person.
    pub profile: Profile,
}

/// Those of these login names that somebody has, in lower case.
pub async fn taken_names(
    db: &mut PgConnection,
    login_names: &[String],
) -> Result<Vec<String>, StorageError> {
    let lower: Vec<String> = login_names.iter().map(|name| name.to_lowercase()).collect();
    Ok(sqlx::query_scalar!(
        "SELECT lower(login_name) AS \"name!\" FROM app_user WHERE lower(login_name) = ANY ($1)",
        &lower
    )
    .fetch_all(db)
    .await?)
}

/// Makes accounts whose passwords are temporary. A taken login name violates the unique index `app_user_login_name`.
pub(crate) async fn insert(
    db: &mut PgConnection,
    key: &ServerKey,
    accounts: &[(UserId, &ImportedAccount)],
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let column = |value: fn(&ImportedAccount) -> &str| -> Vec<String> {
        accounts
            .iter()
            .map(|(_, account)| value(account).to_owned())
            .collect()
    };
    let ids: Vec<Uuid> = accounts.iter().map(|(id, _)| id.0).collect();
    let sexes: Vec<Option<i16>> = (accounts.iter())
        .map(|(_, account)| account.profile.sex.map(Sex::code))
        .collect();
    let sealed: Vec<SealedColumns> = (accounts.iter())
        .map(|(id, account)| SealedColumns::new(key, *id, &account.profile))
        .collect::<Result<_, _>>()?;
    let secrets = |value: fn(&SealedColumns) -> &Option<Vec<u8>>| -> Vec<Option<Vec<u8>>> {
        sealed
            .iter()
            .map(|columns| value(columns).clone())
            .collect()
    };
    sqlx::query!(
        "INSERT INTO app_user (id, login_name, password_hash, user_name, unit, email, nick_name, fax, address, sex, \
         phone_sealed, phone_code, phone_work_sealed, id_number_sealed, password_temporary, created_at, password_set_at, \
         valid_from) SELECT n.*, true, $15, $15, $15 FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], \
         $7::text[], $8::text[], $9::text[], $10::smallint[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bytea[]) n",
        &ids,
        &column(|one| &one.login_name),
        &column(|one| &one.password_hash),
        &column(|one| &one.profile.user_name),
        &column(|one| &one.profile.unit),
        &column(|one| &one.profile.email),
        &column(|one| &one.profile.nick_name),
        &column(|one| &one.profile.fax),
        &column(|one| &one.profile.address),
        &sexes as &[Option<i16>],
        &secrets(|one| &one.phone) as &[Option<Vec<u8>>],
        &secrets(|one| &one.phone_code) as &[Option<Vec<u8>>],
        &secrets(|one| &one.phone_work) as &[Option<Vec<u8>>],
        &secrets(|one| &one.id_number) as &[Option<Vec<u8>>],
        now
    )
    .execute(&mut *db)
    .await?;
    give_roles(db, accounts).await
}

async fn give_roles(
    db: &mut PgConnection,
    accounts: &[(UserId, &ImportedAccount)],
) -> Result<(), StorageError> {
    let (people, roles): (Vec<Uuid>, Vec<String>) = (accounts.iter())
        .flat_map(|(id, account)| account.roles.iter().map(|role| (id.0, role.0.clone())))
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

/// Who writes many events, and from where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Importer<'a> {
    pub(crate) by: Option<UserId>,
    pub(crate) client_ip: &'a str,
    pub(crate) agent: &'a str,
}

/// Writes that these accounts were made, each with what it was made with.
pub(crate) async fn insert_events(
    db: &mut PgConnection,
    made: &[(UserId, Vec<FieldChange>)],
    importer: Importer<'_>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let people: Vec<Uuid> = made.iter().map(|(id, _)| id.0).collect();
    let changes: Vec<serde_json::Value> = (made.iter())
        .map(|(_, changes)| serde_json::json!(changes))
        .collect();
    sqlx::query!(
        "INSERT INTO account_event (user_id, by_id, action, at, client_ip, agent, changes) \
         SELECT n.id, $3::uuid, $4, $5, $6, $7, n.changes FROM unnest($1::uuid[], $2::jsonb[]) n (id, changes)",
        &people,
        &changes,
        importer.by.map(|by| by.0),
        AccountAction::Create.as_str(),
        now,
        importer.client_ip,
        importer.agent
    )
    .execute(db)
    .await?;
    Ok(())
}
