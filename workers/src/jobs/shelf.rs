//! Files on somebody's shelf, which is no other server: an object of our own store, and a row that says so. The object is named after
//! the claim that wrote it, and lies on the shelf from the moment at which the row says so, or not at all: there is no part to rename,
//! and what is left of a worker that died in between is swept.

use std::sync::Arc;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::size::ByteCount;
use domain::subscription::withdrawal_path;
use futures::StreamExt as _;
use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use push::{FileDigest, PushError};
use sha2::{Digest as _, Sha256};
use storage::db::shelves::{self, ShelfFile};
use storage::db::subscriptions::{PushJob, WithdrawalJob};
use storage::db::tasks::PushTask;
use storage::lifecycle::pushes;
use storage::lifecycle::shelves::{ShelfPutting, StoredFile, has_room, put, withdraw};
use storage::objects::ObjectKey;
use texts::FailureText;

use super::lease::Lease;
use super::outcome::{published, storage_fault};
use super::pace::Pace;
use super::push_source::{hide_place, open_source};
use super::target::Broken;
use crate::archive::{self, ArchiveObject, Expected};
use crate::crew::Crew;
use crate::fault::Fault;
use crate::stream::{ByteStream, Sha256Stage, open_object};

/// Writes the object, reads it back, notes in the ledger that it is whole, and puts it on the shelf.
pub(super) async fn send(
    crew: &Crew,
    (task, job): (PushTask, &PushJob),
    lease: &Lease,
) -> Result<(), Broken> {
    if is_there_already(crew, job).await? {
        return Ok(());
    }
    let (owner, limits) = (job.to.owner, crew.settings.shelf);
    let size = job.known_size.unsigned_abs();
    let now = crew.clock.now();
    let room = has_room(&crew.pool, (owner, limits), (&job.path, size), now).await;
    if !room.map_err(|error| storage_fault(&error))? {
        return Err(full(crew, size));
    }
    let key = object_key(task, owner);
    let written = write(crew, job, &key, lease).await?;
    let noted = pushes::note_whole(&crew.pool, task, written.size, &written.sha256).await;
    noted
        .map_err(|error| storage_fault(&error))
        .and_then(published)?;
    let file = StoredFile {
        path: &job.path,
        object_key: key.as_ref(),
        size: written.size,
        sha256: &written.sha256,
    };
    let now = crew.clock.now();
    let done = put(&crew.pool, (task, owner), file, limits, now).await;
    match done.map_err(|error| storage_fault(&error))? {
        ShelfPutting::Done => Ok(()),
        ShelfPutting::NotOurs => Err(Fault::Cancelled.into()),
        ShelfPutting::Full => {
            remove(crew, &key).await;
            Err(full(crew, written.size))
        }
    }
}

/// Whether an attempt before this one has put the file there, and died before it could say so.
async fn is_there_already(crew: &Crew, job: &PushJob) -> Result<bool, Fault> {
    let Some((sum, size)) = &job.whole else {
        return Ok(false);
    };
    let found = present_file(crew, job, crew.clock.now()).await?;
    let Some(file) = found.filter(|file| file.size == *size && file.sha256 == *sum) else {
        return Ok(false);
    };
    let lies = digest(crew, &object_path(&file.object_key)?).await?;
    Ok(lies.is_some_and(|lies| {
        lies.size == file.size.unsigned_abs() && lies.sha256[..] == file.sha256[..]
    }))
}

/// What lies under the file's path now.
async fn present_file(
    crew: &Crew,
    job: &PushJob,
    now: DateTime<Utc>,
) -> Result<Option<ShelfFile>, Fault> {
    let found = async {
        let mut db = crew.pool.acquire().await?;
        shelves::file_at(&mut db, (job.to.owner, &job.path), now).await
    };
    found.await.map_err(|error| storage_fault(&error))
}

/// Where this claim writes to.
fn object_key(task: PushTask, owner: UserId) -> Path {
    let key = ObjectKey::Shelf {
        owner,
        matched: task.matched,
        claim: task.claim,
    };
    key.path()
}

fn object_path(key: &str) -> Result<Path, Fault> {
    Path::parse(key).map_err(|error| Fault::Bug(error.to_string().into()))
}

/// Writes the object as fast as that may be, and reads it back.
async fn write(
    crew: &Crew,
    job: &PushJob,
    key: &Path,
    lease: &Lease,
) -> Result<FileDigest, Broken> {
    let source = open_source(crew, job).await?;
    let pace = Pace::owning(crew.pool.clone(), job.to.target, source.size);
    let source = ArchiveObject {
        size: source.size,
        stream: archive::paced(hidden(source.stream, job.clone()), Box::new(pace)),
    };
    let expected = Expected {
        size: Some(job.size.unsigned_abs()).filter(|size| *size > 0),
        sha256: job
            .expected_sha256
            .as_deref()
            .and_then(|sum| sum.try_into().ok()),
    };
    let store = Arc::clone(&crew.objects.store);
    let watch = lease.watch(0);
    let copied = archive::copy_scene(source, expected, store, key.clone(), &watch).await?;
    let written = FileDigest {
        size: copied.size,
        sha256: copied.sha256,
    };
    if digest(crew, key).await? == Some(written) {
        return Ok(written);
    }
    remove(crew, key).await;
    let path = job.path.clone();
    Err(PushError::Failed(FailureText::TargetDiffers { path }.into()).into())
}

/// Without what its owner need not know of the archive.
fn hidden(stream: ByteStream, job: PushJob) -> ByteStream {
    let hide = move |bytes: Result<Bytes, Fault>| bytes.map_err(|fault| hide_place(fault, &job));
    stream.map(hide).boxed()
}

/// Reads an object back; `None`: there is none.
async fn digest(crew: &Crew, key: &Path) -> Result<Option<FileDigest>, Fault> {
    let (_, mut stream) = match open_object(&*crew.objects.store, key).await {
        Ok(opened) => opened,
        Err(Fault::SourceMissing(_)) => return Ok(None),
        Err(fault) => return Err(fault),
    };
    let mut hash = Sha256Stage::start();
    let mut size = 0;
    while let Some(bytes) = stream.next().await {
        let bytes = bytes?;
        size += bytes.len() as u64;
        hash.feed(bytes).await?;
    }
    let sha256 = hash.finish().await?;
    Ok(Some(FileDigest { size, sha256 }))
}

/// What no row names is swept later where this fails.
async fn remove(crew: &Crew, key: &Path) {
    if let Err(error) = crew.objects.store.delete(key).await {
        tracing::warn!(%error, %key, "a file that is on no shelf cannot be removed");
    }
}

/// Nothing that goes makes room for a file that is larger than all may be: it waits by itself, and holds up nothing else.
fn full(crew: &Crew, size: u64) -> Broken {
    let limits = crew.settings.shelf;
    let text = FailureText::ShelfFull {
        size: ByteCount(size).with_unit(),
        most: limits.most.with_unit(),
    };
    if limits.has_room(ByteCount(0), size) {
        PushError::NoSpace(text.into()).into()
    } else {
        Fault::NoSpace(text.into()).into()
    }
}

/// Puts the note that a file was withdrawn on the shelf, and takes the file away.
pub(super) async fn take_back(
    crew: &Crew,
    (task, job): (PushTask, &WithdrawalJob),
) -> Result<(), Fault> {
    let text = job.note.text();
    let text = text.map_err(|error| Fault::Bug(error.to_string().into()))?;
    let owner = job.to.owner;
    let key = object_key(task, owner);
    let (size, sha256) = (text.len() as u64, <[u8; 32]>::from(Sha256::digest(&text)));
    let stored = crew.objects.store.put(&key, text.into()).await;
    stored.map_err(|error| Fault::from_sink(&error))?;
    let path = withdrawal_path(&job.note.path);
    let note = StoredFile {
        path: &path,
        object_key: key.as_ref(),
        size,
        sha256: &sha256,
    };
    let withdrawn = (job.note.path.as_str(), job.note.size);
    let (limits, now) = (crew.settings.shelf, crew.clock.now());
    withdraw(&crew.pool, (task, owner), (note, withdrawn), limits, now)
        .await
        .map_err(|error| storage_fault(&error))
        .and_then(published)
}
