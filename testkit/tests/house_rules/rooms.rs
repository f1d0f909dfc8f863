//! The shape of the checkout: which room may use what, and what no file may hold.

use std::path::Path;

use testkit::sources::{rust_sources, text};

/// Longest source file.
const MAX_LINES: usize = 450;

#[test]
fn crates_depend_only_downwards() {
    let allowed = [
        ("texts", &[][..]),
        ("domain", &["texts"]),
        ("forms", &["domain"]),
        ("geometry", &["domain", "texts"]),
        ("scene-index", &["domain", "geometry"]),
        ("push", &["domain", "texts"]),
        ("storage", &["domain", "geometry", "scene-index", "texts"]),
        (
            "api",
            &["domain", "forms", "geometry", "push", "storage", "texts"],
        ),
        (
            "workers",
            &["domain", "forms", "geometry", "push", "storage", "texts"],
        ),
        ("ftp", &["domain", "storage"]),
        (
            "scenedock",
            &[
                "domain", "forms", "storage", "texts", "api", "workers", "ftp", "push",
            ],
        ),
    ];
    for (name, may) in allowed {
        let manifest = text(&format!("{name}/Cargo.toml")).expect("a manifest");
        let dependencies = manifest
            .split("[dependencies]")
            .nth(1)
            .and_then(|rest| rest.split("\n[").next())
            .expect("dependencies");
        for (other, _) in allowed {
            let used = dependencies
                .lines()
                .any(|line| line.starts_with(&format!("{other}.workspace")));
            assert!(!used || may.contains(&other), "{name} must not use {other}");
        }
    }
}

#[test]
fn sql_and_the_queue_stay_in_their_rooms() {
    for (name, text) in rust_sources() {
        let test = name.contains("/tests") || name.starts_with("testkit/");
        let sql = text.contains("sqlx::query") || text.contains("sqlx::raw_sql");
        let may = name.starts_with("storage/src/db") || name == "storage/src/queue.rs";
        assert!(
            !sql || may || test || name.starts_with("scenedock/src/postgres"),
            "{name} holds SQL"
        );
        let apalis = [
            "apalis::",
            "apalis_postgres::",
            "apalis_redis::",
            "apalis_core::",
        ]
        .iter()
        .any(|path| text.contains(path));
        assert!(
            !apalis || name.starts_with("storage/src/queue") || test,
            "{name} knows apalis"
        );
        let clock = text.contains("Utc::now()") || text.contains("SystemTime::now()");
        assert!(
            !clock || name == "storage/src/clock.rs" || test,
            "{name} reads the clock"
        );
    }
}

#[test]
fn files_stay_short_and_have_telling_names() {
    for (name, text) in rust_sources() {
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "{name} has {lines} lines");
        let stem = Path::new(&name)
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default()
            .to_owned();
        assert!(
            !["utils", "helpers", "common", "util", "helper", "misc"].contains(&stem.as_str()),
            "{name} says nothing"
        );
    }
}

/// A colour in digits: `"#0b6e63"`, `fill="#fff"`, `Color::RGB(0x…)`.
fn colour_literal(text: &str) -> Option<&str> {
    let by_name = ["RGB(0x", "Rgb(0x", "rgb(0x", "from_rgb"];
    let in_digits = |rest: &&str| {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        [3, 4, 6, 8].contains(&digits) && rest[digits..].starts_with(['"', '\'', '\\', ';'])
    };
    text.match_indices(['"', '\'', ':'])
        .map(|(at, _)| text[at + 1..].trim_start())
        .filter_map(|rest| rest.strip_prefix('#'))
        .find(in_digits)
        .or_else(|| by_name.into_iter().find(|name| text.contains(name)))
}

#[test]
fn colours_are_those_of_the_tokens() {
    for literal in [
        "\"#0b6e63\"",
        "<a fill=\"#fff\"/>",
        "style: 'color: #123456;'",
        "Color::RGB(0x12_34_56)",
    ] {
        assert!(colour_literal(literal).is_some(), "{literal}");
    }
    for (name, text) in rust_sources() {
        if name.contains("/tests") || !name.contains("/src/") {
            continue;
        }
        let product = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default();
        assert_eq!(
            colour_literal(product),
            None,
            "{name}: colours stand in ui-kit/src/tokens.json"
        );
    }
}

#[test]
fn lock_files_name_no_registry_but_the_default() {
    let npm = text("package-lock.json").expect("package-lock.json");
    assert!(
        !npm.contains("\"resolved\": \"http"),
        "package-lock.json names a host"
    );
    let cargo = text("Cargo.lock").expect("Cargo.lock");
    for line in cargo.lines().filter(|line| line.starts_with("source = ")) {
        assert_eq!(
            line,
            "source = \"registry+https://github.com/rust-lang/crates.io-index\""
        );
    }
}

/// SECURITY.md names a file and then tests of it: `file`: `test`, `test`, `file`: ...
#[test]
fn every_attack_has_the_tests_that_its_table_names() {
    let handbook = text("SECURITY.md").unwrap_or_default();
    let (_, table) = handbook
        .split_once("## Attacks that are tests")
        .unwrap_or_default();
    let mut found = 0;
    for row in table.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let tests = row.rsplit(" | ").next().unwrap_or_default();
        let mut source = String::new();
        for name in tests.split('`').skip(1).step_by(2) {
            if Path::new(name).extension().is_some() {
                source = text(name).unwrap_or_default();
                continue;
            }
            assert!(source.contains(&format!("fn {name}(")), "{row}: {name}");
            found += 1;
        }
    }
    assert!(found > 40, "only {found} tests are named");
}
