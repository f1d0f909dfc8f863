//! `scenedock verify` says whether a file is a delivery record, without network and database.

use std::path::Path;
use std::process::{Command, Output};

use forms::delivery_record::{DeliveryRecord, FORMAT, RecordFile, RecordScene, json, pdf};
use forms::signing::RecordSigner;
use forms::yearly_report::{ReportSeal, SEAL_FORMAT, digest, sealed_json};

fn record() -> DeliveryRecord {
    let text = |text: &str| text.to_owned();
    DeliveryRecord {
        format: text(FORMAT),
        issuer: text("卫星遥感数据信息共享服务"),
        number: 12,
        order_number: text("20261121WP103000123"),
        round: 1,
        opened_at: text("2026-11-21T02:30:00Z"),
        completed_at: None,
        as_of: text("2026-11-21T02:30:00Z"),
        get_method: 0,
        login_name: text("zhangsan"),
        user_name: text("张三"),
        applicant: text("张三"),
        unit: text("中国地质调查局"),
        usage: text("测绘"),
        project: text("青藏高原矿产调查"),
        description: String::new(),
        licence_sha256: None,
        papers: Vec::new(),
        scenes: vec![RecordScene {
            data_id: text("s1"),
            data_name: text("GF1_PMS1"),
            node: text("高分一号"),
            satellite: text("GF1"),
            sensor: text("PMS1"),
            acquired: text("2026-03-01T02:30:00Z"),
            size: 10,
            sha256: None,
        }],
        files: vec![RecordFile {
            path: text("scenes/s1.tif"),
            size: 10,
            sha256: "ab".repeat(32),
        }],
        fetched: Vec::new(),
    }
}

fn verify(folder: &Path, file: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_scenedock"))
        .current_dir(folder)
        .args(["verify", file, "--key", "keys.json"])
        .output()
        .unwrap()
}

#[test]
fn a_record_is_checked_with_a_file_of_keys() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let signer = RecordSigner::from_seed(&[7; 32]);
    let keys = serde_json::json!({"items": [signer.public()]});
    put("keys.json", keys.to_string().as_bytes());
    let text = json(&record(), &signer).unwrap();
    let paper = pdf(&record(), &signer).unwrap();
    put("record.json", &text);
    put("record.pdf", &paper);
    for file in ["record.json", "record.pdf"] {
        let output = verify(folder.path(), file);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{file}");
        assert!(said.contains("genuine") && said.contains("20261121WP103000123"));
    }
    let mut changed = text.clone();
    let at = changed.windows(2).position(|two| two == b"12").unwrap();
    changed[at] = b'2';
    put("changed.json", &changed);
    put("cut.pdf", &paper[..paper.len() - 1]);
    let other = RecordSigner::from_seed(&[8; 32]);
    put("other.json", &json(&record(), &other).unwrap());
    for (file, why) in [
        ("changed.json", "NOT genuine"),
        ("cut.pdf", "NOT a signed file"),
        ("other.json", "NOT verified"),
        ("missing.json", "cannot read"),
    ] {
        let output = verify(folder.path(), file);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && said.contains(why),
            "{file}: {said}"
        );
        assert!(output.stdout.is_empty(), "{file}");
    }
}

#[test]
fn a_report_with_two_signatures_is_checked_with_both_keys() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let key = "01".repeat(32).parse().unwrap();
    let signer = RecordSigner::from_seed(&[7; 32]).with_sm2(Some(&key));
    let report = r#"{"figures":{"units":[]},"format":"scenedock-yearly-report/1"}"#;
    let seal = ReportSeal {
        format: SEAL_FORMAT.to_owned(),
        issuer: "卫星遥感数据信息共享服务".to_owned(),
        year: 2026,
        unit: String::new(),
        edition: 3,
        published_at: "2027-01-05T02:30:00.000Z".to_owned(),
        sha256: digest(report),
        file_sha256: None,
    };
    let text = sealed_json(report, seal, &signer).unwrap();
    put("report.json", &text);
    put("record.pdf", &pdf(&record(), &signer).unwrap());
    let keys = signer.public_keys();
    put(
        "keys.json",
        serde_json::json!({"items": keys}).to_string().as_bytes(),
    );
    for (file, facts) in [
        ("report.json", "2026, edition 3"),
        ("record.pdf", "20261121WP103000123"),
    ] {
        let said = String::from_utf8(verify(folder.path(), file).stdout).unwrap();
        assert!(said.contains(facts) && said.contains("(SM2)"), "{said}");
    }
    put("changed.json", &[&text[..], b"\n"].concat());
    let output = verify(folder.path(), "changed.json");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("NOT genuine"), "{said}");
    // A file of keys from before the second one was set.
    let keys = serde_json::json!({"items": [signer.public()]});
    put("keys.json", keys.to_string().as_bytes());
    let output = verify(folder.path(), "report.json");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("NOT verified"), "{said}");
}
