//! The chain over the audit log in the database: made by whoever has the server's key, checked by whoever asks.

use sqlx::PgConnection;
use sqlx::types::chrono::{DateTime, Utc};

use crate::StorageError;
use crate::audit_chain::{ChainCode, ChainHead, ChainedEntry, link};
use crate::sealed::ServerKey;

/// One process makes links at a time: the key of the lock.
const SEALING: i64 = 0x61_7564_6974;
/// Links made in one transaction.
const BATCH: i64 = 500;
/// Links read at a time while the chain is checked: an entry may hold a long text as it was and as it is.
const CHECKED_AT_ONCE: i64 = 200;
/// Faults that are named; of a log that was rewritten there may be millions.
const MAX_FAULTS: usize = 20;
/// An entry without a link for this long has lost it: links are made twice a second.
const LONGEST_UNSEALED: &str = "1 minute";

struct EntryColumns {
    id: i64,
    at: DateTime<Utc>,
    by_id: String,
    by_name: String,
    subject: String,
    action: String,
    subject_id: String,
    subject_name: String,
    outcome: String,
    reason: String,
    changes: String,
    client_ip: String,
    agent: String,
}

impl From<EntryColumns> for ChainedEntry {
    fn from(entry: EntryColumns) -> Self {
        Self {
            id: entry.id,
            at: entry.at,
            texts: vec![
                ("by_id", entry.by_id),
                ("by_name", entry.by_name),
                ("subject", entry.subject),
                ("action", entry.action),
                ("subject_id", entry.subject_id),
                ("subject_name", entry.subject_name),
                ("outcome", entry.outcome),
                ("reason", entry.reason),
                ("changes", entry.changes),
                ("client_ip", entry.client_ip),
                ("agent", entry.agent),
            ],
        }
    }
}

/// The last link.
pub async fn head(db: &mut PgConnection) -> Result<ChainHead, StorageError> {
    let row = sqlx::query!("SELECT position, code FROM audit_seal ORDER BY position DESC LIMIT 1")
        .fetch_optional(db)
        .await?;
    row.map_or(Ok(ChainHead::EMPTY), |row| {
        Ok(ChainHead {
            position: row.position,
            code: code_of(row.code)?,
        })
    })
}

/// Whether this link stands in the chain. Every chain has the beginning.
pub async fn holds(db: &mut PgConnection, known: ChainHead) -> Result<bool, StorageError> {
    if known == ChainHead::EMPTY {
        return Ok(true);
    }
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM audit_seal WHERE position = $1 AND code = $2) AS \"holds!\"",
        known.position,
        known.code.as_slice()
    )
    .fetch_one(db)
    .await?)
}

/// Where the links end that follow from `known`, each from the one before it; `None`: the chain does not hold `known`, or one of
/// them does not follow. The code of `known` is all that is believed, never a code that the database has: somebody may show another
/// one for a while.
pub async fn follow(
    db: &mut PgConnection,
    key: &ServerKey,
    known: ChainHead,
) -> Result<Option<ChainHead>, StorageError> {
    if !holds(db, known).await? {
        return Ok(None);
    }
    let mut end = known;
    loop {
        let links = links_after(db, end.position).await?;
        if links.is_empty() {
            return Ok(Some(end));
        }
        for stored in links {
            let position = end.position + 1;
            let follows =
                |entry: &ChainedEntry| link(key, &end.code, position, entry) == stored.code;
            let is_next = stored.position == position;
            if !(is_next && stored.entry.as_ref().is_some_and(follows)) {
                return Ok(None);
            }
            end = ChainHead {
                position,
                code: stored.code,
            };
        }
    }
}

/// Makes the links of entries that have none yet, in one transaction; whether there may be more. Entries come into the chain
/// in the order in which they are found: one that was committed late comes behind those that were begun after it.
pub async fn seal(db: &mut PgConnection, key: &ServerKey) -> Result<bool, StorageError> {
    let alone = sqlx::query_scalar!(
        "SELECT pg_try_advisory_xact_lock($1) AS \"alone!\"",
        SEALING
    )
    .fetch_one(&mut *db)
    .await?;
    if !alone {
        return Ok(false);
    }
    let entries = unsealed(db).await?;
    if entries.is_empty() {
        return Ok(false);
    }
    let mut head = head(db).await?;
    let (mut positions, mut ids, mut codes) = (Vec::new(), Vec::new(), Vec::new());
    for entry in &entries {
        head.position += 1;
        head.code = link(key, &head.code, head.position, entry);
        positions.push(head.position);
        ids.push(entry.id);
        codes.push(head.code.to_vec());
    }
    sqlx::query!(
        "INSERT INTO audit_seal (position, entry_id, code) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])",
        &positions,
        &ids,
        &codes
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("DELETE FROM audit_unsealed WHERE entry_id = ANY ($1)", &ids)
        .execute(db)
        .await?;
    Ok(ids.len() == usize::try_from(BATCH).unwrap_or(usize::MAX))
}

async fn unsealed(db: &mut PgConnection) -> Result<Vec<ChainedEntry>, StorageError> {
    let rows = sqlx::query_as!(
        EntryColumns,
        "SELECT e.id, e.at, coalesce(e.by_id::text, '') AS \"by_id!\", e.by_name, e.subject, e.action, e.subject_id, \
         e.subject_name, e.outcome, e.reason, e.changes::text AS \"changes!\", e.client_ip, e.agent \
         FROM audit_unsealed u JOIN audit_entry e ON e.id = u.entry_id ORDER BY e.id LIMIT $1",
        BATCH
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Something in the log that is not as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainFault {
    /// The code at this position does not follow: the entry was changed or removed, or the code before it was changed.
    Broken {
        /// Position in the chain.
        position: i64,
        /// Number of the entry.
        entry: i64,
    },
    /// Links are missing before this position.
    Gap {
        /// Where the chain goes on.
        position: i64,
    },
    /// This entry never got a link, or lost it.
    Unsealed {
        /// Number of the entry.
        entry: i64,
    },
    /// The chain does not hold the head that was written down: its end was cut off, or all of it was made anew.
    HeadMissing {
        /// Position of the head in the chain.
        position: i64,
    },
}

/// What a check of the whole log found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainCheck {
    /// The last link: to be written down elsewhere.
    pub head: ChainHead,
    /// Links that were checked.
    pub links: u64,
    /// The first faults.
    pub faults: Vec<ChainFault>,
}

/// Follows the whole chain, within one transaction that sees one moment. `known` is a head that somebody wrote down.
pub async fn check(
    db: &mut PgConnection,
    key: &ServerKey,
    known: Option<ChainHead>,
) -> Result<ChainCheck, StorageError> {
    let mut check = ChainCheck {
        head: ChainHead::EMPTY,
        links: 0,
        faults: Vec::new(),
    };
    let mut holds_known = known.is_none_or(|known| known == ChainHead::EMPTY);
    loop {
        let links = links_after(db, check.head.position).await?;
        if links.is_empty() {
            break;
        }
        for stored in links {
            let (position, code) = (stored.position, stored.code);
            let follows =
                |entry: &ChainedEntry| link(key, &check.head.code, position, entry) == code;
            if position != check.head.position + 1 {
                check.faults.push(ChainFault::Gap { position });
            } else if !stored.entry.as_ref().is_some_and(follows) {
                let entry = stored.entry_id;
                check.faults.push(ChainFault::Broken { position, entry });
            }
            check.links += 1;
            check.head = ChainHead { position, code };
            holds_known |= known == Some(check.head);
        }
        check.faults.truncate(MAX_FAULTS);
    }
    let lost = without_link(db).await?;
    check
        .faults
        .extend(lost.into_iter().map(|entry| ChainFault::Unsealed { entry }));
    if let Some(known) = known.filter(|_| !holds_known) {
        let position = known.position;
        check.faults.push(ChainFault::HeadMissing { position });
    }
    Ok(check)
}

struct StoredLink {
    position: i64,
    code: ChainCode,
    entry_id: i64,
    /// What it seals; `None`: somebody has removed it.
    entry: Option<ChainedEntry>,
}

/// The next links, with the entries that they seal.
async fn links_after(
    db: &mut PgConnection,
    position: i64,
) -> Result<Vec<StoredLink>, StorageError> {
    let rows = sqlx::query!(
        "SELECT s.position, s.code, s.entry_id, e.at AS \"at?\", coalesce(e.by_id::text, '') AS \"by_id!\", \
         e.by_name AS \"by_name?\", e.subject AS \"subject?\", e.action AS \"action?\", e.subject_id AS \"subject_id?\", \
         e.subject_name AS \"subject_name?\", e.outcome AS \"outcome?\", e.reason AS \"reason?\", \
         e.changes::text AS \"changes?\", e.client_ip AS \"client_ip?\", e.agent AS \"agent?\" \
         FROM audit_seal s LEFT JOIN audit_entry e ON e.id = s.entry_id WHERE s.position > $1 ORDER BY s.position LIMIT $2",
        position,
        CHECKED_AT_ONCE
    )
    .fetch_all(db)
    .await?;
    let links = rows.into_iter().map(|row| {
        let entry = || {
            Some(EntryColumns {
                id: row.entry_id,
                at: row.at?,
                by_id: row.by_id,
                by_name: row.by_name?,
                subject: row.subject?,
                action: row.action?,
                subject_id: row.subject_id?,
                subject_name: row.subject_name?,
                outcome: row.outcome?,
                reason: row.reason?,
                changes: row.changes?,
                client_ip: row.client_ip?,
                agent: row.agent?,
            })
        };
        Ok(StoredLink {
            position: row.position,
            code: code_of(row.code)?,
            entry_id: row.entry_id,
            entry: entry().map(Into::into),
        })
    });
    links.collect()
}

async fn without_link(db: &mut PgConnection) -> Result<Vec<i64>, StorageError> {
    let ids = sqlx::query_scalar!(
        "SELECT e.id FROM audit_entry e WHERE NOT EXISTS (SELECT FROM audit_seal s WHERE s.entry_id = e.id) \
         AND (e.at < now() - $1::text::interval OR NOT EXISTS (SELECT FROM audit_unsealed u WHERE u.entry_id = e.id)) \
         ORDER BY e.id LIMIT $2",
        LONGEST_UNSEALED,
        i64::try_from(MAX_FAULTS).unwrap_or(i64::MAX)
    )
    .fetch_all(db)
    .await?;
    Ok(ids)
}

fn code_of(stored: Vec<u8>) -> Result<ChainCode, StorageError> {
    stored
        .try_into()
        .map_err(|stored: Vec<u8>| StorageError::UnknownValue {
            column: "audit_seal.code",
            value: hex::encode(stored),
        })
}
