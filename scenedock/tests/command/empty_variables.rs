//! A variable that is set to nothing counts as not set.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Settings that `--help` does not show: secrets, and addresses that hold one.
const UNSHOWN: [&str; 5] = [
    "DATABASE_URL",
    "QUEUE_URL",
    "SCENEDOCK_SECRET_KEY",
    "RUST_LOG",
    "SMTP_URL",
];

fn scenedock(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scenedock"));
    command.current_dir(folder);
    for name in UNSHOWN {
        command.env_remove(name);
    }
    command
}

fn output_text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Every variable that the command line knows.
fn known(folder: &Path) -> std::io::Result<Vec<String>> {
    let help = output_text(&scenedock(folder).arg("--help").output()?);
    Ok(help
        .split("[env: ")
        .skip(1)
        .filter_map(|rest| rest.split(['=', ']']).next())
        .map(str::to_owned)
        .collect())
}

fn all_empty(folder: &Path) -> std::io::Result<Command> {
    let names = known(folder)?;
    assert!(names.len() > 20 && names.contains(&"HTTP_ADDR".to_owned()));
    let mut command = scenedock(folder);
    for name in names.iter().map(String::as_str).chain(UNSHOWN) {
        command.env(name, "");
    }
    Ok(command)
}

#[test]
fn empty_variables_leave_the_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let mut make = all_empty(folder.path()).unwrap();
    make.args(["admin", "create-user", "somebody", "--role", "operator"]);
    let mut child = make
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"Test-1234\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output_text(&output));
    assert!(folder.path().join("data/secret.key").is_file());
}

#[test]
fn wrong_variables_are_still_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = all_empty(folder.path()).unwrap();
    let output = wrong
        .env("HTTP_ADDR", "nonsense")
        .args(["restore", "nowhere"])
        .output()
        .unwrap();
    assert!(
        output_text(&output).contains("--http-addr"),
        "{}",
        output_text(&output)
    );
}
