use proptest::prelude::*;

use super::*;

/// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
const SECRET: &[u8] = b"12345678901234567890";
const VECTORS: [(i64, &str); 6] = [
    (59, "287082"),
    (1_111_111_109, "081804"),
    (1_111_111_111, "050471"),
    (1_234_567_890, "005924"),
    (2_000_000_000, "279037"),
    (20_000_000_000, "353130"),
];

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).unwrap()
}

#[test]
fn codes_are_those_of_the_rfc() {
    for (seconds, code) in VECTORS {
        let step = accepted_step(SECRET, code, at(seconds), 0);
        assert_eq!(step, Some(seconds / 30), "{seconds}");
        assert_eq!(
            accepted_step(b"another secret here!", code, at(seconds), 0),
            None
        );
    }
}

#[test]
fn clocks_may_differ_by_a_step_and_no_more() {
    let (seconds, code) = VECTORS[1];
    let step = seconds / 30;
    for (drift, heard) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
        let now = at((step + drift) * 30);
        assert_eq!(
            accepted_step(SECRET, code, now, 0).is_some(),
            heard,
            "{drift}"
        );
    }
}

#[test]
fn a_code_is_good_once_and_earlier_ones_with_it() {
    let (seconds, code) = VECTORS[1];
    let step = seconds / 30;
    for (last, heard) in [
        (0, true),
        (step - 1, true),
        (step, false),
        (step + 1, false),
    ] {
        assert_eq!(
            accepted_step(SECRET, code, at(seconds), last).is_some(),
            heard,
            "{last}"
        );
    }
}

#[test]
fn what_people_type_is_read() {
    for (typed, read) in [
        ("287082", Ok(FactorProof::Code("287082".into()))),
        (" 287 082 ", Ok(FactorProof::Code("287082".into()))),
        (
            "abcde-fghjk",
            Ok(FactorProof::Recovery("ABCDEFGHJK".into())),
        ),
        (
            "o1i2l-00000",
            Ok(FactorProof::Recovery("0112100000".into())),
        ),
        ("", Err(FieldText::SecondFactorMissing)),
        (" - ", Err(FieldText::SecondFactorMissing)),
        ("28708", Err(FieldText::SecondFactorForm)),
        ("2870821", Err(FieldText::SecondFactorForm)),
        ("abcde-fghju", Err(FieldText::SecondFactorForm)),
        ("２８７０８２", Err(FieldText::SecondFactorForm)),
    ] {
        assert_eq!(FactorProof::parse(typed), read, "{typed}");
    }
}

#[test]
fn apps_get_the_secret_under_both_names() {
    let found = enrolment(SECRET, "卫星:服务", "lisi_1").unwrap();
    assert_eq!(found.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    assert_eq!(
        found.uri,
        "otpauth://totp/%E5%8D%AB%E6%98%9F%20%E6%9C%8D%E5%8A%A1:lisi_1?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
         &issuer=%E5%8D%AB%E6%98%9F%20%E6%9C%8D%E5%8A%A1"
    );
    assert_eq!(enrolment(b"short", "x", "lisi_1"), None);
}

proptest! {
    /// What is shown is read back as what is kept.
    #[test]
    fn recovery_codes_come_back(random: [u8; RECOVERY_CHARS]) {
        let code = recovery_code(random);
        let shown = shown_recovery_code(&code).to_lowercase();
        prop_assert_eq!(FactorProof::parse(&shown), Ok(FactorProof::Recovery(code)));
    }
}
