//! `scenedock backup` and `scenedock restore`: everything that cannot be made again, in one folder.
//!
//! The tables are one snapshot. Objects are copied before it is taken and again after it, those that are new: an
//! object that the snapshot names was either there the first time, or is so young that no sweep removes it yet. The
//! manifest is written last, so a folder without one is no backup.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use storage::clock;
use storage::db::{backup, handles};

use crate::parts::ProcessParts;
use crate::private_folder;

mod checked;
mod keys;
mod manifest;
mod objects;
pub mod restore;
mod tables;

use manifest::Manifest;

/// What `scenedock backup` takes.
#[derive(Args)]
pub struct Backup {
    /// Folder to make; it must not exist yet, or be empty
    folder: PathBuf,
    /// Put the server's key and the FTP gateway's own certificate into the backup too
    #[arg(long)]
    with_key: bool,
}

/// Writes the backup and says what is in it.
pub async fn run(parts: &ProcessParts, arguments: &Backup) -> anyhow::Result<()> {
    let begun = Instant::now();
    let folder = new_folder(&arguments.folder)?;
    let manifest = write(parts, &folder, arguments.with_key).await?;
    println!(
        "{} rows, {} objects, {} MB in {:.1} s: {}",
        manifest.rows(),
        manifest.objects.len(),
        manifest.bytes() / 1_000_000,
        begun.elapsed().as_secs_f64(),
        folder.display()
    );
    if !arguments.with_key {
        eprintln!(
            "the server's key is not in this backup; keep SCENEDOCK_SECRET_KEY (or secret.key) elsewhere, or back up \
             with --with-key: without the key no paper, telephone number or sealed password in it opens"
        );
    }
    for key in &manifest.missing {
        eprintln!("missing: {key} is named by a row and is not in the object store");
    }
    for key in &manifest.damaged {
        eprintln!("damaged: {key} is not what its row says; copied as it is");
    }
    let faults = manifest.missing.len() + manifest.damaged.len();
    ensure!(
        faults == 0,
        "the backup is whole, but {faults} objects were missing or damaged in the store, see above"
    );
    Ok(())
}

async fn write(parts: &ProcessParts, folder: &Path, with_key: bool) -> anyhow::Result<Manifest> {
    let bar = progress()?;
    let mut copies = objects::Copies::new(&parts.objects, &parts.key, folder, &bar);
    bar.set_message("objects");
    let early = backup::named_objects(&mut *handles::connection(&parts.pool).await?).await?;
    copies.copy(&early).await?;

    bar.set_message("tables");
    let mut snapshot = backup::snapshot(&parts.pool).await?;
    let migrations = backup::migrations(&mut snapshot).await?;
    let tables = tables::dump(&mut snapshot, folder, &bar).await?;
    let named = backup::named_objects(&mut snapshot).await?;
    // Sequences are outside every snapshot: read after it, they are beyond every row in it.
    let sequences = backup::sequences(&mut snapshot).await?;
    drop(snapshot);

    bar.set_message("new objects");
    copies.copy(&named).await?;
    let objects::CopiedObjects {
        objects,
        missing,
        damaged,
        foreign,
    } = copies.finish(&named).await?;
    if foreign > 0 {
        eprintln!(
            "{foreign} papers are sealed under another key than this server's: the backup carries them as they are"
        );
    }
    let keys = if with_key {
        keys::copy_out(&parts.data, folder).await?
    } else {
        BTreeMap::new()
    };
    bar.finish_and_clear();
    let manifest = Manifest {
        format: manifest::FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: clock::now(),
        migrations,
        tables,
        sequences,
        objects,
        missing,
        damaged,
        keys,
        key_proof: STANDARD.encode(keys::proof(&parts.key)?),
    };
    manifest.write(folder)?;
    Ok(manifest)
}

/// Makes the folder so that only its owner can enter it: password hashes and papers go in. An empty one that is there is
/// closed; one that cannot be is refused.
fn new_folder(folder: &Path) -> anyhow::Result<PathBuf> {
    let trouble = || format!("backup folder {}", folder.display());
    match std::fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                bail!("{} is not empty", folder.display());
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(trouble),
    }
    let closed = private_folder::make_or_close(folder).with_context(|| {
        format!(
            "{} must be closed to other users and cannot be; give a folder that does not exist yet",
            folder.display()
        )
    })?;
    if closed {
        eprintln!(
            "other users could enter {}; it is closed now",
            folder.display()
        );
    }
    std::fs::canonicalize(folder).with_context(trouble)
}

fn progress() -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template(
        "{msg:12} {wide_bar} {bytes} of {total_bytes}  {bytes_per_sec}  {eta}",
    )?;
    Ok(ProgressBar::new(0).with_style(style))
}
