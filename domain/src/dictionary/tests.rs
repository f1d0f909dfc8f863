use strum::IntoEnumIterator as _;

use super::*;

fn on(name: &str, name_en: &str) -> DictionaryEntry {
    DictionaryEntry::trimmed(name, name_en, true)
}

fn off(name: &str) -> DictionaryEntry {
    DictionaryEntry::trimmed(name, "", false)
}

#[test]
fn kinds_are_read_as_they_are_written() {
    assert!(DictionaryKind::iter().eq(DictionaryKind::ALL));
    for kind in DictionaryKind::ALL {
        assert_eq!(DictionaryKind::parse(kind.as_str()), Some(kind));
        let (longest, most) = (kind.longest(), kind.most());
        let name = |number: usize| on(&format!("{number:0longest$}"), "");
        let full: Vec<_> = (0..most).map(name).collect();
        assert_eq!(faults(kind, &full), [], "{kind:?}");
    }
    assert_eq!(DictionaryKind::parse("Usage"), None);
}

/// Which entry and part is wrong, and why; of the whole list `None`.
fn wrong(entries: &[DictionaryEntry]) -> Vec<(Option<(usize, EntryPart)>, FieldText)> {
    let faults = faults(DictionaryKind::Usage, entries).into_iter();
    faults.map(|fault| (fault.entry, fault.text)).collect()
}

#[test]
fn a_list_offers_something_and_not_too_much() {
    let many: Vec<_> = (0..101).map(|n| on(&n.to_string(), "")).collect();
    for (entries, text) in [
        (vec![], FieldText::NoEntryOn),
        (vec![off("测绘"), off("科研")], FieldText::NoEntryOn),
        (many, FieldText::TooManyEntries { most: 100 }),
    ] {
        assert_eq!(wrong(&entries), [(None, text)]);
    }
    assert_eq!(wrong(&[off("测绘"), on("科研", "")]), []);
}

#[test]
fn names_are_texts_that_can_be_seen() {
    let long = "长".repeat(51);
    let too_long = || FieldText::FormTextTooLong { most: 50 };
    for (name, name_en, fault) in [
        ("测绘", "Surveying & mapping", None),
        ("C/D 级 <b>", "'; DROP TABLE orders", None),
        (
            " ",
            "",
            Some((EntryPart::Name, FieldText::EntryNameMissing)),
        ),
        (
            "\u{200B}",
            "x",
            Some((EntryPart::Name, FieldText::EntryNameMissing)),
        ),
        (
            "测\u{200B}绘",
            "",
            Some((EntryPart::Name, FieldText::EntryHidden)),
        ),
        (
            "测\u{202E}绘",
            "",
            Some((EntryPart::Name, FieldText::EntryHidden)),
        ),
        (
            "测\0绘",
            "",
            Some((EntryPart::Name, FieldText::EntryHidden)),
        ),
        (
            "测绘",
            "Sur\nvey",
            Some((EntryPart::NameEn, FieldText::EntryHidden)),
        ),
        (
            "测绘",
            "Sur\u{AD}vey",
            Some((EntryPart::NameEn, FieldText::EntryHidden)),
        ),
        (&long, "", Some((EntryPart::Name, too_long()))),
        ("测绘", &long, Some((EntryPart::NameEn, too_long()))),
    ] {
        let expected: Vec<_> = fault
            .into_iter()
            .map(|(part, text)| (Some((0, part)), text))
            .collect();
        assert_eq!(
            wrong(&[on(name, name_en)]),
            expected,
            "{name:?} {name_en:?}"
        );
    }
}

#[test]
fn no_two_entries_look_the_same_in_either_language() {
    for (second, part) in [
        (on("测绘", ""), EntryPart::Name),
        (off("DEM 测绘"), EntryPart::Name),
        (on("ｄｅｍ\u{3000}测绘", ""), EntryPart::Name),
        (on("制图", "surveying"), EntryPart::NameEn),
        (on("制图", "Ｓurveying "), EntryPart::NameEn),
        (on("SURVEYING", ""), EntryPart::Name),
    ] {
        let first = [on("测绘", "Surveying"), on("dem 测绘", "")];
        let entries = [first[0].clone(), first[1].clone(), second.clone()];
        assert_eq!(
            wrong(&entries),
            [(Some((2, part)), FieldText::EntryTwice)],
            "{second:?}"
        );
    }
    assert_eq!(wrong(&[on("测绘", ""), on("测 绘", "")]), []);
}

#[test]
fn words_stand_to_a_list_letter_for_letter() {
    let words = FormWords {
        usages: vec![on("测绘", "Surveying"), off("科研")],
        levels: vec![on("制图", "")],
    };
    for (word, standing) in [
        ("测绘", WordStanding::Offered),
        ("科研", WordStanding::SwitchedOff),
        ("Surveying", WordStanding::Unknown),
        ("测绘 ", WordStanding::Unknown),
        ("制图", WordStanding::Unknown),
        ("", WordStanding::Unknown),
    ] {
        assert_eq!(words.usage(word), standing, "{word:?}");
    }
    assert_eq!(words.level("制图"), WordStanding::Offered);
}
