//! Telephone numbers and identity numbers of accounts, and telephone numbers of orders, at rest.

use domain::account::Profile;
use domain::ids::{OrderId, UserId};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::StorageError;
use crate::personal_data::{OrderPhone, SealedField, phone_code};
use crate::sealed::ServerKey;

/// Rows of a version before this one that are sealed at a time.
const BATCH: i64 = 500;

/// The sealed columns of one account.
#[derive(Debug, Default)]
pub(crate) struct SealedColumns {
    pub(crate) phone: Option<Vec<u8>>,
    pub(crate) phone_work: Option<Vec<u8>>,
    pub(crate) id_number: Option<Vec<u8>>,
    pub(crate) phone_code: Option<Vec<u8>>,
}

impl SealedColumns {
    /// The columns of a new account.
    pub(crate) fn new(
        key: &ServerKey,
        user: UserId,
        profile: &Profile,
    ) -> Result<Self, StorageError> {
        Ok(Self {
            phone: SealedField::Phone.seal(key, user, &profile.phone)?,
            phone_work: SealedField::PhoneWork.seal(key, user, &profile.phone_work)?,
            id_number: SealedField::IdNumber.seal(key, user, &profile.id_number)?,
            phone_code: phone_code(key, &profile.phone),
        })
    }

    /// The columns after a change: a value that stays keeps its ciphertext.
    pub(crate) fn resealed(
        self,
        key: &ServerKey,
        user: UserId,
        profile: &Profile,
    ) -> Result<Self, StorageError> {
        let phone = SealedField::Phone.reseal(key, user, (self.phone.clone(), &profile.phone))?;
        let kept = phone.is_some() && phone == self.phone;
        Ok(Self {
            phone_code: if kept {
                self.phone_code
            } else {
                phone_code(key, &profile.phone)
            },
            phone,
            phone_work: SealedField::PhoneWork.reseal(
                key,
                user,
                (self.phone_work, &profile.phone_work),
            )?,
            id_number: SealedField::IdNumber.reseal(
                key,
                user,
                (self.id_number, &profile.id_number),
            )?,
        })
    }
}

/// Seals what a version before this one wrote, some rows at a time, and empties where it stood. Whoever is stopped in
/// between goes on at the next start; of two who do it at once each does some.
pub async fn seal_rest(pool: &PgPool, key: &ServerKey) -> Result<SealedRows, StorageError> {
    let mut sealed = SealedRows::default();
    loop {
        let mut tx = pool.begin().await?;
        let some = SealedRows {
            accounts: seal_some(&mut tx, key).await?,
            orders: seal_some_orders(&mut tx, key).await?,
        };
        tx.commit().await?;
        sealed.accounts += some.accounts;
        sealed.orders += some.orders;
        if some == SealedRows::default() {
            return Ok(sealed);
        }
    }
}

/// Number of rows sealed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SealedRows {
    pub accounts: usize,
    pub orders: usize,
}

async fn seal_some(db: &mut PgConnection, key: &ServerKey) -> Result<usize, StorageError> {
    let rows = sqlx::query!(
        "SELECT id, phone, phone_work, phone_sealed, phone_work_sealed FROM app_user \
         WHERE phone <> '' OR phone_work <> '' ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED",
        BATCH
    )
    .fetch_all(&mut *db)
    .await?;
    let mut ids: Vec<Uuid> = Vec::new();
    let (mut phones, mut codes, mut work) = (Vec::new(), Vec::new(), Vec::new());
    for row in &rows {
        let user = UserId(row.id);
        // What stands plainly was written later than what is sealed.
        let new = SealedField::Phone.seal(key, user, &row.phone)?;
        phones.push(new.or_else(|| row.phone_sealed.clone()));
        codes.push(phone_code(key, &row.phone));
        let new = SealedField::PhoneWork.seal(key, user, &row.phone_work)?;
        work.push(new.or_else(|| row.phone_work_sealed.clone()));
        ids.push(row.id);
    }
    sqlx::query!(
        "UPDATE app_user u SET phone = '', phone_work = '', phone_sealed = n.phone, phone_work_sealed = n.work, \
         phone_code = CASE WHEN u.phone = '' THEN u.phone_code ELSE n.code END \
         FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[]) n (id, phone, code, work) WHERE u.id = n.id",
        &ids,
        &phones as &[Option<Vec<u8>>],
        &codes as &[Option<Vec<u8>>],
        &work as &[Option<Vec<u8>>]
    )
    .execute(db)
    .await?;
    Ok(rows.len())
}

async fn seal_some_orders(db: &mut PgConnection, key: &ServerKey) -> Result<usize, StorageError> {
    let rows = sqlx::query!(
        "SELECT id, apply_user_phone AS phone, apply_user_phone_sealed AS phone_sealed, \
         coalesce(rejected_form #>> '{form,applyUserPhone}', '') AS \"rejected!\", rejected_phone_sealed FROM orders \
         WHERE apply_user_phone <> '' OR coalesce(rejected_form #>> '{form,applyUserPhone}', '') <> '' \
         ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED",
        BATCH
    )
    .fetch_all(&mut *db)
    .await?;
    let mut ids: Vec<Uuid> = Vec::new();
    let (mut phones, mut rejected) = (Vec::new(), Vec::new());
    for row in &rows {
        let phone = OrderPhone(OrderId(row.id));
        // What stands plainly was written later than what is sealed.
        let new = phone.seal(key, &row.phone)?;
        phones.push(new.or_else(|| row.phone_sealed.clone()));
        let new = phone.seal(key, &row.rejected)?;
        rejected.push(new.or_else(|| row.rejected_phone_sealed.clone()));
        ids.push(row.id);
    }
    sqlx::query!(
        "UPDATE orders o SET apply_user_phone = '', apply_user_phone_sealed = n.phone, rejected_phone_sealed = n.rejected, \
         rejected_form = CASE WHEN o.rejected_form #>> '{form,applyUserPhone}' <> '' \
         THEN jsonb_set(o.rejected_form, '{form,applyUserPhone}', '\"\"') ELSE o.rejected_form END \
         FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) n (id, phone, rejected) WHERE o.id = n.id",
        &ids,
        &phones as &[Option<Vec<u8>>],
        &rejected as &[Option<Vec<u8>>]
    )
    .execute(db)
    .await?;
    Ok(rows.len())
}

/// Whether this key opens what is sealed: of a few accounts and orders, so that a wrong key is noticed when a process starts.
pub async fn is_opened_by(db: &mut PgConnection, key: &ServerKey) -> Result<bool, StorageError> {
    let rows = sqlx::query!(
        "SELECT id, phone_sealed AS \"sealed!\" FROM app_user WHERE phone_sealed IS NOT NULL ORDER BY created_at DESC, id LIMIT 3"
    )
    .fetch_all(&mut *db)
    .await?;
    let accounts = rows.iter().map(|row| {
        let value = (Some(row.sealed.as_slice()), String::new());
        SealedField::Phone.open(key, UserId(row.id), value).is_ok()
    });
    let orders = sqlx::query!(
        "SELECT id, apply_user_phone_sealed AS \"sealed!\" FROM orders WHERE apply_user_phone_sealed IS NOT NULL \
         ORDER BY created_at DESC, id DESC LIMIT 3"
    )
    .fetch_all(db)
    .await?;
    let orders = orders.iter().map(|row| {
        let value = (Some(row.sealed.as_slice()), String::new());
        OrderPhone(OrderId(row.id)).open(key, value).is_ok()
    });
    let opened: Vec<bool> = accounts.chain(orders).collect();
    Ok(opened.is_empty() || opened.contains(&true))
}
