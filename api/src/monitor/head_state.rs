//! How the audit log's chain and its head outside the database stand.

use chrono::{DateTime, Utc};
use serde::Serialize;
use storage::audit_head::HeadStanding;
use utoipa::ToSchema;

use crate::ops::head_watch::{HeadObstacle, HeadReport};

/// How the newest head outside the database compares with the chain.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AuditHeadStanding)]
enum Standing {
    /// Nothing is chained yet.
    NotBegun,
    /// The chain holds the head.
    Held,
    /// The head was removed from the object store.
    Lost,
    /// The head was not written with this server's key.
    Foreign,
    /// The chain does not hold the head.
    Missing,
    /// They cannot be compared: nobody knows.
    Unknown,
}

/// The head of the audit log's chain, as the process that answers has compared it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditHeadState {
    state: Standing,
    /// When they were compared last; null: not since the process began.
    #[schema(required)]
    compared_at: Option<DateTime<Utc>>,
    /// Since when they cannot be compared; null: they can.
    #[schema(required)]
    failing_since: Option<DateTime<Utc>>,
    /// Why not; null: they can.
    #[schema(required)]
    obstacle: Option<HeadObstacle>,
}

impl From<HeadReport> for AuditHeadState {
    fn from(report: HeadReport) -> Self {
        Self {
            state: match report.found {
                Ok(HeadStanding::NotBegun) => Standing::NotBegun,
                Ok(HeadStanding::Held(_)) => Standing::Held,
                Ok(HeadStanding::Lost) => Standing::Lost,
                Ok(HeadStanding::Foreign) => Standing::Foreign,
                Ok(HeadStanding::Missing(_)) => Standing::Missing,
                Err(_) => Standing::Unknown,
            },
            compared_at: report.compared_at,
            failing_since: report.failing_since,
            obstacle: report.found.err(),
        }
    }
}
