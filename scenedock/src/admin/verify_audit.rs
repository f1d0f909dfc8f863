//! `scenedock admin verify-audit`

use anyhow::{Context, bail};
use storage::audit_chain::ChainHead;
use storage::db::audit_seals::{self, ChainFault};
use storage::db::{backup, handles};

use crate::parts::ProcessParts;

/// Follows the chain over the audit log from its beginning and says what does not follow. `head` is one that an earlier
/// call has printed: with it, an end that was cut off is found too.
pub(super) async fn verify(parts: &ProcessParts, head: Option<&str>) -> anyhow::Result<()> {
    let known = head
        .map(|text| ChainHead::parse(text).context("--head is what an earlier call printed"))
        .transpose()?;
    seal_waiting(parts).await?;
    let mut tx = backup::snapshot(&parts.pool).await?;
    let check = audit_seals::check(&mut tx, &parts.key, known).await?;
    for fault in &check.faults {
        println!("{}", sentence(*fault));
    }
    println!("{} entries; head {}", check.links, check.head);
    if !check.faults.is_empty() {
        bail!("the audit log is not as it was written");
    }
    println!(
        "the audit log is as it was written; keep the head where nobody who can write to the database can"
    );
    Ok(())
}

/// Makes the links of entries that wait for one: where no worker runs, nobody else does.
async fn seal_waiting(parts: &ProcessParts) -> anyhow::Result<()> {
    loop {
        let mut tx = handles::begin(&parts.pool).await?;
        let may_be_more = audit_seals::seal(&mut tx, &parts.key).await?;
        handles::commit(tx).await?;
        if !may_be_more {
            return Ok(());
        }
    }
}

fn sentence(fault: ChainFault) -> String {
    match fault {
        ChainFault::Broken { position, entry } => {
            format!(
                "{position}: entry {entry}, or the code before it, was changed, or the entry was removed"
            )
        }
        ChainFault::Gap { position } => format!("{position}: entries before it are missing"),
        ChainFault::Unsealed { entry } => format!("entry {entry} is not in the chain"),
        ChainFault::HeadMissing { position } => {
            format!(
                "{position}: the head given does not stand there; the end was cut off or written anew"
            )
        }
    }
}
