//! Which objects the rows name.

use std::collections::BTreeMap;

use futures::TryStreamExt;
use sqlx::{AssertSqlSafe, PgConnection};

use super::rows::quoted;
use crate::StorageError;

/// What rows say of an object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedObject {
    /// Length, where a row knows it.
    pub bytes: Option<u64>,
    /// SHA-256, lower-case hexadecimal, where a row knows it.
    pub sha256: Option<String>,
}

/// Every object that a row names, by key: any table with a column `object_key`, with `size` and `sha256` beside it.
/// Deliveries that ended keep their rows and not their objects.
pub async fn named_objects(
    db: &mut PgConnection,
) -> Result<BTreeMap<String, NamedObject>, StorageError> {
    let tables: Vec<(String, bool, bool)> = sqlx::query_as(
        "SELECT table_name::text, \
           EXISTS (SELECT FROM information_schema.columns b WHERE b.table_schema = a.table_schema \
             AND b.table_name = a.table_name AND b.column_name = 'size' AND b.data_type = 'bigint'), \
           EXISTS (SELECT FROM information_schema.columns b WHERE b.table_schema = a.table_schema \
             AND b.table_name = a.table_name AND b.column_name = 'sha256' AND b.data_type = 'bytea') \
         FROM information_schema.columns a \
         WHERE a.table_schema = current_schema() AND a.column_name = 'object_key'",
    )
    .fetch_all(&mut *db)
    .await?;
    let mut found = BTreeMap::new();
    for (table, has_size, has_sum) in tables {
        let statement = statement(&table, has_size, has_sum);
        let mut rows =
            sqlx::query_as::<_, (String, Option<i64>, Option<String>)>(AssertSqlSafe(statement))
                .fetch(&mut *db);
        while let Some((key, bytes, sha256)) = rows.try_next().await? {
            let known: &mut NamedObject = found.entry(key).or_default();
            known.bytes = known
                .bytes
                .or(bytes.and_then(|bytes| bytes.try_into().ok()));
            known.sha256 = known.sha256.take().or(sha256);
        }
    }
    Ok(found)
}

fn statement(table: &str, has_size: bool, has_sum: bool) -> String {
    let size = if has_size { "size" } else { "NULL::bigint" };
    let sum = if has_sum {
        "encode(sha256, 'hex')"
    } else {
        "NULL::text"
    };
    let alive = if table == "delivery_file" {
        "AND delivery_id IN (SELECT id FROM delivery WHERE removed_at IS NULL)"
    } else {
        ""
    };
    let table = quoted(table);
    format!("SELECT object_key, {size}, {sum} FROM {table} WHERE object_key IS NOT NULL {alive}")
}
