//! The interface document holds one schema of a name: of two types with the same name it would describe one, and lie about
//! the other.

use std::collections::BTreeMap;

use testkit::sources::rust_sources;

/// The name that `#[schema(as = Name)]` gives.
fn given_name(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("schema(as = ")?;
    rest.split_once([')', ',']).map(|(name, _)| name)
}

/// The name of the type that a line defines.
fn defined_name(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    words.find(|word| ["struct", "enum"].contains(word))?;
    let name = words.next()?;
    name.split(|letter: char| !letter.is_alphanumeric()).next()
}

/// Names of the schemas of a file, in order.
fn schemas(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut is_schema, mut given) = (false, None);
    for line in text.lines() {
        let attribute = line.trim_start().starts_with("#[");
        is_schema |= line.contains("ToSchema") && !line.starts_with("use ");
        given = given_name(line).or(given);
        if attribute {
            continue;
        }
        if let Some(name) = defined_name(line) {
            if is_schema {
                found.push(given.unwrap_or(name).to_owned());
            }
            (is_schema, given) = (false, None);
        }
    }
    found
}

#[test]
fn every_schema_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in rust_sources() {
        for schema in schemas(&text) {
            places.entry(schema).or_default().push(file.clone());
        }
    }
    assert!(places.len() > 100, "only {} schemas", places.len());
    places.retain(|_, files| files.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}

#[test]
fn schemas_are_read_with_the_names_that_they_are_given() {
    let text = "use utoipa::ToSchema;\n#[derive(Serialize, ToSchema)]\npub(super) struct One {\n}\n\
                #[derive(ToSchema)]\n#[schema(as = Other)]\nenum Two {\n}\n#[derive(Debug)]\nstruct Three;\n";
    assert_eq!(schemas(text), ["One", "Other"]);
}
