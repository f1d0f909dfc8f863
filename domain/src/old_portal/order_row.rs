//! An order of an old portal, as its file says it.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::order::application::ApplicationForm;

/// An order, as the file says it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OldOrder {
    /// 订单号; by this a second run knows the row.
    pub order_number: String,
    /// Login name of the applicant at the old portal.
    pub login_name: String,
    /// 0 existing product, 1 routine demand, 2 reprocessing.
    #[serde(rename = "type", default)]
    pub kind: i16,
    /// `"1"` archive data, else product data.
    #[serde(default)]
    pub data_type: String,
    /// 2, 5, 7 or 8.
    pub state: i16,
    /// The application form.
    pub form: ApplicationForm,
    /// The scenes, in their order.
    pub scenes: Vec<OldScene>,
    pub created_at: DateTime<Utc>,
    /// When it was handed in.
    pub submitted_at: DateTime<Utc>,
    /// When it was approved or rejected.
    pub audited_at: Option<DateTime<Utc>>,
    /// When its preparation was cancelled.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// When its data were ready.
    pub ready_at: Option<DateTime<Utc>>,
    /// When its delivery had ended without being completed.
    pub overdue_at: Option<DateTime<Utc>>,
    /// When it was completed.
    pub completed_at: Option<DateTime<Utc>>,
    /// When it was rated.
    pub rated_at: Option<DateTime<Utc>>,
    /// Login name of who audited it.
    pub auditor: Option<String>,
    /// What the auditor said when approving it.
    #[serde(default)]
    pub opinion: String,
    /// Why it was rejected or cancelled.
    #[serde(default)]
    pub cause: String,
    /// The side that cancelled its preparation; `None`: it was not cancelled.
    pub cancelled_by: Option<Canceller>,
    /// Its delivery; `None`: nothing was handed out.
    pub delivery: Option<OldDelivery>,
    /// What its applicant said of it.
    pub evaluation: Option<OldEvaluation>,
}

/// A scene of the order.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OldScene {
    /// Its `dataid` in the catalogue.
    pub dataid: String,
    /// Bytes that were handed out; without it the catalogue's.
    pub size: Option<i64>,
    /// SHA-256 of these bytes, hexadecimal.
    pub sha256: Option<String>,
}

/// The side that cancelled a preparation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Canceller {
    /// The applicant.
    Owner,
    /// An administrator.
    Admin,
}

/// What an order handed out.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OldDelivery {
    /// Number of files.
    pub files: i32,
    /// Bytes of all files.
    pub bytes: i64,
    /// When it closed.
    pub expires_at: Option<DateTime<Utc>>,
    /// What was fetched of it.
    pub download: Option<OldDownload>,
}

/// What was fetched of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OldDownload {
    /// Time of the first download.
    pub first_at: DateTime<Utc>,
    /// Time of the last download.
    pub last_at: DateTime<Utc>,
    /// How many files were brought to their end.
    pub files: i64,
    /// How many bytes were sent.
    pub bytes: i64,
    /// `ftp`, `ftps` or `https`.
    pub protocol: String,
}

/// What was said of an order: from 0, very satisfied, to 4.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OldEvaluation {
    /// 总体
    pub overall: i16,
    /// 响应速度
    pub response_speed: Option<i16>,
    /// 服务态度
    pub service_attitude: Option<i16>,
    /// Comment of the applicant.
    #[serde(default)]
    pub content: String,
}
