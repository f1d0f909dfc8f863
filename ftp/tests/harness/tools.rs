//! Clients that others wrote.

use std::ffi::OsStr;
use std::process::{Output, Stdio};

use tokio::process::Command;

use super::{TOO_LONG, TestServer};

/// Runs a program to its end; fails the test if it is not installed.
pub async fn run<S: AsRef<OsStr>>(program: &str, arguments: impl IntoIterator<Item = S>) -> Output {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .env("LC_ALL", "C.UTF-8");
    let output = tokio::time::timeout(TOO_LONG, command.output()).await;
    let output = output.unwrap_or_else(|_| panic!("{program} did not end in time"));
    output.unwrap_or_else(|error| panic!("these tests need {program} installed: {error}"))
}

/// Runs a program and demands success; returns what it wrote.
pub async fn succeed<S: AsRef<OsStr>>(
    program: &str,
    arguments: impl IntoIterator<Item = S>,
) -> Vec<u8> {
    let output = run(program, arguments).await;
    assert!(
        output.status.success(),
        "{program}: {}\n{}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

/// Runs lftp commands, signed in as `a`.
pub async fn lftp(rig: &TestServer, tls: bool, commands: &str) -> Vec<u8> {
    let script = format!(
        "set net:max-retries 1; set net:timeout 10; set cmd:fail-exit yes; set ssl:verify-certificate no; \
         set ftp:ssl-force {tls}; set ftp:ssl-protect-data {tls}; set ftp:ssl-allow {tls}; \
         open -u a,secret ftp://{}; {commands}",
        rig.address
    );
    succeed("lftp", ["--norc", "-c", &script]).await
}

/// Runs a Python program in which `ftp` is an `ftplib` session signed in as `a`.
pub async fn ftplib(rig: &TestServer, encoding: &str, program: &str) -> Vec<u8> {
    let whole = format!(
        "import ftplib, sys, io, socket\n\
         ftp = ftplib.FTP(encoding='{encoding}', timeout=20)\n\
         ftp.connect('{}', {})\n\
         ftp.login('a', 'secret')\n\
         {program}\n",
        rig.address.ip(),
        rig.address.port()
    );
    succeed("python3", ["-c", &whole]).await
}
