//! What a library offers is used: the compiler does not look beyond a crate.

use std::collections::HashMap;

use testkit::sources::rust_sources;

/// The name of the item that a line offers to other crates.
fn offered(line: &str) -> Option<&str> {
    let item = line.trim_start().strip_prefix("pub ")?;
    let mut words = item
        .split([' ', '(', '<', ':', ';', '='])
        .skip_while(|word| matches!(*word, "async" | "unsafe"));
    let mut kind = words.next()?;
    let mut name = words.next()?;
    if kind == "const" && name == "fn" {
        (kind, name) = (name, words.next()?);
    }
    ["fn", "const", "static", "struct", "enum", "trait", "type"]
        .contains(&kind)
        .then_some(name)
}

#[test]
fn what_is_public_is_named_somewhere_else() {
    let sources: Vec<_> = rust_sources().collect();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for line in sources.iter().flat_map(|(_, text)| text.lines()) {
        let code = line.split("//").next().unwrap_or_default();
        for word in code.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
            *uses.entry(word).or_default() += 1;
        }
    }
    let mut idle = Vec::new();
    for (file, text) in sources.iter().filter(|(file, _)| file.contains("/src/")) {
        let offers = text.lines().filter_map(offered);
        idle.extend(
            offers
                .filter(|name| uses.get(*name) == Some(&1))
                .map(|name| format!("{file}: {name}")),
        );
    }
    assert!(idle.is_empty(), "nothing uses these:\n{}", idle.join("\n"));
}

#[test]
fn items_are_read_with_their_modifiers() {
    for (line, name) in [
        ("    pub const fn is_idle(self) -> bool {", "is_idle"),
        ("pub const MOST: i64 = 20;", "MOST"),
        ("pub async fn list<T>(", "list"),
        ("pub struct Page<T> {", "Page"),
    ] {
        assert_eq!(offered(line), Some(name), "{line}");
    }
    for line in [
        "pub(crate) fn a() {",
        "pub name: String,",
        "pub use a::b;",
        "fn c() {",
    ] {
        assert_eq!(offered(line), None, "{line}");
    }
}
