//! What one delivery handed out, as a record that anybody who has it can check: canonical JSON and PDF, signed.
//!
//! What a record consists of, and why it is signed as it is, stands in docs/decisions/0077-delivery-records-are-signed.md.

mod paper;
mod record;

use serde::{Deserialize, Serialize};

pub use record::{DeliveryRecord, FORMAT, RecordFetch, RecordFile, RecordPaper, RecordScene};

use crate::signing::{Purpose, RecordSigner, Signature, Signatures};
use crate::{FormError, canonical};

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
