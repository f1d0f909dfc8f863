//! `scenedock ingest --dry-run`: where the scenes of files would go.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use domain::catalogue::placement::Placement;
use storage::PgPool;
use storage::db::handles;
use tokio::sync::mpsc;
use workers::ingest::{AHEAD, BATCH, IngestProgress as _, PlacedScenes, read};

use super::bar_progress::BarProgress;

/// How many scenes of each collection go where.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct DryRun {
    collections: BTreeMap<String, BTreeMap<Placement, u64>>,
    /// Items that could not be read; each was reported.
    bad: u64,
}

impl DryRun {
    /// In words: a line for all, and one for each collection and place.
    pub(super) fn words(&self) -> String {
        let all = self.collections.values();
        let count = |holds: fn(&Placement) -> bool| {
            let with = |ends: &&BTreeMap<Placement, u64>| ends.keys().any(holds);
            all.clone().filter(with).count()
        };
        let (fallback, new) = (
            count(|end| matches!(end, Placement::Fallback(_))),
            count(|end| matches!(end, Placement::NewNode)),
        );
        let placed = all
            .clone()
            .filter(|ends| ends.keys().all(|end| end.is_said()))
            .count();
        let mut words = format!(
            "would place {placed} of {} collections",
            self.collections.len()
        );
        let mut join = "; ";
        for (count, end) in [
            (fallback, "go to the fallback"),
            (new, "get nodes of their own"),
        ] {
            if count > 0 {
                let _ = write!(words, "{join}{count} {end}");
                join = ", ";
            }
        }
        let _ = write!(words, "; {} items could not be read", self.bad);
        for (collection, ends) in &self.collections {
            for (end, scenes) in ends {
                let to = match end {
                    Placement::ByRule(index, node) => format!("node {node} by rule {}", index + 1),
                    Placement::ByCollection(node) => format!("node {node} by its collection"),
                    Placement::Fallback(node) => format!("node {node}, the fallback"),
                    Placement::NewNode => "a node of its own".to_owned(),
                };
                let name = collection.escape_debug();
                let _ = write!(words, "\n  {name}: {scenes} scenes to {to}");
            }
        }
        words
    }
}

/// Runs the command and prints what it would do.
pub(super) async fn run(
    pool: &PgPool,
    paths: Vec<PathBuf>,
    collection: String,
    bar: &BarProgress,
) -> anyhow::Result<()> {
    let found = look(pool, paths, collection, bar).await?;
    bar.0.finish_and_clear();
    println!("{}", found.words());
    Ok(())
}

/// Reads `paths` and says where what they hold would go. Nothing is written.
pub(super) async fn look(
    pool: &PgPool,
    paths: Vec<PathBuf>,
    collection: String,
    bar: &BarProgress,
) -> anyhow::Result<DryRun> {
    let (send, mut batches) = mpsc::channel(AHEAD);
    let reporting = bar.clone();
    let reading =
        tokio::task::spawn_blocking(move || read(&paths, &collection, BATCH, &send, &reporting));
    let mut db = handles::connection(pool).await?;
    let nodes = PlacedScenes::load(&mut db).await?;
    drop(db);
    let mut found = DryRun::default();
    while let Some(items) = batches.recv().await {
        for item in &items {
            let name = PlacedScenes::collection(item).to_owned();
            let ends = found.collections.entry(name).or_default();
            *ends.entry(nodes.placement(item)).or_default() += 1;
        }
        bar.advance(items.len() as u64);
    }
    found.bad = reading.await.context("the reader failed")??;
    Ok(found)
}
