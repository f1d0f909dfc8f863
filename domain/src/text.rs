//! What may stand in texts that people type, and what is none.

use std::borrow::Cow;

use texts::Names;
use unicode_normalization::UnicodeNormalization as _;

/// Most names in a sentence that says by what something is used.
pub const MAX_NAMED: u8 = 5;

/// The first of these names, for a sentence that says how many there are: all of them if they are few.
#[must_use]
pub fn first_named(count: u64, names: &[String]) -> Names {
    let first = names.get(..usize::from(MAX_NAMED)).unwrap_or(names);
    Names::first(first, count)
}

/// Whether nothing of it can be seen: blanks, and characters without a shape.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_shapeless(c))
}

/// Soft hyphen, zero-width and filler characters (Unicode `Default_Ignorable_Code_Point`, marks of annotations, and the empty Braille cell). Prose
/// needs some of them (emoji, ligatures); in an id they make two ids that look the same.
#[must_use]
pub const fn is_shapeless(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Whether a character must not stand in a text: control characters other than line ends and tabs, and marks that turn
/// the direction of writing (Unicode `Bidi_Control`), with which a text shows something else than it holds. A single line holds no line ends.
#[must_use]
pub fn is_forbidden(c: char, one_line: bool) -> bool {
    let ends_line = matches!(c, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}');
    let turns = matches!(
        c,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    );
    turns || if ends_line { one_line } else { c.is_control() }
}

/// As two texts are compared that must not look the same: NFKC without case, and any blank as one space.
pub(crate) fn folded(text: &str) -> String {
    let small = text.nfkc().collect::<String>().to_lowercase();
    let small: String = small.nfkc().collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What people see of a name: NFKC without case and characters without a shape, any blank as one space, and `ß` as `ss`.
#[must_use]
pub fn visible_form(name: &str) -> String {
    let seen: String = name.chars().filter(|c| !is_shapeless(*c)).collect();
    folded(&seen).replace('ß', "ss")
}

/// Whether two names look the same to people.
#[must_use]
pub fn looks_alike(one: &str, other: &str) -> bool {
    visible_form(one) == visible_form(other)
}

/// Whether a spreadsheet takes a text for a formula, and runs it (OWASP, "CSV injection"). Full-width signs (U+FF0B, FF0D,
/// FF1D, FF20) become plain ones when Chinese spreadsheets read a line.
#[must_use]
pub fn begins_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

/// A text as a cell of comma-separated values holds it: one that would be taken for a formula gets an apostrophe before it.
#[must_use]
pub fn spreadsheet_cell(text: &str) -> Cow<'_, str> {
    if begins_formula(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_blank() {
        for blank in [
            "",
            " ",
            "\u{3000}\t\r\n",
            "\u{200B}",
            "\u{FEFF} \u{2800}",
            "\u{3164}",
            "\u{AD}\u{E0041}",
            "\u{17B4}\u{17B5}",
            "\u{FFF0}\u{FFFB}",
            "\u{1D173}\u{1D17A}",
            "\u{1BCA0}\u{1BCA3}",
        ] {
            assert!(is_blank(blank), "{blank:?}");
        }
        for text in ["a", "张", "０", "👨\u{200D}👩", " \u{200B}x", "-"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }

    #[test]
    fn what_looks_the_same_folds_to_the_same() {
        for (one, other) in [
            ("DEM", "ｄｅｍ"),
            ("测绘 ①", "测绘\u{3000} 1"),
            ("é", "E\u{301}"),
            (" 科研", "科研 "),
        ] {
            assert_eq!(folded(one), folded(other), "{one}");
        }
        assert_ne!(folded("测绘"), folded("测 绘"));
    }

    #[test]
    fn texts_hold_lines_and_no_controls() {
        for c in [
            '\0', '\u{7}', '\u{7F}', '\u{85}', '\u{61C}', '\u{200E}', '\u{200F}', '\u{202E}',
            '\u{2066}',
        ] {
            assert!(is_forbidden(c, true) && is_forbidden(c, false), "{c:?}");
        }
        for c in ['\n', '\r', '\t', '\u{2028}'] {
            assert!(is_forbidden(c, true) && !is_forbidden(c, false), "{c:?}");
        }
        for c in ['a', '张', ' ', '\u{3000}', '😀', '\u{200D}', '\u{FE0F}'] {
            assert!(!is_forbidden(c, true), "{c:?}");
        }
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for (one, other) in [
            ("stat", "ｓｔａｔ"),
            ("caf\u{e9}", "cafe\u{301}"),
            ("Straße", "STRASSE"),
            ("青海院", "青海院\u{200B}"),
            ("Unit A", "Ｕnit\u{3000}a"),
            ("News", "Ｎews"),
        ] {
            assert!(looks_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("青海院", "青海局"), ("a b", "ab"), ("1", "l")] {
            assert!(!looks_alike(one, other), "{one} {other}");
        }
    }
}
