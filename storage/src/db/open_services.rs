//! What client systems call for, summed by day of China's calendar, system and service.
//!
//! A call is counted by the statement that counts it against the quota of its day ([`super::client_systems::count_call`]), before
//! it is answered; that it was refused all the same is added when that is known. See docs/figures.md.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::ids::UserId;
use domain::open_service::{OpenService, ServiceRefusal, ServiceUse};
use domain::size::ByteCount;
use domain::statistics::Period;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StorageError;

/// Services that were called for at all.
pub type ServicesUsed = BTreeMap<OpenService, ServiceUse>;

/// A client system, one that is removed as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemUse {
    /// Account of the client system.
    pub user: UserId,
    /// What the account is called.
    pub login_name: String,
    /// The account's name.
    pub name: String,
    /// The account's unit.
    pub unit: String,
    /// Calls by service.
    pub services: ServicesUsed,
}

impl SystemUse {
    /// Name that people know it by.
    #[must_use]
    pub fn shown_name(&self) -> &str {
        if self.name.is_empty() {
            &self.login_name
        } else {
            &self.name
        }
    }
}

/// What was called for, twice: the systems and the days add up to the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenServiceFigures {
    /// The systems that called.
    pub systems: Vec<SystemUse>,
    /// Days with calls, in their order.
    pub days: BTreeMap<NaiveDate, ServicesUsed>,
}

/// What was called for on these days; `system`: by this one alone.
pub async fn figures(
    db: &mut PgConnection,
    period: Period,
    system: Option<UserId>,
) -> Result<OpenServiceFigures, StorageError> {
    let rows = sqlx::query!(
        "SELECT user_id AS \"user_id?\", day AS \"day?\", service AS \"service!\", sum(requests)::bigint AS \"requests!\", \
         sum(over_quota)::bigint AS \"over_quota!\", sum(forbidden)::bigint AS \"forbidden!\", sum(bytes)::bigint AS \"bytes!\" \
         FROM open_service_use WHERE day BETWEEN $1 AND $2 AND ($3::uuid IS NULL OR user_id = $3) \
         GROUP BY GROUPING SETS ((user_id, service), (day, service))",
        period.first(),
        period.last(),
        system.map(|system| system.0)
    )
    .fetch_all(&mut *db)
    .await?;
    let mut days: BTreeMap<NaiveDate, ServicesUsed> = BTreeMap::new();
    let mut systems: BTreeMap<Uuid, ServicesUsed> = BTreeMap::new();
    for row in rows {
        let services = match (row.day, row.user_id) {
            (Some(day), _) => days.entry(day).or_default(),
            (None, Some(user)) => systems.entry(user).or_default(),
            (None, None) => continue,
        };
        // A newer version may know more of them.
        let service = OpenService::parse(&row.service).unwrap_or(OpenService::Other);
        *services.entry(service).or_default() += ServiceUse {
            requests: row.requests.unsigned_abs(),
            over_quota: row.over_quota.unsigned_abs(),
            forbidden: row.forbidden.unsigned_abs(),
            bytes: ByteCount(row.bytes.unsigned_abs()),
        };
    }
    let systems = named(db, systems).await?;
    Ok(OpenServiceFigures { systems, days })
}

async fn named(
    db: &mut PgConnection,
    mut systems: BTreeMap<Uuid, ServicesUsed>,
) -> Result<Vec<SystemUse>, StorageError> {
    let ids: Vec<Uuid> = systems.keys().copied().collect();
    let rows = sqlx::query!(
        "SELECT id, login_name, user_name, unit FROM app_user WHERE id = ANY($1) ORDER BY user_name, login_name",
        &ids[..]
    )
    .fetch_all(db)
    .await?;
    let systems = rows.into_iter().map(|row| SystemUse {
        user: UserId(row.id),
        login_name: row.login_name,
        name: row.user_name,
        unit: row.unit,
        services: systems.remove(&row.id).unwrap_or_default(),
    });
    Ok(systems.collect())
}

/// A call of this system that was counted on that day was refused.
pub async fn note_refusal(
    db: &mut PgConnection,
    (system, service, day): (UserId, OpenService, NaiveDate),
    refusal: ServiceRefusal,
) -> Result<(), StorageError> {
    sqlx::query!(
        "UPDATE open_service_use SET over_quota = over_quota + $4, forbidden = forbidden + $5 \
         WHERE user_id = $1 AND day = $2 AND service = $3",
        system.0,
        day,
        service.as_str(),
        i64::from(refusal == ServiceRefusal::OverQuota),
        i64::from(refusal == ServiceRefusal::Forbidden)
    )
    .execute(db)
    .await?;
    Ok(())
}
