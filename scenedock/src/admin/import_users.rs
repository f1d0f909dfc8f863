//! `scenedock admin import-users`

use std::fs::OpenOptions;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use domain::account::import::{ImportCheck, check};
use domain::sheet::{MAX_ROWS, SheetHeading};
use forms::user_table;
use storage::clock;
use storage::db::handles;
use storage::lifecycle::{By, import};
use texts::{Locale, Message};

use crate::parts::ProcessParts;

/// Which file, and what becomes of the passwords.
#[derive(Args)]
pub struct ImportUsers {
    /// The workbook (XLSX) or CSV file; its first row names the columns. None: see --template
    #[arg(required_unless_present = "template")]
    file: Option<PathBuf>,
    /// Looks the file through and writes nothing
    #[arg(long)]
    dry_run: bool,
    /// Where the workbook with the first passwords goes; it must not exist
    #[arg(long, required_unless_present_any = ["dry_run", "template"])]
    passwords: Option<PathBuf>,
    /// Writes an empty workbook to fill in, here
    #[arg(long, exclusive = true)]
    template: Option<PathBuf>,
}

pub(super) async fn run(parts: &ProcessParts, arguments: &ImportUsers) -> anyhow::Result<()> {
    let mut db = handles::connection(&parts.pool).await?;
    let rules = import::rules(&mut db, By::System).await?;
    if let Some(path) = &arguments.template {
        let names: Vec<String> = rules
            .roles
            .iter()
            .map(|role| role.chinese().to_owned())
            .collect();
        return write_new(path, &user_table::template(&names)?);
    }
    let file = arguments.file.as_ref().context("which file?")?;
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let rows = user_table::read(&bytes, MAX_ROWS).with_context(|| file.display().to_string())?;
    let mut checked = check(&rows, &rules);
    import::refuse_taken(&mut db, &mut checked).await?;
    drop(db);
    print_faults(&checked)?;
    let Some(path) = arguments.passwords.as_ref().filter(|_| !arguments.dry_run) else {
        println!("{} users; nothing was written", checked.rows);
        return Ok(());
    };
    let (accounts, passwords) = import::with_passwords(checked.users);
    let lines: Vec<[&str; 4]> = (accounts.iter().zip(&passwords))
        .map(|(account, password)| {
            let profile = &account.profile;
            [
                account.login_name.as_str(),
                &profile.user_name,
                &profile.unit,
                password,
            ]
        })
        .collect();
    // Before the accounts: nobody could sign in to accounts whose passwords were not written.
    write_new(path, &user_table::passwords(&lines)?)?;
    let made = import::import(&parts.pool, &parts.key, &accounts, By::System, clock::now()).await;
    if let Err(error) = made {
        // Passwords of nobody.
        std::fs::remove_file(path).with_context(|| path.display().to_string())?;
        return Err(error.into());
    }
    println!(
        "{} users are made; their first passwords are in {}",
        accounts.len(),
        path.display()
    );
    Ok(())
}

fn print_faults(checked: &ImportCheck) -> anyhow::Result<()> {
    for fault in &checked.faults.listed {
        let column = fault.column.map(SheetHeading::heading).unwrap_or_default();
        let text = Message::from(fault.text.clone()).render(Locale::En);
        println!("row {}\t{column}\t{text}", fault.row);
    }
    if checked.faults.count > 0 {
        bail!(
            "the file has {} faults; no user was imported",
            checked.faults.count
        );
    }
    if checked.rows == 0 {
        bail!("there are no users in the file");
    }
    Ok(())
}

/// Only its owner reads it.
fn write_new(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    let mut file = file.with_context(|| path.display().to_string())?;
    file.write_all(bytes)?;
    Ok(file.sync_all()?)
}
