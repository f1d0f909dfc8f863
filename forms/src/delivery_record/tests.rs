use proptest::prelude::*;

use super::*;
use crate::signing::Sm2Key;
use crate::verification::{Issued, Verdict, check};

fn signer() -> RecordSigner {
    RecordSigner::from_seed(&[7; 32])
}

/// The same with a second signature.
fn both() -> RecordSigner {
    let key: Sm2Key = "01".repeat(32).parse().unwrap();
    signer().with_sm2(Some(&key))
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

/// Whether bytes are the record, signed with one of the keys or both.
fn genuine_check() -> impl Fn(&[u8]) -> bool {
    let (keys, record) = (both().public_keys(), record());
    move |bytes| {
        let verdict = check(bytes, &keys);
        matches!(verdict, Verdict::Genuine { issued: Issued::Delivery(found), .. } if *found == record)
    }
}

#[test]
fn a_record_is_written_the_same_every_time_and_found_genuine() {
    let is_genuine = genuine_check();
    for signer in [signer(), both()] {
        let text = json(&record(), &signer).unwrap();
        assert_eq!(text, json(&record(), &signer).unwrap());
        assert!(is_genuine(&text));
        let paper = pdf(&record(), &signer).unwrap();
        assert_eq!(paper, pdf(&record(), &signer).unwrap());
        assert!(is_genuine(&paper));
    }
}

/// What was signed before there was a second signature is the same to the byte.
#[test]
fn a_record_without_sm2_is_what_it_was() {
    let text = String::from_utf8(json(&record(), &signer()).unwrap()).unwrap();
    let (_, signature) = text.split_once("\"signature\":").unwrap();
    assert_eq!(signature, SIGNATURE_OF_BEFORE);
}

const SIGNATURE_OF_BEFORE: &str = r#"{"algorithm":"Ed25519","key":"fe812c12f3ab4ce6","value":"e03b4caa71bd1ff7553c8af5c33f59cbd0ad94fee8681efd58447f545941a261de95cbdd6e32f1647a98de8b48985b98b1a0b077c6c2e25d04e8d3b831313e0c"}}"#;

/// Slow: four changes of every byte, each checked by its signatures.
#[test]
fn every_changed_byte_of_the_json_is_found() {
    let is_genuine = genuine_check();
    for signer in [signer(), both()] {
        let text = json(&record(), &signer).unwrap();
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
}

#[test]
fn every_changed_byte_behind_the_end_of_the_pdf_is_found() {
    let is_genuine = genuine_check();
    for signer in [signer(), both()] {
        let paper = pdf(&record(), &signer).unwrap();
        for at in paper.len() - 400..paper.len() {
            let mut spoiled = paper.clone();
            spoiled[at] ^= 0x20;
            assert!(!is_genuine(&spoiled), "byte {at}");
        }
        assert!(!is_genuine(&[&paper[..], b"\n"].concat()));
    }
}

#[test]
fn the_second_signature_of_a_pdf_cannot_be_taken_away() {
    let is_genuine = genuine_check();
    let paper = pdf(&record(), &both()).unwrap();
    let mark = b"\n%scenedock-signature ";
    let lines: Vec<usize> = (0..paper.len())
        .filter(|at| paper[*at..].starts_with(mark))
        .collect();
    assert_eq!(lines.len(), 2);
    let (sm2, ed25519) = (lines[0], lines[1]);
    assert!(!is_genuine(&[&paper[..sm2], &paper[ed25519..]].concat()));
    assert!(!is_genuine(&paper[..ed25519]));
    let turned = [&paper[..sm2], &paper[ed25519..], &paper[sm2..ed25519]].concat();
    assert!(!is_genuine(&turned));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_changed_byte_of_the_pdf_is_found(at: prop::sample::Index, flip in 1_u8..) {
        let is_genuine = genuine_check();
        let mut paper = pdf(&record(), &both()).unwrap();
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
        assert_eq!(check(&bytes, &keys), Verdict::UnknownKey { key });
    }
    let text = String::from_utf8(json(&record(), &signer()).unwrap()).unwrap();
    let altered = text.replace("1234567", "1234568");
    assert_eq!(check(altered.as_bytes(), &keys), Verdict::Altered);
    let spaced = text.replacen(':', ": ", 1);
    assert_eq!(check(spaced.as_bytes(), &keys), Verdict::Altered);
    for bytes in [
        &b""[..],
        b"{}",
        b"%PDF-1.7\n%%EOF\n",
        &text.as_bytes()[..90],
    ] {
        assert_eq!(check(bytes, &keys), Verdict::Unreadable);
    }
}
