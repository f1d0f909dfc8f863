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
    /// Whether length and sum are the object's, or of the paper in it.
    pub content: ObjectContent,
}

/// Kind of data in an object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ObjectContent {
    /// Bytes as they are.
    #[default]
    Plain,
    /// A paper, sealed or not: its header tells.
    Paper,
    /// A paper, of which a row says that it is sealed.
    SealedPaper,
}

/// Every object that a row names, by key: any table with a column `object_key`, with `size`, `sha256` and
/// `sealed_under` beside it.
/// Deliveries that ended keep their rows and not their objects.
pub async fn named_objects(
    db: &mut PgConnection,
) -> Result<BTreeMap<String, NamedObject>, StorageError> {
    let tables = sqlx::query!(
        "SELECT table_name::text AS \"name!\", \
           EXISTS (SELECT FROM information_schema.columns b WHERE b.table_schema = a.table_schema \
             AND b.table_name = a.table_name AND b.column_name = 'size' AND b.data_type = 'bigint') AS \"has_size!\", \
           EXISTS (SELECT FROM information_schema.columns b WHERE b.table_schema = a.table_schema \
             AND b.table_name = a.table_name AND b.column_name = 'sha256' AND b.data_type = 'bytea') AS \"has_sum!\", \
           EXISTS (SELECT FROM information_schema.columns b WHERE b.table_schema = a.table_schema \
             AND b.table_name = a.table_name AND b.column_name = 'sealed_under' AND b.data_type = 'bytea') AS \"has_seal!\" \
         FROM information_schema.columns a \
         WHERE a.table_schema = current_schema() AND a.column_name = 'object_key'"
    )
    .fetch_all(&mut *db)
    .await?;
    let mut found = BTreeMap::new();
    for table in tables {
        let statement = statement(&table.name, table.has_size, table.has_sum, table.has_seal);
        let mut rows = sqlx::query_as::<_, NamingRow>(AssertSqlSafe(statement)).fetch(&mut *db);
        while let Some((key, bytes, sha256, is_sealed)) = rows.try_next().await? {
            let known: &mut NamedObject = found.entry(key).or_default();
            known.bytes = known
                .bytes
                .or(bytes.and_then(|bytes| bytes.try_into().ok()));
            known.sha256 = known.sha256.take().or(sha256);
            known.content = match (known.content, is_sealed) {
                (ObjectContent::SealedPaper, _) | (_, Some(true)) => ObjectContent::SealedPaper,
                (_, Some(false)) => ObjectContent::Paper,
                (content, None) => content,
            };
        }
    }
    Ok(found)
}

/// Path, length, SHA-256, and whether it is sealed.
type NamingRow = (String, Option<i64>, Option<String>, Option<bool>);

fn statement(table: &str, has_size: bool, has_sum: bool, has_seal: bool) -> String {
    let size = if has_size { "size" } else { "NULL::bigint" };
    let sum = if has_sum {
        "encode(sha256, 'hex')"
    } else {
        "NULL::text"
    };
    let seal = if has_seal {
        "sealed_under IS NOT NULL"
    } else {
        "NULL::boolean"
    };
    let alive = if table == "delivery_file" {
        "AND delivery_id IN (SELECT id FROM delivery WHERE removed_at IS NULL)"
    } else {
        ""
    };
    let table = quoted(table);
    format!(
        "SELECT object_key, {size}, {sum}, {seal} FROM {table} WHERE object_key IS NOT NULL {alive}"
    )
}
