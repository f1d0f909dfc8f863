//! The files of a published report, signed: a seal says which edition of whose report a file belongs to.
//!
//! Word and workbooks carry it as the comment of their archive, which word processors skip; it names the SHA-256 of every byte
//! before it. JSON holds it beside the report. Every seal names the SHA-256 that was frozen when the report was published.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{FORMAT, digest};
use crate::signing::{Purpose, RecordKey, RecordSigner, Signature, Signatures, SignedBy, Unsigned};
use crate::{FormError, canonical};

/// What a seal says it is. Another layout has another number.
pub const SEAL_FORMAT: &str = "scenedock-report-seal/1";

/// The end of an archive (APPNOTE.TXT of PKWARE, section 4.3.16): 22 bytes, of which the last two count the comment behind.
const END_MARK: &[u8] = b"PK\x05\x06";
const END_BYTES: usize = 22;
const COUNT_BYTES: usize = 2;

/// To what a file belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportSeal {
    /// [`SEAL_FORMAT`]
    pub format: String,
    /// Who reports: the name of the system.
    pub issuer: String,
    pub year: i32,
    /// 申请单位; empty: of all units.
    pub unit: String,
    /// Which edition of that report.
    pub edition: u32,
    /// When it was published, RFC 3339 in UTC.
    pub published_at: String,
    /// SHA-256 of the report's canonical JSON, hexadecimal, as it was frozen then.
    pub sha256: String,
    /// SHA-256 of the file without its seal, hexadecimal; none: JSON, which holds the report itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_sha256: Option<String>,
}

/// A seal with its signatures: what an archive's comment holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SignedSeal {
    seal: ReportSeal,
    signature: Signature,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second_signature: Option<Signature>,
}

/// A report with its seal: what a JSON file holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SignedReport {
    report: Value,
    seal: ReportSeal,
    signature: Signature,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second_signature: Option<Signature>,
}

/// The report of this canonical text as JSON: canonical, signed. The same report under the same keys gives the same bytes.
///
/// # Errors
/// When the text is no JSON, or cannot be signed.
pub fn sealed_json(
    text: &str,
    seal: ReportSeal,
    signer: &RecordSigner,
) -> Result<Vec<u8>, FormError> {
    let report =
        serde_json::from_str(text).map_err(|error| FormError::Writer(error.to_string()))?;
    let SignedSeal {
        seal,
        signature,
        second_signature,
    } = sign(seal, signer)?;
    let whole = SignedReport {
        report,
        seal,
        signature,
        second_signature,
    };
    Ok(canonical::of_value(&whole)?.into_bytes())
}

/// A Word file or workbook with its seal.
///
/// # Errors
/// When the file does not end as an archive without a comment does, or cannot be signed.
pub fn sealed_archive(
    mut file: Vec<u8>,
    mut seal: ReportSeal,
    signer: &RecordSigner,
) -> Result<Vec<u8>, FormError> {
    let strange = || FormError::Writer("the archive does not end as one without a comment".into());
    let end = file.len().checked_sub(END_BYTES).ok_or_else(strange)?;
    if !file[end..].starts_with(END_MARK) || !file.ends_with(&[0; COUNT_BYTES]) {
        return Err(strange());
    }
    file.truncate(file.len() - COUNT_BYTES);
    seal.file_sha256 = Some(hex::encode(Sha256::digest(&file)));
    let comment = canonical::of_value(&sign(seal, signer)?)?;
    let bytes = u16::try_from(comment.len()).map_err(|_| strange())?;
    file.extend_from_slice(&bytes.to_le_bytes());
    file.extend_from_slice(comment.as_bytes());
    Ok(file)
}

fn sign(seal: ReportSeal, signer: &RecordSigner) -> Result<SignedSeal, FormError> {
    let text = canonical::of_value(&seal)?;
    let signatures = signer.sign(Purpose::YearlyReport, text.as_bytes())?;
    Ok(SignedSeal {
        seal,
        signature: signatures.first,
        second_signature: signatures.second,
    })
}

/// An archive with a seal, taken apart.
pub(crate) struct SealedArchive<'a> {
    /// What the seal is of.
    file: &'a [u8],
    comment: &'a [u8],
    signed: SignedSeal,
}

impl<'a> SealedArchive<'a> {
    /// `None`: it is no archive whose comment is a seal and ends with it.
    pub(crate) fn read(bytes: &'a [u8]) -> Option<Self> {
        // A seal is text: no mark can stand in it.
        let end = bytes
            .windows(END_MARK.len())
            .rposition(|four| four == END_MARK)?;
        let (archive, comment) = bytes.split_at_checked(end + END_BYTES)?;
        let (file, count) = archive.split_at_checked(archive.len() - COUNT_BYTES)?;
        let counted = u16::from_le_bytes(count.try_into().ok()?);
        let signed: SignedSeal = serde_json::from_slice(comment).ok()?;
        (usize::from(counted) == comment.len()).then_some(Self {
            file,
            comment,
            signed,
        })
    }

    /// Which keys signed it, as it is.
    pub(crate) fn check(self, keys: &[RecordKey]) -> Result<(ReportSeal, SignedBy), Unsigned> {
        let SignedSeal {
            seal,
            signature,
            second_signature,
        } = &self.signed;
        let by = check_seal(seal, (signature, second_signature.as_ref()), keys)?;
        let sha256 = hex::encode(Sha256::digest(self.file));
        let is_whole = seal.file_sha256.as_ref() == Some(&sha256)
            && canonical::of_value(&self.signed).is_ok_and(|text| text.as_bytes() == self.comment);
        if is_whole {
            Ok((self.signed.seal, by))
        } else {
            Err(Unsigned::Altered)
        }
    }
}

impl SignedReport {
    /// Which keys signed it, read from these bytes.
    pub(crate) fn check(
        self,
        bytes: &[u8],
        keys: &[RecordKey],
    ) -> Result<(ReportSeal, SignedBy), Unsigned> {
        let signatures = (&self.signature, self.second_signature.as_ref());
        let by = check_seal(&self.seal, signatures, keys)?;
        let is_report = self.report.get("format").and_then(Value::as_str) == Some(FORMAT);
        let text = canonical::of_value(&self.report);
        let is_whole = is_report
            && self.seal.file_sha256.is_none()
            && text.is_ok_and(|text| digest(&text) == self.seal.sha256)
            && canonical::of_value(&self).is_ok_and(|text| text.as_bytes() == bytes);
        if is_whole {
            Ok((self.seal, by))
        } else {
            Err(Unsigned::Altered)
        }
    }
}

fn check_seal(
    seal: &ReportSeal,
    (first, second): (&Signature, Option<&Signature>),
    keys: &[RecordKey],
) -> Result<SignedBy, Unsigned> {
    if seal.format != SEAL_FORMAT {
        return Err(Unsigned::Unreadable);
    }
    let signatures = Signatures {
        first: first.clone(),
        second: second.cloned(),
    };
    let text = canonical::of_value(seal).map_err(|_| Unsigned::Unreadable)?;
    signatures.check(keys, Purpose::YearlyReport, text.as_bytes())
}

#[cfg(test)]
mod tests;
