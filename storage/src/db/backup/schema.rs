//! The tables' version, whether anybody uses them, and their sequences.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, PgConnection};

use super::super::migrations;
use crate::StorageError;

/// Every database of scenedock has these tables before any that came with a later migration.
const FIRST_TABLES: [&str; 3] = ["app_user", "orders", "scene"];

pub use super::super::migrations::Migrations;

/// Migrations that the database has; none when it is fresh.
pub async fn migrations(db: &mut PgConnection) -> Result<Migrations, StorageError> {
    migrations::applied(db).await
}

async fn exists(db: &mut PgConnection, table: &str) -> Result<bool, StorageError> {
    let exists = sqlx::query_scalar!("SELECT to_regclass($1) IS NOT NULL AS \"exists!\"", table);
    Ok(exists.fetch_one(db).await?)
}

/// Whether a database may be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseUse {
    /// Nobody has put anything in.
    Empty,
    /// Not empty: this table has rows.
    Filled(&'static str),
    /// Workers run on it, or did a few seconds ago.
    Working,
}

/// Whether the database is in use.
pub async fn usage(db: &mut PgConnection) -> Result<DatabaseUse, StorageError> {
    for table in FIRST_TABLES {
        if !exists(db, table).await? {
            continue;
        }
        let filled: bool = sqlx::query_scalar(AssertSqlSafe(format!(
            "SELECT EXISTS (SELECT FROM {table})"
        )))
        .fetch_one(&mut *db)
        .await?;
        if filled {
            return Ok(DatabaseUse::Filled(table));
        }
    }
    if !exists(db, "worker").await? {
        return Ok(DatabaseUse::Empty);
    }
    let working = sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM worker WHERE seen_at > now() - interval '15 seconds') AS \"working!\""
    )
    .fetch_one(db)
    .await?;
    Ok(if working {
        DatabaseUse::Working
    } else {
        DatabaseUse::Empty
    })
}

/// Whether the tables are those of some version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaFit {
    /// They are; in a fresh database they have just been made.
    Fits,
    /// That version is newer than this program.
    Newer,
    /// The tables are those of no version that this one knows.
    Other,
}

/// Makes the tables of the version `wanted` in a fresh database, and says whether they are there now.
pub async fn fit(db: &mut PgConnection, version: &Migrations) -> Result<SchemaFit, StorageError> {
    let version = migrations::as_of_today(version);
    let newest = version.keys().next_back().copied();
    let Some(newest) = newest.filter(|version| migrations::is_known(*version)) else {
        return Ok(SchemaFit::Newer);
    };
    if migrations(db).await?.is_empty() {
        migrations::run_to(db, newest).await?;
    }
    Ok(if migrations(db).await? == version {
        SchemaFit::Fits
    } else {
        SchemaFit::Other
    })
}

/// Last value of every sequence that was used.
pub async fn sequences(db: &mut PgConnection) -> Result<BTreeMap<String, i64>, StorageError> {
    let rows = sqlx::query!(
        "SELECT sequencename::text AS \"name!\", last_value AS \"value!\" FROM pg_sequences \
         WHERE schemaname = current_schema() AND last_value IS NOT NULL"
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.name, row.value)).collect())
}

/// Sets sequences to what [`sequences`] said, so that no number is given twice.
pub async fn set_sequences(
    db: &mut PgConnection,
    values: &BTreeMap<String, i64>,
) -> Result<(), StorageError> {
    for (name, value) in values {
        sqlx::query!("SELECT setval(quote_ident($1)::regclass, $2)", name, value)
            .fetch_one(&mut *db)
            .await?;
    }
    Ok(())
}
