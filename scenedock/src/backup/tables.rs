//! Tables as files.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, ensure};
use futures::TryStreamExt;
use indicatif::ProgressBar;
use storage::PgConnection;
use storage::db::backup::{self, Table};

use super::checked;
use super::manifest::TableCopy;

/// Writes every table into `folder`.
pub async fn dump(
    db: &mut PgConnection,
    folder: &Path,
    bar: &ProgressBar,
) -> anyhow::Result<Vec<TableCopy>> {
    let mut copies = Vec::new();
    for table in backup::tables(db).await? {
        let context = format!("table {}", table.name);
        let copy = dump_one(db, table, folder, bar).await;
        copies.push(copy.context(context)?);
    }
    Ok(copies)
}

async fn dump_one(
    db: &mut PgConnection,
    table: Table,
    folder: &Path,
    bar: &ProgressBar,
) -> anyhow::Result<TableCopy> {
    let mut rows = 0;
    let blocks = backup::copy_out(db, &table).await?.inspect_ok(|block| {
        rows += block.split(|byte| *byte == b'\n').skip(1).count() as u64;
        bar.inc_length(block.len() as u64);
    });
    let content = checked::write(&TableCopy::path(folder, &table), blocks, bar).await?;
    Ok(TableCopy {
        table: table.name,
        columns: table.columns,
        rows,
        content,
    })
}

/// Fills the tables from `folder`, in the order given; they must be those of the schema.
pub async fn load(
    db: &mut PgConnection,
    copies: &[TableCopy],
    folder: &Path,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    let tables: Vec<Table> = copies.iter().map(TableCopy::table).collect();
    let known = backup::tables(db).await?;
    let names = |tables: &[Table]| -> BTreeSet<String> {
        tables.iter().map(|table| table.name.clone()).collect()
    };
    let (known, given) = (names(&known), names(&tables));
    ensure!(
        known == given,
        "the backup's tables are not those of its version: {:?}",
        known.symmetric_difference(&given)
    );
    backup::empty(db, &tables).await?;
    for (copy, table) in copies.iter().zip(&tables) {
        load_one(db, copy, table, folder, bar)
            .await
            .with_context(|| format!("table {}", table.name))?;
    }
    Ok(())
}

async fn load_one(
    db: &mut PgConnection,
    copy: &TableCopy,
    table: &Table,
    folder: &Path,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    let path = TableCopy::path(folder, table);
    let blocks = checked::read(&path, &copy.content)
        .await?
        .inspect_ok(|block| bar.inc(block.len() as u64))
        .map_err(anyhow::Error::from);
    let rows = backup::copy_in(db, table, blocks).await?;
    ensure!(
        rows == copy.rows,
        "the backup is damaged: {rows} rows instead of {}",
        copy.rows
    );
    Ok(())
}
