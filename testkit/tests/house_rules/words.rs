//! Names that the glossary refuses (`docs/glossary.md`).

use testkit::sources::rust_sources;

/// Types that say nothing of what they are.
const TYPES: &str = "Wanted Asked Told Given Taken Held Kept Made Found Shown Chosen Counted Row Content Place Way \
                     Seen Leaving Doomed Untold Heard Happened Beside Besides PutIn Wish Which Who Why";

/// Functions and modules that say nothing of what they return or hold.
const FUNCTIONS: &str =
    "of shown told said place held kept asked wanted found made say tell seen looked";

/// The kind and the name of what a line defines.
fn defined(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace().skip_while(|word| {
        word.starts_with("pub")
            || ["const", "async", "unsafe", "in", "super)", "crate)"].contains(word)
            || word.ends_with("super)")
    });
    let kind = words.next()?;
    let name = words.next()?;
    let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    Some((kind, &name[..end.unwrap_or(name.len())]))
}

/// Associated types of foreign traits are named by those traits.
fn is_refused(line: &str) -> bool {
    let among = |list: &str, name: &str| list.split_whitespace().any(|refused| refused == name);
    match defined(line) {
        Some(("struct" | "enum" | "trait" | "type", name)) => among(TYPES, name),
        Some(("fn" | "mod", name)) => among(FUNCTIONS, name),
        _ => false,
    }
}

#[test]
fn names_say_what_they_name() {
    let mut refused = Vec::new();
    for (name, text) in rust_sources() {
        for (number, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| is_refused(line))
        {
            refused.push(format!("{name}:{}: {}", number + 1, line.trim()));
        }
    }
    assert!(
        refused.is_empty(),
        "docs/glossary.md has better names:\n{}",
        refused.join("\n")
    );
}

#[test]
fn definitions_are_read_with_all_their_modifiers() {
    for line in [
        "pub(in super::super) struct Wanted {",
        "    pub(super) async fn of(db: &mut PgConnection) -> u8 {",
        "const fn place(&self) -> u8 {",
        "type Row = (i64, i64);",
        "pub(crate) enum Told<'a> {",
        "mod held;",
    ] {
        assert!(is_refused(line), "{line}");
    }
    for line in [
        "struct OrderRow {",
        "fn of_scene() {",
        "let of = 1;",
        "type Item = u8;",
        "impl Place {",
    ] {
        assert!(!is_refused(line), "{line}");
    }
}
