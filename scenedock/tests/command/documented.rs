//! docs/operations.md, compose.yaml, .env.example and the manifests name the settings that exist, and all of
//! them: what is left out is named with the reason.

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

/// The settings that compose passes to every part.
fn given_by_compose(compose: &str) -> Names {
    let block = compose.split("x-environment: &environment").nth(1);
    let lines = block.unwrap_or_default().lines().skip(1);
    lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| name(line.trim_start()))
        .collect()
}

/// The settings that the manifests give to every pod.
fn given_by_manifests(manifest: &str) -> Names {
    let data = manifest.split("\ndata:\n").nth(1).unwrap_or_default();
    data.lines()
        .filter_map(|line| name(line.trim_start()))
        .collect()
}

/// What a file says it leaves out: `# Left out NAME, NAME: why`.
fn left_out(text: &str) -> Names {
    text.lines()
        .filter_map(|line| line.trim_start().strip_prefix("# Left out "))
        .filter_map(|line| line.split_once(": "))
        .flat_map(|(names, _)| names.split(", "))
        .map(str::to_owned)
        .collect()
}

/// Every setting is given or left out for a reason, and none both.
fn assert_whole(given: &Names, left: &Names) {
    let all = settings().unwrap();
    let forgotten: Names = all
        .iter()
        .filter(|name| !given.contains(*name) && !left.contains(*name))
        .cloned()
        .collect();
    assert_eq!(forgotten, Names::new(), "neither given nor left out");
    let both: Names = given.intersection(left).cloned().collect();
    assert_eq!(both, Names::new(), "given and left out");
    let unknown: Names = left.difference(&all).cloned().collect();
    assert_eq!(unknown, Names::new(), "left out, but no setting");
}

#[test]
fn compose_gives_every_setting_or_says_why_not() {
    let compose = file("compose.yaml").unwrap();
    let given = given_by_compose(&compose);
    assert!(given.len() > 20);
    assert_whole(&given, &left_out(&compose));
    assert_eq!(unknown(given, &OF_COMPOSE).unwrap(), Names::new());
}

#[test]
fn the_manifests_give_every_setting_or_say_why_not() {
    let manifest = file("deploy/kubernetes/settings.yaml").unwrap();
    let given = given_by_manifests(&manifest);
    assert!(given.len() > 15);
    assert_whole(&given, &left_out(&manifest));
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
