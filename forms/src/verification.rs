//! Whether a file is one that an installation issued and signed: a delivery record or a published yearly report.

use lopdf::{Document, Object};

use crate::canonical;
use crate::delivery_record::{self, DeliveryRecord, SignedRecord};
use crate::signing::{Algorithm, Purpose, RecordKey, Signature, Signatures, SignedBy, Unsigned};
use crate::yearly_report::{ReportSeal, SealedArchive, SignedReport};

/// A document that the installation signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Issued {
    /// What one delivery handed out.
    Delivery(Box<DeliveryRecord>),
    /// An edition of a yearly report, as a file.
    Report(Box<ReportSeal>),
}

/// What is to be said of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is byte for byte what was signed with the keys.
    Genuine {
        /// The record or report that the file is.
        issued: Issued,
        /// The keys whose signatures are valid.
        by: SignedBy,
    },
    /// It names some of the keys, which did not sign this.
    Altered,
    /// It is signed with a key that is none of these.
    UnknownKey {
        /// Id of the unknown key.
        key: String,
    },
    /// It is nothing that is signed, or too damaged to be read.
    Unreadable,
}

impl From<Unsigned> for Verdict {
    fn from(why: Unsigned) -> Self {
        match why {
            Unsigned::UnknownKey(key) => Self::UnknownKey { key },
            Unsigned::Altered => Self::Altered,
            Unsigned::Unreadable => Self::Unreadable,
        }
    }
}

/// What is to be said of these bytes: JSON, PDF, Word or Excel.
#[must_use]
pub fn check(bytes: &[u8], keys: &[RecordKey]) -> Verdict {
    let checked = if bytes.starts_with(b"%PDF-") {
        check_pdf(bytes, keys)
    } else if bytes.starts_with(b"PK") {
        check_office(bytes, keys)
    } else {
        check_json(bytes, keys)
    };
    match checked {
        Ok((issued, by)) => Verdict::Genuine { issued, by },
        Err(why) => why.into(),
    }
}

type Checked = Result<(Issued, SignedBy), Unsigned>;

fn check_json(bytes: &[u8], keys: &[RecordKey]) -> Checked {
    if let Ok(signed) = serde_json::from_slice::<SignedReport>(bytes) {
        let (seal, by) = signed.check(bytes, keys)?;
        return Ok((Issued::Report(Box::new(seal)), by));
    }
    let signed: SignedRecord = serde_json::from_slice(bytes).map_err(|_| Unsigned::Unreadable)?;
    if signed.record.format != delivery_record::FORMAT {
        return Err(Unsigned::Unreadable);
    }
    let text = canonical::of_value(&signed.record).map_err(|_| Unsigned::Unreadable)?;
    let signatures = signed.signatures();
    let by = signatures.check(keys, Purpose::DeliveryRecord, text.as_bytes())?;
    // One spelling: what only looks the same was written by somebody else.
    if canonical::of_value(&signed).is_ok_and(|text| text.as_bytes() == bytes) {
        Ok((Issued::Delivery(Box::new(signed.record)), by))
    } else {
        Err(Unsigned::Altered)
    }
}

fn check_office(bytes: &[u8], keys: &[RecordKey]) -> Checked {
    let sealed = SealedArchive::read(bytes).ok_or(Unsigned::Unreadable)?;
    let (seal, by) = sealed.check(keys)?;
    Ok((Issued::Report(Box::new(seal)), by))
}

fn check_pdf(bytes: &[u8], keys: &[RecordKey]) -> Checked {
    let ends = Signature::split(bytes, Algorithm::Ed25519);
    let (rest, first) = ends.ok_or(Unsigned::Unreadable)?;
    let (body, second) = match Signature::split(rest, Algorithm::Sm2) {
        Some((body, second)) => (body, Some(second)),
        None => (rest, None),
    };
    let signatures = Signatures { first, second };
    let by = signatures.check(keys, Purpose::DeliveryRecordPdf, body)?;
    // Nobody else's bytes are read as a PDF.
    let attached = attachment(body).ok_or(Unsigned::Unreadable)?;
    let (issued, by_attached) = check_json(&attached, keys)?;
    if by == by_attached {
        Ok((issued, by))
    } else {
        Err(Unsigned::Altered)
    }
}

/// The one file that the PDF carries.
fn attachment(body: &[u8]) -> Option<Vec<u8>> {
    let document = Document::load_mem(body).ok()?;
    document.objects.values().find_map(|object| {
        let Object::Stream(stream) = object else {
            return None;
        };
        let kind = stream.dict.get(b"Type").and_then(Object::as_name).ok()?;
        (kind == b"EmbeddedFile").then(|| {
            stream
                .decompressed_content()
                .unwrap_or_else(|_| stream.content.clone())
        })
    })
}
