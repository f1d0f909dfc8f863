//! What a library offers is used by the product: the compiler does not look beyond a crate. What only tests use belongs to them.

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

/// Crates that serve tests, measurements and builds.
const TOOLS: [&str; 3] = ["bench/", "sqlx-data/", "testkit/"];

/// A source without the tests below it; `None`: it is a test, or serves tests.
fn product((file, text): &(String, String)) -> Option<(&str, &str)> {
    let is_test = TOOLS.iter().any(|folder| file.starts_with(folder))
        || file.contains("/tests/")
        || file.contains("/testing")
        || file.ends_with("tests.rs");
    let end = text.find("#[cfg(test)]\nmod tests {");
    (!is_test).then(|| (&**file, &text[..end.unwrap_or(text.len())]))
}

/// What these sources offer to other crates, and name only there.
fn idle(sources: &[(&str, &str)]) -> Vec<String> {
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for (_, text) in sources {
        for line in text.lines() {
            let code = line.split("//").next().unwrap_or_default();
            for word in code.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
                *uses.entry(word).or_default() += 1;
            }
        }
    }
    let mut idle = Vec::new();
    for (file, text) in sources {
        if file.contains("/src/") {
            let offers = text.lines().filter_map(offered);
            let offers = offers.filter(|name| uses.get(name) == Some(&1));
            idle.extend(offers.map(|name| format!("{file}: {name}")));
        }
    }
    idle
}

#[test]
fn what_is_public_is_named_somewhere_else() {
    let sources: Vec<_> = rust_sources().collect();
    let all: Vec<_> = sources
        .iter()
        .map(|(file, text)| (file.as_str(), text.as_str()))
        .collect();
    let mut unused = idle(&all);
    let products: Vec<_> = sources.iter().filter_map(product).collect();
    unused.extend(idle(&products));
    assert!(
        unused.is_empty(),
        "nothing uses these, or tests alone do:\n{}",
        unused.join("\n")
    );
}

#[test]
fn a_use_in_a_test_is_none() {
    let source = |file: &str, text: &str| (file.to_owned(), text.to_owned());
    let sources = [
        source("a/src/b.rs", "pub fn one() {}\npub fn other() {}"),
        source("a/src/c.rs", "other();\n#[cfg(test)]\nmod tests { one(); }"),
        source("a/tests/d.rs", "one();"),
        source("testkit/src/e.rs", "one();"),
    ];
    let products: Vec<_> = sources.iter().filter_map(product).collect();
    assert_eq!(idle(&products), ["a/src/b.rs: one"]);
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
