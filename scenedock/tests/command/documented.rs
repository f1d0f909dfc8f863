//! docs/operations.md, compose.yaml, .env.example and the manifests name the settings that exist, and all of them.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// What compose itself takes from `.env`.
const OF_COMPOSE: [&str; 11] = [
    "ARCHIVE_DIR",
    "AWS_ALLOW_HTTP",
    "FTP_PORT",
    "FTP_TLS_DIR",
    "HTTP_PORT",
    "MINIO_ROOT_PASSWORD",
    "MINIO_ROOT_USER",
    "POSTGRES_PASSWORD",
    "REDIS_PASSWORD",
    "SCENEDOCK_VERSION",
    "WORKERS",
];

type Names = BTreeSet<String>;

fn file(name: &str) -> std::io::Result<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name))
}

/// What `scenedock config` prints: every setting, the secret ones too.
fn settings() -> std::io::Result<Names> {
    let printed = Command::new(env!("CARGO_BIN_EXE_scenedock"))
        .arg("config")
        .env_clear()
        .output()?;
    let printed = String::from_utf8_lossy(&printed.stdout);
    let names = printed.lines().filter_map(|line| line.split(' ').next());
    Ok(names.map(str::to_owned).collect())
}

/// The leading upper-case name of a text.
fn name(text: &str) -> Option<String> {
    let end = text
        .find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
        .unwrap_or(text.len());
    (end > 1).then(|| text[..end].to_owned())
}

/// What of `given` is neither a setting nor one of `others`.
fn unknown(given: Names, others: &[&str]) -> std::io::Result<Names> {
    let mut known = settings()?;
    known.extend(others.iter().map(|&other| other.to_owned()));
    // Every program's.
    known.insert("TMPDIR".to_owned());
    Ok(given
        .into_iter()
        .filter(|name| !known.contains(name))
        .collect())
}

#[test]
fn the_table_of_settings_is_whole_and_true() {
    let page = file("docs/operations.md").unwrap();
    let table = page.split("| variable | default |").nth(1).unwrap();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let mut listed: Names = rows
        .clone()
        .filter_map(|row| row.split('|').nth(1))
        .flat_map(|cell| cell.split('`'))
        .filter_map(name)
        .collect();
    // S3's own are told of beside the setting that needs them.
    listed.extend(
        rows.filter(|row| row.contains("`OBJECT_STORE_URL`"))
            .flat_map(|row| row.split('`'))
            .filter(|text| text.starts_with("AWS_"))
            .filter_map(name),
    );
    assert_eq!(listed, settings().unwrap());
}

#[test]
fn compose_gives_no_setting_that_does_not_exist() {
    let compose = file("compose.yaml").unwrap();
    let block = compose.split("x-environment: &environment").nth(1).unwrap();
    let given: Names = block
        .lines()
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| name(line.trim_start()))
        .collect();
    assert!(given.len() > 20);
    assert_eq!(unknown(given, &OF_COMPOSE).unwrap(), Names::new());
}

#[test]
fn the_manifests_give_no_setting_that_does_not_exist() {
    let manifest = file("deploy/kubernetes/settings.yaml").unwrap();
    let data = manifest.split("\ndata:\n").nth(1).unwrap();
    let given: Names = data
        .lines()
        .filter_map(|line| name(line.trim_start()))
        .collect();
    assert!(given.len() > 15);
    assert_eq!(unknown(given, &[]).unwrap(), Names::new());
}

#[test]
fn the_example_lists_what_compose_takes() {
    let compose = file("compose.yaml").unwrap();
    let taken: Names = compose.split("${").skip(1).filter_map(name).collect();
    let example = file(".env.example").unwrap();
    let listed: Names = example
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(name)
        .collect();
    assert_eq!(taken, listed);
}
