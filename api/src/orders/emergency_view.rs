//! That an order is an emergency, as it is shown.

use chrono::{DateTime, Utc};
use serde::Serialize;
use storage::db::emergencies::Emergency;
use utoipa::ToSchema;

/// That an order is an emergency: its work goes before all other.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OrderEmergency)]
pub(super) struct EmergencyView {
    /// Reason that the operator gave.
    cause: String,
    /// Who said so; null: nobody knows any more.
    #[schema(required)]
    by: Option<String>,
    at: DateTime<Utc>,
}

impl From<Emergency> for EmergencyView {
    fn from(emergency: Emergency) -> Self {
        Self {
            cause: emergency.reason,
            by: emergency.by,
            at: emergency.at,
        }
    }
}
