//! The schema, step by step, and the rows that it begins with.

use std::collections::BTreeMap;

use sqlx::migrate::{Migration, Migrator};
use sqlx::{Executor as _, PgConnection, PgPool};

use super::handles::{self, patient};
use crate::StorageError;

/// The files of `migrations/`.
static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// Migrations that tables have: number, and SHA-384 of the text in hexadecimal.
pub type Migrations = BTreeMap<i64, String>;

/// Texts that were released once and have another wording now: SHA-384 of the released text in hexadecimal, and the number
/// of the file that stands for it. Both held the rows of [`SEEDS`] as well.
const REWORDED: [(&str, i64); 2] = [
    (
        "cf79500559dd1513db3d060c598190b195f5747ac47159d25d81f4b989623599ba6f8a215cf239b2332a24728693559b",
        15,
    ),
    (
        "332a8d8124c930a3202ddbb76ebd93f607a753d1ae8e48c6af87b3fe35241fdd9cc79c341382c2abd0c9daf2b61b1242",
        24,
    ),
];

/// Rows that an administrator may change or remove later, by the name that the table `seed` knows them by.
const SEEDS: [(&str, &str); 4] = [
    ("field_lists", include_str!("../../seeds/field_lists.sql")),
    (
        "processing_levels",
        include_str!("../../seeds/processing_levels.sql"),
    ),
    (
        "reject_phrases",
        include_str!("../../seeds/reject_phrases.sql"),
    ),
    ("usages", include_str!("../../seeds/usages.sql")),
];

/// Brings the schema to this version; safe to run from several processes at once.
pub(super) async fn run(pool: &PgPool) -> Result<(), StorageError> {
    // Another process may be at a migration that takes long.
    let mut db = patient(pool).await?;
    let mut tx = handles::begin_on(&mut db).await?;
    renumber(&mut tx).await?;
    handles::commit(tx).await?;
    MIGRATIONS.run_direct(None, &mut *db, false).await?;
    let mut tx = handles::begin_on(&mut db).await?;
    sow(&mut tx).await?;
    handles::commit(tx).await
}

/// Whether this program has the migration of that number.
pub(super) fn is_known(version: i64) -> bool {
    MIGRATIONS.version_exists(version)
}

/// Makes the tables of the version whose newest migration has that number, in a fresh database.
pub(super) async fn run_to(db: &mut PgConnection, newest: i64) -> Result<(), StorageError> {
    Ok(MIGRATIONS.run_direct(Some(newest), db, false).await?)
}

/// The same migrations under the numbers and with the wording of today.
pub(super) fn as_of_today(released: &Migrations) -> Migrations {
    let released = released.iter();
    released
        .map(|(version, checksum)| today(*version, checksum))
        .collect()
}

/// Number and checksum that a released migration has now; what is unknown stays as it is.
fn today(version: i64, checksum: &str) -> (i64, String) {
    let reworded = REWORDED.iter().find(|(released, _)| *released == checksum);
    let is_it = |migration: &&Migration| match reworded {
        Some((_, number)) => migration.version == *number,
        None => hex::encode(&migration.checksum) == checksum,
    };
    match MIGRATIONS.iter().find(is_it) {
        Some(migration) => (migration.version, hex::encode(&migration.checksum)),
        None => (version, checksum.to_owned()),
    }
}

/// Migrations that the database has; none when it is fresh.
pub(super) async fn applied(db: &mut PgConnection) -> Result<Migrations, StorageError> {
    let is_fresh =
        sqlx::query_scalar!("SELECT to_regclass('_sqlx_migrations') IS NULL AS \"is_fresh!\"")
            .fetch_one(&mut *db)
            .await?;
    if is_fresh {
        return Ok(Migrations::new());
    }
    let rows = sqlx::query!(
        "SELECT version, encode(checksum, 'hex') AS \"checksum!\" FROM _sqlx_migrations"
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter();
    Ok(rows.map(|row| (row.version, row.checksum)).collect())
}

/// A database of a version whose files had gaps between their numbers gets the numbers of today.
async fn renumber(db: &mut PgConnection) -> Result<(), StorageError> {
    if applied(db).await?.is_empty() {
        return Ok(());
    }
    // What another process wrote while this one waited for the lock is read after it.
    sqlx::query!("LOCK TABLE _sqlx_migrations IN EXCLUSIVE MODE")
        .execute(&mut *db)
        .await?;
    let released = applied(db).await?;
    if as_of_today(&released) == released {
        return Ok(());
    }
    let (before, checksums): (Vec<i64>, Vec<String>) = released.into_iter().unzip();
    let renumbered = before.iter().zip(&checksums);
    let (after, checksums): (Vec<i64>, Vec<String>) = renumbered
        .map(|(version, checksum)| today(*version, checksum))
        .unzip();
    // In two steps: a number may be free only after another row has got its own.
    sqlx::query!(
        "UPDATE _sqlx_migrations m SET version = -r.after, checksum = decode(r.checksum, 'hex') \
         FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS r (before, after, checksum) WHERE m.version = r.before",
        &before[..],
        &after[..],
        &checksums[..]
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("UPDATE _sqlx_migrations SET version = -version WHERE version < 0")
        .execute(&mut *db)
        .await?;
    Ok(())
}

/// Writes the rows that the product begins with, each once in the life of a database.
async fn sow(db: &mut PgConnection) -> Result<(), StorageError> {
    for (name, statements) in SEEDS {
        let is_new = sqlx::query!(
            "INSERT INTO seed (name) VALUES ($1) ON CONFLICT DO NOTHING",
            name
        )
        .execute(&mut *db)
        .await?
        .rows_affected()
            == 1;
        if is_new {
            db.execute(statements).await?;
        }
    }
    Ok(())
}
