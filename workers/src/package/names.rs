//! File names that every system can unpack.

use std::collections::HashSet;

/// Longest name in bytes; most file systems take 255, some of it is left for a suffix.
const LONGEST: usize = 200;

/// Names Windows keeps for devices, whatever follows the first dot.
const RESERVED: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// A safe name for each wished one, in order. No folders, no characters a common system refuses, no two names that
/// differ in case only: the second `a.tif` becomes `a_2.tif`.
#[must_use]
pub fn safe_names<'a>(wished: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut names = Vec::new();
    for wish in wished {
        names.push(first_free(&safe_name(wish), &mut taken));
    }
    names
}

fn first_free(name: &str, taken: &mut HashSet<String>) -> String {
    let (stem, extension) = split(name);
    let mut candidate = name.to_owned();
    let mut count = 2_u64;
    while !taken.insert(candidate.to_lowercase()) {
        candidate = format!("{stem}_{count}{extension}");
        count += 1;
    }
    candidate
}

fn safe_name(wish: &str) -> String {
    let last = wish.rsplit(['/', '\\']).next().unwrap_or_default();
    let cleaned: String = last.chars().map(safe_char).collect();
    let trimmed = cleaned.trim_matches(|c: char| c.is_whitespace() || c == '.');
    let short = shorten(trimmed);
    let device = short.split('.').next().unwrap_or_default().to_lowercase();
    if short.is_empty() {
        "scene".to_owned()
    } else if RESERVED.contains(&device.as_str()) {
        format!("_{short}")
    } else {
        short
    }
}

fn safe_char(c: char) -> char {
    // Right-to-left overrides and their kin make a name read as another one.
    let deceives = matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}');
    if c.is_control() || deceives || r#"<>:"|?*"#.contains(c) {
        '_'
    } else {
        c
    }
}

fn shorten(name: &str) -> String {
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    let (stem, extension) = split(name);
    let extension = cut(extension, LONGEST / 2);
    format!("{}{extension}", cut(stem, LONGEST - extension.len()))
}

/// The longest beginning of `text` of at most `bytes` bytes that ends between characters.
pub(crate) fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

fn split(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        _ => (name, ""),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_path_leads_out() {
        let names = safe_names([
            "../../etc/passwd",
            "C:\\a\\b.tif",
            "..",
            "",
            "/",
            "a:b\n.tif",
        ]);
        assert_eq!(
            names,
            ["passwd", "b.tif", "scene", "scene_2", "scene_3", "a_b_.tif"]
        );
    }

    #[test]
    fn the_second_of_a_name_is_numbered() {
        let names = safe_names(["图.tif", "图.TIF", "图.tif", "图_2.tif"]);
        assert_eq!(names, ["图.tif", "图_2.TIF", "图_3.tif", "图_2_2.tif"]);
    }

    #[test]
    fn device_names_are_disarmed() {
        assert_eq!(safe_names(["NUL.tif", "com1"]), ["_NUL.tif", "_com1"]);
    }

    proptest! {
        #[test]
        fn every_name_is_safe_and_unique(wished in prop::collection::vec(any::<String>(), 0..20)) {
            let names = safe_names(wished.iter().map(String::as_str));
            let folded: HashSet<String> = names.iter().map(|n| n.to_lowercase()).collect();
            prop_assert_eq!(folded.len(), wished.len());
            for name in names {
                prop_assert!(!name.is_empty() && name.len() < 255);
                prop_assert!(!name.contains(['/', '\\', '\0', '\n']));
                prop_assert!(name != "." && name != "..");
            }
        }
    }
}
