use proptest::prelude::*;

use super::*;

fn signer() -> RecordSigner {
    RecordSigner::from_seed(&[7; 32])
}

fn record() -> DeliveryRecord {
    DeliveryRecord {
        format: FORMAT.to_owned(),
        issuer: "卫星遥感数据信息共享服务".to_owned(),
        number: 12,
        order_number: "20261121WP103000123".to_owned(),
        round: 1,
        opened_at: "2026-11-21T02:30:00Z".to_owned(),
        completed_at: None,
        as_of: "2026-11-22T02:30:00Z".to_owned(),
        get_method: 0,
        login_name: "zhangsan".to_owned(),
        user_name: "张三".to_owned(),
        applicant: "张三".to_owned(),
        unit: "中国地质调查局".to_owned(),
        usage: "测绘".to_owned(),
        project: "青藏高原\n矿产调查".to_owned(),
        description: String::new(),
        licence_sha256: Some("ab".repeat(32)),
        papers: vec![RecordPaper {
            r#type: 7,
            sha256: "ab".repeat(32),
            size: 1234,
            uploaded_at: "2026-11-20T02:30:00Z".to_owned(),
        }],
        scenes: vec![RecordScene {
            data_id: "s1".to_owned(),
            data_name: "GF1_PMS1_E100.1_N30.2".to_owned(),
            node: "高分一号".to_owned(),
            satellite: "GF1".to_owned(),
            sensor: "PMS1".to_owned(),
            acquired: "2026-03-01T02:30:00Z".to_owned(),
            size: 1_234_567,
            sha256: Some("cd".repeat(32)),
        }],
        files: Vec::new(),
        fetched: Vec::new(),
    }
}

fn is_genuine(bytes: &[u8]) -> bool {
    let keys = [signer().public().clone()];
    matches!(check(bytes, &keys), RecordVerdict::Genuine { record: found, .. } if *found == record())
}

#[test]
fn a_record_is_written_the_same_every_time_and_found_genuine() {
    let text = json(&record(), &signer()).unwrap();
    assert_eq!(text, json(&record(), &signer()).unwrap());
    assert!(is_genuine(&text));
    let paper = pdf(&record(), &signer()).unwrap();
    assert_eq!(paper, pdf(&record(), &signer()).unwrap());
    assert!(is_genuine(&paper));
}

#[test]
fn every_changed_byte_of_the_json_is_found() {
    let text = json(&record(), &signer()).unwrap();
    for at in 0..text.len() {
        for flip in [1, 2, 0x20, 0x80] {
            let mut spoiled = text.clone();
            spoiled[at] ^= flip;
            assert!(!is_genuine(&spoiled), "byte {at} with {flip}");
        }
    }
    for more in [&b" "[..], b"\n", b"\0"] {
        assert!(!is_genuine(&[&text, more].concat()));
        assert!(!is_genuine(&[more, &text].concat()));
    }
    assert!(!is_genuine(&text[..text.len() - 1]));
}

#[test]
fn every_changed_byte_behind_the_end_of_the_pdf_is_found() {
    let paper = pdf(&record(), &signer()).unwrap();
    for at in paper.len() - 200..paper.len() {
        let mut spoiled = paper.clone();
        spoiled[at] ^= 0x20;
        assert!(!is_genuine(&spoiled), "byte {at}");
    }
    assert!(!is_genuine(&[&paper[..], b"\n"].concat()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_changed_byte_of_the_pdf_is_found(at: prop::sample::Index, flip in 1_u8..) {
        let mut paper = pdf(&record(), &signer()).unwrap();
        let at = at.index(paper.len());
        paper[at] ^= flip;
        prop_assert!(!is_genuine(&paper));
    }
}

#[test]
fn what_is_wrong_is_told_apart() {
    let other = RecordSigner::from_seed(&[8; 32]);
    let keys = [signer().public().clone()];
    for bytes in [
        json(&record(), &other).unwrap(),
        pdf(&record(), &other).unwrap(),
    ] {
        let key = other.public().id.clone();
        assert_eq!(check(&bytes, &keys), RecordVerdict::UnknownKey { key });
    }
    let text = String::from_utf8(json(&record(), &signer()).unwrap()).unwrap();
    let altered = text.replace("1234567", "1234568");
    assert_eq!(check(altered.as_bytes(), &keys), RecordVerdict::Altered);
    let spaced = text.replacen(':', ": ", 1);
    assert_eq!(check(spaced.as_bytes(), &keys), RecordVerdict::Altered);
    for bytes in [
        &b""[..],
        b"{}",
        b"%PDF-1.7\n%%EOF\n",
        &text.as_bytes()[..90],
    ] {
        assert_eq!(check(bytes, &keys), RecordVerdict::Unreadable);
    }
}

/// A signature of a record says nothing of a PDF with the same bytes, and the other way round.
#[test]
fn a_signature_stands_for_one_sort_of_file() {
    let text = b"the same bytes";
    let key = signer().public().clone();
    assert!(key.signed_json(text, &signer().sign_json(text)));
    assert!(!key.signed_pdf(text, &signer().sign_json(text)));
}
