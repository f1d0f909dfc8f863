//! Which sums have something to add: one look for all of them, since on most looks there is nothing.

use sqlx::PgConnection;

use crate::StorageError;

/// What is summed up, or chained, after it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sum {
    /// Orders by day, month and node.
    Orders,
    /// Scenes that came in, by day.
    Received,
    /// Transfers by day.
    Downloads,
    /// Deliveries, failures and ratings by day.
    Service,
    /// What was handed out, by day.
    Provided,
    /// Results of users by year.
    Results,
    /// What people did on the last days.
    Behaviours,
    /// The chain over the audit log.
    AuditLog,
}

impl Sum {
    /// All, in the order in which [`look`] asks for them.
    pub const ALL: [Self; 8] = [
        Self::Orders,
        Self::Received,
        Self::Downloads,
        Self::Service,
        Self::Provided,
        Self::Results,
        Self::Behaviours,
        Self::AuditLog,
    ];
}

/// The sums that have something to add.
pub async fn look(db: &mut PgConnection) -> Result<Vec<Sum>, StorageError> {
    let due = sqlx::query_scalar!(
        "SELECT ARRAY[EXISTS (SELECT FROM order_figure_due), EXISTS (SELECT FROM received_change), \
         EXISTS (SELECT FROM download_change), EXISTS (SELECT FROM service_change), EXISTS (SELECT FROM provided_change), \
         EXISTS (SELECT FROM result_figure_due), EXISTS (SELECT FROM recent_behaviour_change), \
         EXISTS (SELECT FROM audit_unsealed)] AS \"due!\""
    )
    .fetch_one(db)
    .await?;
    let due = Sum::ALL.into_iter().zip(due);
    Ok(due
        .filter(|(_, is_due)| *is_due)
        .map(|(sum, _)| sum)
        .collect())
}

/// Lets whoever brings sums up to date know, until the transaction ends, that rows come in by the thousand.
pub(crate) async fn announce_rows(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("SELECT pg_advisory_xact_lock_shared(hashtextextended('rows_come_in', 0))")
        .execute(db)
        .await?;
    Ok(())
}

/// Whether rows come in by the thousand just now. It takes no lock that whoever writes them would wait for.
pub async fn rows_come_in(db: &mut PgConnection) -> Result<bool, StorageError> {
    Ok(sqlx::query_scalar!(
        "SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database \
         WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 \
         AND (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('rows_come_in', 0)) AS \"come!\""
    )
    .fetch_one(db)
    .await?)
}
