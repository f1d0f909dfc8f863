//! Applying units (单位).

use domain::ids::{UnitId, UserId};
use domain::quota::{QuotaMet, Quotas};
use domain::text::looks_alike;
use domain::unit::UnitStatus;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Listing, Page, containing, holdings, known, scopes, users};
use crate::StorageError;

/// A unit that applies for data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Name of the unit, unique.
    pub name: String,
    /// Whether it is offered.
    pub status: UnitStatus,
}

/// Columns of a unit's row.
struct UnitRow {
    name: String,
    status: i16,
}

impl TryFrom<UnitRow> for Unit {
    type Error = StorageError;
    fn try_from(row: UnitRow) -> Result<Self, StorageError> {
        Ok(Self {
            name: row.name,
            status: known("unit.status", row.status)?,
        })
    }
}

/// Which units to list; `None` filters nothing.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only units with this status.
    pub status: Option<UnitStatus>,
    /// Part of the name.
    pub part: Option<String>,
}

/// Units by name.
pub async fn list(
    connection: &mut PgConnection,
    filter: &Filter,
    page: Page,
) -> Result<Listing<Unit>, StorageError> {
    let pattern = filter.part.as_deref().map(containing);
    let status = filter.status.map(UnitStatus::code);
    let total = sqlx::query_scalar!(
        "SELECT count(*) AS \"count!\" FROM unit \
         WHERE ($1::smallint IS NULL OR status = $1) AND ($2::text IS NULL OR name ILIKE $2)",
        status,
        pattern
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query_as!(
        UnitRow,
        "SELECT name, status FROM unit \
         WHERE ($1::smallint IS NULL OR status = $1) AND ($2::text IS NULL OR name ILIKE $2) \
         ORDER BY name LIMIT $3 OFFSET $4",
        status,
        pattern,
        page.limit(),
        page.offset()
    )
    .fetch_all(connection)
    .await?;
    let items = rows.into_iter().map(Unit::try_from);
    Ok(Listing {
        items: items.collect::<Result<_, _>>()?,
        total,
    })
}

/// What became of a unit that was to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnitAddition {
    /// It is new, and has this id.
    New(UnitId, Unit),
    /// There was one of that name.
    Known(Unit),
    /// The person has added as many as one may.
    Refused(QuotaMet),
}

/// Adds a unit for `by`, unless there is one of that name. With `quotas` the person may add so many and no more. Call
/// inside a transaction.
pub async fn add(
    connection: &mut PgConnection,
    name: &str,
    by: UserId,
    quotas: Option<&Quotas>,
) -> Result<UnitAddition, StorageError> {
    // Names are compared by how they look, which no unique index does: one is added after the other.
    scopes::lock(connection).await?;
    users::lock(connection, by).await?;
    if let Some(known) = find(connection, name).await? {
        return Ok(UnitAddition::Known(known));
    }
    if let Some(quotas) = quotas
        && let Err(met) = quotas.check_units(holdings::units(connection, by).await?)
    {
        return Ok(UnitAddition::Refused(met));
    }
    let id = Uuid::now_v7();
    let made = sqlx::query_as!(UnitRow,
        "INSERT INTO unit (id, name, added_by) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING RETURNING name, status", id, name, by.0)
    .fetch_optional(&mut *connection)
    .await?;
    match made {
        Some(row) => Ok(UnitAddition::New(UnitId(id), row.try_into()?)),
        // Somebody else has just added it.
        None => find(connection, name)
            .await?
            .map(UnitAddition::Known)
            .ok_or_else(|| sqlx::Error::RowNotFound.into()),
    }
}

/// The unit of this name, or else one whose name looks the same.
async fn find(connection: &mut PgConnection, name: &str) -> Result<Option<Unit>, StorageError> {
    let rows = sqlx::query_as!(
        UnitRow,
        "SELECT name, status FROM unit ORDER BY name <> $1, name",
        name
    )
    .fetch_all(connection)
    .await?;
    let mut rows = rows.into_iter();
    let alike = rows.find(|row| looks_alike(&row.name, name));
    alike.map(Unit::try_from).transpose()
}

/// Whether another unit than this one has a name that looks the same.
pub(crate) async fn is_taken(
    connection: &mut PgConnection,
    name: &str,
    but: Option<UnitId>,
) -> Result<bool, StorageError> {
    let names = sqlx::query_scalar!(
        "SELECT name FROM unit WHERE id IS DISTINCT FROM $1::uuid",
        but.map(|unit| unit.0)
    )
    .fetch_all(connection)
    .await?;
    Ok(names.iter().any(|known| looks_alike(known, name)))
}

/// Makes a unit unless there is one of that name.
pub async fn ensure(connection: &mut PgConnection, name: &str) -> Result<(), StorageError> {
    sqlx::query!(
        "INSERT INTO unit (id, name) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        Uuid::now_v7(),
        name
    )
    .execute(connection)
    .await?;
    Ok(())
}
