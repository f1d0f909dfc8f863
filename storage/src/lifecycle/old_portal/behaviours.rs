//! What people did at an old portal.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar::china_day;
use domain::old_portal::behaviour::OldBehaviour;
use sqlx::PgPool;

use super::{ImportError, ImportRun, ImportedBatch, NumberedRow, begin, end};
use crate::db::old_portal::behaviours;
use crate::db::{behaviour_figures, old_portal};

/// Rolls up what is over, so that batches only add to days that nobody counts again; the last of these days.
pub async fn prepare_behaviours(
    pool: &PgPool,
    now: DateTime<Utc>,
) -> Result<NaiveDate, ImportError> {
    let mut db = pool.acquire().await?;
    behaviour_figures::roll_up(&mut db, now).await?;
    Ok(behaviour_figures::last_over(now).unwrap_or(NaiveDate::MIN))
}

/// Adds rows to the record of what people did, and to the sums of days that are rolled up: until `prepared`
/// ([`prepare_behaviours`]), and whatever has been since.
pub async fn import_behaviours(
    pool: &PgPool,
    rows: Vec<NumberedRow<OldBehaviour>>,
    (prepared, run): (NaiveDate, ImportRun),
    now: DateTime<Utc>,
) -> Result<ImportedBatch, ImportError> {
    let mut tx = begin(pool).await?;
    let mut batch = ImportedBatch::default();
    behaviour_figures::lock(&mut tx).await?;
    let names: HashSet<String> = (rows.iter())
        .filter_map(|(_, row)| row.login_name.clone())
        .collect();
    let people = old_portal::people(&mut tx, &names.into_iter().collect::<Vec<_>>()).await?;
    let ids: Vec<String> = rows.iter().map(|(_, row)| row.id.clone()).collect();
    let known = behaviours::known(&mut tx, &ids).await?;
    let mut seen: HashSet<String> = known.into_iter().collect();
    let mut checked = Vec::new();
    for (line, row) in rows {
        if seen.contains(row.id.trim()) {
            batch.known += 1;
            continue;
        }
        let find = |name: &str| people.get(&name.to_lowercase()).copied();
        match row.check(find, now) {
            Ok(row) => {
                seen.insert(row.id.clone());
                checked.push(row);
            }
            Err(fault) => batch.refused.push((line, fault)),
        }
    }
    if !checked.is_empty() {
        let days: BTreeSet<NaiveDate> = checked.iter().map(|row| china_day(row.at)).collect();
        let days: Vec<NaiveDate> = days.into_iter().collect();
        crate::db::behaviours::make_months_of(&mut tx, &days).await?;
        let through = behaviours::rolled_up_through(&mut tx).await?;
        let rolled_up = through.map_or(prepared, |day| day.max(prepared));
        batch.added = behaviours::insert(&mut tx, &checked, rolled_up).await?;
        batch.known += checked.len() as u64 - batch.added;
    }
    end(tx, run).await?;
    Ok(batch)
}
