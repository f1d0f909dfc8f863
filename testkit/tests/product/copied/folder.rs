//! The folder that received files are kept in.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::ensure;
use testkit::archive::sha256_of;

/// Longest wait for a file that is half there.
const HALF: Duration = Duration::from_millis(1500);

pub struct Received {
    root: PathBuf,
    /// Of every file that has its own name by now: its number and time.
    marks: BTreeMap<PathBuf, String>,
}

impl Received {
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            marks: BTreeMap::new(),
        }
    }

    /// Waits for a file that is half there; false where none is seen.
    pub async fn is_midway(&self) -> bool {
        let until = Instant::now() + HALF;
        while Instant::now() < until {
            let mut files = self.files().into_iter();
            if files.any(|(path, size, _)| is_part(&path) && size > 0) {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        false
    }

    /// Nothing that was whole is written again, or goes.
    pub fn look(&mut self) -> anyhow::Result<()> {
        let files = self.files().into_iter();
        let now: BTreeMap<_, _> = files
            .filter(|(path, ..)| !is_part(path))
            .map(|(path, _, mark)| (path, mark))
            .collect();
        for (path, mark) in &self.marks {
            let again = now.get(path);
            ensure!(
                again == Some(mark),
                "{}: {mark}, then {again:?}",
                path.display()
            );
        }
        self.marks = now;
        Ok(())
    }

    /// The sums of all that lies there but for the items, in order. No half may.
    pub fn sums(&self) -> anyhow::Result<Vec<String>> {
        let mut sums = Vec::new();
        for (path, ..) in self.files() {
            ensure!(!is_part(&path), "a half is left: {}", path.display());
            if path.extension().is_none_or(|kind| kind != "json") {
                sums.push(sha256_of(&path)?);
            }
        }
        sums.sort();
        Ok(sums)
    }

    fn files(&self) -> Vec<(PathBuf, u64, String)> {
        let mut found = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let (path, Ok(facts)) = (entry.path(), entry.metadata()) else {
                    continue;
                };
                if facts.is_dir() {
                    folders.push(path);
                } else {
                    let mark = format!("{} {}.{}", facts.ino(), facts.mtime(), facts.mtime_nsec());
                    found.push((path, facts.len(), mark));
                }
            }
        }
        found
    }
}

fn is_part(path: &Path) -> bool {
    path.to_string_lossy().contains(".part")
}
