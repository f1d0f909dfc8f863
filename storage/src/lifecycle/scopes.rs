//! What administrators do to grants of what people may see. Each change locks all grants, asks [`domain::scope`], applies
//! it, and writes an entry of the audit log with the same transaction. Comparing areas under that lock spends a budget: with it
//! ends the change, and the lock.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::budget::Budget;
use domain::ids::{ScopeGrantId, UnitId, UserId};
use domain::permission::Permission;
use domain::scope::{GrantExtent, ScopeAction, ScopeLimit, ScopeRefusal, ScopeSubject};
use geometry::within::lies_within;
use sqlx::PgPool;

use super::By;
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::account_events::FieldChange;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::catalogue::Tree;
use crate::db::regions::{self, RegionOverlays};
use crate::db::scenes::SceneIndex;
use crate::db::scopes::{self, GrantDraft, ScopeBook, StoredGrant, UnitUses, Viewer, with_below};
use crate::db::users;

mod units;

/// Why a grant is not made, changed or taken back.
#[derive(Debug, thiserror::Error)]
pub enum ScopeError {
    /// There is no such grant.
    #[error("no such grant")]
    NotFound,
    /// The person or the unit does not exist.
    #[error("there is no such person or unit")]
    UnknownSubject,
    /// A node that it names does not exist.
    #[error("there is no such catalogue node")]
    UnknownNode,
    /// Somebody else has changed the grant, or the region that it names.
    #[error("the grant was changed meanwhile")]
    ChangedMeanwhile,
    /// There is a unit of that name.
    #[error("there is a unit of that name")]
    NameTaken,
    /// The rules refuse.
    #[error(transparent)]
    Refused(#[from] ScopeRefusal),
    /// The rules refuse to remove a unit that these need.
    #[error("{0}")]
    UnitInUse(ScopeRefusal, Box<UnitUses>),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for ScopeError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// Where grants are changed, by whom, and when.
#[derive(Clone, Copy)]
pub struct ScopeDesk<'a> {
    /// The database.
    pub pool: &'a PgPool,
    /// Holds what people may see.
    pub index: &'a SceneIndex,
    /// Author of the changes.
    pub by: By<'a>,
    /// Time of the changes.
    pub now: DateTime<Utc>,
}

/// What is known of everybody's scopes while nobody changes them.
struct Locked<'a> {
    tx: sqlx::Transaction<'static, sqlx::Postgres>,
    desk: ScopeDesk<'a>,
    tree: Tree,
    limit: ScopeLimit,
}

impl<'a> ScopeDesk<'a> {
    async fn lock(self) -> Result<(Locked<'a>, std::sync::Arc<ScopeBook>), ScopeError> {
        let mut tx = self.pool.begin().await?;
        scopes::lock(&mut tx).await?;
        self.by.lock_actor(&mut tx).await?;
        let book = self.index.scopes(&mut tx).await?;
        let tree = Tree::read(&mut tx).await?;
        let limit = book.limit(viewer(self.by), &tree, self.now);
        let locked = Locked {
            tx,
            desk: self,
            tree,
            limit,
        };
        Ok((locked, book))
    }

    /// Whether a grant of this extent could be made. Nothing is written.
    pub async fn check(self, extent: &GrantExtent, budget: &Budget) -> Result<(), ScopeError> {
        let (locked, _) = self.lock().await?;
        locked.check(extent, budget).await
    }

    /// Who looks as this subject does, if whoever acts could grant all that is seen. Nothing is written.
    pub async fn check_view(
        self,
        subject: ScopeSubject,
        sees_all: bool,
        budget: &Budget,
    ) -> Result<Viewer, ScopeError> {
        let (mut locked, book) = self.lock().await?;
        locked.check_subject(subject).await?;
        if sees_all {
            locked.check(&GrantExtent::default(), budget).await?;
            return Ok(Viewer::All);
        }
        let viewer = subject.into();
        for grant in book.grants_of(viewer) {
            if grant.extent.is_valid(self.now) {
                locked.check(&grant.extent, budget).await?;
            }
        }
        Ok(viewer)
    }

    /// Makes a grant. `is_current` says from all overlays of regions whether the region that it names is as it was read.
    pub async fn grant(
        self,
        draft: &GrantDraft,
        is_current: impl FnOnce(&RegionOverlays) -> bool,
        budget: &Budget,
    ) -> Result<ScopeGrantId, ScopeError> {
        let (mut locked, _) = self.lock().await?;
        locked.check(&draft.extent, budget).await?;
        locked.check_nodes(&draft.extent)?;
        locked.check_region(draft, is_current).await?;
        let id = ScopeGrantId::fresh();
        locked.save(id, draft).await?;
        let saved = locked.find(id).await?;
        locked
            .record(ScopeAction::Grant, None, Some(&saved))
            .await?;
        locked.tx.commit().await?;
        Ok(id)
    }

    /// Changes a grant, which has to be of this version where one is given. A region that it names already keeps its outline; of
    /// another one `is_current` says the same as of that of a new grant.
    pub async fn change(
        self,
        (id, version): (ScopeGrantId, Option<i64>),
        draft: &GrantDraft,
        is_current: impl FnOnce(&RegionOverlays) -> bool,
        budget: &Budget,
    ) -> Result<(), ScopeError> {
        let (mut locked, _) = self.lock().await?;
        let before = locked.find(id).await?;
        if version.is_some_and(|version| version != before.version) {
            return Err(ScopeError::ChangedMeanwhile);
        }
        let draft = draft.as_change_of(&before);
        locked.check(&before.extent, budget).await?;
        locked.check(&draft.extent, budget).await?;
        locked.check_nodes(&draft.extent)?;
        if draft.region != before.region {
            locked.check_region(&draft, is_current).await?;
        }
        if before.draft() == draft {
            return Ok(());
        }
        locked.save(id, &draft).await?;
        let after = locked.find(id).await?;
        let action = ScopeAction::ChangeGrant;
        locked.record(action, Some(&before), Some(&after)).await?;
        locked.tx.commit().await?;
        Ok(())
    }

    /// Takes a grant back.
    pub async fn revoke(self, id: ScopeGrantId, budget: &Budget) -> Result<(), ScopeError> {
        let (mut locked, _) = self.lock().await?;
        let before = locked.find(id).await?;
        locked.check(&before.extent, budget).await?;
        scopes::remove(&mut locked.tx, id).await?;
        let action = ScopeAction::Revoke;
        locked.record(action, Some(&before), None).await?;
        locked.tx.commit().await?;
        Ok(())
    }

    /// Makes somebody a member of a unit, or of none: the grants that come and go with it are given and taken.
    pub async fn set_member(
        self,
        person: UserId,
        unit: Option<UnitId>,
        budget: &Budget,
    ) -> Result<(), ScopeError> {
        let (mut locked, book) = self.lock().await?;
        let user = users::by_id(&mut locked.tx, person).await?;
        let user = user.ok_or(ScopeError::UnknownSubject)?;
        let before = scopes::member_of(&mut locked.tx, person).await?;
        let after = locked.named(unit).await?;
        for unit in [&before, &after].into_iter().flatten() {
            locked.check_unit(&book, unit.0, budget).await?;
        }
        scopes::set_member(&mut locked.tx, person, unit).await?;
        let name = |unit: Option<(UnitId, String)>| unit.map_or_else(String::new, |(_, name)| name);
        let changes = changes([("unit", name(before), name(after))]);
        if !changes.is_empty() {
            let subject = (&*person.to_string(), &*user.login_name);
            let action = ScopeAction::ChangeMembership;
            locked.write(action, subject, &changes).await?;
        }
        locked.tx.commit().await?;
        Ok(())
    }
}

impl Locked<'_> {
    async fn find(&mut self, id: ScopeGrantId) -> Result<StoredGrant, ScopeError> {
        let found = scopes::find(&mut self.tx, id).await?;
        found.ok_or(ScopeError::NotFound)
    }

    async fn named(
        &mut self,
        unit: Option<UnitId>,
    ) -> Result<Option<(UnitId, String)>, ScopeError> {
        let Some(id) = unit else {
            return Ok(None);
        };
        let name = scopes::unit(&mut self.tx, id).await?;
        let name = name.ok_or(ScopeError::UnknownSubject)?;
        Ok(Some((id, name)))
    }

    /// Whether there is such a unit or person.
    async fn check_subject(&mut self, subject: ScopeSubject) -> Result<(), ScopeError> {
        let known = match subject {
            ScopeSubject::Everybody => true,
            ScopeSubject::Unit(unit) => scopes::unit(&mut self.tx, unit).await?.is_some(),
            ScopeSubject::Person(person) => users::by_id(&mut self.tx, person).await?.is_some(),
        };
        known.then_some(()).ok_or(ScopeError::UnknownSubject)
    }

    /// Whether whoever acts may give and take this.
    async fn check(&self, extent: &GrantExtent, budget: &Budget) -> Result<(), ScopeError> {
        if self.limit == ScopeLimit::Everything {
            return Ok(());
        }
        let given = with_below(extent.clone(), &self.tree);
        let (limit, budget) = (self.limit.clone(), budget.clone());
        let checked = blocking(move || {
            let checked = limit.check(&given, |held: &str, given: &str| {
                lies_within(held, given, &budget) == Ok(true)
            });
            // What is said of a budget that ran out is no answer.
            budget.check().map(|()| checked)
        });
        Ok(checked.await?.map_err(StorageError::from)??)
    }

    /// Whether the nodes exist: one that is made later under such a number would be granted to people whom nobody thought of.
    fn check_nodes(&self, extent: &GrantExtent) -> Result<(), ScopeError> {
        let mut nodes = extent.nodes.iter().flatten();
        let known = nodes.all(|node| self.tree.contains(*node));
        known.then_some(()).ok_or(ScopeError::UnknownNode)
    }

    /// Whether nobody has changed or removed the region that it names since it was read: whoever does holds the grants, too.
    async fn check_region(
        &mut self,
        draft: &GrantDraft,
        is_current: impl FnOnce(&RegionOverlays) -> bool,
    ) -> Result<(), ScopeError> {
        if draft.region.is_none() {
            return Ok(());
        }
        let overlays = regions::overlays(&mut self.tx).await?;
        let is_current = is_current(&overlays);
        is_current.then_some(()).ok_or(ScopeError::ChangedMeanwhile)
    }

    /// The same about everything that members of a unit see.
    async fn check_unit(
        &mut self,
        book: &ScopeBook,
        unit: UnitId,
        budget: &Budget,
    ) -> Result<(), ScopeError> {
        for unit in scopes::above(&mut self.tx, unit).await? {
            for extent in book.extents_of_unit(unit) {
                self.check(extent, budget).await?;
            }
        }
        Ok(())
    }

    async fn save(&mut self, id: ScopeGrantId, draft: &GrantDraft) -> Result<(), ScopeError> {
        let by = (self.desk.by.user(), self.desk.now);
        let saved = scopes::save(&mut self.tx, id, draft, by).await;
        saved.map_err(|error| {
            if error.is_dangling() {
                ScopeError::UnknownSubject
            } else {
                error.into()
            }
        })
    }

    async fn record(
        &mut self,
        action: ScopeAction,
        before: Option<&StoredGrant>,
        after: Option<&StoredGrant>,
    ) -> Result<(), ScopeError> {
        let Some(grant) = after.or(before) else {
            return Ok(());
        };
        let fields = |grant: Option<&StoredGrant>| grant.map_or_else(Default::default, fields_of);
        let pairs = FIELDS.into_iter().zip(fields(before)).zip(fields(after));
        let changes = changes(pairs.map(|((field, before), after)| (field, before, after)));
        let (id, name) = (grant.id.to_string(), grant.subject_name.clone());
        self.write(action, (&id, &name), &changes).await
    }

    async fn write(
        &mut self,
        action: ScopeAction,
        (subject_id, subject_name): (&str, &str),
        changes: &[FieldChange],
    ) -> Result<(), ScopeError> {
        let by = self.desk.by;
        let entry = NewAuditEntry {
            at: self.desk.now,
            by: by.user(),
            action: AuditAction::Scope(action),
            subject_id,
            subject_name,
            outcome: AuditOutcome::Done,
            reason: "",
            changes,
            client_ip: by.client_ip(),
            agent: by.agent(),
        };
        Ok(audit_log::insert(&mut self.tx, &entry).await?)
    }
}

/// What of a grant the log shows.
const FIELDS: [&str; 5] = ["subject", "nodes", "area", "until", "note"];

fn fields_of(grant: &StoredGrant) -> [String; FIELDS.len()] {
    let nodes = grant.extent.nodes.iter().flatten().map(ToString::to_string);
    let until = (grant.extent.until).map(|until| until.to_rfc3339_opts(SecondsFormat::Secs, true));
    [
        subject_of(grant),
        nodes.collect::<Vec<_>>().join(" "),
        area_of(grant),
        until.unwrap_or_default(),
        grant.note.clone(),
    ]
}

/// To whom: the kind, and of a unit or a person the name and the id.
fn subject_of(grant: &StoredGrant) -> String {
    let kind = grant.subject.kind().as_str();
    let id = match grant.subject {
        ScopeSubject::Everybody => return kind.to_owned(),
        ScopeSubject::Unit(unit) => unit.to_string(),
        ScopeSubject::Person(person) => person.to_string(),
    };
    format!("{kind} {} {id}", grant.subject_name)
}

/// Where: the name, what tells the whole outline from any other, and the region's code, or how what was drawn begins.
fn area_of(grant: &StoredGrant) -> String {
    let Some(outline) = &grant.extent.area else {
        return grant.area_name.clone();
    };
    let short = format!("({})", audit_log::outline_in_short(outline));
    let start = match &grant.region {
        Some(code) => code.clone(),
        None => outline.chars().take(LONGEST_OUTLINE).collect(),
    };
    let parts = [grant.area_name.clone(), short, start];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Most characters of a drawn outline that the log keeps.
const LONGEST_OUTLINE: usize = 500;

pub(super) fn changes(
    pairs: impl IntoIterator<Item = (&'static str, String, String)>,
) -> Vec<FieldChange> {
    let pairs = pairs
        .into_iter()
        .filter(|(_, before, after)| before != after);
    let changes = pairs.map(|(field, before, after)| FieldChange {
        field: field.to_owned(),
        before,
        after,
    });
    changes.collect()
}

/// Who acts, as one who looks.
pub(super) fn viewer(by: By<'_>) -> Viewer {
    match by {
        By::Person { permissions, .. } if permissions.holds(Permission::AllScenes) => Viewer::All,
        By::Person { user, .. } => Viewer::Person(user),
        By::Registrant { .. } => Viewer::Guest,
        By::System => Viewer::All,
    }
}
