//! Whether a file is a record that this installation signed.

use lopdf::{Document, Object};

use super::signing::SignedPdf;
use super::{DeliveryRecord, FORMAT, RecordKey, SignedRecord};
use crate::canonical;

/// What is to be said of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordVerdict {
    /// It is byte for byte what was signed with one of the keys.
    Genuine {
        /// What it says.
        record: Box<DeliveryRecord>,
        /// Which key signed it.
        key: String,
    },
    /// It names one of the keys, which did not sign this.
    Altered,
    /// It is signed with a key that is none of these.
    UnknownKey {
        /// Which key it names.
        key: String,
    },
    /// It is no record, or too damaged to be read as one.
    Unreadable,
}

/// What is to be said of these bytes, a JSON file or a PDF.
#[must_use]
pub fn check(bytes: &[u8], keys: &[RecordKey]) -> RecordVerdict {
    if bytes.starts_with(b"%PDF-") {
        check_pdf(bytes, keys)
    } else {
        check_json(bytes, keys)
    }
}

fn check_json(bytes: &[u8], keys: &[RecordKey]) -> RecordVerdict {
    let Ok(signed) = serde_json::from_slice::<SignedRecord>(bytes) else {
        return RecordVerdict::Unreadable;
    };
    let SignedRecord { record, signature } = &signed;
    if record.format != FORMAT {
        return RecordVerdict::Unreadable;
    }
    let Some(key) = keys.iter().find(|key| key.id == signature.key) else {
        return RecordVerdict::UnknownKey {
            key: signature.key.clone(),
        };
    };
    // One spelling: what only looks the same was written by somebody else.
    let is_whole = canonical::of_value(&signed).is_ok_and(|text| text.as_bytes() == bytes)
        && signature.algorithm == key.algorithm
        && canonical::of_value(record)
            .is_ok_and(|text| key.signed_json(text.as_bytes(), &signature.value));
    if !is_whole {
        return RecordVerdict::Altered;
    }
    RecordVerdict::Genuine {
        key: key.id.clone(),
        record: Box::new(signed.record),
    }
}

fn check_pdf(bytes: &[u8], keys: &[RecordKey]) -> RecordVerdict {
    let Some(signed) = SignedPdf::read(bytes) else {
        return RecordVerdict::Unreadable;
    };
    let Some(key) = keys.iter().find(|key| key.id == signed.key) else {
        return RecordVerdict::UnknownKey {
            key: signed.key.to_owned(),
        };
    };
    if !key.signed_pdf(signed.body, signed.signature) {
        return RecordVerdict::Altered;
    }
    // Nobody else's bytes are read as a PDF.
    let attached = attachment(signed.body);
    attached.map_or(RecordVerdict::Unreadable, |json| check_json(&json, keys))
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
