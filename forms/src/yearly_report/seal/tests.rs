use std::io::{Cursor, Read as _, Write as _};

use super::*;
use crate::verification::{Issued, Verdict, check};

const TEXT: &str = r#"{"figures":{"months":[]},"format":"scenedock-yearly-report/1"}"#;

fn signer() -> RecordSigner {
    let key = "01".repeat(32).parse().unwrap();
    RecordSigner::from_seed(&[7; 32]).with_sm2(Some(&key))
}

fn seal() -> ReportSeal {
    ReportSeal {
        format: SEAL_FORMAT.to_owned(),
        issuer: "卫星遥感数据信息共享服务".to_owned(),
        year: 2026,
        unit: String::new(),
        edition: 2,
        published_at: "2027-01-05T02:30:00.000Z".to_owned(),
        sha256: digest(TEXT),
        file_sha256: None,
    }
}

fn archive() -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.start_file("word/document.xml", options).unwrap();
    zip.write_all(b"<document/>").unwrap();
    zip.finish().unwrap().into_inner()
}

/// Slow: every byte is changed three times and left out once, and each time both signatures are checked.
#[test]
fn every_changed_byte_of_a_sealed_file_is_found() {
    let json = sealed_json(TEXT, seal(), &signer()).unwrap();
    let word = sealed_archive(archive(), seal(), &signer()).unwrap();
    let keys = signer().public_keys();
    let is_genuine = |bytes: &[u8]| match check(bytes, &keys) {
        Verdict::Genuine {
            issued: Issued::Report(found),
            by,
        } => found.sha256 == digest(TEXT) && by.second_key.is_some(),
        _ => false,
    };
    for bytes in [json, word] {
        assert!(is_genuine(&bytes));
        for at in 0..bytes.len() {
            for flip in [1, 0x20, 0x80] {
                let mut spoiled = bytes.clone();
                spoiled[at] ^= flip;
                assert!(!is_genuine(&spoiled), "byte {at} with {flip}");
            }
            let mut shorter = bytes.clone();
            shorter.remove(at);
            assert!(!is_genuine(&shorter), "without byte {at}");
        }
        for more in [&b" "[..], b"\n", b"\0", END_MARK] {
            assert!(!is_genuine(&[&bytes, more].concat()));
            assert!(!is_genuine(&[more, &bytes].concat()));
        }
    }
}

#[test]
fn a_sealed_archive_is_read_as_before() {
    let sealed = sealed_archive(archive(), seal(), &signer()).unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(&sealed)).unwrap();
    let mut text = String::new();
    zip.by_name("word/document.xml")
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, "<document/>");
    // It is sealed once.
    assert!(sealed_archive(sealed, seal(), &signer()).is_err());
}

#[test]
fn the_seal_of_one_file_says_nothing_of_another() {
    let json = sealed_json(TEXT, seal(), &signer()).unwrap();
    let json = String::from_utf8(json).unwrap();
    let other = json.replace(r#""months":[]"#, r#""months":[1]"#);
    let keys = signer().public_keys();
    assert_eq!(check(other.as_bytes(), &keys), Verdict::Altered);
    // The seal of the JSON, as the comment of an archive.
    let signed = sign(seal(), &signer()).unwrap();
    let comment = canonical::of_value(&signed).unwrap();
    let mut bare = archive();
    let count = u16::try_from(comment.len()).unwrap().to_le_bytes();
    bare.truncate(bare.len() - COUNT_BYTES);
    let forged = [&bare, &count[..], comment.as_bytes()].concat();
    assert_eq!(check(&forged, &keys), Verdict::Altered);
    // The seal of an archive, beside the report.
    let mut of_archive = seal();
    of_archive.file_sha256 = Some(digest("x"));
    let forged = sealed_json(TEXT, of_archive, &signer()).unwrap();
    assert_eq!(check(&forged, &keys), Verdict::Altered);
}

#[test]
fn what_carries_no_seal_is_not_called_altered() {
    let keys = signer().public_keys();
    for bytes in [archive(), TEXT.as_bytes().to_vec(), b"PK\x05\x06".to_vec()] {
        assert_eq!(check(&bytes, &keys), Verdict::Unreadable);
    }
    let other = RecordSigner::from_seed(&[8; 32]);
    let key = other.public().id.clone();
    let sealed = sealed_archive(archive(), seal(), &other).unwrap();
    assert_eq!(check(&sealed, &keys), Verdict::UnknownKey { key });
}
