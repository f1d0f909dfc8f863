//! `manifest.json`: what a backup holds. Written last.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use storage::db::backup::{Migrations, Table};

use super::checked::FileDigest;

/// The layout that this version writes and reads.
pub const FORMAT: u32 = 1;
const NAME: &str = "manifest.json";

/// Contents of a backup.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// [`FORMAT`]
    pub format: u32,
    /// scenedock's version.
    pub version: String,
    /// When the backup was finished.
    pub made_at: DateTime<Utc>,
    /// Migrations that the tables had.
    pub migrations: Migrations,
    /// Tables, each after all that it refers to.
    pub tables: Vec<TableCopy>,
    /// Last value of every sequence that was used.
    pub sequences: BTreeMap<String, i64>,
    /// Objects by key.
    pub objects: BTreeMap<String, FileDigest>,
    /// Keys that rows name and that the object store did not have.
    pub missing: Vec<String>,
    /// Keys whose bytes are not what their rows say.
    pub damaged: Vec<String>,
    /// Key files by name; none unless they were asked for.
    pub keys: BTreeMap<String, FileDigest>,
    /// Something sealed under the server's key, base64: tells whether a key is the right one.
    pub key_proof: String,
}

/// The rows of a table, as `COPY` writes them in its text format.
#[derive(Debug, Serialize, Deserialize)]
pub struct TableCopy {
    /// Name of the table.
    pub table: String,
    /// Columns in the order of the file.
    pub columns: Vec<String>,
    /// Number of rows.
    pub rows: u64,
    /// The file.
    #[serde(flatten)]
    pub content: FileDigest,
}

impl TableCopy {
    /// Path of the file with the rows.
    pub fn path(folder: &Path, table: &Table) -> PathBuf {
        folder.join("database").join(format!("{}.copy", table.name))
    }

    /// The table with the columns that were copied.
    pub fn table(&self) -> Table {
        Table {
            name: self.table.clone(),
            columns: self.columns.clone(),
        }
    }
}

impl Manifest {
    /// Rows of all tables.
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        let tables: u64 = self.tables.iter().map(|table| table.content.bytes).sum();
        let objects: u64 = self.objects.values().map(|object| object.bytes).sum();
        tables + objects
    }

    /// Writes it into `folder` once everything else there is on disk.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let staged = folder.join("manifest.json.new");
        let write = || {
            let held = File::open(folder)?;
            #[cfg(target_os = "linux")]
            rustix::fs::syncfs(&held)?;
            #[cfg(not(target_os = "linux"))]
            rustix::fs::sync();
            let mut file = File::create(&staged)?;
            file.write_all(&serde_json::to_vec_pretty(self)?)?;
            file.sync_all()?;
            std::fs::rename(&staged, folder.join(NAME))?;
            held.sync_all()
        };
        write().context("cannot write the manifest")
    }

    /// Reads the manifest of `folder`.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read(folder.join(NAME)).with_context(|| {
            format!(
                "{} is no finished backup: it has no {NAME}",
                folder.display()
            )
        })?;
        let manifest: Self = serde_json::from_slice(&text).context("the manifest is damaged")?;
        ensure!(
            manifest.format == FORMAT,
            "this backup has format {}; scenedock {} reads format {FORMAT}",
            manifest.format,
            env!("CARGO_PKG_VERSION")
        );
        Ok(manifest)
    }
}
