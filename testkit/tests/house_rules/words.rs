//! Names that the glossary refuses (`docs/glossary.md`).

use syn::visit::{self, Visit};
use testkit::sources::rust_sources;

/// Types that say nothing of what they are.
const TYPES: &str = "Wanted Asked Told Given Taken Held Kept Made Found Shown Chosen Counted Row Content Place Way \
                     Seen Leaving Doomed Untold Heard Happened Beside Besides PutIn Wish Which Who Why";

/// Functions and modules that say nothing of what they return or hold.
const FUNCTIONS: &str =
    "of shown told said place held kept asked wanted found made say tell seen looked";

/// Locals, parameters, fields, variants and constants that say nothing of what they hold.
const VALUES: &str = "of asked told said shown wanted place";

/// Names that somebody else reads: codes and parameters of the texts in the catalogue, a label of the metrics, and a
/// field of an answer, the region's name that a recommendation is for.
const READ_ELSEWHERE: [(&str, &str); 9] = [
    ("texts/src/failure.rs", "Said"),
    ("texts/src/failure.rs", "place"),
    ("texts/src/field.rs", "place"),
    ("texts/src/problem.rs", "place"),
    ("texts/src/top.rs", "Place"),
    ("texts/src/mail.rs", "said"),
    ("texts/src/notice.rs", "said"),
    ("api/src/ops/metrics.rs", "of"),
    ("api/src/recommend.rs", "place"),
];

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

/// What a file without its tests calls its values.
#[derive(Default)]
struct Values(Vec<String>);

impl<'a> Visit<'a> for Values {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_pat_ident(&mut self, pattern: &'a syn::PatIdent) {
        self.0.push(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_field(&mut self, field: &'a syn::Field) {
        self.0.extend(field.ident.iter().map(ToString::to_string));
        visit::visit_field(self, field);
    }

    fn visit_variant(&mut self, variant: &'a syn::Variant) {
        self.0.push(variant.ident.to_string());
        visit::visit_variant(self, variant);
    }

    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        self.0.push(item.ident.to_string());
        visit::visit_item_const(self, item);
    }
}

fn refused_values(text: &str) -> Vec<String> {
    let mut values = Values::default();
    values.visit_file(&syn::parse_file(text).expect("Rust"));
    values.0.retain(|name| {
        let name = name.to_lowercase();
        VALUES.split_whitespace().any(|refused| refused == name)
    });
    values.0
}

#[test]
fn values_say_what_they_are() {
    let mut refused = Vec::new();
    for (file, text) in rust_sources() {
        if file.contains("/tests") || file.ends_with("tests.rs") || file.starts_with("testkit/") {
            continue;
        }
        let values = refused_values(&text).into_iter();
        let values = values.filter(|name| !READ_ELSEWHERE.contains(&(&*file, &**name)));
        refused.extend(values.map(|name| format!("{file}: {name}")));
    }
    assert!(
        refused.is_empty(),
        "docs/glossary.md has better names:\n{}",
        refused.join("\n")
    );
}

#[test]
fn values_are_read_wherever_they_are_named() {
    for text in [
        "fn a() { let wanted = 1; }",
        "fn a(Json(asked): Json<u8>) {}",
        "fn a(place: u8) {}",
        "fn a() { b(|(told, _)| told) }",
        "struct A { shown: u8 }",
        "enum A { Said(u8) }",
        "const WANTED: u8 = 1;",
        "fn a() { let A { of, .. } = b; }",
    ] {
        assert_eq!(refused_values(text).len(), 1, "{text}");
    }
    for text in [
        "fn a() { let found = b.wanted; }",
        "mod tests { fn a() { let wanted = 1; } }",
    ] {
        assert!(refused_values(text).is_empty(), "{text}");
    }
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
