//! Black box: an order that is fetched on a disk, from the application to the end of its copy.
//!
//! Slow (a minute): what takes ended copies away comes once a minute.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::archive::sha256_of;
use testkit::client::form;
use testkit::server::Launch;
use testkit::site::Site;

const MIB: usize = 1 << 20;
/// The sweeper comes once a minute.
const SWEPT: Duration = Duration::from_mins(3);
const TICK: Duration = Duration::from_millis(200);

fn configured(launch: Launch) -> Launch {
    launch
        .env("CONTACT_TELE", "010-12345678")
        .env("CONTACT_ADDRESS", "北京市西城区阜外大街45号")
}

/// Where a server stages that is not told where.
fn staging(site: &Site) -> PathBuf {
    site.launch.data.join("offline")
}

fn staged(site: &Site) -> Vec<String> {
    let entries = std::fs::read_dir(staging(site)).into_iter().flatten();
    let entries = entries.filter_map(Result::ok);
    entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// An approved order for reprocessing, which is always fetched on a disk; two papers suffice.
async fn approved(site: &Site) -> anyhow::Result<(String, Vec<Value>)> {
    let papers = site.applicant.papers(&[6, 7]).await?;
    let mut form = form();
    form["processDescribe"] = json!("镶嵌");
    form["extractingElements"] = json!("断裂");
    form["assignment"] = json!("地质体解译");
    let asked = json!({
        "type": 2, "dataType": "0", "action": "submit", "form": form,
        "dataIds": site.archive.dataids(), "attachments": papers,
    });
    let order = site.applicant.post("/api/orders", &asked).await?;
    ensure!(order["getMethod"] == 2, "decided on the server: {order}");
    let id = order["id"].as_str().context("no id")?.to_owned();
    site.admin.approve(&id).await?;
    Ok((id, papers))
}

async fn until_swept(site: &Site) -> anyhow::Result<()> {
    let until = Instant::now() + SWEPT;
    let mut ticks = tokio::time::interval(TICK);
    while !staged(site).is_empty() {
        ticks.tick().await;
        ensure!(Instant::now() < until, "{:?} stays", staged(site));
    }
    Ok(())
}

fn check_copy(site: &Site, copy: &Path) -> anyhow::Result<()> {
    let checked = Command::new("sha256sum")
        .args(["-c", "--strict", "--quiet", "SHA256SUMS"])
        .current_dir(copy)
        .output()?;
    ensure!(checked.status.success(), "{checked:?}");
    for scene in &site.archive.scenes {
        let sum = sha256_of(&copy.join("scenes").join(&scene.file_name))?;
        ensure!(sum == scene.sha256, "{} is another", scene.file_name);
    }
    let manifest: Value = serde_json::from_slice(&std::fs::read(copy.join("manifest.json"))?)?;
    let features = manifest["features"].as_array().context("no features")?;
    ensure!(features.len() == site.archive.scenes.len(), "{manifest}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offline_order_goes_the_whole_way_and_its_copy_ends_with_it() {
    let mut site = Site::with(&[20 * MIB, 3 * MIB + 7, 1, 0], configured)
        .await
        .unwrap();
    let (id, papers) = approved(&site).await.unwrap();
    let order = site.applicant.wait_prepared(&id).await.unwrap();
    let number = order["ordername"].as_str().unwrap().to_owned();
    assert_eq!(staged(&site), std::slice::from_ref(&number));
    let copy = staging(&site).join(&number);
    check_copy(&site, &copy).unwrap();
    sheets_and_deliveries(&site, &id, &copy).await.unwrap();
    nothing_is_served(&site, &id).await.unwrap();
    completes_with_four_papers(&site, &id, papers)
        .await
        .unwrap();

    // It survives a restart, and a sweep finds nothing to take.
    site.server.kill().unwrap();
    site.restart().unwrap();
    check_copy(&site, &copy).unwrap();

    // Deleting the order ends the delivery, and the copy with it.
    site.delete(&[&id]).await.unwrap();
    until_swept(&site).await.unwrap();
}

async fn sheets_and_deliveries(site: &Site, id: &str, copy: &Path) -> anyhow::Result<()> {
    let folder = json!(copy.to_string_lossy());
    for (who, path) in [(&site.applicant, Value::Null), (&site.admin, folder)] {
        let order = who.get(&format!("/api/orders/{id}")).await?;
        ensure!(order["physicalPath"] == path, "{order}");
        ensure!(order["downlodPathFile"].is_null(), "{order}");
        let delivery = who.get(&format!("/api/orders/{id}/delivery")).await?;
        ensure!(delivery["address"].is_null() && delivery["https"].is_null());
        ensure!(delivery["physicalPath"] == path, "{delivery}");
        let sheet = who.get(&format!("/api/orders/{id}/pickup")).await?;
        ensure!(sheet["physicalPath"] == path, "{sheet}");
        ensure!(sheet["contactTele"] == "010-12345678", "{sheet}");
        ensure!(sheet["dataCount"] == site.archive.scenes.len(), "{sheet}");
        let files = sheet["files"].as_array().context("no files")?;
        let mut total = 0;
        for file in files {
            let name = file["name"].as_str().context("no name")?;
            let sum = sha256_of(&copy.join(name))?;
            ensure!(file["sha256"] == sum.as_str(), "{name}");
            total += file["size"].as_u64().context("no size")?;
        }
        ensure!(sheet["totalSize"] == total, "{sheet}");
    }
    let inbox = site.applicant.get("/api/inbox").await?;
    let told = inbox["items"].to_string();
    ensure!(!told.contains("下载"), "{told}");
    Ok(())
}

/// Neither the API nor the FTP gateway hands out what lies on the disk.
async fn nothing_is_served(site: &Site, id: &str) -> anyhow::Result<()> {
    for file in ["files/README.txt", "files/SHA256SUMS"] {
        let path = format!("/api/orders/{id}/{file}");
        let (status, body) = site.admin.ask(Method::GET, &path, None).await?;
        ensure!(status == StatusCode::NOT_FOUND, "{body}");
        ensure!(body["code"] == "no_delivery", "{body}");
    }
    let order = site.admin.get(&format!("/api/orders/{id}")).await?;
    let number = order["ordername"].as_str().context("no number")?;
    for account in [number, &number.to_lowercase()] {
        let tried = Command::new("curl")
            .args([
                "-sS",
                "-u",
                &format!("{account}:"),
                &format!("ftp://{}/", site.server.ftp),
            ])
            .output()?;
        ensure!(!tried.status.success(), "{account} signs in");
    }
    Ok(())
}

async fn completes_with_four_papers(
    site: &Site,
    id: &str,
    mut papers: Vec<Value>,
) -> anyhow::Result<()> {
    let complete = format!("/api/orders/{id}/complete");
    let (status, early) = site.admin.ask(Method::POST, &complete, None).await?;
    ensure!(
        status == 422 && early["code"] == "papers_missing",
        "{early}"
    );
    papers.extend(site.admin.papers(&[2, 1]).await?);
    let body = json!({"attachments": papers});
    let path = format!("/api/orders/{id}");
    let (status, saved) = site.admin.ask(Method::PUT, &path, Some(&body)).await?;
    ensure!(status.is_success(), "{saved}");
    let done = site.admin.post(&complete, &json!({})).await?;
    ensure!(done["sstatus"] == 7, "{done}");
    let zip = site.admin.bytes(&format!("{path}/papers.zip")).await?;
    let out = site.folder("papers.zip");
    std::fs::write(&out, zip)?;
    let listed = Command::new("python3")
        .args(["-c", "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))"])
        .arg(&out)
        .output()?;
    ensure!(listed.stdout == b"4\n", "{listed:?}");
    Ok(())
}

/// Killed while it stages, again and again: the copy that appears in the end is whole, and nothing else is left.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_while_it_stages_shows_no_half_copy() {
    let mut site = Site::start(&[24 * MIB; 6]).await.unwrap();
    let (id, _) = approved(&site).await.unwrap();
    let mut kills = 0;
    let until = Instant::now() + SWEPT;
    let mut looks = tokio::time::interval(Duration::from_millis(5));
    while kills < 3 && Instant::now() < until {
        let staged = staged(&site);
        let whole = |name: &String| !name.starts_with('.');
        if staged.iter().any(whole) {
            break;
        }
        if staged.len() > kills {
            site.server.kill().unwrap();
            kills += 1;
            site.restart().unwrap();
        }
        looks.tick().await;
    }
    assert!(kills > 0, "it was never seen staging");
    let order = site.applicant.wait_prepared(&id).await.unwrap();
    let number = order["ordername"].as_str().unwrap();
    check_copy(&site, &staging(&site).join(number)).unwrap();
    site.admin
        .post(&format!("/api/orders/{id}/overdue"), &json!({}))
        .await
        .unwrap();
    until_swept(&site).await.unwrap();
}
