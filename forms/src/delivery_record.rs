//! What one delivery handed out, as a record that anybody who has it can check: canonical JSON and PDF, signed.
//!
//! What a record consists of, and why it is signed as it is, stands in docs/decisions/0077-delivery-records-are-signed.md.

mod paper;

use serde::{Deserialize, Serialize};

use crate::signing::{Purpose, RecordSigner, Signature, Signatures};
use crate::{FormError, canonical};

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
    /// What was fetched.
    pub fetched: Vec<RecordFetch>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordPaper {
    /// The specification's type code.
    pub r#type: i16,
    /// Of its bytes.
    pub sha256: String,
    /// Bytes.
    pub size: i64,
    /// When it was uploaded.
    pub uploaded_at: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordScene {
    /// Its public id.
    pub data_id: String,
    pub data_name: String,
    /// The catalogue node that it lay in.
    pub node: String,
    /// Code of its satellite.
    pub satellite: String,
    /// Code of its sensor.
    pub sensor: String,
    /// When it was taken.
    pub acquired: String,
    /// Bytes.
    pub size: i64,
    /// Of its bytes.
    pub sha256: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordFile {
    /// Path inside the delivery.
    pub path: String,
    /// Bytes.
    pub size: i64,
    /// Of its bytes.
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

/// A record with its signatures: what a JSON file holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SignedRecord {
    pub(crate) record: DeliveryRecord,
    signature: Signature,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second_signature: Option<Signature>,
}

impl SignedRecord {
    pub(crate) fn signatures(&self) -> Signatures {
        Signatures {
            first: self.signature.clone(),
            second: self.second_signature.clone(),
        }
    }
}

/// The record as a JSON file: canonical, signed. The same record under the same keys gives the same bytes.
///
/// # Errors
/// Never for a record that was made here; JSON that cannot be written is a mistake of this program.
pub fn json(record: &DeliveryRecord, signer: &RecordSigner) -> Result<Vec<u8>, FormError> {
    let text = canonical::of_value(record)?;
    let signatures = signer.sign(Purpose::DeliveryRecord, text.as_bytes())?;
    let whole = SignedRecord {
        record: record.clone(),
        signature: signatures.first,
        second_signature: signatures.second,
    };
    Ok(canonical::of_value(&whole)?.into_bytes())
}

/// The record as a PDF to read and print, which carries [`json`] as an attachment. Lines behind its end sign every byte
/// before them.
///
/// # Errors
/// When the font cannot be read or the writer refuses.
pub fn pdf(record: &DeliveryRecord, signer: &RecordSigner) -> Result<Vec<u8>, FormError> {
    let attached = json(record, signer)?;
    let paper = paper::document(record, &signer.public_keys());
    let mut bytes = crate::pdf::write_with(&paper, Some(attached))?;
    let signatures = signer.sign(Purpose::DeliveryRecordPdf, &bytes)?;
    if let Some(second) = signatures.second {
        bytes.extend_from_slice(second.line().as_bytes());
    }
    bytes.extend_from_slice(signatures.first.line().as_bytes());
    Ok(bytes)
}

#[cfg(test)]
mod tests;
