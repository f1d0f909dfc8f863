//! How much a person holds, for quotas. The person's row is locked first ([`super::users::lock`]), so that of two who
//! count at once the second sees what the first has added.

use domain::ids::UserId;
use sqlx::PgConnection;

use crate::StorageError;

async fn number(
    db: &mut PgConnection,
    sql: &'static str,
    user: UserId,
) -> Result<u64, StorageError> {
    let number: i64 = sqlx::query_scalar(sql).bind(user.0).fetch_one(db).await?;
    Ok(number.unsigned_abs())
}

/// Bytes of papers that the person uploaded and that are in no order yet, or in one that no administrator has accepted.
/// Rows that share an object count once.
pub(crate) async fn paper_bytes(db: &mut PgConnection, user: UserId) -> Result<u64, StorageError> {
    let sql = "SELECT coalesce(sum(size), 0)::bigint FROM (SELECT DISTINCT ON (a.object_key) a.size \
         FROM attachment a LEFT JOIN orders o ON o.id = a.order_id WHERE a.user_id = $1 \
         AND (a.order_id IS NULL OR o.state IN (-1, 0, 2) OR (o.state = -2 AND o.auditor_id IS NULL))) held";
    number(db, sql, user).await
}

/// Orders that are drafts or wait for review.
pub(crate) async fn open_orders(db: &mut PgConnection, user: UserId) -> Result<u64, StorageError> {
    let sql = "SELECT count(*) FROM orders WHERE user_id = $1 AND state IN (-1, 0)";
    number(db, sql, user).await
}

/// Exports that are made, kept or failed.
pub(crate) async fn exports(db: &mut PgConnection, user: UserId) -> Result<u64, StorageError> {
    number(db, "SELECT count(*) FROM export WHERE user_id = $1", user).await
}

/// Units that the person added to the list.
pub(crate) async fn units(db: &mut PgConnection, user: UserId) -> Result<u64, StorageError> {
    number(db, "SELECT count(*) FROM unit WHERE added_by = $1", user).await
}
