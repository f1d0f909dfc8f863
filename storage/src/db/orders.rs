//! Order rows. Changes of state go through [`crate::lifecycle`], which asks the domain first.

use chrono::{DateTime, NaiveDate, Utc};
use domain::ids::{OrderId, UserId};
use domain::order::application::{ApplicationContent, ApplicationForm};
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::order::number::OrderNumber;
use domain::order::state::{Capability, OrderState};
use domain::size::ByteCount;
use sqlx::postgres::PgRow;
use sqlx::{FromRow as _, PgConnection};
use uuid::Uuid;

use super::known;
use crate::StorageError;
use crate::sealed::ServerKey;

mod filter;
mod idempotent;
mod list;
mod mirror;
mod names;
mod rows;
mod sealed_form;

pub use filter::{CountedOrders, Filter, Sort};
pub(crate) use idempotent::{find_idempotent, keep_idempotent, lock_idempotent};
pub use list::list;
pub use mirror::OrderList;
pub use names::{UnitOrder, groups, names};
use sealed_form::seal_phone;
pub use sealed_form::{SealedContent, SealedForm};

/// An order as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    pub id: OrderId,
    /// 订单号
    pub number: OrderNumber,
    /// Where it is in its life.
    pub state: OrderState,
    /// Existing product, routine demand or reprocessing.
    pub kind: OrderKind,
    /// `dataType`: "1" archive data, else product data.
    pub data_type: String,
    /// The applicant.
    pub owner: UserId,
    /// The owner's sign-in name.
    pub owner_login: String,
    /// The owner's name.
    pub owner_name: String,
    /// The owner's unit.
    pub owner_unit: String,
    /// The application form; its get method is the decided one.
    pub form: SealedForm,
    /// Why it was rejected, or its preparation cancelled.
    pub cause: String,
    /// Name of the auditor.
    pub auditor: Option<String>,
    /// `sorder`, 0 to 100; more is sooner.
    pub priority: i32,
    /// Scenes ordered.
    pub scenes: i32,
    /// Sum of their sizes, as far as they are known.
    pub volume: ByteCount,
    /// Scenes whose size nobody knows.
    pub unsized_scenes: i32,
    pub created: DateTime<Utc>,
    /// When it last changed.
    pub updated: DateTime<Utc>,
    /// When it was handed in the last time.
    pub submitted: Option<DateTime<Utc>>,
    /// When it was completed.
    pub ended: Option<DateTime<Utc>>,
    /// Form and scenes at the time of the rejection.
    pub rejected: Option<SealedContent>,
    /// The number of the order that it was cloned from.
    pub cloned_from: Option<String>,
    /// Who cancelled its preparation, when that is why it stands as rejected.
    pub cancelled_by: Option<Capability>,
    /// Until when its delivery was extended the last time.
    pub delayed_until: Option<DateTime<Utc>>,
}

impl Order {
    /// Since when it has waited for its audit, while it does.
    pub(crate) fn waiting_since(&self) -> DateTime<Utc> {
        self.submitted.unwrap_or(self.created)
    }
}

const COLUMNS: &str = "o.id, o.ordername, o.state, o.kind, o.data_type, o.user_id, u.login_name, \
    u.user_name, u.unit, o.applyuser, o.apply_user_phone, o.apply_user_unit, o.apply_user_used, \
    o.product_name, o.get_method, o.description, o.process_describe, o.extracting_elements, \
    o.assignment, o.cause, a.user_name AS auditor, o.priority, o.data_count, o.data_size, \
    o.created_at, o.updated_at, o.ended_at, o.rejected_form, o.cloned_from, o.cancelled_by, \
    o.unsized_count, o.wanted_end, o.delaytime, o.apply_user_phone_sealed, o.rejected_phone_sealed, \
    o.submitted_at";
const TABLES: &str =
    "orders o JOIN app_user u ON u.id = o.user_id LEFT JOIN app_user a ON a.id = o.auditor_id";

/// [`COLUMNS`], and the columns of [`find`].
#[derive(sqlx::FromRow)]
struct OrderColumns {
    id: Uuid,
    ordername: String,
    state: i16,
    kind: i16,
    data_type: String,
    user_id: Uuid,
    login_name: String,
    user_name: String,
    unit: String,
    applyuser: String,
    apply_user_phone: String,
    apply_user_unit: String,
    apply_user_used: String,
    product_name: String,
    get_method: Option<i16>,
    description: String,
    process_describe: String,
    extracting_elements: String,
    assignment: String,
    cause: String,
    auditor: Option<String>,
    priority: i32,
    data_count: i32,
    data_size: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    ended_at: Option<DateTime<Utc>>,
    rejected_form: Option<serde_json::Value>,
    cloned_from: Option<String>,
    cancelled_by: Option<String>,
    unsized_count: i32,
    wanted_end: Option<NaiveDate>,
    delaytime: Option<DateTime<Utc>>,
    apply_user_phone_sealed: Option<Vec<u8>>,
    rejected_phone_sealed: Option<Vec<u8>>,
    submitted_at: Option<DateTime<Utc>>,
}

impl TryFrom<OrderColumns> for Order {
    type Error = StorageError;

    fn try_from(row: OrderColumns) -> Result<Self, StorageError> {
        let get_method = row
            .get_method
            .map(|code| known("orders.get_method", code))
            .transpose()?;
        let id = OrderId(row.id);
        let form = ApplicationForm {
            applyuser: row.applyuser,
            phone: row.apply_user_phone,
            unit: row.apply_user_unit,
            project: row.product_name,
            usage: row.apply_user_used,
            get_method,
            description: row.description,
            process_describe: row.process_describe,
            extracting_elements: row.extracting_elements,
            assignment: row.assignment,
            wanted_end: row.wanted_end,
        };
        let capability = |word: String| {
            Capability::ALL
                .into_iter()
                .find(|capability| capability.as_str() == word)
        };
        Ok(Self {
            id,
            number: OrderNumber::try_from(row.ordername.clone()).map_err(|_| {
                StorageError::UnknownValue {
                    column: "orders.ordername",
                    value: row.ordername,
                }
            })?,
            state: known::<i16, OrderState>("orders.state", row.state)?,
            kind: known::<i16, OrderKind>("orders.kind", row.kind)?,
            data_type: row.data_type,
            owner: UserId(row.user_id),
            owner_login: row.login_name,
            owner_name: row.user_name,
            owner_unit: row.unit,
            form: SealedForm::new(id, form, row.apply_user_phone_sealed),
            cause: row.cause,
            auditor: row.auditor,
            priority: row.priority,
            scenes: row.data_count,
            volume: ByteCount(row.data_size.unsigned_abs()),
            unsized_scenes: row.unsized_count,
            created: row.created_at,
            updated: row.updated_at,
            submitted: row.submitted_at,
            ended: row.ended_at,
            rejected: row
                .rejected_form
                .and_then(|value| serde_json::from_value(value).ok())
                .map(|content| SealedContent::new(id, content, row.rejected_phone_sealed)),
            cloned_from: row.cloned_from,
            cancelled_by: row.cancelled_by.and_then(capability),
            delayed_until: row.delaytime,
        })
    }
}

/// Reads an order out of a row of [`COLUMNS`].
fn order(row: &PgRow) -> Result<Order, StorageError> {
    OrderColumns::from_row(row)?.try_into()
}

/// The order, whatever its state.
pub async fn find(db: &mut PgConnection, id: OrderId) -> Result<Option<Order>, StorageError> {
    let row = sqlx::query_as!(
        OrderColumns,
        "SELECT o.id, o.ordername, o.state, o.kind, o.data_type, o.user_id, u.login_name, u.user_name, u.unit, \
         o.applyuser, o.apply_user_phone, o.apply_user_unit, o.apply_user_used, o.product_name, o.get_method, \
         o.description, o.process_describe, o.extracting_elements, o.assignment, o.cause, \
         a.user_name AS \"auditor?\", o.priority, o.data_count, o.data_size, o.created_at, o.updated_at, \
         o.ended_at, o.rejected_form, o.cloned_from, o.cancelled_by, o.unsized_count, o.wanted_end, o.delaytime, \
         o.apply_user_phone_sealed, o.rejected_phone_sealed, o.submitted_at FROM orders o JOIN app_user u ON u.id = o.user_id LEFT JOIN app_user a ON a.id = o.auditor_id \
         WHERE o.id = $1",
        id.0
    );
    row.fetch_optional(db)
        .await?
        .map(Order::try_from)
        .transpose()
}

/// The order, its row locked until the transaction ends: of two who act at once, the second waits
/// here and then sees what the first has done.
pub(crate) async fn lock(
    db: &mut PgConnection,
    id: OrderId,
) -> Result<Option<Order>, StorageError> {
    sqlx::query!("SELECT id FROM orders WHERE id = $1 FOR UPDATE", id.0)
        .fetch_optional(&mut *db)
        .await?;
    find(db, id).await
}

/// The columns of an order that is inserted.
#[derive(Debug, Clone)]
pub struct NewOrder<'a> {
    pub id: OrderId,
    /// The state it starts in.
    pub state: OrderState,
    pub kind: OrderKind,
    /// `dataType`.
    pub data_type: &'a str,
    /// The applicant.
    pub owner: UserId,
    pub form: &'a ApplicationForm,
    /// Time of creation.
    pub now: DateTime<Utc>,
}

/// Writes a new order under the first free number from `now` on, and returns that number.
pub(crate) async fn insert(
    db: &mut PgConnection,
    key: &ServerKey,
    new: &NewOrder<'_>,
) -> Result<OrderNumber, StorageError> {
    let mut number = OrderNumber::at(new.now);
    let phone = seal_phone(key, new.id, new.form)?;
    loop {
        let done = sqlx::query!(
            "INSERT INTO orders (id, ordername, state, kind, data_type, user_id, applyuser, \
             apply_user_phone_sealed, apply_user_unit, apply_user_used, product_name, get_method, \
             description, process_describe, extracting_elements, assignment, created_at, updated_at, \
             submitted_at, wanted_end) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, \
             CASE WHEN $19 THEN $17::timestamptz END, $18) \
             ON CONFLICT (ordername) DO NOTHING", new.id.0, number.as_str(), new.state.code(), new.kind.code(), new.data_type, new.owner.0, new.form.applyuser, phone, new.form.unit, new.form.usage, new.form.project, new.form.get_method.map(GetMethod::code), new.form.description, new.form.process_describe, new.form.extracting_elements, new.form.assignment, new.now, new.form.wanted_end, new.state == OrderState::PendingReview)
        .execute(&mut *db)
        .await?;
        if done.rows_affected() == 1 {
            return Ok(number);
        }
        number = number.next();
    }
}

/// Keeps which order a new one was cloned from.
pub(crate) async fn mark_cloned(
    db: &mut PgConnection,
    id: OrderId,
    from: &OrderNumber,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE orders SET cloned_from = $2 WHERE id = $1",
        id.0,
        from.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes the form of an order that is still in state `from`; false when it no longer is.
pub(crate) async fn update_form(
    db: &mut PgConnection,
    key: &ServerKey,
    (id, from): (OrderId, OrderState),
    form: &ApplicationForm,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let phone = seal_phone(key, id, form)?;
    let done = sqlx::query!(
        "UPDATE orders SET applyuser = $3, apply_user_phone = '', apply_user_phone_sealed = $4, apply_user_unit = $5, \
         apply_user_used = $6, product_name = $7, get_method = $8, description = $9, \
         process_describe = $10, extracting_elements = $11, assignment = $12, updated_at = $13, \
         wanted_end = $14 WHERE id = $1 AND state = $2",
        id.0,
        from.code(),
        form.applyuser,
        phone,
        form.unit,
        form.usage,
        form.project,
        form.get_method.map(GetMethod::code),
        form.description,
        form.process_describe,
        form.extracting_elements,
        form.assignment,
        now,
        form.wanted_end
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Writes how an order that is still in state `from` is handed over; false when it no longer is.
pub(crate) async fn update_get_method(
    db: &mut PgConnection,
    (id, from): (OrderId, OrderState),
    method: Option<GetMethod>,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let done = sqlx::query!(
        "UPDATE orders SET get_method = $3, updated_at = $4 WHERE id = $1 AND state = $2",
        id.0,
        from.code(),
        method.map(GetMethod::code),
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// What changes beside the state; `None` leaves a column as it is.
#[derive(Debug, Clone, Default)]
pub struct Change<'a> {
    /// Why it was rejected or cancelled.
    pub cause: Option<&'a str>,
    /// Account of the auditor.
    pub auditor: Option<UserId>,
    /// What the order held when it was rejected, without the telephone number: the row's own is kept with it.
    pub rejected: Option<&'a ApplicationContent>,
    /// The new priority.
    pub priority: Option<i32>,
    /// Who cancels the preparation. Forgotten when the order leaves the state that this led to.
    pub cancelled_by: Option<Capability>,
}

/// Moves an order from `from` to `to`; false when it is no longer in `from`. What stays where it is was not handed in anew.
pub(crate) async fn advance(
    db: &mut PgConnection,
    id: OrderId,
    (from, to): (OrderState, OrderState),
    change: &Change<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    let rejected = change
        .rejected
        .and_then(|content| serde_json::to_value(content).ok());
    let done = sqlx::query!(
        "UPDATE orders SET state = $3, updated_at = $4, cause = coalesce($5, cause), \
         auditor_id = coalesce($6, auditor_id), rejected_form = coalesce($7, rejected_form), \
         rejected_phone_sealed = CASE WHEN $7::jsonb IS NULL THEN rejected_phone_sealed ELSE apply_user_phone_sealed END, \
         priority = coalesce($8, priority), \
         cancelled_by = coalesce($9, CASE WHEN $2 = $3 THEN cancelled_by END), \
         submitted_at = CASE WHEN $3 = $10 AND $2 <> $3 THEN $4 ELSE submitted_at END, \
         ended_at = CASE WHEN $3 = $11 THEN $4 ELSE ended_at END \
         WHERE id = $1 AND state = $2",
        id.0,
        from.code(),
        to.code(),
        now,
        change.cause,
        change.auditor.map(|user| user.0),
        rejected,
        change.priority,
        change.cancelled_by.map(Capability::as_str),
        OrderState::PendingReview.code(),
        OrderState::Completed.code()
    )
    .execute(&mut *db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Tells whoever streams this order that something about it changed.
pub(crate) async fn notify(db: &mut PgConnection, id: OrderId) -> Result<(), StorageError> {
    sqlx::query!("SELECT pg_notify('order_progress', $1)", id.to_string())
        .execute(db)
        .await?;
    Ok(())
}
