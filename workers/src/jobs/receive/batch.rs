//! A batch of items into the catalogue, with its reports.

use std::path::Path;

use domain::receive::{ItemOutcome, ItemReason};
use futures::{StreamExt as _, stream};
use storage::StorageError;
use storage::db::handles::{self, Transaction};
use storage::db::receive_files::ItemReport;
use storage::db::scenes::SceneWrite;
use storage::lifecycle::receives::{self, BatchNotes};
use texts::Detail;

use super::Run;
use crate::fault::Fault;
use crate::ingest::{PlacedScenes, WrittenBatch, write_scenes};
use crate::jobs::outcome::{published, storage_fault};
use crate::receive::{ReceivedItem, Refusal, check_places, declared_size, refusal_report, verify};
use crate::stac::CatalogueItem;

/// Files that are verified at once.
const AT_ONCE: usize = 4;

/// An item that was verified, or why it is not taken. What could be read of it is kept for its report.
pub(super) struct VerifiedItem {
    name: String,
    item: Option<CatalogueItem>,
    refusal: Option<Refusal>,
}

impl VerifiedItem {
    /// One that is not taken.
    pub(super) const fn refused(
        name: String,
        item: Option<CatalogueItem>,
        refusal: Refusal,
    ) -> Self {
        Self {
            name,
            item,
            refusal: Some(refusal),
        }
    }

    /// One that was looked at.
    pub(super) fn checked(name: String, item: CatalogueItem, checked: Result<(), Refusal>) -> Self {
        Self {
            name,
            item: Some(item),
            refusal: checked.err(),
        }
    }

    /// What could be read of it.
    pub(super) const fn scene(&self) -> Option<&CatalogueItem> {
        self.item.as_ref()
    }

    /// The same, to be completed.
    pub(super) const fn scene_mut(&mut self) -> Option<&mut CatalogueItem> {
        self.item.as_mut()
    }

    /// It is not taken after all.
    pub(super) fn refuse(&mut self, refusal: Refusal) {
        self.refusal = Some(refusal);
    }

    /// Whether it is looked at again although it stays the same.
    pub(super) fn is_left(&self, run: &Run<'_>) -> bool {
        let kind = run.order.definition.kind;
        self.refusal
            .as_ref()
            .is_some_and(|(reason, _)| reason.outcome(kind) == ItemOutcome::Waiting)
    }
}

impl Run<'_> {
    /// Looks at the files of items, in their order. `folder`: where local files may lie.
    pub(super) async fn verify_items(
        &self,
        items: Vec<ReceivedItem>,
        folder: Option<&Path>,
    ) -> Vec<VerifiedItem> {
        stream::iter(items)
            .map(|received| self.verify_item(received, folder))
            .buffered(AT_ONCE)
            .collect()
            .await
    }

    async fn verify_item(&self, received: ReceivedItem, folder: Option<&Path>) -> VerifiedItem {
        let ReceivedItem { name, item } = received;
        let item = match item {
            Ok(item) => item,
            Err(refusal) => {
                return VerifiedItem::refused(name, None, refusal);
            }
        };
        let checked = match check_places(&item, folder) {
            Ok(()) => {
                let verification = self.order.definition.verification;
                let from = (&self.crew.settings.archive, self.throttle());
                verify(&item, verification, from).await
            }
            refused => refused,
        };
        VerifiedItem::checked(name, item, checked)
    }

    /// Writes the scenes of these items, what became of each, and the notes, in one transaction. A dry run rolls the scenes back.
    pub(super) async fn commit(
        &mut self,
        items: Vec<VerifiedItem>,
        mut notes: BatchNotes,
    ) -> Result<(), Fault> {
        self.items += items.len() as u64;
        let kind = self.order.definition.kind;
        let (mut names, mut scenes) = (Vec::new(), Vec::new());
        for VerifiedItem {
            name,
            item,
            refusal,
        } in items
        {
            match (item, refusal) {
                (Some(item), None) => {
                    names.push((name, item.dataid.clone(), declared_size(&item)));
                    scenes.push(item);
                }
                (item, refusal) => {
                    let refusal = refusal.unwrap_or((ItemReason::Malformed, Detail::default()));
                    let report = refusal_report(name, item.as_ref(), refusal, kind);
                    notes.reports.push(report);
                }
            }
        }
        let written = self.write(names, scenes, notes).await;
        written
            .map_err(|error| storage_fault(&error))
            .and_then(published)
    }

    async fn write(
        &self,
        names: Vec<(String, String, i64)>,
        scenes: Vec<CatalogueItem>,
        mut notes: BatchNotes,
    ) -> Result<bool, StorageError> {
        let pool = &self.crew.pool;
        let mut tx = handles::begin(pool).await?;
        if !scenes.is_empty() {
            let written = place_and_write(&mut tx, scenes).await?;
            let taken = names.into_iter().map(|name| taken_report(name, &written));
            notes.reports.extend(taken);
        }
        if self.is_dry() {
            drop(tx);
            tx = handles::begin(pool).await?;
        }
        let now = self.crew.clock.now();
        let whose = (self.job, self.order.task);
        if !receives::note_batch(&mut tx, whose, &notes, now).await? {
            return Ok(false);
        }
        handles::commit(tx).await?;
        Ok(true)
    }
}

async fn place_and_write(
    tx: &mut Transaction,
    scenes: Vec<CatalogueItem>,
) -> Result<WrittenBatch, StorageError> {
    let mut nodes = PlacedScenes::load(tx).await?;
    let batch = nodes.target_of(tx, scenes).await?;
    write_scenes(tx, &batch).await
}

fn taken_report((name, dataid, size): (String, String, i64), written: &WrittenBatch) -> ItemReport {
    let refused = written.refused.iter().find(|(id, _)| *id == dataid);
    let reason = refused.map(|(_, error)| {
        let what: Detail = error.to_string().into();
        (ItemReason::NotTaken, what)
    });
    let outcome = match (&reason, written.written.get(&dataid)) {
        (Some(_), _) => ItemOutcome::Refused,
        (None, Some(SceneWrite::Inserted)) => ItemOutcome::New,
        (None, Some(SceneWrite::Updated)) => ItemOutcome::Updated,
        (None, None) => ItemOutcome::Same,
    };
    ItemReport {
        name,
        dataid: Some(dataid),
        size,
        outcome,
        reason,
    }
}
