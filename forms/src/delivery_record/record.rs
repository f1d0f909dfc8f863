//! The facts that a record consists of.

use serde::{Deserialize, Serialize};

/// What a record says it is. Another layout has another number.
pub const FORMAT: &str = "scenedock-delivery-record/1";

/// The facts of a record. Times are RFC 3339 in UTC, digests hexadecimal; what is not known is null.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeliveryRecord {
    /// [`FORMAT`]
    pub format: String,
    /// Who hands out: the name of the system.
    pub issuer: String,
    /// 登记号
    pub number: i64,
    /// 订单号
    pub order_number: String,
    /// Which delivery of its order.
    pub round: i32,
    /// When the delivery was opened.
    pub opened_at: String,
    /// When the order was completed.
    pub completed_at: Option<String>,
    /// Since when the registry says this.
    pub as_of: String,
    /// 0 online download, 2 offline copy.
    pub get_method: i16,
    /// The account's sign-in name.
    pub login_name: String,
    /// The account's name.
    pub user_name: String,
    /// 申请人
    pub applicant: String,
    /// 申请单位
    pub unit: String,
    /// 数据用途
    pub usage: String,
    /// 项目名称
    pub project: String,
    /// 备注
    pub description: String,
    /// SHA-256 of the signed distribution form, under whose terms the data were handed out.
    pub licence_sha256: Option<String>,
    pub papers: Vec<RecordPaper>,
    pub scenes: Vec<RecordScene>,
    pub files: Vec<RecordFile>,
    /// Files that the applicant fetched.
    pub fetched: Vec<RecordFetch>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordPaper {
    /// The specification's type code.
    pub r#type: i16,
    /// SHA-256 of the paper, hexadecimal.
    pub sha256: String,
    /// Bytes.
    pub size: i64,
    /// When it was uploaded.
    pub uploaded_at: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordScene {
    /// Public id of the scene.
    pub data_id: String,
    pub data_name: String,
    /// The catalogue node that it lay in.
    pub node: String,
    /// Code of its satellite.
    pub satellite: String,
    /// Code of its sensor.
    pub sensor: String,
    /// Time of acquisition.
    pub acquired: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the scene's file, hexadecimal.
    pub sha256: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordFile {
    /// Path inside the delivery.
    pub path: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the file, hexadecimal.
    pub sha256: String,
}

/// What was fetched of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordFetch {
    /// Path inside the delivery.
    pub path: String,
    /// How often it was brought to its end.
    pub times: i64,
    /// Bytes sent.
    pub bytes: i64,
    /// When the first transfer began.
    pub first_at: String,
    /// When the last transfer ended.
    pub last_at: String,
}
