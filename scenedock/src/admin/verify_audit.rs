//! `scenedock admin verify-audit`

use anyhow::{Context, bail};
use clap::Args;
use domain::audit_log::{AuditAction, AuditOutcome};
use storage::audit_chain::ChainHead;
use storage::audit_head::{self, HeadStanding};
use storage::clock;
use storage::db::account_events::FieldChange;
use storage::db::audit_log::{self, NewAuditEntry};
use storage::db::audit_seals::{self, ChainFault};
use storage::db::{backup, handles};

use crate::parts::ProcessParts;

/// What the audit log calls the head outside the database.
const SUBJECT: &str = "audit_head";

/// What `scenedock admin verify-audit` takes.
#[derive(Args)]
pub struct VerifyAudit {
    /// What an earlier call printed as head: finds an end that was cut off since, whoever can write to the object store too
    #[arg(long)]
    head: Option<String>,
    /// Accept the chain as it is where it does not hold the head in the object store: after a restore of an older database
    #[arg(long)]
    new_head: bool,
}

/// Compares the chain over the audit log with the head outside the database, follows it from its beginning and says what does
/// not follow. A head that an earlier call has printed is looked for, too.
pub(super) async fn verify(parts: &ProcessParts, arguments: &VerifyAudit) -> anyhow::Result<()> {
    let known = (arguments.head.as_deref())
        .map(|text| ChainHead::parse(text).context("--head is what an earlier call printed"))
        .transpose()?;
    let objects = &*parts.objects.store;
    // Before anything is chained: what somebody has cut off is chained anew with the real key.
    let mut compared = audit_head::look(&parts.pool, objects, &parts.key).await;
    seal_waiting(parts).await?;
    let mut tx = backup::snapshot(&parts.pool).await?;
    let check = audit_seals::check(&mut tx, &parts.key, known).await?;
    if let Ok(standing) = compared {
        compared = Ok(audit_head::within(&mut tx, standing).await?);
    }
    drop(tx);
    for fault in &check.faults {
        println!("{}", sentence(*fault));
    }
    if let Ok(standing) = compared
        && let Some(text) = head_fault(standing, check.head)
    {
        println!("{text}");
    }
    println!("{} entries; head {}", check.links, check.head);
    // The chain is named without it, too: the object store may be away for long.
    let standing = compared.context(if check.faults.is_empty() {
        "the entries follow from one another, but the head outside the database cannot be compared: nobody can say whether the \
         end was cut off or entries were written anew"
    } else {
        "the audit log is not as it was written, and the head outside the database cannot be compared"
    })?;
    let is_accepted = arguments.new_head && standing.is_fault();
    if is_accepted {
        accept(parts, standing, check.head).await?;
    }
    if !check.faults.is_empty() || (standing.is_fault() && !is_accepted) {
        bail!("the audit log is not as it was written");
    }
    // Where no worker runs, nobody else writes it. It compares once more: what was rewritten since the check is found by it.
    let last = audit_head::keep(&parts.pool, objects, &parts.key, clock::now())
        .await
        .context("the head outside the database cannot be written")?;
    if let Some(text) = head_fault(last, check.head) {
        println!("{text}");
        bail!("the audit log is not as it was written");
    }
    println!(
        "the audit log is as it was written; keep the head where nobody who can write to database and object store can"
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

/// Writes the present head outside the database. The log keeps that it was done, and what stood there.
async fn accept(
    parts: &ProcessParts,
    standing: HeadStanding,
    present: ChainHead,
) -> anyhow::Result<()> {
    let before = match standing {
        HeadStanding::Missing(written) => written.head.to_string(),
        _ => String::new(),
    };
    let change = FieldChange {
        field: "head".to_owned(),
        before,
        after: present.to_string(),
    };
    let entry = NewAuditEntry {
        at: clock::now(),
        by: None,
        action: AuditAction::ChangeSetting,
        subject_id: SUBJECT,
        subject_name: SUBJECT,
        outcome: AuditOutcome::Done,
        reason: "",
        changes: &[change],
        client_ip: "",
        agent: "",
    };
    let mut db = handles::connection(&parts.pool).await?;
    audit_log::insert(&mut db, &entry).await?;
    drop(db);
    seal_waiting(parts).await?;
    let objects = &*parts.objects.store;
    let accepted = audit_head::accept(&parts.pool, objects, &parts.key, clock::now()).await?;
    if let HeadStanding::Held(written) = accepted {
        println!("the head outside the database is {} now", written.head);
    }
    Ok(())
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

/// What is wrong with the head outside the database; `present` is where the chain ends.
fn head_fault(standing: HeadStanding, present: ChainHead) -> Option<String> {
    match standing {
        HeadStanding::NotBegun | HeadStanding::Held(_) => None,
        HeadStanding::Missing(written) => {
            let (position, at) = (written.head.position, written.at.format("%F %T UTC"));
            let what = if present.position < position {
                format!("the entries after {} are missing", present.position)
            } else {
                "it, entries before it or what comes after it were written anew".to_owned()
            };
            Some(format!(
                "{position}: the chain does not hold the head that stands outside the database since {at}, or does not go on \
                 from it: {what}. After a restore of an older database --new-head accepts that"
            ))
        }
        HeadStanding::Lost => Some(
            "no head outside the database: audit/head was removed from the object store. --new-head writes one".to_owned(),
        ),
        HeadStanding::Foreign => Some(
            "the head outside the database, audit/head in the object store, was not written with this server's key: it was \
             changed, or the key is another one. --new-head writes one"
                .to_owned(),
        ),
    }
}
