//! What is new in a watched folder, or among the files of another source.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use domain::receive::{ItemReason, Sighting, SourceKind, Wholeness};
use serde_json::{Value, json};
use storage::db::receive_files::{self, ItemReport, SeenFile};
use storage::lifecycle::receives::{BatchNotes, RunResult};
use texts::{Detail, FailureText};

use super::batch::VerifiedItem;
use super::origin::{Origin, ReadFile};
use super::{Broken, Run};
use crate::archive::ArchiveError;
use crate::fault::Fault;
use crate::ingest::UNSORTED;
use crate::jobs::outcome::storage_fault;
use crate::receive::{FolderFile, FolderWalk, read_items_of, refusal_report, watched_folder};

/// Items that are written together.
const BATCH: usize = 500;
/// How long verified items may wait to be written.
const WRITTEN: Duration = Duration::from_secs(5);

/// What is to be done with the files of a batch of the walk.
#[derive(Default)]
struct Sorted {
    notes: BatchNotes,
    /// Files to be read, and since when they are as they are.
    whole: Vec<(FolderFile, Sighting)>,
}

impl Run<'_> {
    pub(super) async fn receive_folder(mut self) -> Result<RunResult, Broken> {
        let definition = &self.order.definition;
        let opened = watched_folder(&definition.location, &self.crew.settings.archive).await;
        let folder = opened.map_err(|error| match error {
            ArchiveError::Missing(_) => {
                let path = definition.location.clone();
                Broken::NoPlace(FailureText::WatchedFolderMissing { path })
            }
            error => error.into(),
        })?;
        let after = self.stopped_at().map(str::to_owned);
        let contents = definition.file_contents();
        let mut walk = FolderWalk::begin(folder.clone(), contents, after);
        while let Some(files) = walk.next().await {
            self.receive_files(files, &mut Origin::Folder(&folder))
                .await?;
            if self.is_enough() {
                return Ok(self.result(true));
            }
        }
        Ok(self.result(false))
    }

    /// The file behind which the last walk stopped.
    pub(super) fn stopped_at(&self) -> Option<&str> {
        let walk = self.order.walk.as_ref();
        walk.and_then(|walk| walk["after"].as_str())
    }

    pub(super) const fn result(&self, more: bool) -> RunResult {
        RunResult {
            known: self.known,
            more,
            mark: None,
        }
    }

    /// Takes in a batch of the walk, or as much of it as the run may take. Files may be large: what is verified is written every few
    /// seconds, so that a kill loses no more.
    pub(super) async fn receive_files(
        &mut self,
        files: Vec<FolderFile>,
        origin: &mut Origin<'_>,
    ) -> Result<(), Broken> {
        let last = files.last().map(|file| file.name.clone());
        let Sorted { mut notes, whole } = self.sort(files).await?;
        let mut items = Vec::new();
        let mut written = Instant::now();
        let mut done = None;
        for (file, sighting) in whole {
            let name = file.name.clone();
            let read = match origin {
                Origin::Folder(folder) => Ok(self.read_whole(file, sighting, folder).await),
                Origin::Remote(remote) => self.fetch_whole(remote, file, sighting).await,
            };
            let (received, seen) = match read {
                Ok(read) => read,
                Err(broken) => {
                    // What was read before the source failed need not be read again.
                    notes.walk = self.walk_behind(done);
                    self.commit(items, notes).await?;
                    return Err(broken);
                }
            };
            items.extend(received);
            // A file of many items: those before its last batch are written already when it is noted.
            while items.len() > BATCH {
                let rest = items.split_off(BATCH);
                let full = std::mem::replace(&mut items, rest);
                self.commit(full, BatchNotes::default()).await?;
            }
            notes.seen.push(seen);
            done = Some(name);
            if written.elapsed() >= WRITTEN {
                notes.walk = self.walk_behind(done.clone());
                let (items, notes) = (std::mem::take(&mut items), std::mem::take(&mut notes));
                self.commit(items, notes).await?;
                written = Instant::now();
                if self.is_enough() {
                    return Ok(());
                }
            }
            if let Origin::Remote(remote) = origin
                && self.has_fetched_enough(remote)
            {
                break;
            }
        }
        notes.walk = self.walk_behind(last);
        Ok(self.commit(items, notes).await?)
    }

    /// Where the walk stands behind the file of this name. A dry run leaves it where it is.
    fn walk_behind(&self, name: Option<String>) -> Option<Value> {
        name.filter(|_| !self.is_dry())
            .map(|name| json!({"after": name}))
    }

    pub(super) async fn read_whole(
        &self,
        file: FolderFile,
        sighting: Sighting,
        folder: &Path,
    ) -> ReadFile {
        let contents = self.order.definition.file_contents();
        let received = read_items_of(&file, contents, &self.collection()).await;
        let verified = self.verify_items(received, Some(folder)).await;
        self.settled(verified, file, sighting)
    }

    /// A file of which everything was taken, or refused for good, is not looked into again.
    pub(super) fn settled(
        &self,
        verified: Vec<VerifiedItem>,
        file: FolderFile,
        sighting: Sighting,
    ) -> ReadFile {
        let is_settled = !verified.iter().any(|item| item.is_left(self));
        let seen = SeenFile {
            path: file.name,
            sighting: Sighting {
                is_settled,
                ..sighting
            },
        };
        (verified, seen)
    }

    async fn sort(&mut self, files: Vec<FolderFile>) -> Result<Sorted, Fault> {
        let before = self.sightings(&files).await?;
        let now = self.crew.clock.now();
        let kind = self.order.definition.kind;
        // A dry run has seen nothing before: what lies there counts as whole.
        let settle = if self.is_dry() {
            TimeDelta::zero()
        } else {
            TimeDelta::seconds(i64::from(self.order.definition.settle_seconds))
        };
        let mut sorted = Sorted::default();
        for mut file in files {
            if let Some(refusal) = file.refusal.take() {
                let report = refusal_report(file.name, None, refusal, kind);
                sorted.notes.reports.push(report);
                continue;
            }
            let known = before.get(&file.name);
            let sighting = |since| Sighting {
                mark: file.mark.clone(),
                since,
                is_settled: false,
            };
            match Wholeness::of_file(known, &file.mark, settle, now) {
                Wholeness::Known => {
                    self.known += 1;
                    sorted.notes.known.push(file.name);
                }
                Wholeness::Unsettled(since) => {
                    let sighting = sighting(since);
                    sorted.notes.reports.push(not_whole(&file, kind));
                    sorted.notes.seen.push(SeenFile {
                        path: file.name,
                        sighting,
                    });
                }
                Wholeness::Whole(since) => {
                    let sighting = sighting(since);
                    sorted.whole.push((file, sighting));
                }
            }
        }
        Ok(sorted)
    }

    async fn sightings(&self, files: &[FolderFile]) -> Result<HashMap<String, Sighting>, Fault> {
        let Some(task) = self.order.task else {
            return Ok(HashMap::new());
        };
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let read = async {
            let mut db = self.crew.pool.acquire().await?;
            receive_files::sightings(&mut db, task, &names).await
        };
        read.await.map_err(|error| storage_fault(&error))
    }

    pub(super) fn collection(&self) -> String {
        let named = self.order.definition.collections.first();
        named.cloned().unwrap_or_else(|| UNSORTED.to_owned())
    }
}

fn not_whole(file: &FolderFile, kind: SourceKind) -> ItemReport {
    let refusal = (ItemReason::NotWhole, Detail::default());
    let mut report = refusal_report(file.name.clone(), None, refusal, kind);
    report.size = file.mark.size;
    report
}
