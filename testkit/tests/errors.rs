//! docs/errors.md explains every code that the API answers, and every class of a task's failure; and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use domain::task::ErrorClass;

/// Calls whose first argument is a code, or whose second is one behind the status.
const CALLS: &[&str] = &[
    "Problem::new(",
    "Self::new(",
    "Problem::bad_request(",
    "Self::bad_request(",
    "Problem::conflict(",
    "Self::conflict(",
    "unprocessable(",
];

/// Where a code is no literal it comes from elsewhere: a parameter of one of the calls, or the domain's `fn code`.
const PASSED_ON: &[&str] = &["code", "met.code()"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust source below a folder but tests.
fn product_sources(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if path.is_dir() && stem != Some("tests") {
            texts.extend(product_sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") && stem != Some("tests") {
            let text = fs::read_to_string(&path).expect("a source");
            let end = text.find("#[cfg(test)]\nmod ").unwrap_or(text.len());
            texts.push(text[..end].to_owned());
        }
    }
    texts
}

fn is_status(argument: &str) -> bool {
    argument.starts_with("StatusCode::") || argument == "UNPROCESSABLE" || argument == "status"
}

/// A literal, or the expression that stands in its place.
fn code_of(arguments: &str) -> Option<Result<&str, &str>> {
    let (first, rest) = arguments.split_once(',')?;
    let code = if is_status(first.trim()) {
        rest.split_once(',')?.0.trim()
    } else {
        first.trim()
    };
    match code
        .strip_prefix('"')
        .and_then(|code| code.strip_suffix('"'))
    {
        Some(literal) => Some(Ok(literal)),
        None => Some(Err(code)),
    }
}

/// The codes in the sources of the API.
fn answered(text: &str) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for call in CALLS {
        for (at, _) in text.match_indices(call) {
            let arguments = text[at + call.len()..].trim_start();
            // Other types have a `new` too.
            if *call == "Self::new("
                && !arguments.starts_with("StatusCode::")
                && !arguments.starts_with("UNPROCESSABLE")
            {
                continue;
            }
            match code_of(arguments) {
                Some(Ok(code)) => drop(codes.insert(code.to_owned())),
                Some(Err(code)) => assert!(PASSED_ON.contains(&code), "{call}{code}: no literal"),
                None => {}
            }
        }
    }
    // What is written as bytes, before there is a request.
    let raw = text.split("\\\"code\\\":\\\"").skip(1);
    codes.extend(raw.filter_map(|rest| Some(rest.split_once('\\')?.0.to_owned())));
    codes
}

/// The words that the domain's `fn code` give.
fn given_by_domain(text: &str) -> BTreeSet<String> {
    text.split("pub const fn code(")
        .skip(1)
        .filter_map(|rest| rest.split("\n    }\n").next())
        .flat_map(|body| body.split("=> \"").skip(1))
        .filter_map(|word| Some(word.split_once('"')?.0.to_owned()))
        // Codes of the specification are digits.
        .filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()) && word.contains('_'))
        .collect()
}

/// The names in backticks that begin a row, in the given column.
fn explained(page: &str, column: usize) -> BTreeSet<String> {
    page.lines()
        .filter(|line| line.starts_with("| "))
        .filter_map(|line| line.split(" | ").nth(column))
        .filter_map(|cell| {
            cell.trim_start_matches("| ")
                .strip_prefix('`')?
                .strip_suffix('`')
        })
        .map(str::to_owned)
        .collect()
}

fn page() -> String {
    fs::read_to_string(root().join("docs/errors.md")).expect("docs/errors.md")
}

#[test]
fn every_code_is_explained_and_no_other() {
    let mut codes = BTreeSet::new();
    for text in product_sources(&root().join("api/src")) {
        codes.extend(answered(&text));
    }
    for text in product_sources(&root().join("domain/src")) {
        codes.extend(given_by_domain(&text));
    }
    let explained = explained(&page(), 1);
    let missing: Vec<_> = codes.difference(&explained).collect();
    let idle: Vec<_> = explained.difference(&codes).collect();
    assert!(missing.is_empty(), "without a line: {missing:?}");
    assert!(idle.is_empty(), "a line for nothing: {idle:?}");
    assert!(codes.len() > 70, "only {} codes", codes.len());
}

#[test]
fn every_class_of_failure_is_explained() {
    let classes: BTreeSet<_> = ErrorClass::ALL
        .iter()
        .map(|class| class.as_str().to_owned())
        .collect();
    assert_eq!(explained(&page(), 0), classes);
}

#[test]
fn every_line_says_it_in_both_languages() {
    for line in page()
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'))
    {
        let chinese = line.rsplit(" | ").next().unwrap_or_default();
        assert!(!chinese.is_ascii(), "{line}");
        let cells = line.split(" | ").count();
        assert!((3..=4).contains(&cells), "{line}");
    }
}

#[test]
fn codes_are_found_however_they_are_written() {
    let text = "Problem::new(\n    StatusCode::GONE,\n    \"gone\",\n    \"x\",\n)\n\
                Self::new(UNPROCESSABLE, \"a_b\", detail)\n Self::conflict(\"c\", \"x\")\n\
                unprocessable(\"d\", x) Self::new(pool, 3) Self::conflict(met.code(), x)";
    let codes: Vec<_> = answered(text).into_iter().collect();
    assert_eq!(codes, ["a_b", "c", "d", "gone"]);
}
