//! Client systems and their tokens as they are answered.

use chrono::{DateTime, NaiveDate, Utc};
use domain::client_system::DailyUse;
use domain::permission::PermissionSet;
use domain::sign_in_policy::SignInPolicy;
use serde::Serialize;
use storage::db::client_systems::{AccessToken, ClientSystem, DayOfUse};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::orders::codes;

/// What was taken in a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClientUse)]
#[serde(rename_all = "camelCase")]
pub(super) struct UseView {
    calls: u64,
    /// Calls that were refused because the day's calls were spent.
    refused: u64,
    /// Bytes of files.
    bytes: u64,
}

impl From<DailyUse> for UseView {
    fn from(used: DailyUse) -> Self {
        Self {
            calls: used.calls,
            refused: used.refused,
            bytes: used.bytes,
        }
    }
}

/// A day, and what was taken on it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClientUseDay)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayView {
    day: NaiveDate,
    #[serde(flatten)]
    used: UseView,
}

impl From<DayOfUse> for DayView {
    fn from(day: DayOfUse) -> Self {
        Self {
            day: day.day,
            used: day.used.into(),
        }
    }
}

fn codes(permissions: PermissionSet) -> Vec<String> {
    permissions.codes().into_iter().map(str::to_owned).collect()
}

/// A client system: an account that another system calls as.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClientSystem)]
#[serde(rename_all = "camelCase")]
pub(super) struct SystemView {
    /// The account's id.
    id: Uuid,
    login_name: String,
    name: String,
    unit: String,
    /// Whether the account is switched off: no token of it works.
    off: bool,
    /// Until when the account is valid (`accountValPer`): no token works afterwards. Null: for ever.
    #[schema(required)]
    valid_until: Option<DateTime<Utc>>,
    note: String,
    /// Calls in a day of China's calendar; null: no limit.
    #[schema(required)]
    calls_a_day: Option<u32>,
    /// Bytes of files in such a day; null: no limit.
    #[schema(required)]
    bytes_a_day: Option<u64>,
    created_at: DateTime<Utc>,
    /// Name of who made it, or empty.
    created_by: String,
    /// What tokens of it can allow: what its account may do, less what only people do.
    #[schema(value_type = Vec<codes::Permission>)]
    permissions: Vec<String>,
    /// What it has taken today.
    today: UseView,
    /// When a token of it was last used; null: none was.
    #[schema(required)]
    last_used_at: Option<DateTime<Utc>>,
    /// Its tokens, those that are over included.
    tokens: i64,
}

impl SystemView {
    pub(super) fn new(system: ClientSystem, policy: SignInPolicy) -> Self {
        Self {
            valid_until: policy.account_valid_until(system.valid_from, system.permissions),
            id: system.user.0,
            login_name: system.login_name,
            name: system.name,
            unit: system.unit,
            off: system.is_off,
            note: system.note,
            calls_a_day: system.quota.calls,
            bytes_a_day: system.quota.bytes,
            created_at: system.created,
            created_by: system.created_by,
            permissions: codes(system.permissions.suiting_tokens()),
            today: system.today.into(),
            last_used_at: system.last_used,
            tokens: system.tokens,
        }
    }
}

/// A token. Its text is shown once, when it is made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccessToken)]
#[serde(rename_all = "camelCase")]
pub(super) struct TokenView {
    id: Uuid,
    /// Name that people call the token by.
    name: String,
    /// What it allows, as far as its account still does.
    #[schema(value_type = Vec<codes::Permission>)]
    permissions: Vec<String>,
    created_at: DateTime<Utc>,
    /// Name of who made it, or empty.
    created_by: String,
    expires_at: DateTime<Utc>,
    /// Whether it is over.
    expired: bool,
    /// When it was last used; null: never.
    #[schema(required)]
    last_used_at: Option<DateTime<Utc>>,
}

impl TokenView {
    pub(super) fn new(token: AccessToken, now: DateTime<Utc>) -> Self {
        Self {
            id: token.id.0,
            name: token.name,
            permissions: codes(token.permissions.suiting_tokens()),
            created_at: token.created,
            created_by: token.created_by,
            expires_at: token.expires,
            expired: token.expires <= now,
            last_used_at: token.last_used,
        }
    }
}
