//! What has to be true in the end: every scene lies at every target once, whole, and the product says so.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};

use super::desk::Desk;
use super::destination::Destination;

/// Longest wait for everything to arrive.
const ARRIVED: Duration = Duration::from_mins(6);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(200);

/// A subscription, and the scenes that it has to bring.
pub struct Subscribed {
    pub id: String,
    /// Index of the destination.
    pub at: usize,
    /// Places in the archive.
    pub scenes: Vec<usize>,
}

/// Waits until all of them say that everything is delivered. Nothing may be given up.
pub async fn wait(desk: &Desk, all: &[Subscribed]) -> anyhow::Result<()> {
    let until = Instant::now() + ARRIVED;
    loop {
        let mut left = Vec::new();
        for one in all {
            let counts = counts(desk, one).await?;
            ensure!(counts["missed"] == 0, "given up: {counts}");
            if counts["delivered"] != one.scenes.len() {
                left.push(counts);
            }
        }
        if left.is_empty() {
            return Ok(());
        }
        if Instant::now() > until {
            bail!("does not arrive: {left:?}\n{}", desk.explain().await);
        }
        desk.hasten().await;
        tokio::time::sleep(LOOK).await;
    }
}

/// Checks all of them against what lies at the destinations.
pub async fn check(
    desk: &Desk,
    destinations: &mut [Destination],
    all: &[Subscribed],
) -> anyhow::Result<()> {
    for (at, destination) in destinations.iter_mut().enumerate() {
        destination.look()?;
        let name = &destination.name;
        let mut expected = BTreeSet::new();
        for one in all.iter().filter(|one| one.at == at) {
            for (path, sum) in delivered(desk, one).await? {
                ensure!(
                    destination.sha256(&path)? == sum,
                    "{name}: {path} is another file"
                );
                ensure!(expected.insert(path.clone()), "{name}: two have {path}");
            }
            check_figures(desk, one).await?;
        }
        let found = destination.names()?;
        let (lost, more): (Vec<_>, Vec<_>) = expected
            .symmetric_difference(&found)
            .partition(|path| expected.contains(*path));
        ensure!(
            lost.is_empty() && more.is_empty(),
            "{name}: {lost:?} {more:?}"
        );
        let doubled = destination.doubled();
        ensure!(doubled.is_empty(), "{name}: {doubled:?}");
        // A worker that is killed before it could note an upload has lost it.
        let unfinished = destination.unfinished()?;
        println!(
            "{name}: {} files, 0 lost, 0 double, {unfinished} uploads unfinished",
            found.len()
        );
    }
    Ok(())
}

async fn counts(desk: &Desk, one: &Subscribed) -> anyhow::Result<Value> {
    let path = format!("/api/subscriptions/{}", one.id);
    Ok(desk.applicant.get(&path).await?["counts"].clone())
}

/// Path and sum of each of its scenes, which the API tells once as delivered, with the archive's sum.
async fn delivered(desk: &Desk, one: &Subscribed) -> anyhow::Result<BTreeMap<String, String>> {
    let text = |scene: &Value, name: &str| {
        let text = scene[name].as_str().map(str::to_owned);
        text.with_context(|| format!("no {name}: {scene}"))
    };
    let mut sums = BTreeMap::new();
    for at in &one.scenes {
        let scene = &desk.archive.scenes[*at];
        sums.insert(scene.dataid.as_str(), scene.sha256.as_str());
    }
    let mut files = BTreeMap::new();
    for page in 1.. {
        let path = format!(
            "/api/subscriptions/{}/scenes?page={page}&pageSize=100",
            one.id
        );
        let list = desk.applicant.get(&path).await?;
        let scenes = list["items"].as_array().context("no items")?;
        for scene in scenes {
            ensure!(
                scene["state"] == "delivered" && scene["round"] == 1,
                "{scene}"
            );
            let (id, sum) = (text(scene, "dataid")?, text(scene, "sha256")?);
            let expected = sums.remove(id.as_str());
            ensure!(expected == Some(sum.as_str()), "twice, or another: {scene}");
            files.insert(text(scene, "path")?, sum);
        }
        if scenes.is_empty() {
            break;
        }
    }
    ensure!(sums.is_empty(), "nobody tells of {sums:?}");
    ensure!(files.len() == one.scenes.len(), "two have one name");
    Ok(files)
}

/// What its owner reads: matched is delivered, nothing waits, nothing was missed, each byte was counted once.
async fn check_figures(desk: &Desk, one: &Subscribed) -> anyhow::Result<()> {
    let scenes = one.scenes.len();
    let mut bytes = 0;
    for at in &one.scenes {
        bytes += std::fs::metadata(&desk.archive.scenes[*at].path)?.len();
    }
    let expected = json!({"matched": scenes, "delivered": scenes, "waiting": 0, "missed": 0, "withdrawn": 0,
        "deliveredBytes": bytes});
    let counts = counts(desk, one).await?;
    ensure!(counts == expected, "{counts} instead of {expected}");
    let path = format!("/api/subscriptions/{}/flow", one.id);
    let flow = desk.applicant.get(&path).await?;
    // The day may have changed meanwhile.
    let sum = |name: &str| -> Option<u64> {
        let days = flow.as_array()?.iter();
        days.map(|day| day[name].as_u64()).sum()
    };
    let sums = ["matched", "delivered", "missed", "withdrawn"].map(sum);
    let scenes = u64::try_from(scenes)?;
    ensure!(
        sums == [scenes, scenes, 0, 0].map(Some),
        "{sums:?} of {scenes}: {flow}"
    );
    Ok(())
}
