//! What administrators do to administrative regions. What ships is known to the API alone: each change is decided by a
//! function of the overlays, which nobody else changes meanwhile.

use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::UserId;
use domain::region::{RegionAction, RegionOverlay, RegionRefusal};
use domain::scope::ScopeRefusal;
use sqlx::PgPool;

use super::By;
use super::scope::check_everything;
use crate::StorageError;
use crate::db::account_events::FieldChange;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::regions::{self, RegionOverlays, RegionUse};
use crate::db::scopes;

/// The version of a region that nobody has changed.
pub const UNCHANGED: i64 = 0;

/// Why a region is not changed.
#[derive(Debug, thiserror::Error)]
pub enum RegionError {
    /// The rules refuse.
    #[error(transparent)]
    Refused(#[from] RegionRefusal),
    /// An outline would go or become another one, and who acts could not grant everything.
    #[error(transparent)]
    Scope(#[from] ScopeRefusal),
    /// The region is in use by these.
    #[error("the region is in use")]
    InUse(RegionUsers),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for RegionError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// What needs a region, and who.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RegionUsers {
    /// Names of the regions that are directly part of it.
    pub children: Vec<String>,
    /// By whom it is named, and in what.
    pub uses: Vec<RegionUse>,
}

/// What is to become of a region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionStep {
    pub action: RegionAction,
    /// Name of the region.
    pub name: String,
    /// What is said of it from now on; `None`: what ships holds, if anything.
    pub overlay: Option<RegionOverlay>,
    /// Fields that change.
    pub changes: Vec<FieldChange>,
    /// Whether the outline that it has goes or becomes another one: grants that name the region from then on would be others than who
    /// makes them thinks.
    pub displaces_outline: bool,
    /// Names of the regions that are directly part of it, where it goes.
    pub children: Vec<String>,
}

/// Where regions are changed, by whom, and when.
#[derive(Clone, Copy)]
pub struct RegionDesk<'a> {
    /// The database.
    pub pool: &'a PgPool,
    /// Author of the changes.
    pub by: By<'a>,
    /// A person.
    pub user: UserId,
    pub now: DateTime<Utc>,
}

impl RegionDesk<'_> {
    /// Changes a region as it was read: `decide` says from all overlays what is to become of it.
    pub async fn change(
        self,
        (code, version): (&str, i64),
        decide: impl FnOnce(&RegionOverlays) -> Result<RegionStep, RegionRefusal>,
    ) -> Result<(), RegionError> {
        let mut tx = self.pool.begin().await?;
        // Before other locks, as wherever scopes are asked.
        scopes::lock(&mut tx).await?;
        regions::lock(&mut tx).await?;
        let overlays = regions::overlays(&mut tx).await?;
        let current = overlays
            .get(code)
            .map_or(UNCHANGED, |stored| stored.version);
        let step = decide(&overlays)?;
        if current != version {
            return Err(RegionRefusal::ChangedMeanwhile.into());
        }
        if step.action == RegionAction::Change && step.changes.is_empty() {
            return Ok(());
        }
        if step.displaces_outline {
            check_everything::<RegionError>(&mut tx, self.by, self.now).await?;
        }
        if step.action == RegionAction::Remove {
            let users = RegionUsers {
                children: step.children,
                uses: regions::uses(&mut tx, code).await?,
            };
            if users != RegionUsers::default() {
                return Err(RegionError::InUse(users));
            }
        }
        match &step.overlay {
            Some(overlay) => {
                regions::put(&mut tx, (code, overlay), self.user, self.now).await?;
            }
            None => regions::remove(&mut tx, code).await?,
        }
        let entry = NewAuditEntry {
            at: self.now,
            by: self.by.user(),
            action: AuditAction::Region(step.action),
            subject_id: code,
            subject_name: &step.name,
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &step.changes,
            client_ip: self.by.client_ip(),
            agent: self.by.agent(),
        };
        audit_log::insert(&mut tx, &entry).await?;
        tx.commit().await?;
        Ok(())
    }
}
