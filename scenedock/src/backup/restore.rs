//! `scenedock restore`: a backup into an empty data folder or an empty database.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use storage::audit_head::{self, HeadStanding};
use storage::clock;
use storage::db::backup::{self, DatabaseUse, SchemaFit};
use storage::db::{self, handles, previews};
use storage::objects::{Objects, StorePatience};
use storage::{PgConnection, PgPool};

use super::manifest::Manifest;
use super::{keys, objects, progress, tables};
use crate::parts::{open_objects, server_key};
use crate::postgres;
use crate::settings::Settings;

/// One for the transaction, the rest for what runs beside it.
const CONNECTIONS: u32 = 2;

/// What `scenedock restore` takes.
#[derive(Args)]
pub struct Restore {
    /// Folder that `scenedock backup` made
    folder: PathBuf,
    /// Go on although this server has another key: passwords of running deliveries are lost
    #[arg(long)]
    other_key: bool,
}

/// Restores, with a private Postgres unless `DATABASE_URL` is set. Says that it is done only when every file of the
/// backup had its SHA-256; until then the database is as it was.
pub async fn run(settings: Settings, arguments: Restore) -> anyhow::Result<()> {
    settings.check()?;
    let begun = Instant::now();
    let manifest = Manifest::read(&arguments.folder)?;
    let data = settings.data_folder()?;
    if let Some(url) = &settings.database_url {
        into_database(&settings, &data, url, &manifest, &arguments).await?;
    } else {
        let database = postgres::start(&data).await?;
        let url = database.url().to_owned();
        let result = into_database(&settings, &data, &url, &manifest, &arguments).await;
        database.stop().await;
        result?;
    }
    println!(
        "restored the backup of {}: {} rows, {} objects, {} MB in {:.1} s",
        manifest.made_at.format("%F %T UTC"),
        manifest.rows(),
        manifest.objects.len(),
        manifest.bytes() / 1_000_000,
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

async fn into_database(
    settings: &Settings,
    data: &Path,
    url: &str,
    manifest: &Manifest,
    arguments: &Restore,
) -> anyhow::Result<()> {
    let pool = db::connect(url, CONNECTIONS)
        .await
        .context("cannot open the database")?;
    refuse_used(&mut *handles::connection(&pool).await?).await?;
    let store = open_objects(settings, data, StorePatience::WORK)?;
    keys::settle(data, &arguments.folder, manifest, arguments.other_key).await?;
    let bar = progress()?;
    bar.set_length(manifest.bytes());
    bar.set_message("objects");
    objects::copy_in(&store, &manifest.objects, &arguments.folder, &bar).await?;

    bar.set_message("tables");
    let mut all = backup::filling(&pool).await?;
    refuse_used(&mut all).await?;
    make_tables(&mut all, manifest).await?;
    tables::load(&mut all, &manifest.tables, &arguments.folder, &bar).await?;
    backup::set_sequences(&mut all, &manifest.sequences).await?;
    handles::commit(all).await?;

    bar.set_message("statistics");
    db::migrate(&pool).await?;
    // Rows of months that this database had no part for.
    backup::lay_by_month(&pool, clock::now()).await?;
    // Pictures are in no backup: they are made again.
    previews::forget_all(&mut *handles::connection(&pool).await?).await?;
    backup::measure(&pool).await?;
    keep_audit_head(&pool, &store, data).await?;
    pool.close().await;
    bar.finish_and_clear();
    Ok(())
}

/// Writes the head of the audit log's chain where the object store is a new one. Another one than the backup's stays: whoever
/// restores an older database says that it is meant.
async fn keep_audit_head(pool: &PgPool, store: &Objects, data: &Path) -> anyhow::Result<()> {
    let key = server_key(data)?;
    let kept = audit_head::keep_restored(pool, &*store.store, &key, clock::now())
        .await
        .context("the backup is restored, but for the head of the audit log in the object store")?;
    if let Some(what) = head_fault(kept) {
        eprintln!(
            "the object store has a head of the audit log (audit/head) that {what}: servers report that until you have looked at \
             what `scenedock admin verify-audit` names and accepted it with --new-head"
        );
    }
    Ok(())
}

/// What is wrong with the head that the object store had before.
fn head_fault(kept: HeadStanding) -> Option<&'static str> {
    match kept {
        HeadStanding::Foreign => Some("was not written with this server's key"),
        kept if kept.is_fault() => Some("is not in this backup"),
        _ => None,
    }
}

/// Refuses a database that somebody uses.
async fn refuse_used(db: &mut PgConnection) -> anyhow::Result<()> {
    match backup::usage(db).await? {
        DatabaseUse::Empty => Ok(()),
        DatabaseUse::Filled(table) => bail!(
            "the database is not empty: {table} has rows. Restore into an empty data folder or an empty database"
        ),
        DatabaseUse::Working => bail!(
            "workers run on this database, or did a few seconds ago; stop them before you restore"
        ),
    }
}

/// Brings a fresh database to the backup's version; refuses one that is at another.
async fn make_tables(db: &mut PgConnection, manifest: &Manifest) -> anyhow::Result<()> {
    match backup::fit(db, &manifest.migrations).await? {
        SchemaFit::Fits => Ok(()),
        SchemaFit::Newer => bail!(
            "this backup was made by scenedock {}, which is newer than this one",
            manifest.version
        ),
        SchemaFit::Other => bail!(
            "the database's tables are not those of the backup's version ({}); restore into a database without \
             tables, before `scenedock migrate`",
            manifest.version
        ),
    }
}

#[cfg(test)]
mod tests {
    use storage::audit_chain::ChainHead;
    use storage::audit_head::WrittenHead;

    use super::*;

    #[test]
    fn a_head_under_another_key_is_not_called_one_that_the_backup_lacks() {
        let written = WrittenHead {
            head: ChainHead::EMPTY,
            at: clock::now(),
        };
        assert_eq!(head_fault(HeadStanding::Held(written)), None);
        let missing = head_fault(HeadStanding::Missing(written));
        assert_eq!(missing, Some("is not in this backup"));
        let foreign = head_fault(HeadStanding::Foreign).unwrap();
        assert!(foreign.contains("key"), "{foreign}");
    }
}
