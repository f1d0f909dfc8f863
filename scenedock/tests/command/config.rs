//! `scenedock config` names every setting with its origin, and no secret.

use std::collections::BTreeMap;
use std::process::Command;

use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    name: String,
    value: Option<String>,
    from: String,
}

fn config(environment: &[(&str, &str)], arguments: &[&str]) -> BTreeMap<String, (String, String)> {
    let output = Command::new(env!("CARGO_BIN_EXE_scenedock"))
        .args(["config", "--json"])
        .args(arguments)
        .env_clear()
        .envs(environment.iter().copied())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text
        .lines()
        .map(|line| serde_json::from_str::<Line>(line).unwrap());
    lines
        .map(|line| (line.name, (line.value.unwrap_or_default(), line.from)))
        .collect()
}

#[test]
fn each_setting_says_where_it_comes_from() {
    let settings = config(
        &[
            ("HTTP_ADDR", "127.0.0.1:9090"),
            ("CONTACT_TELE", ""),
            (
                "DATABASE_URL",
                "postgres://somebody:confidential@127.0.0.1/scenedock",
            ),
            ("SCENEDOCK_SECRET_KEY", "00112233445566778899aabbccddeeff"),
            ("WORKER_SLOT", "9"),
        ],
        &["--ftp-addr", "127.0.0.1:2222"],
    );
    let expected = [
        ("HTTP_ADDR", "127.0.0.1:9090", "environment"),
        ("FTP_ADDR", "127.0.0.1:2222", "command_line"),
        ("DELIVERY_DAYS", "30", "default"),
        ("QUEUE_URL", "", "unset"),
        ("OPS_ADDR", "", "unset"),
        (
            "DATABASE_URL",
            "postgres://somebody:***@127.0.0.1/scenedock",
            "environment",
        ),
        ("SCENEDOCK_SECRET_KEY", "***", "environment"),
        ("WORKER_SLOT", "***", "unread"),
    ];
    for (name, value, from) in expected {
        let found = settings
            .get(name)
            .unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(
            (found.0.as_str(), found.1.as_str()),
            (value, from),
            "{name}"
        );
    }
}
