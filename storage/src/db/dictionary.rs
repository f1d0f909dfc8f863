//! The dictionary (字典): lists of words that forms offer.

use std::collections::BTreeMap;

use domain::dictionary::{DictionaryEntry, DictionaryKind, FormWords, WordUse};
use domain::order::state::OrderState;
use domain::text::MAX_NAMED;
use sqlx::PgConnection;

use crate::StorageError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// Stays the same whatever it is called.
    pub id: i64,
    pub entry: DictionaryEntry,
}

/// A list as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DictionaryList {
    /// In the order in which forms offer them.
    pub entries: Vec<StoredEntry>,
    /// What a change has to name.
    pub version: i64,
}

impl DictionaryList {
    /// What is offered, in order.
    pub fn offered(self) -> impl Iterator<Item = StoredEntry> {
        self.entries.into_iter().filter(|stored| stored.entry.on)
    }
}

pub async fn list(
    db: &mut PgConnection,
    kind: DictionaryKind,
) -> Result<DictionaryList, StorageError> {
    let rows = sqlx::query!(
        "SELECT l.version, e.id AS \"id?\", e.name AS \"name?\", e.name_en AS \"name_en?\", e.is_on AS \"is_on?\" \
         FROM dictionary_list l LEFT JOIN dictionary_entry e ON e.kind = l.kind WHERE l.kind = $1 \
         ORDER BY e.position, e.id",
        kind.as_str()
    )
    .fetch_all(db)
    .await?;
    let version = rows.first().map_or(0, |row| row.version);
    let entries = rows.into_iter().filter_map(|row| {
        let entry = DictionaryEntry {
            name: row.name?,
            name_en: row.name_en?,
            on: row.is_on?,
        };
        row.id.map(|id| StoredEntry { id, entry })
    });
    Ok(DictionaryList {
        entries: entries.collect(),
        version,
    })
}

/// What an order's form offers. Until the transaction ends no list loses a word, so that none goes that an order is about
/// to get.
pub(crate) async fn words_of_orders(db: &mut PgConnection) -> Result<FormWords, StorageError> {
    let kinds = [DictionaryKind::Usage, DictionaryKind::ProcessingLevel];
    let names = kinds.map(|kind| kind.as_str().to_owned());
    // In one order: two who lock the same lists never wait for one another.
    sqlx::query!(
        "SELECT kind FROM dictionary_list WHERE kind = ANY ($1) ORDER BY kind FOR SHARE",
        &names[..]
    )
    .fetch_all(&mut *db)
    .await?;
    let [usages, levels] = kinds;
    let words = async |db: &mut PgConnection, kind| -> Result<Vec<_>, StorageError> {
        let list = list(db, kind).await?;
        Ok(list.entries.into_iter().map(|one| one.entry).collect())
    };
    Ok(FormWords {
        usages: words(db, usages).await?,
        levels: words(db, levels).await?,
    })
}

/// By how many orders each word is used; deleted ones do not count.
pub async fn uses(
    db: &mut PgConnection,
    kind: DictionaryKind,
) -> Result<BTreeMap<String, u64>, StorageError> {
    let rows = sqlx::query!(
        "SELECT e.name, count(*) AS \"count!\" FROM dictionary_entry e JOIN orders o ON o.state <> $2 \
         AND CASE e.kind WHEN 'usage' THEN o.apply_user_used WHEN 'processing_level' THEN o.assignment END = e.name \
         WHERE e.kind = $1 GROUP BY e.name",
        kind.as_str(),
        OrderState::Deleted.code()
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| (row.name, row.count.unsigned_abs()))
        .collect())
}

/// Which orders have which of these words; of each word the newest numbers. Deleted orders do not count.
pub(crate) async fn orders_with(
    db: &mut PgConnection,
    kind: DictionaryKind,
    words: &[String],
) -> Result<Vec<WordUse>, StorageError> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        "SELECT e.name, count(*) AS \"count!\", coalesce((array_agg(o.ordername ORDER BY o.ordername DESC) \
         FILTER (WHERE o.ordername IS NOT NULL))[1:$4], '{}') AS \"orders!\" \
         FROM dictionary_entry e JOIN orders o ON o.state <> $2 \
         AND CASE e.kind WHEN 'usage' THEN o.apply_user_used WHEN 'processing_level' THEN o.assignment END = e.name \
         WHERE e.kind = $1 AND e.name = ANY ($3) GROUP BY e.name, e.position ORDER BY e.position",
        kind.as_str(),
        OrderState::Deleted.code(),
        words,
        i32::from(MAX_NAMED)
    )
    .fetch_all(db)
    .await?;
    let uses = rows.into_iter().map(|row| WordUse {
        name: row.name,
        count: row.count.unsigned_abs(),
        orders: row.orders,
    });
    Ok(uses.collect())
}

/// Until the transaction ends nobody else changes the list, and no order takes a word of it.
pub(crate) async fn lock(db: &mut PgConnection, kind: DictionaryKind) -> Result<(), StorageError> {
    sqlx::query!(
        "SELECT version FROM dictionary_list WHERE kind = $1 FOR UPDATE",
        kind.as_str()
    )
    .fetch_one(db)
    .await?;
    Ok(())
}

/// Makes these, in this order, the list; those without an id are new.
pub(crate) async fn replace(
    db: &mut PgConnection,
    kind: DictionaryKind,
    entries: &[(Option<i64>, DictionaryEntry)],
) -> Result<(), StorageError> {
    let ids: Vec<i64> = entries.iter().filter_map(|(id, _)| *id).collect();
    sqlx::query!(
        "DELETE FROM dictionary_entry WHERE kind = $1 AND id <> ALL ($2)",
        kind.as_str(),
        &ids
    )
    .execute(&mut *db)
    .await?;
    for (position, (id, entry)) in (1..).zip(entries) {
        put(db, (kind, position), *id, entry).await?;
    }
    sqlx::query!(
        "UPDATE dictionary_list SET version = version + 1 WHERE kind = $1",
        kind.as_str()
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn put(
    db: &mut PgConnection,
    (kind, position): (DictionaryKind, i32),
    id: Option<i64>,
    entry: &DictionaryEntry,
) -> Result<(), StorageError> {
    let DictionaryEntry { name, name_en, on } = entry;
    if let Some(id) = id {
        sqlx::query!(
            "UPDATE dictionary_entry SET name = $2, name_en = $3, is_on = $4, position = $5 WHERE id = $1",
            id,
            name,
            name_en,
            on,
            position
        )
        .execute(db)
        .await?;
    } else {
        sqlx::query!(
            "INSERT INTO dictionary_entry (kind, name, name_en, is_on, position) VALUES ($1, $2, $3, $4, $5)",
            kind.as_str(),
            name,
            name_en,
            on,
            position
        )
        .execute(db)
        .await?;
    }
    Ok(())
}
