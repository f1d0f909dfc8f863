//! Grants as they are read for the book.

use std::collections::HashMap;

use domain::ids::{ScopeGrantId, UnitId, UserId};
use domain::scope::{GrantExtent, ScopeSubject};
use sqlx::PgConnection;

use super::{extent, subject};
use crate::StorageError;

/// A grant as it is read.
pub(super) struct GrantRecord {
    pub(super) id: ScopeGrantId,
    pub(super) row_version: String,
    pub(super) subject: ScopeSubject,
    pub(super) extent: GrantExtent,
}

/// A grant that was read before: which version of its row, and its area.
pub(super) struct KnownGrant {
    pub(super) id: ScopeGrantId,
    pub(super) row_version: String,
    pub(super) area: Option<String>,
}

/// All grants. The areas are read of those alone whose rows are not the ones that `before` has read: an area takes a
/// hundred kilobytes, and whoever becomes a member of a unit changes none. One statement, so that no grant is put
/// together from two moments.
pub(super) async fn since(
    db: &mut PgConnection,
    before: Vec<KnownGrant>,
) -> Result<Vec<GrantRecord>, StorageError> {
    let mut areas: HashMap<ScopeGrantId, Option<String>> = HashMap::new();
    let (mut ids, mut versions) = (Vec::new(), Vec::new());
    for grant in before {
        areas.insert(grant.id, grant.area);
        ids.push(grant.id.0);
        versions.push(grant.row_version);
    }
    let rows = sqlx::query!(
        "SELECT g.id, g.subject, g.unit_id, g.user_id, g.node_ids, g.until, g.xmin::text AS \"row_version!\", \
             known.id IS NOT NULL AS \"is_known!\", CASE WHEN known.id IS NULL THEN g.area END AS area \
         FROM scope_grant g LEFT JOIN unnest($1::uuid[], $2::text[]) AS known (id, row_version) \
             ON known.id = g.id AND known.row_version = g.xmin::text \
         ORDER BY g.id",
        &ids,
        &versions
    )
    .fetch_all(db)
    .await?;
    let records = rows.into_iter().map(|row| {
        let id = ScopeGrantId(row.id);
        let area = if row.is_known {
            areas.remove(&id).flatten()
        } else {
            row.area
        };
        Ok(GrantRecord {
            id,
            row_version: row.row_version,
            subject: subject(&row.subject, row.unit_id, row.user_id)?,
            extent: extent(row.node_ids, area, row.until),
        })
    });
    records.collect()
}

/// The grants of a person who is below these units.
pub(super) async fn of_person(
    db: &mut PgConnection,
    person: UserId,
    units: &[UnitId],
) -> Result<Vec<GrantRecord>, StorageError> {
    let ids: Vec<uuid::Uuid> = units.iter().map(|unit| unit.0).collect();
    let rows = sqlx::query!(
        "SELECT id, subject, unit_id, user_id, node_ids, area, until, xmin::text AS \"row_version!\" \
         FROM scope_grant WHERE subject = $3 OR unit_id = ANY ($2) OR user_id = $1",
        person.0,
        &ids,
        ScopeSubject::Everybody.kind().as_str()
    )
    .fetch_all(db)
    .await?;
    let records = rows.into_iter().map(|row| {
        Ok(GrantRecord {
            id: ScopeGrantId(row.id),
            row_version: row.row_version,
            subject: subject(&row.subject, row.unit_id, row.user_id)?,
            extent: extent(row.node_ids, row.area, row.until),
        })
    });
    records.collect()
}
