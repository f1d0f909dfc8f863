//! Writes `storage/.sqlx`: what a freshly migrated, private Postgres says of every statement in `query!`,
//! `query_as!` and `query_scalar!`. The build reads these files, so it needs no database.
//!
//! Apart from `storage`, whose code does not compile while a statement is missing there.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::Context as _;
use sqlx::{Connection as _, PgConnection};

#[path = "../../testkit/src/postgres/server.rs"]
mod server;

/// Where the statements' files are kept, seen from the checkout.
const DATA: &str = "storage/.sqlx";

/// Names the database to the compiler, and tells this program that cargo starts it in the compiler's place.
const DATABASE: &str = "SQLX_DATA_DATABASE_URL";

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    if let Some(url) = std::env::var_os(DATABASE) {
        return compile(&url);
    }
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let server = server::Server::start()?;
    let url = server.url("postgres");
    let mut connection = PgConnection::connect(&url)
        .await
        .with_context(|| server.last_words())?;
    sqlx::migrate!("../migrations").run(&mut connection).await?;
    connection.close().await?;

    let described = tempfile::tempdir()?;
    expand(&checkout, &url, described.path())?;
    let written = files(described.path())?;
    let changed = replace(&checkout.join(DATA), &written)?;
    println!(
        "{DATA}: {} statements, {changed} files changed",
        written.len()
    );
    Ok(())
}

/// Compiles `storage` with its statements described by the database at `url`; the macros write to `folder`.
///
/// Only crates of this workspace ask that database: dependencies bring their own `.sqlx`.
fn expand(checkout: &Path, url: &str, folder: &Path) -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = Command::new(cargo)
        .args(["check", "--locked", "--package", "storage"])
        .current_dir(checkout)
        .env("RUSTC_WORKSPACE_WRAPPER", std::env::current_exe()?)
        .env("SQLX_OFFLINE_DIR", folder)
        .env(DATABASE, url)
        .status()
        .context("starting cargo")?;
    anyhow::ensure!(
        done.success(),
        "storage does not compile; {DATA} stays as it is"
    );
    Ok(())
}

/// Becomes the compiler that cargo names in the arguments, with the database at `url` for the macros to ask.
fn compile(url: &OsString) -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let compiler = arguments.next().context("no compiler named")?;
    let refused = Command::new(compiler)
        .args(arguments)
        .env("SQLX_OFFLINE", "false")
        .env("DATABASE_URL", url)
        .exec();
    Err(refused).context("starting the compiler")
}

/// Names and contents of the files in `folder`.
fn files(folder: &Path) -> anyhow::Result<BTreeMap<OsString, Vec<u8>>> {
    fs::read_dir(folder)
        .with_context(|| format!("reading {}", folder.display()))?
        .map(|entry| {
            let entry = entry?;
            Ok((entry.file_name(), fs::read(entry.path())?))
        })
        .collect()
}

/// Makes `folder` hold exactly `wanted`; files that are right stay untouched. Answers how many were not.
fn replace(folder: &Path, described: &BTreeMap<OsString, Vec<u8>>) -> anyhow::Result<usize> {
    fs::create_dir_all(folder)?;
    let present = files(folder)?;
    let mut changed = 0;
    for name in present.keys().filter(|name| !described.contains_key(*name)) {
        fs::remove_file(folder.join(name))?;
        changed += 1;
    }
    for (name, content) in described {
        if present.get(name) != Some(content) {
            fs::write(folder.join(name), content)?;
            changed += 1;
        }
    }
    Ok(changed)
}
