//! Every part in a process of its own, on a real Postgres, Redis and S3 server (Ceph): an order comes through whole,
//! though the queue is emptied and a worker killed in its middle.
//!
//! Slow (most of a minute): a Ceph cluster and six processes start first.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::Value;
use testkit::archive::{Archive, sha256_of};
use testkit::client::Person;
use testkit::download::{Download, path_url};

use crate::remote_site::{BUCKET, Site};

/// The large scenes are far above the size of one request of a multipart upload.
const SIZES: [usize; 16] = [
    40 << 20,
    20 << 20,
    (24 << 20) + 1,
    20 << 20,
    20 << 20,
    20 << 20,
    1,
    300_000,
    5 << 20,
    (8 << 20) - 1,
    8 << 20,
    (8 << 20) + 1,
    1 << 20,
    77,
    3 << 20,
    2 << 20,
];
/// Scenes that are more than one part of an upload.
const LARGE: usize = 6;
/// Where a transfer is broken off.
const BREAK_AT: u64 = 3 << 20;

#[tokio::test]
async fn an_order_survives_an_emptied_queue_and_a_killed_worker() -> anyhow::Result<()> {
    let mut site = Site::start().await?;
    let archive = Archive::make(&site.archive(), &SIZES)?;
    let (applicant, admin) = site.people(&archive).await?;
    let id = applicant.order(&archive.dataids()).await?;
    admin.approve(&id).await?;

    let interrupted = site.flush_and_kill().await?;
    assert!(interrupted > 0);
    let order = applicant.get(&format!("/api/orders/{id}")).await?;
    assert_eq!(order["sstatus"], 1, "not in the middle of it: {order}");

    let prepared = applicant.wait_prepared(&id).await;
    if prepared.is_err() {
        eprintln!("{}", site.explain().await);
    }
    let order = prepared?;
    assert_eq!(order["dataPercent"]["isin"], SIZES.len());
    // One of them may have published between being counted and being killed.
    let repeated = site.repeated_tasks().await?;
    assert!(
        (1..=interrupted).contains(&repeated),
        "{repeated} of {interrupted}"
    );
    prepared_once(&applicant, &id).await?;
    uploads_had_parts(&site)?;

    let delivery = applicant.get(&format!("/api/orders/{id}/delivery")).await?;
    let files = listed(&delivery)?;
    every_file_over_ftp(&site, &delivery, &files)?;
    the_package_over_every_way(&site, &applicant, &delivery, &files)?;
    the_package_holds_the_scenes(&site, &archive)
}

/// However often tasks were repeated, the order went each step once.
async fn prepared_once(person: &Person, id: &str) -> anyhow::Result<()> {
    let events = person.get(&format!("/api/orders/{id}/events")).await?;
    let to: Vec<i64> = events["items"]
        .as_array()
        .context("no events")?
        .iter()
        .filter_map(|event| event["to"].as_i64())
        .collect();
    for state in [0, 1, 3, 6] {
        let times = to.iter().filter(|to| **to == state).count();
        ensure!(
            times == 1,
            "state {state} was entered {times} times: {events}"
        );
    }
    Ok(())
}

/// S3 marks what was uploaded in parts by the number of parts in the tag.
fn uploads_had_parts(site: &Site) -> anyhow::Result<()> {
    let list = site
        .ceph
        .request("GET", &format!("{BUCKET}?prefix=orders%2F"))?;
    let in_parts = list
        .split("<ETag>")
        .skip(1)
        .filter_map(|rest| rest.split("</ETag>").next())
        .filter(|tag| tag.contains('-'))
        .count();
    // The large scenes and the package.
    ensure!(in_parts > LARGE, "{list}");
    Ok(())
}

/// Name and SHA-256 of every file of a delivery.
fn listed(delivery: &Value) -> anyhow::Result<BTreeMap<String, String>> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    delivery["files"]
        .as_array()
        .context("no files")?
        .iter()
        .map(|file| Some((text(&file["name"])?, text(&file["sha256"])?)))
        .collect::<Option<_>>()
        .context("a file without name or sum")
}

fn every_file_over_ftp(
    site: &Site,
    delivery: &Value,
    files: &BTreeMap<String, String>,
) -> anyhow::Result<()> {
    let base = ftp_base(delivery)?;
    // The package, and a list of checksums for each of the two folders.
    ensure!(files.len() == SIZES.len() + 3, "{files:?}");
    for (number, (name, sum)) in files.iter().enumerate() {
        let to = site.home().join(format!("ftp-{number}"));
        Download::new(&path_url(&base, name)?, &to).run()?;
        ensure!(sha256_of(&to)? == *sum, "{name} differs over FTP");
    }
    Ok(())
}

/// Plain FTP, FTP over TLS and HTTP, each broken off and resumed.
fn the_package_over_every_way(
    site: &Site,
    person: &Person,
    delivery: &Value,
    files: &BTreeMap<String, String>,
) -> anyhow::Result<()> {
    let (name, sum) = package(files)?;
    let ftp = path_url(&ftp_base(delivery)?, name)?;
    let https = delivery["https"].as_str().context("no address")?;
    let http = path_url(&format!("{}{https}", site.api.http), name)?;
    let certificate = site.ftp_certificate();
    let tls = ["--ssl-reqd", "--cacert", &certificate.to_string_lossy()];
    let bearer = format!("Authorization: Bearer {}", person.token());
    let ways: [(&str, &str, &[&str]); 3] = [
        ("ftp", &ftp, &[]),
        ("ftps", &ftp, &tls),
        ("http", &http, &["-H", &bearer]),
    ];
    for (way, url, options) in ways {
        let to = site.home().join(format!("package-{way}"));
        let download = Download::new(url, &to).options(options);
        let broken_at = download.break_off(BREAK_AT)?;
        download.resume()?;
        ensure!(sha256_of(&to)? == sum, "{way}, broken off at {broken_at}");
    }
    Ok(())
}

fn the_package_holds_the_scenes(site: &Site, archive: &Archive) -> anyhow::Result<()> {
    let folder = site.home().join("unpacked");
    let done = Command::new("unzip")
        .env("LC_ALL", "C.UTF-8")
        .arg("-q")
        .arg(site.home().join("package-ftps"))
        .arg("-d")
        .arg(&folder)
        .output()?;
    let said = String::from_utf8_lossy(&done.stderr);
    ensure!(done.status.success(), "unzip: {said}");
    for scene in &archive.scenes {
        let unpacked = folder.join("scenes").join(&scene.file_name);
        ensure!(
            sha256_of(&unpacked)? == sha256_of(&scene.path)?,
            "{} differs in the package",
            scene.file_name
        );
    }
    sums_agree(&folder)
}

/// The list inside the package is one that `sha256sum` accepts.
fn sums_agree(folder: &Path) -> anyhow::Result<()> {
    let done = Command::new("sha256sum")
        .args(["--check", "--strict", "--quiet", "SHA256SUMS"])
        .current_dir(folder)
        .output()?;
    let said = String::from_utf8_lossy(&done.stdout);
    ensure!(done.status.success(), "SHA256SUMS: {said}");
    Ok(())
}

fn package(files: &BTreeMap<String, String>) -> anyhow::Result<(&str, &str)> {
    files
        .iter()
        .find(|(name, _)| Path::new(name).extension().is_some_and(|end| end == "zip"))
        .map(|(name, sum)| (name.as_str(), sum.as_str()))
        .context("no package")
}

/// `ftp://user:password@host:port/`
fn ftp_base(delivery: &Value) -> anyhow::Result<String> {
    let address = delivery["address"].as_str().context("no address")?;
    Ok(format!("ftp://{address}/"))
}
