//! 年度报告 as files: canonical JSON with its digest, Word with pictures of its charts, a workbook with native ones.

mod chart;
mod picture;
mod seal;
mod sheets;
mod word;

use domain::yearly_report::{ReportContent, ReportQuery};
use sha2::{Digest as _, Sha256};

use crate::{FormError, canonical};

pub use chart::svg;
pub use seal::{ReportSeal, SEAL_FORMAT, sealed_archive, sealed_json};
pub(crate) use seal::{SealedArchive, SignedReport};
pub use sheets::workbook;
pub use word::word;

/// What the JSON says it is. Another layout has another number.
pub const FORMAT: &str = "scenedock-yearly-report/1";

/// What a report's files say beside its content.
#[derive(Clone, Copy)]
pub struct Imprint<'a> {
    /// Who reports: the name of the system.
    pub issuer: &'a str,
    /// Which edition of the year's report; none: a draft.
    pub edition: Option<u32>,
    /// SHA-256 of the canonical JSON, hexadecimal.
    pub sha256: &'a str,
    /// The whole address of what a figure was counted from.
    pub address: &'a dyn Fn(&ReportQuery) -> String,
}

#[derive(serde::Serialize)]
struct Canonical<'a> {
    format: &'static str,
    #[serde(flatten)]
    content: &'a ReportContent,
}

/// The content in one spelling (RFC 8785): the same content gives the same bytes.
///
/// # Errors
/// Never for content that the product makes.
pub fn canonical_json(content: &ReportContent) -> Result<String, FormError> {
    canonical::of_value(&Canonical {
        format: FORMAT,
        content,
    })
}

/// SHA-256 of a canonical text, hexadecimal.
#[must_use]
pub fn digest(canonical: &str) -> String {
    hex::encode(Sha256::digest(canonical.as_bytes()))
}

/// `12.34`: GB (2^30 bytes), rounded half up; what there is of it is never nothing.
fn gigabytes(bytes: u64) -> String {
    const GB: u128 = 1 << 30;
    let hundredths = (u128::from(bytes) * 200 + GB) / (2 * GB);
    if bytes > 0 && hundredths == 0 {
        return "<0.01".to_owned();
    }
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests;
