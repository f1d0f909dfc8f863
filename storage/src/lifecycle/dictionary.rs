//! What administrators do to the dictionary: a list is replaced as a whole.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::dictionary::{DictionaryEntry, DictionaryKind, DictionaryRefusal, faults};
use sqlx::{PgConnection, PgPool};

use super::By;
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::dictionary::{self, DictionaryList, StoredEntry};

/// Why a list is not changed.
#[derive(Debug, thiserror::Error)]
pub enum DictionaryError {
    /// The rules refuse.
    #[error(transparent)]
    Refused(#[from] DictionaryRefusal),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for DictionaryError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// A list as it is to be: entries that there are, by their id, and new ones.
pub type DictionaryDraft = Vec<(Option<i64>, DictionaryEntry)>;

/// Where the dictionary is changed, by whom, and when.
#[derive(Clone, Copy)]
pub struct DictionaryDesk<'a> {
    /// The database.
    pub pool: &'a PgPool,
    /// Author of the changes.
    pub by: By<'a>,
    pub now: DateTime<Utc>,
}

impl DictionaryDesk<'_> {
    /// Replaces a list as it was read. A word that orders have stays: it may be switched off.
    pub async fn save(
        self,
        (kind, version): (DictionaryKind, i64),
        draft: DictionaryDraft,
    ) -> Result<DictionaryList, DictionaryError> {
        self.replace(kind, |current| {
            // Each entry once: who names another has read another list.
            let mut ids: BTreeSet<i64> = current.entries.iter().map(|stored| stored.id).collect();
            let mut named = draft.iter().filter_map(|(id, _)| *id);
            if current.version != version || !named.all(|id| ids.remove(&id)) {
                return Err(DictionaryRefusal::ChangedMeanwhile);
            }
            Ok(draft)
        })
        .await
    }

    /// Takes over a table that was looked through: from now on it is the list. Words keep their ids.
    pub async fn import(
        self,
        kind: DictionaryKind,
        entries: Vec<DictionaryEntry>,
    ) -> Result<DictionaryList, DictionaryError> {
        self.replace(kind, |current| {
            let ids: BTreeMap<_, _> = current
                .entries
                .iter()
                .map(|stored| (stored.entry.name.as_str(), stored.id))
                .collect();
            let known = |entry: DictionaryEntry| (ids.get(&*entry.name).copied(), entry);
            Ok(entries.into_iter().map(known).collect())
        })
        .await
    }

    async fn replace(
        self,
        kind: DictionaryKind,
        decide: impl FnOnce(&DictionaryList) -> Result<DictionaryDraft, DictionaryRefusal>,
    ) -> Result<DictionaryList, DictionaryError> {
        let mut tx = self.pool.begin().await?;
        dictionary::lock(&mut tx, kind).await?;
        let before = dictionary::list(&mut tx, kind).await?;
        let draft = decide(&before)?;
        let entries: Vec<_> = draft.iter().map(|(_, entry)| entry.clone()).collect();
        let faults = faults(kind, &entries);
        if !faults.is_empty() {
            return Err(DictionaryRefusal::Faulty(faults).into());
        }
        let changes = changes(&before.entries, &draft);
        if changes.is_empty() {
            return Ok(before);
        }
        keep_used(&mut tx, kind, (&before, &entries)).await?;
        dictionary::replace(&mut tx, kind, &draft).await?;
        self.record(&mut tx, kind, &changes).await?;
        let after = dictionary::list(&mut tx, kind).await?;
        tx.commit().await?;
        Ok(after)
    }

    async fn record(
        self,
        tx: &mut PgConnection,
        kind: DictionaryKind,
        changes: &[FieldChange],
    ) -> Result<(), StorageError> {
        let entry = NewAuditEntry {
            at: self.now,
            by: self.by.user(),
            action: AuditAction::ChangeDictionary,
            subject_id: kind.as_str(),
            subject_name: kind.as_str(),
            outcome: AuditOutcome::Done,
            reason: "",
            changes,
            client_ip: self.by.client_ip(),
            agent: self.by.agent(),
        };
        audit_log::insert(tx, &entry).await
    }
}

/// Words that go, or get another name, stand in no order.
async fn keep_used(
    tx: &mut PgConnection,
    kind: DictionaryKind,
    (before, after): (&DictionaryList, &[DictionaryEntry]),
) -> Result<(), DictionaryError> {
    let goes = |stored: &&StoredEntry| !after.iter().any(|entry| entry.name == stored.entry.name);
    let going = before.entries.iter().filter(goes);
    let going: Vec<_> = going.map(|stored| stored.entry.name.clone()).collect();
    let in_orders = dictionary::orders_with(tx, kind, &going).await?;
    if in_orders.is_empty() {
        Ok(())
    } else {
        Err(DictionaryRefusal::InUse(in_orders).into())
    }
}

/// What becomes different: words by their Chinese name, then their order, then which are off.
fn changes(before: &[StoredEntry], after: &DictionaryDraft) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    let mut add = |field: &str, before: String, after: String| {
        if before != after {
            let field = field.to_owned();
            changes.push(FieldChange {
                field,
                before,
                after,
            });
        }
    };
    let kept = |id: i64| after.iter().find(|(kept, _)| *kept == Some(id));
    for StoredEntry { id, entry } in before {
        let now = kept(*id).map_or_else(String::new, |(_, entry)| words(entry));
        add(&entry.name, words(entry), now);
    }
    for (_, entry) in after.iter().filter(|(id, _)| id.is_none()) {
        add(&entry.name, String::new(), words(entry));
    }
    // Of what comes or goes the order says nothing.
    let stay = before.iter().filter(|stored| kept(stored.id).is_some());
    let order_before = stay.map(|stored| stored.id);
    let order_after = after.iter().filter_map(|(id, _)| *id);
    if !order_before.eq(order_after) {
        let names = before.iter().map(|stored| &stored.entry);
        let names_after = after.iter().map(|(_, entry)| entry);
        add("order", listed(names), listed(names_after));
    }
    let off_before = before.iter().map(|stored| &stored.entry);
    let off_after = after.iter().map(|(_, entry)| entry);
    add(
        "off",
        listed(off_before.filter(|entry| !entry.on)),
        listed(off_after.filter(|entry| !entry.on)),
    );
    changes
}

fn words(entry: &DictionaryEntry) -> String {
    if entry.name_en.is_empty() {
        entry.name.clone()
    } else {
        format!("{} ({})", entry.name, entry.name_en)
    }
}

fn listed<'a>(entries: impl Iterator<Item = &'a DictionaryEntry>) -> String {
    let names: Vec<_> = entries.map(|entry| entry.name.as_str()).collect();
    names.join(" / ")
}
