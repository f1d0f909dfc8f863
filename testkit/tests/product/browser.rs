//! In a real browser: applicant and administrator take one order the whole way through both web apps, every screen is
//! looked at, and one person goes through all of the search.
//!
//! Slow (minutes): a browser draws every screen of both apps, and axe reads it, on as many cores as tests get.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use testkit::server::Launch;
use testkit::sources::root;

fn need(root: &Path, file: &str, from: &str) -> anyhow::Result<()> {
    ensure!(
        root.join(file).is_file(),
        "{file} is missing: run `{from}` first"
    );
    Ok(())
}

/// Runs a script of `e2e/` against a demo server of its own, which it gives the server's address and a folder.
fn walk(script: &str) -> anyhow::Result<()> {
    walk_with(script, &[])
}

/// The same; server and script have these in their environment.
fn walk_with(script: &str, environment: &[(&str, &str)]) -> anyhow::Result<()> {
    let root = root();
    for app in ["portal-ui", "admin-ui"] {
        need(&root, &format!("{app}/dist/index.html"), "npm run build")?;
    }
    need(&root, "node_modules/playwright-core/package.json", "npm ci")?;
    let folder = tempfile::tempdir()?;
    let mut launch = Launch::new("serve", &folder.path().join("data")).env("SCENEDOCK_DEMO", "1");
    for (name, value) in environment {
        launch = launch.env(name, value);
    }
    let mut server = launch.start()?;
    let downloads = folder.path().join("downloads");
    fs::create_dir(&downloads)?;
    let complaints = folder.path().join("complaints");
    let mut walk = Command::new("node")
        .arg(format!("e2e/{script}"))
        .args([server.http.as_str(), &downloads.to_string_lossy()])
        .current_dir(&root)
        .envs(environment.iter().copied())
        .stdout(Stdio::piped())
        .stderr(File::create(&complaints)?)
        .spawn()
        .context("node is needed for this test")?;
    // Line by line: whoever stops a long walk has read what it found so far.
    let lines = BufReader::new(walk.stdout.take().context("no stdout")?).lines();
    for line in lines {
        println!("{}", line?);
    }
    ensure!(
        walk.wait()?.success(),
        "{}\n{}",
        fs::read_to_string(&complaints)?,
        launch.log()
    );
    server.stop()
}

#[test]
fn two_people_take_an_order_the_whole_way_in_the_browser() {
    walk("order.mjs").unwrap();
}

#[test]
fn every_screen_comes_up_in_both_languages_and_fits_a_phone() {
    walk_with("screens.mjs", &[("PUSH_HOSTS", "127.0.0.1")]).unwrap();
}

#[test]
fn one_person_searches_as_a_guest_and_signed_in() {
    walk("search.mjs").unwrap();
}

#[test]
fn an_old_client_decrypts_its_answers_and_has_null_of_what_it_cannot() {
    walk_with("oldClient.mjs", &[("LEGACY_SM4_KEY", "0123456789abcdef")]).unwrap();
}
