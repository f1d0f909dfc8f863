//! What administrators call satellites and sensors. Names decide nothing: neither nodes nor grants are locked for them.

use domain::audit_log::{AuditAction, AuditOutcome};
use domain::catalogue::instruments::{InstrumentCode, InstrumentName};
use domain::catalogue::{CatalogueAction, CatalogueRefusal};

use super::{CatalogueDesk, CatalogueError};
use crate::db::account_events::FieldChange;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::catalogue::instruments::{self, KeptName, UNNAMED};

impl CatalogueDesk<'_> {
    /// Names one instrument, as it was read; an empty name takes it away. Answers how often it was changed.
    pub async fn name_instrument(
        self,
        (code, version): (&InstrumentCode, i64),
        name: &InstrumentName,
    ) -> Result<i64, CatalogueError> {
        let mut tx = self.pool.begin().await?;
        instruments::lock(&mut tx).await?;
        let kept = instruments::kept_names(&mut tx).await?;
        let current = kept.get(code).map_or(UNNAMED, |kept| kept.version);
        if current != version {
            return Err(CatalogueRefusal::ChangedMeanwhile.into());
        }
        let changed = change(&mut tx, (code, name), kept.get(code)).await?;
        self.record_names(&mut tx, changed.into_iter().collect())
            .await?;
        let after = instruments::kept_names(&mut tx).await?;
        tx.commit().await?;
        Ok(after.get(code).map_or(UNNAMED, |kept| kept.version))
    }

    /// Takes over a table of names that was looked through: all of it. Answers how many became different.
    pub async fn import_names(
        self,
        names: &[(InstrumentCode, InstrumentName)],
    ) -> Result<usize, CatalogueError> {
        let mut tx = self.pool.begin().await?;
        instruments::lock(&mut tx).await?;
        let kept = instruments::kept_names(&mut tx).await?;
        let mut changes = Vec::new();
        for (code, name) in names {
            changes.extend(change(&mut tx, (code, name), kept.get(code)).await?);
        }
        let count = changes.len();
        self.record_names(&mut tx, changes).await?;
        tx.commit().await?;
        Ok(count)
    }

    async fn record_names(
        self,
        tx: &mut sqlx::PgConnection,
        changes: Vec<FieldChange>,
    ) -> Result<(), CatalogueError> {
        let subject = match changes.as_slice() {
            [] => return Ok(()),
            [only] => only.field.clone(),
            _ => String::new(),
        };
        let entry = NewAuditEntry {
            at: self.now,
            by: self.by.user(),
            action: AuditAction::Catalogue(CatalogueAction::NameInstruments),
            subject_id: &subject,
            subject_name: &subject,
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &changes,
            client_ip: self.by.client_ip(),
            agent: self.by.agent(),
        };
        Ok(audit_log::insert(tx, &entry).await?)
    }
}

async fn change(
    tx: &mut sqlx::PgConnection,
    (code, name): (&InstrumentCode, &InstrumentName),
    kept: Option<&KeptName>,
) -> Result<Option<FieldChange>, CatalogueError> {
    let (before, after) = (kept.map(|kept| &kept.name), Some(name));
    let after = after.filter(|name| !name.is_none());
    if before == after {
        return Ok(None);
    }
    match after {
        Some(name) => instruments::put(tx, code, name).await?,
        None => instruments::remove(tx, code).await?,
    }
    let parts = [code.satellite.as_str(), code.sensor.as_str()];
    let field: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Ok(Some(FieldChange {
        field: field.join(" / "),
        before: words(before),
        after: words(after),
    }))
}

fn words(name: Option<&InstrumentName>) -> String {
    let Some(InstrumentName { name, name_en }) = name else {
        return String::new();
    };
    if name_en.is_empty() {
        name.clone()
    } else {
        format!("{name} ({name_en})")
    }
}
