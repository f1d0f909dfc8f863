//! A staged copy: put in its place, then read back.

use std::path::Path;

use domain::order::number::OrderNumber;
use storage::StorageError;
use storage::db::deliveries::{Delivery, DeliveryFile};
use storage::db::{handles, staged};

use crate::crew::Crew;
use crate::fault::Fault;
use crate::jobs::lease::Lease;
use crate::jobs::outcome::storage_fault;
use crate::staging::{self, StagedFile};

pub(super) async fn run(
    crew: &Crew,
    lease: &Lease,
    delivery: &Delivery,
    path: &str,
    files: &[DeliveryFile],
) -> Result<(), Fault> {
    let path = Path::new(path);
    publish_folder(crew, delivery, path).await?;
    let files = files
        .iter()
        .map(staged_file)
        .collect::<Result<Vec<_>, _>>()?;
    staging::check(path, &files, &lease.watch(0)).await
}

/// Under the order's lock, and only while the delivery is the one to be verified: a worker that stood still meanwhile
/// must not put an old copy over a new one.
async fn publish_folder(crew: &Crew, delivery: &Delivery, path: &Path) -> Result<(), Fault> {
    let trouble = |error: StorageError| storage_fault(&error);
    let (area, number) = split(path)?;
    let mut tx = handles::begin(&crew.pool).await.map_err(trouble)?;
    let stands = staged::lock_verifying(&mut tx, delivery.id).await;
    if !stands.map_err(trouble)? {
        return Err(Fault::Cancelled);
    }
    staging::put_in_place(area, &number, delivery.made_by).await?;
    handles::commit(tx).await.map_err(trouble)
}

/// As the row was written, whatever the staging area is set to now.
fn split(path: &Path) -> Result<(&Path, OrderNumber), Fault> {
    let number = path.file_name().and_then(|name| name.to_str());
    let number = number.and_then(|name| OrderNumber::try_from(name.to_owned()).ok());
    path.parent()
        .zip(number)
        .ok_or_else(|| Fault::Bug(format!("{} is no staged copy", path.display()).into()))
}

fn staged_file(file: &DeliveryFile) -> Result<StagedFile, Fault> {
    let sha256 = file.sha256.as_slice().try_into();
    Ok(StagedFile {
        path: file.path.clone(),
        size: file.size.unsigned_abs(),
        sha256: sha256.map_err(|_| Fault::Bug("a checksum that is none".into()))?,
    })
}
