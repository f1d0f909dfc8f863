//! Rows of whole tables.

use std::collections::{BTreeMap, BTreeSet};

use futures::stream::BoxStream;
use futures::{Stream, StreamExt, TryStreamExt};
use sqlx::{AssertSqlSafe, PgConnection};
use tokio_util::bytes::Bytes;

use crate::StorageError;

/// A table of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    /// Columns that hold data, in order.
    pub columns: Vec<String>,
}

impl Table {
    /// `"column", …`
    fn list(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|column| quoted(column)).collect();
        columns.join(", ")
    }

    /// `"table" ("column", …)`
    fn target(&self) -> String {
        format!("{} ({})", quoted(&self.name), self.list())
    }
}

/// A name as an identifier, whatever is in it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Every table of the schema except the list of migrations and what the scene index's segments are, each after all that it
/// refers to. One that lies in parts is one table. Numbers of transactions (`xid8`) mean nothing in another database: columns of them are left out and take
/// their defaults, and a table that has no other is left out too. Segments are built anew of the scenes.
pub async fn tables(db: &mut PgConnection) -> Result<Vec<Table>, StorageError> {
    let rows = sqlx::query!(
        "SELECT c.relname::text AS \"name!\", \
           ARRAY(SELECT a.attname::text FROM pg_attribute a \
             WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' \
               AND a.atttypid <> 'xid8'::regtype ORDER BY a.attnum) AS \"columns!\", \
           ARRAY(SELECT DISTINCT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid \
             WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.confrelid <> c.oid) AS \"needs!\" \
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition \
           AND c.relname NOT IN ('_sqlx_migrations', 'scene_manifest', 'scene_segment') \
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') \
         ORDER BY c.relname"
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter();
    let ordered = in_load_order(rows.map(|row| (row.name, row.columns, row.needs)).collect())?;
    let kept = ordered
        .into_iter()
        .filter(|table| !table.columns.is_empty());
    Ok(kept.collect())
}

fn in_load_order(
    rows: Vec<(String, Vec<String>, Vec<String>)>,
) -> Result<Vec<Table>, StorageError> {
    let mut left: BTreeMap<_, _> = rows
        .into_iter()
        .map(|(name, columns, needs)| (name, (columns, needs)))
        .collect();
    let mut ordered: Vec<Table> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let ready: BTreeSet<String> = left
            .iter()
            .filter(|(_, (_, needs))| needs.iter().all(|need| !left.contains_key(need)))
            .map(|(name, _)| name.clone())
            .collect();
        if ready.is_empty() {
            let names: Vec<_> = left.into_keys().collect();
            let names = names.join(", ");
            return Err(StorageError::Setting(format!(
                "tables refer to one another in a circle: {names}"
            )));
        }
        for name in ready {
            if let Some((columns, _)) = left.remove(&name) {
                ordered.push(Table { name, columns });
            }
        }
    }
    Ok(ordered)
}

/// All rows of a table, in the text format of `COPY`: one line feed a row and none elsewhere.
pub async fn copy_out<'c>(
    db: &'c mut PgConnection,
    table: &Table,
) -> Result<BoxStream<'c, Result<Bytes, StorageError>>, StorageError> {
    // Rows of a table that lies in parts are copied only as a query's.
    let statement = format!(
        "COPY (SELECT {} FROM {}) TO STDOUT",
        table.list(),
        quoted(&table.name)
    );
    let blocks = db.copy_out_raw(&statement).await?;
    Ok(blocks.map_err(StorageError::from).boxed())
}

/// Empties tables, all at once because they refer to one another.
pub async fn empty(db: &mut PgConnection, tables: &[Table]) -> Result<(), StorageError> {
    let all: Vec<String> = tables.iter().map(|table| quoted(&table.name)).collect();
    execute(db, format!("TRUNCATE {}", all.join(", "))).await
}

/// Adds rows that [`copy_out`] gave; how many. Triggers rest meanwhile: the tables that they keep up to date come with
/// rows of their own.
pub async fn copy_in<E: From<StorageError>>(
    db: &mut PgConnection,
    table: &Table,
    blocks: impl Stream<Item = Result<Bytes, E>>,
) -> Result<u64, E> {
    let name = quoted(&table.name);
    execute(db, format!("ALTER TABLE {name} DISABLE TRIGGER USER")).await?;
    let statement = format!("COPY {} FROM STDIN", table.target());
    let mut rows = db
        .copy_in_raw(&statement)
        .await
        .map_err(StorageError::from)?;
    let mut blocks = std::pin::pin!(blocks);
    while let Some(block) = blocks.try_next().await? {
        rows.send(block).await.map_err(StorageError::from)?;
    }
    let added = rows.finish().await.map_err(StorageError::from)?;
    execute(db, format!("ALTER TABLE {name} ENABLE TRIGGER USER")).await?;
    Ok(added)
}

async fn execute(db: &mut PgConnection, statement: String) -> Result<(), StorageError> {
    sqlx::query(AssertSqlSafe(statement)).execute(db).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, needs: &[&str]) -> (String, Vec<String>, Vec<String>) {
        let needs = needs.iter().map(|need| (*need).to_owned()).collect();
        (name.to_owned(), vec!["id".to_owned()], needs)
    }

    #[test]
    fn what_is_referred_to_comes_first() {
        let ordered =
            in_load_order(vec![row("a", &["c"]), row("b", &["a", "c"]), row("c", &[])]).unwrap();
        let names: Vec<_> = ordered.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["c", "a", "b"]);
        assert!(in_load_order(vec![row("a", &["b"]), row("b", &["a"])]).is_err());
    }

    #[test]
    fn names_cannot_leave_their_quotes() {
        let table = Table {
            name: "a\"; DROP TABLE b; --".to_owned(),
            columns: vec!["c".to_owned()],
        };
        assert_eq!(table.target(), "\"a\"\"; DROP TABLE b; --\" (\"c\")");
    }
}
