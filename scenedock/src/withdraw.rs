//! `scenedock withdraw`: scenes out of the catalogue.

use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::Args;
use domain::subscription::{LONGEST_WITHDRAWAL_REASON, withdrawal_reason};
use storage::clock;
use storage::lifecycle::withdrawals;

use crate::parts::ProcessParts;

/// Takes scenes out of the catalogue; targets of subscriptions that have their files are told.
#[derive(Args)]
pub struct Withdraw {
    /// Public ids of scenes
    #[arg(required_unless_present = "list")]
    ids: Vec<String>,
    /// A file with more of them, one a line
    #[arg(long)]
    list: Option<PathBuf>,
    /// Why; subscribers read it
    #[arg(long)]
    reason: String,
}

/// Runs the command and prints what came of it.
pub async fn run(parts: &ProcessParts, arguments: Withdraw) -> anyhow::Result<()> {
    let reason = withdrawal_reason(&arguments.reason)
        .with_context(|| format!("--reason takes 1 to {LONGEST_WITHDRAWAL_REASON} characters"))?;
    let mut ids = arguments.ids;
    if let Some(list) = &arguments.list {
        let text = std::fs::read_to_string(list)
            .with_context(|| format!("cannot read {}", list.display()))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        ids.extend(lines.map(str::to_owned));
    }
    ids.sort();
    ids.dedup();
    let done = withdrawals::withdraw(&parts.pool, &ids, reason, clock::now()).await?;
    for id in &done.ordered {
        eprintln!("{id}: an order has it; it stays");
    }
    let unknown = ids
        .iter()
        .filter(|id| !done.withdrawn.contains(id) && !done.ordered.contains(id));
    for id in unknown {
        eprintln!("{id}: the catalogue does not have it");
    }
    println!(
        "{} withdrawn; {} delivered files whose targets are told",
        done.withdrawn.len(),
        done.to_tell
    );
    let left = ids.len() - done.withdrawn.len();
    ensure!(left == 0, "{left} scenes were not withdrawn, see above");
    Ok(())
}
