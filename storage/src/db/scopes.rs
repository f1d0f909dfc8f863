//! Grants of what people may see, and what they follow from: the tree of units and who is a member of which.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::ids::{ScopeGrantId, UnitId, UserId};
use domain::list_order::GrantOrder;
use domain::scope::{GrantExtent, ScopeSubject, ScopeSubjectKind};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Listing, Page};
use crate::StorageError;

mod book;
mod grant_rows;
mod hidden;
mod moved;
mod units;

pub(crate) use book::ScopeShelf;
pub(crate) use book::with_below;
pub use book::{BookedGrant, ScopeBook, Viewer};
pub use hidden::{
    any_hidden, hidden_dids, hidden_ids, hidden_of_order, scope_of_person, visible_in_cart,
    visible_tasks,
};
pub(crate) use hidden::{limit_of_person, who_see_all};
pub use moved::{MoveEffect, bound_people};
pub use units::{
    UnitNode, UnitUses, above, add_unit, member_of, move_unit, remove_unit, rename_unit,
    set_member, unit, unit_node, unit_tree, unit_uses,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredGrant {
    pub id: ScopeGrantId,
    /// Everybody, a unit or a person.
    pub subject: ScopeSubject,
    /// Name of the unit, or the person's name and login name; empty: everybody.
    pub subject_name: String,
    /// What it lets them see.
    pub extent: GrantExtent,
    /// Of an administrative region its code.
    pub region: Option<String>,
    /// What people call the area, or empty.
    pub area_name: String,
    /// Why, or empty.
    pub note: String,
    pub created: DateTime<Utc>,
    /// Name of who made it, or empty: the command line.
    pub created_by: String,
    /// Counts its changes.
    pub version: i64,
}

/// All fields of a grant that a form writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantDraft {
    /// Everybody, a unit or a person.
    pub subject: ScopeSubject,
    /// What it lets them see.
    pub extent: GrantExtent,
    /// Of an administrative region its code.
    pub region: Option<String>,
    /// What people call the area, or empty.
    pub area_name: String,
    /// Why, or empty.
    pub note: String,
}

impl StoredGrant {
    /// What of it can be changed.
    pub(crate) fn draft(&self) -> GrantDraft {
        GrantDraft {
            subject: self.subject,
            extent: self.extent.clone(),
            region: self.region.clone(),
            area_name: self.area_name.clone(),
            note: self.note.clone(),
        }
    }
}

impl GrantDraft {
    /// As a change of this grant: a region that it names already keeps the outline that the grant was made with, and what that was
    /// called. Whoever writes a note grants no more by it, and no less.
    #[must_use]
    pub fn as_change_of(&self, before: &StoredGrant) -> Self {
        let mut draft = self.clone();
        if draft.region.is_some() && draft.region == before.region {
            draft.extent.area.clone_from(&before.extent.area);
            draft.area_name.clone_from(&before.area_name);
        }
        draft
    }
}

struct GrantRow {
    id: Uuid,
    subject: String,
    unit_id: Option<Uuid>,
    user_id: Option<Uuid>,
    subject_name: String,
    node_ids: Option<Vec<i64>>,
    area: Option<String>,
    region: Option<String>,
    area_name: String,
    until: Option<DateTime<Utc>>,
    note: String,
    created_at: DateTime<Utc>,
    created_by: String,
    version: i64,
}

impl TryFrom<GrantRow> for StoredGrant {
    type Error = StorageError;
    fn try_from(row: GrantRow) -> Result<Self, StorageError> {
        Ok(Self {
            id: ScopeGrantId(row.id),
            subject: subject(&row.subject, row.unit_id, row.user_id)?,
            subject_name: row.subject_name,
            extent: extent(row.node_ids, row.area, row.until),
            region: row.region,
            area_name: row.area_name,
            note: row.note,
            created: row.created_at,
            created_by: row.created_by,
            version: row.version,
        })
    }
}

fn subject(
    word: &str,
    unit: Option<Uuid>,
    person: Option<Uuid>,
) -> Result<ScopeSubject, StorageError> {
    match (ScopeSubjectKind::parse(word), unit, person) {
        (Some(ScopeSubjectKind::Everybody), None, None) => Ok(ScopeSubject::Everybody),
        (Some(ScopeSubjectKind::Unit), Some(unit), None) => Ok(ScopeSubject::Unit(UnitId(unit))),
        (Some(ScopeSubjectKind::Person), None, Some(person)) => {
            Ok(ScopeSubject::Person(UserId(person)))
        }
        _ => Err(StorageError::UnknownValue {
            column: "scope_grant.subject",
            value: word.to_owned(),
        }),
    }
}

fn extent(
    nodes: Option<Vec<i64>>,
    area: Option<String>,
    until: Option<DateTime<Utc>>,
) -> GrantExtent {
    GrantExtent {
        nodes: nodes.map(BTreeSet::from_iter),
        area,
        until,
    }
}

/// Which grants to list; `None` filters nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct GrantFilter<'a> {
    /// Only those to this sort of subject.
    pub kind: Option<ScopeSubjectKind>,
    /// Only grants to this person.
    pub person: Option<UserId>,
    /// Only grants to this unit.
    pub unit: Option<UnitId>,
    /// Only those to subjects whose name has this part.
    pub part: Option<&'a str>,
    /// Order of the list.
    pub order: GrantOrder,
}

/// Grants. By subject: to everybody first, then to units and persons by name, each the newest first.
pub async fn list(
    db: &mut PgConnection,
    filter: GrantFilter<'_>,
    page: Page,
) -> Result<Listing<StoredGrant>, StorageError> {
    let pattern = filter.part.map(super::containing);
    let (kind, person, unit) = (
        filter.kind.map(ScopeSubjectKind::as_str),
        filter.person.map(|id| id.0),
        filter.unit.map(|id| id.0),
    );
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM scope_grant g LEFT JOIN unit n ON n.id = g.unit_id \
         LEFT JOIN app_user u ON u.id = g.user_id WHERE ($1::text IS NULL OR g.subject = $1) \
         AND ($2::uuid IS NULL OR g.user_id = $2) \
         AND ($3::text IS NULL OR n.name ILIKE $3 OR u.user_name ILIKE $3 OR u.login_name ILIKE $3) \
         AND ($4::uuid IS NULL OR g.unit_id = $4)",
        kind,
        person,
        pattern,
        unit
    )
    .fetch_one(&mut *db)
    .await?;
    let rows = sqlx::query_as!(
        GrantRow,
        "SELECT g.id, g.subject, g.unit_id, g.user_id, coalesce(n.name, u.user_name || ' (' || u.login_name || ')', '') \
         AS \"subject_name!\", g.node_ids, g.area, g.region, g.area_name, g.until, g.note, g.created_at, g.version, \
         coalesce(b.user_name, '') AS \"created_by!\" \
         FROM scope_grant g LEFT JOIN unit n ON n.id = g.unit_id LEFT JOIN app_user u ON u.id = g.user_id \
         LEFT JOIN app_user b ON b.id = g.created_by WHERE ($1::text IS NULL OR g.subject = $1) \
         AND ($2::uuid IS NULL OR g.user_id = $2) \
         AND ($3::text IS NULL OR n.name ILIKE $3 OR u.user_name ILIKE $3 OR u.login_name ILIKE $3) \
         AND ($7::uuid IS NULL OR g.unit_id = $7) \
         ORDER BY CASE WHEN $6::text = 'subject' THEN g.subject END, CASE WHEN $6 = '-subject' THEN g.subject END DESC, \
         CASE WHEN $6 = 'subject' THEN coalesce(n.name, u.user_name) END, \
         CASE WHEN $6 = '-subject' THEN coalesce(n.name, u.user_name) END DESC, \
         CASE WHEN $6 = 'until' THEN g.until END, CASE WHEN $6 = '-until' THEN g.until END DESC, \
         CASE WHEN $6 = 'created' THEN g.created_at END, g.created_at DESC, g.id LIMIT $4 OFFSET $5",
        kind,
        person,
        pattern,
        page.limit(),
        page.offset(),
        filter.order.as_str(),
        unit
    )
    .fetch_all(db)
    .await?;
    let items: Result<Vec<_>, _> = rows.into_iter().map(TryInto::try_into).collect();
    Ok(Listing {
        items: items?,
        total,
    })
}

/// The grant of this id.
pub async fn find(
    db: &mut PgConnection,
    id: ScopeGrantId,
) -> Result<Option<StoredGrant>, StorageError> {
    let row = sqlx::query_as!(
        GrantRow,
        "SELECT g.id, g.subject, g.unit_id, g.user_id, coalesce(n.name, u.user_name || ' (' || u.login_name || ')', '') \
         AS \"subject_name!\", g.node_ids, g.area, g.region, g.area_name, g.until, g.note, g.created_at, g.version, \
         coalesce(b.user_name, '') AS \"created_by!\" \
         FROM scope_grant g LEFT JOIN unit n ON n.id = g.unit_id LEFT JOIN app_user u ON u.id = g.user_id \
         LEFT JOIN app_user b ON b.id = g.created_by WHERE g.id = $1",
        id.0
    )
    .fetch_optional(db)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Waits until nobody else changes grants, memberships or the tree of units, and makes others wait until the transaction ends.
pub async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("SELECT FROM scope_version FOR UPDATE")
        .execute(db)
        .await?;
    Ok(())
}

/// Writes a grant: a new one, or one as it is from now on.
pub async fn save(
    db: &mut PgConnection,
    id: ScopeGrantId,
    draft: &GrantDraft,
    (by, now): (Option<UserId>, DateTime<Utc>),
) -> Result<(), StorageError> {
    let (unit, person) = match draft.subject {
        ScopeSubject::Everybody => (None, None),
        ScopeSubject::Unit(unit) => (Some(unit.0), None),
        ScopeSubject::Person(person) => (None, Some(person.0)),
    };
    let nodes: Option<Vec<i64>> =
        (draft.extent.nodes.as_ref()).map(|nodes| nodes.iter().copied().collect());
    sqlx::query!(
        "INSERT INTO scope_grant AS g (id, subject, unit_id, user_id, node_ids, area, region, area_name, until, note, \
         created_at, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
         ON CONFLICT (id) DO UPDATE SET subject = excluded.subject, unit_id = excluded.unit_id, user_id = excluded.user_id, \
         node_ids = excluded.node_ids, area = excluded.area, region = excluded.region, area_name = excluded.area_name, \
         until = excluded.until, note = excluded.note, version = g.version + 1",
        id.0,
        draft.subject.kind().as_str(),
        unit,
        person,
        nodes.as_deref(),
        draft.extent.area,
        draft.region,
        draft.area_name,
        draft.extent.until,
        draft.note,
        now,
        by.map(|by| by.0)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes a grant back.
pub async fn remove(db: &mut PgConnection, id: ScopeGrantId) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM scope_grant WHERE id = $1", id.0)
        .execute(db)
        .await?;
    Ok(())
}
