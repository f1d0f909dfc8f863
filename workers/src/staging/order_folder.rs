//! Folders that come to their place, and leave it: one rename each, so that nobody ever sees half of one.
//!
//! Callers hold the lock of the order's row: what is in the place then agrees with the rows, however late a worker that
//! stood still goes on.

use std::io;
use std::path::{Path, PathBuf};

use domain::order::number::OrderNumber;
use storage::objects::Claim;
use uuid::Uuid;

use super::{OUT, fault, number, on_disk, placed, sync_folder, written};
use crate::fault::Fault;

/// Puts what `claim` wrote in its order's place. What was there before is in the way of nobody and is swept. Does nothing
/// when that has been done.
///
/// # Errors
/// What the disk failed with.
pub async fn put_in_place(area: &Path, number: &OrderNumber, claim: Claim) -> Result<(), Fault> {
    let (area, number) = (area.to_owned(), number.clone());
    on_disk(move || {
        let (from, to) = (written(&area, &number, claim), placed(&area, &number));
        if !from.is_dir() {
            return Ok(());
        }
        move_out(&area, &number)?;
        std::fs::rename(&from, &to).map_err(|error| fault(&to, &error))?;
        sync_folder(&area)
    })
    .await
}

/// Takes the order's folder out of its place; where it then is, unless there was none.
///
/// # Errors
/// What the disk failed with.
pub async fn take_away(area: &Path, number: &OrderNumber) -> Result<Option<PathBuf>, Fault> {
    let (area, number) = (area.to_owned(), number.clone());
    on_disk(move || move_out(&area, &number)).await
}

fn move_out(area: &Path, number: &OrderNumber) -> Result<Option<PathBuf>, Fault> {
    let from = placed(area, number);
    let to = area.join(format!(".{number}.{}{OUT}", Uuid::now_v7()));
    match std::fs::rename(&from, &to) {
        Ok(()) => Ok(Some(to)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(fault(&from, &error)),
    }
}

/// Removes a folder of ours that is in nobody's place.
///
/// # Errors
/// What the disk failed with; [`Fault::Bug`] when the folder is not ours to remove.
pub async fn discard(folder: PathBuf) -> Result<(), Fault> {
    let hidden = folder
        .file_name()
        .and_then(|name| name.to_str()?.strip_prefix('.')?.split('.').next())
        .is_some_and(|order| number(order).is_some());
    if !hidden {
        return Err(Fault::Bug(
            format!("{} is not ours", folder.display()).into(),
        ));
    }
    on_disk(move || match std::fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(fault(&folder, &error)),
        _ => Ok(()),
    })
    .await
}
