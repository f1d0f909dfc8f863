//! Dependencies: each is used, and each may be used.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use testkit::sources::{root, text};

/// Licences under which a dependency may be part of the product, or of its tests.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "BlueOak-1.0.0",
    "CC0-1.0",
    // Data: the root certificates of `webpki-roots`.
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Python-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Licences that stay with the files they are of: for what builds and tests use, and nothing that we hand out.
const LICENCES_OF_TOOLS: &[&str] = &["MPL-2.0"];

/// Packages whose manifest names no licence, or none of SPDX, and the one that their files hold.
const NAMED_ELSEWHERE: &[(&str, &str)] = &[
    ("apalis-postgres", "MIT"),
    ("css-mediaquery", "BSD-3-Clause"),
];

/// For instance `x86_64-unknown-linux-gnu`.
fn host() -> String {
    let told = Command::new("rustc").arg("-vV").output().expect("rustc");
    let told = String::from_utf8_lossy(&told.stdout);
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("a host").to_owned()
}

/// What was compiled here: crates of other systems were not fetched.
fn metadata() -> Value {
    let listed = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--locked", "--format-version", "1"])
        .args(["--filter-platform", &host()])
        .current_dir(root())
        .output()
        .expect("cargo");
    assert!(
        listed.status.success(),
        "{}",
        String::from_utf8_lossy(&listed.stderr)
    );
    serde_json::from_slice(&listed.stdout).expect("metadata")
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap_or_default()
}

/// Every Rust source below a folder, one behind the other.
fn sources(folder: &Path) -> String {
    let Ok(entries) = fs::read_dir(folder) else {
        return String::new();
    };
    entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .map(|path| match path.extension() {
            _ if path.is_dir() => sources(&path),
            Some(kind) if kind == "rs" => fs::read_to_string(&path).unwrap_or_default(),
            _ => String::new(),
        })
        .collect()
}

/// Whether a path, an import or an attribute names the crate.
fn names(code: &str, krate: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(krate).any(|(at, found)| {
        let before = !code[..at].ends_with(is_word);
        let after = &code[at + found.len()..];
        before
            && ["::", ";", " as "]
                .iter()
                .any(|next| after.starts_with(next))
    })
}

#[test]
fn every_dependency_is_named_in_the_code() {
    let metadata = metadata();
    let ours = |package: &&Value| package["source"].is_null();
    for package in packages(&metadata).filter(ours) {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().expect("a folder");
        let product = sources(&folder.join("src"));
        let tests = product.clone() + &sources(&folder.join("tests"));
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let known = dependency["rename"].as_str().unwrap_or(name(dependency));
            let krate = known.replace('-', "_");
            // Of no use to the product is of use to its tests only.
            let code = if dependency["kind"] == "dev" {
                &tests
            } else {
                &product
            };
            assert!(
                names(code, &krate),
                "{} does not use {known}, or its tests alone do",
                name(package)
            );
        }
    }
}

#[test]
fn every_workspace_dependency_is_used_by_a_crate() {
    let metadata = metadata();
    let used: BTreeSet<&str> = packages(&metadata)
        .filter(|package| package["source"].is_null())
        .flat_map(|package| package["dependencies"].as_array().into_iter().flatten())
        .map(name)
        .collect();
    let manifest = text("Cargo.toml").expect("Cargo.toml");
    let declared = manifest
        .split("[workspace.dependencies]")
        .nth(1)
        .and_then(|rest| rest.split("\n[").next())
        .expect("dependencies");
    for line in declared.lines() {
        if let Some((name, _)) = line.split_once(" =") {
            assert!(used.contains(name), "no crate uses {name}");
        }
    }
}

/// Whether one may use what stands under an SPDX expression. `/` is how older manifests write `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let expression = expression.trim();
    let top_level = |word: &str| {
        let mut depth = 0;
        let at = expression.char_indices().find(|(at, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0 && expression[*at..].starts_with(word)
        });
        at.map(|(at, _)| (&expression[..at], &expression[at + word.len()..]))
    };
    for or in [" OR ", "/"] {
        if let Some((left, right)) = top_level(or) {
            return is_allowed(left, allowed) || is_allowed(right, allowed);
        }
    }
    if let Some((left, right)) = top_level(" AND ") {
        return is_allowed(left, allowed) && is_allowed(right, allowed);
    }
    match expression
        .strip_prefix('(')
        .and_then(|it| it.strip_suffix(')'))
    {
        Some(inner) => is_allowed(inner, allowed),
        None => allowed.contains(expression),
    }
}

fn licence<'a>(name: &str, given: &'a Value) -> &'a str {
    let elsewhere = NAMED_ELSEWHERE.iter().find(|(other, _)| *other == name);
    elsewhere.map_or_else(
        || given.as_str().unwrap_or_default(),
        |(_, licence)| licence,
    )
}

#[test]
fn every_crate_may_be_used() {
    let allowed = LICENCES.iter().copied().collect();
    for package in packages(&metadata()) {
        let licence = licence(name(package), &package["license"]);
        assert!(
            is_allowed(licence, &allowed),
            "{}: {licence:?}",
            name(package)
        );
    }
}

#[test]
fn every_web_package_may_be_used() {
    let product: BTreeSet<&str> = LICENCES.iter().copied().collect();
    let tools: BTreeSet<&str> = product.iter().chain(LICENCES_OF_TOOLS).copied().collect();
    let lock = text("package-lock.json").expect("package-lock.json");
    let lock: Value = serde_json::from_str(&lock).expect("JSON");
    let packages: BTreeMap<String, Value> =
        serde_json::from_value(lock["packages"].clone()).expect("packages");
    for (path, package) in packages {
        let Some((_, name)) = path.rsplit_once("node_modules/") else {
            continue;
        };
        if package["link"] == true {
            continue;
        }
        let allowed = if package["dev"] == true {
            &tools
        } else {
            &product
        };
        let licence = licence(name, &package["license"]);
        assert!(is_allowed(licence, allowed), "{name}: {licence:?}");
    }
}

#[test]
fn expressions_of_licences_are_read() {
    let allowed = BTreeSet::from(["MIT", "ISC"]);
    for (expression, may) in [
        ("MIT", true),
        ("MIT/GPL-3.0", true),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("ISC AND (MIT OR GPL-3.0)", true),
        ("(MIT OR GPL-3.0) AND GPL-3.0", false),
        ("MITX", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), may, "{expression}");
    }
}
