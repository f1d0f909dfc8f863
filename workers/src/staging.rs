//! Staged folders: offline copies that administrators copy to a disk.
//!
//! ```text
//! <staging>/.<order number>.<task>-<attempt>/   being written, or written and not yet in its place
//! <staging>/<order number>/                     what its row names; whole from the moment it appears
//! ```
//!
//! An attempt writes a folder of its own, makes all of it durable, and publishes the delivery's row. Whoever verifies the
//! delivery puts that folder in its place by one rename. A folder whose attempt died is named by no row and is swept.

mod check;
mod order_folder;
mod readers;
mod write;

use std::io;
use std::path::{Path, PathBuf};

pub use check::{StagedFile, check};
use domain::order::number::OrderNumber;
pub use order_folder::{discard, put_in_place, take_away};
use storage::objects::Claim;
use texts::{Detail, FailureText};
pub use write::{Staging, stage};

use crate::fault::Fault;

/// A folder in the staging area whose name is one of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StagingEntry {
    /// An order's copy in its place.
    Placed(OrderNumber),
    /// What packaging writes under this claim.
    Written(Claim),
    /// Being removed; the folder was renamed first.
    Discarded,
}

impl StagingEntry {
    /// Reads a folder's name; `None`: not ours.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let Some(hidden) = name.strip_prefix('.') else {
            return number(name).map(Self::Placed);
        };
        let (order, rest) = hidden.split_once('.')?;
        number(order)?;
        if rest.ends_with(OUT) {
            return Some(Self::Discarded);
        }
        let (task, attempt) = rest.rsplit_once('-')?;
        Some(Self::Written(Claim {
            task: task.parse().ok()?,
            attempt: attempt.parse().ok()?,
        }))
    }
}

fn number(text: &str) -> Option<OrderNumber> {
    OrderNumber::try_from(text.to_owned()).ok()
}

/// How the names of folders that are being removed end.
const OUT: &str = "-out";

/// The order's folder in its place.
#[must_use]
pub fn placed(staging: &Path, number: &OrderNumber) -> PathBuf {
    staging.join(number.as_str())
}

/// The folder that packaging writes under `claim`.
fn written(staging: &Path, number: &OrderNumber, claim: Claim) -> PathBuf {
    staging.join(format!(".{number}.{}-{}", claim.task, claim.attempt))
}

/// A failure of the staging area. What is missing or unreadable there is a disk out of order, not a missing source.
fn fault(path: &Path, error: &io::Error) -> Fault {
    let failure = Detail::from(FailureText::Said {
        place: path.display().to_string(),
        what: error.to_string().into(),
    });
    match Fault::from(error) {
        Fault::NoSpace(_) => Fault::NoSpace(failure),
        _ => Fault::TransientIo(failure),
    }
}

/// Makes the names in a folder durable.
fn sync_folder(folder: &Path) -> Result<(), Fault> {
    std::fs::File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| fault(folder, &error))
}

/// Runs what touches the disk on a thread where it may block.
async fn on_disk<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(Fault::Bug(error.to_string().into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_read() {
        let task = "01890000-0000-7000-8000-000000000002";
        let claim = Claim {
            task: task.parse().unwrap(),
            attempt: 3,
        };
        let number = "20261121WP100000000";
        let parsed = super::number(number).unwrap();
        let folder = written(Path::new("/s"), &parsed, claim);
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(
            StagingEntry::parse(&name),
            Some(StagingEntry::Written(claim))
        );
        assert_eq!(
            StagingEntry::parse(number),
            Some(StagingEntry::Placed(parsed))
        );
        let out = format!("{name}{OUT}");
        assert_eq!(StagingEntry::parse(&out), Some(StagingEntry::Discarded));
        for foreign in [
            "",
            ".",
            "..",
            "lost+found",
            "disk-7",
            ".hidden.file",
            ".20261121WP100000000",
            ".20261121WP100000000.x-1",
            "20261121WP100000000.zip",
        ] {
            assert_eq!(StagingEntry::parse(foreign), None, "{foreign}");
        }
    }
}
