//! One whole order against a running server, as its people would do it, each step with its time.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use url::Url;

mod client;
mod download;

use client::Client;

/// How often the order is asked how far it is.
const ASK: Duration = Duration::from_millis(250);
/// A preparation that says nothing new for this long has stopped.
const PATIENCE: Duration = Duration::from_mins(5);
/// The papers of an online download: task source, distribution form, introduction letter, ID card.
const PAPERS: [u8; 4] = [6, 7, 2, 1];

/// What `scenedock demo` takes.
#[derive(Args)]
pub struct Journey {
    /// Address of the server
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    server: Url,
    /// Scenes to order
    #[arg(long, default_value_t = 10)]
    scenes: usize,
    /// Where to put what is downloaded; a temporary folder when absent
    #[arg(long)]
    into: Option<PathBuf>,
    /// Who orders; the password is taken from SCENEDOCK_DEMO_PASSWORD or is the demo's
    #[arg(long, default_value = "applicant")]
    applicant: String,
    /// Login name of the administrator who approves
    #[arg(long, default_value = "admin")]
    administrator: String,
}

struct Steps {
    begun: Instant,
}

impl Steps {
    async fn step<T>(
        &self,
        name: &str,
        act: impl Future<Output = anyhow::Result<(T, String)>>,
    ) -> anyhow::Result<T> {
        let before = Instant::now();
        let (value, summary) = act.await.with_context(|| format!("step failed: {name}"))?;
        println!(
            "{:<18} {:>8.2} s  {summary}",
            name,
            before.elapsed().as_secs_f64()
        );
        Ok(value)
    }
}

/// Runs the order.
pub async fn run(journey: Journey) -> anyhow::Result<()> {
    let steps = Steps {
        begun: Instant::now(),
    };
    let password =
        std::env::var("SCENEDOCK_DEMO_PASSWORD").unwrap_or_else(|_| super::PASSWORD.to_owned());
    let applicant = steps
        .step(
            "sign in",
            sign_in(&journey.server, &journey.applicant, &password),
        )
        .await?;
    let scenes = steps
        .step("search", search(&applicant, journey.scenes))
        .await?;
    let id = steps.step("order", order(&applicant, &scenes)).await?;
    let admin = steps
        .step(
            "sign in",
            sign_in(&journey.server, &journey.administrator, &password),
        )
        .await?;
    steps.step("approve", approve(&admin, &id)).await?;
    steps.step("prepare", wait(&applicant, &id)).await?;
    let delivery = applicant.get(&format!("/api/orders/{id}/delivery")).await?;
    let kept = tempfile::tempdir()?;
    let into = journey.into.as_deref().unwrap_or(kept.path());
    let files = steps
        .step("download (FTP)", download::fetch(&delivery, into))
        .await?;
    steps
        .step("verify SHA-256", verify(&delivery, &files, into))
        .await?;
    println!(
        "{:<18} {:>8.2} s",
        "in all",
        steps.begun.elapsed().as_secs_f64()
    );
    Ok(())
}

async fn sign_in(server: &Url, login: &str, password: &str) -> anyhow::Result<(Client, String)> {
    let client = Client::sign_in(server, login, password).await?;
    Ok((client, login.to_owned()))
}

async fn search(client: &Client, count: usize) -> anyhow::Result<(Vec<String>, String)> {
    let body = json!({"pageSize": 1000, "page": 1});
    let found = client.post("/api/scenes/search", &body).await?;
    let items = found["items"].as_array().context("no list of scenes")?;
    let online: Vec<_> = items
        .iter()
        .filter(|scene| scene["exists"] == true)
        .filter_map(|scene| scene["dataid"].as_str())
        .take(count)
        .map(str::to_owned)
        .collect();
    ensure!(
        !online.is_empty(),
        "the catalogue has no scene that is online"
    );
    let summary = format!("{} found, {} chosen", found["total"], online.len());
    Ok((online, summary))
}

async fn order(client: &Client, scenes: &[String]) -> anyhow::Result<(String, String)> {
    let mut attachments = Vec::new();
    for kind in PAPERS {
        let id = client.upload(kind).await?;
        attachments.push(json!({"type": kind, "attachmentId": id}));
    }
    let body = json!({
        "type": 0, "dataType": "0", "action": "submit",
        "form": {
            "applyuser": "演示申请人", "applyUserPhone": "13800000000",
            "applyUserUnit": "第一区域地质调查院（演示）", "productName": "终端演示订单",
            "applyUserUsed": "科研", "getMethod": 0, "description": "scenedock demo",
            "processDescribe": "", "extractingElements": "", "assignment": "",
        },
        "dataIds": scenes, "attachments": attachments,
    });
    let order = client.post("/api/orders", &body).await?;
    let id = order["id"]
        .as_str()
        .context("the order has no id")?
        .to_owned();
    let summary = format!(
        "{}, {} scenes, {}",
        order["ordername"].as_str().unwrap_or_default(),
        order["dataCount"],
        order["dataSum"].as_str().unwrap_or_default()
    );
    Ok((id, summary))
}

async fn approve(client: &Client, id: &str) -> anyhow::Result<((), String)> {
    client
        .post(&format!("/api/orders/{id}/approve"), &json!({}))
        .await?;
    Ok(((), "审核成功！".to_owned()))
}

async fn wait(client: &Client, id: &str) -> anyhow::Result<((), String)> {
    let style = ProgressStyle::with_template("{bar:40} {pos}% {msg}")?;
    let bar = ProgressBar::new(100).with_style(style);
    let mut ticks = tokio::time::interval(ASK);
    let mut last = (String::new(), Instant::now());
    loop {
        ticks.tick().await;
        let order = client.get(&format!("/api/orders/{id}")).await?;
        let progress = &order["dataPercent"];
        let percent = progress["percentStr"]
            .as_str()
            .unwrap_or("0%")
            .trim_end_matches('%');
        bar.set_position(percent.parse().unwrap_or(0));
        let (isin, all) = (&progress["isin"], &progress["allSize"]);
        bar.set_message(format!("{isin}/{all}, failed {}", progress["failed"]));
        match order["sstatus"].as_i64() {
            Some(6) => {
                bar.finish_and_clear();
                return Ok(((), format!("{isin} of {all} scenes")));
            }
            Some(1 | 3) => {}
            other => bail!("the order is in state {other:?}: {}", order["cause"]),
        }
        let now = progress.to_string();
        if now != last.0 {
            last = (now, Instant::now());
        }
        let finished_with_failures = progress["doing"] == 0 && progress["failed"] != 0;
        ensure!(!finished_with_failures, "scenes failed: {progress}");
        ensure!(
            last.1.elapsed() < PATIENCE,
            "nothing happens any more: {progress}"
        );
    }
}

async fn verify(delivery: &Value, files: &[String], into: &Path) -> anyhow::Result<((), String)> {
    let listed = delivery["files"].as_array().context("no list of files")?;
    let expected: HashMap<&str, &str> = listed
        .iter()
        .filter_map(|file| Some((file["name"].as_str()?, file["sha256"].as_str()?)))
        .collect();
    ensure!(
        files.len() == expected.len(),
        "{} files of {}",
        files.len(),
        expected.len()
    );
    for name in files {
        let path = into.join(name);
        let sum = tokio::task::spawn_blocking(move || download::sha256(&path)).await??;
        let right = expected.get(name.as_str()).copied();
        ensure!(
            right == Some(sum.as_str()),
            "{name}: SHA-256 is {sum}, not {right:?}"
        );
    }
    Ok(((), format!("{} files, all right", files.len())))
}
