//! One scene from its archive to where a subscription wants it. It is written under the name of a part, behind what an attempt
//! before this one left there; read back; noted as whole in the ledger; and only then renamed. Whatever dies in between, the
//! next attempt finds in the ledger and at the target which of these steps is the next one.

use domain::push_target::TargetKind;
use futures::StreamExt as _;
use push::{FileDigest, PushError, Target, Upload};
use storage::db::subscriptions::PushJob;
use storage::db::tasks::PushTask;
use storage::lifecycle::pushes::{self, BegunPush};
use texts::FailureText;

use self::notes::UploadNotes;
use super::lease::Lease;
use super::outcome::{published, storage_fault};
use super::pace::Pace;
use super::push_source::{hide_place, open_source};
use super::shelf;
use super::target::{self, Broken};
use crate::archive::ArchiveObject;
use crate::crew::Crew;
use crate::fault::Fault;
use crate::stream::Sha256Stage;

mod notes;

pub(super) async fn run(crew: &Crew, task: PushTask, lease: &Lease) -> Result<(), Fault> {
    let Some(job) = begin(crew, task).await? else {
        return Ok(());
    };
    let sent = tokio::select! {
        biased;
        () = lease.lost() => return Err(Fault::Cancelled),
        sent = send(crew, (task, &job), lease) => sent,
    };
    match sent {
        Ok(()) => pushes::publish(&crew.pool, task, crew.clock.now())
            .await
            .map_err(|error| storage_fault(&error))
            .and_then(published),
        Err(Broken::Own(fault)) => Err(fault),
        Err(Broken::Target(error)) => rest(crew, (task, &job), &error).await,
    }
}

/// The target failed: that is written here, for it is no failure of the task.
async fn rest(
    crew: &Crew,
    (task, job): (PushTask, &PushJob),
    error: &PushError,
) -> Result<(), Fault> {
    let message = error.message();
    let failure = target::failure(&job.to, error, &message);
    let written = pushes::fail_target(&crew.pool, task, failure, crew.clock.now()).await;
    written.map(|_| ()).map_err(|error| storage_fault(&error))
}

async fn send(crew: &Crew, (task, job): (PushTask, &PushJob), lease: &Lease) -> Result<(), Broken> {
    if job.to.kind == TargetKind::Shelf {
        return shelf::send(crew, (task, job), lease).await;
    }
    let mut target = target::open(crew, &job.to).await?;
    if !is_there_already(&mut target, job).await? {
        let written = write(crew, (task, job), &mut target, lease).await?;
        let noted = pushes::note_whole(&crew.pool, task, written.size, &written.sha256).await;
        noted
            .map_err(|error| storage_fault(&error))
            .and_then(published)?;
        let part = target.part_of(&job.path);
        target.rename(&part, &job.path).await?;
    }
    target.close().await;
    Ok(())
}

/// `None`: it was given up, or waits again.
async fn begin(crew: &Crew, task: PushTask) -> Result<Option<PushJob>, Fault> {
    let begun = pushes::begin(&crew.pool, task, crew.clock.now()).await;
    let job = match begun.map_err(|error| storage_fault(&error))? {
        BegunPush::Send(job) => *job,
        BegunPush::GivenUp | BegunPush::PutOff => return Ok(None),
        BegunPush::NotOurs => return Err(Fault::Cancelled),
    };
    let ended = if job.object_key.is_some() {
        FailureText::DeliveryClosed
    } else {
        FailureText::Superseded
    };
    if job.is_current {
        Ok(Some(job))
    } else {
        Err(Fault::SourceMissing(ended.into()))
    }
}

/// Whether an attempt before this one has written the whole file, and died before it could say so. A part that it had not
/// renamed is renamed.
async fn is_there_already(target: &mut Target, job: &PushJob) -> Result<bool, Broken> {
    let Some((sum, size)) = &job.whole else {
        return Ok(false);
    };
    let size = size.unsigned_abs();
    let part = target.part_of(&job.path);
    for path in [&job.path, &part] {
        if target.size(path).await? != Some(size) {
            continue;
        }
        let found = target.digest(path).await?;
        if found.size == size && found.sha256[..] == sum[..] {
            target.rename(path, &job.path).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Writes the file, and once more from its beginning where what was left of it turns out to be of no use.
async fn write(
    crew: &Crew,
    (task, job): (PushTask, &PushJob),
    target: &mut Target,
    lease: &Lease,
) -> Result<FileDigest, Broken> {
    let written = write_behind(crew, (task, job), target, lease).await;
    let Err(Broken::Target(error @ PushError::Lost(_))) = &written else {
        return written;
    };
    tracing::warn!(%error, path = %job.path, "a file is begun anew");
    notes::leave(crew, task).await?;
    write_behind(crew, (task, job), target, lease).await
}

/// Writes the part behind what an attempt before this one left of it, and reads it back.
async fn write_behind(
    crew: &Crew,
    (task, job): (PushTask, &PushJob),
    target: &mut Target,
    lease: &Lease,
) -> Result<FileDigest, Broken> {
    let source = open_source(crew, job).await?;
    let part = target.part_of(&job.path);
    let (mut notes, begun) = UploadNotes::find(crew, (task, job)).await?;
    let is_new = begun.is_none();
    let (mut upload, behind) = target.resume(&part, source.size, begun).await?;
    if is_new {
        notes.begin(target, (&part, upload.begun())).await?;
    }
    let is_over = !is_new && upload.begun().is_none();
    let mut pace = Pace::new(&crew.pool, job.to.target, source.size - behind);
    let to = (&mut upload, behind, &mut notes);
    let fed = feed((source, job), to, &mut pace, lease).await;
    let sent = match fed {
        Ok(sent) => {
            upload.finish().await?;
            sent
        }
        Err(broken) => {
            // The next attempt has them; whether that can be written changes nothing here.
            let begun = upload.begun();
            let _ = notes.note(begun).await;
            return Err(broken);
        }
    };
    if target.digest(&part).await? == sent {
        if is_over {
            // Else it would be forgotten with what was noted of it, whether it has ended or not.
            notes::leave(crew, task).await?;
        }
        return Ok(sent);
    }
    // What an attempt before this one left there was something else.
    target.remove(&part).await?;
    notes::leave(crew, task).await?;
    let path = job.path.clone();
    Err(PushError::Failed(FailureText::TargetDiffers { path }.into()).into())
}

/// Sends what the target lacks, as fast as that may be, and hashes all of it.
async fn feed(
    (mut source, job): (ArchiveObject, &PushJob),
    (upload, behind, notes): (&mut Upload, u64, &mut UploadNotes<'_>),
    pace: &mut Pace<'_>,
    lease: &Lease,
) -> Result<FileDigest, Broken> {
    let watch = lease.watch(0);
    let mut hash = Sha256Stage::start();
    let mut size = 0;
    while let Some(bytes) = source.stream.next().await {
        let bytes = bytes.map_err(|fault| hide_place(fault, job))?;
        let begins = size;
        size += bytes.len() as u64;
        // At once, not at the end: an endless stream must not fill the target.
        if size > source.size {
            return Err(wrong_size(source.size, size).into());
        }
        hash.feed(bytes.clone()).await?;
        if size > behind {
            let known = usize::try_from(behind.saturating_sub(begins)).unwrap_or(usize::MAX);
            let mut rest = bytes.slice(known.min(bytes.len())..);
            while !rest.is_empty() {
                let admitted = pace.admit(rest.len()).await?;
                upload.write(rest.split_to(admitted)).await?;
                let begun = upload.begun();
                notes.note(begun).await?;
            }
        }
        watch.report(size);
    }
    if size != source.size {
        return Err(wrong_size(source.size, size).into());
    }
    let sha256 = hash.finish().await?;
    check(job, size, sha256)?;
    Ok(FileDigest { size, sha256 })
}

fn wrong_size(expected: u64, found: u64) -> Fault {
    Fault::SourceCorrupt(FailureText::SizeDiffers { expected, found }.into())
}

/// Whether it is what the catalogue says.
fn check(job: &PushJob, size: u64, sha256: [u8; 32]) -> Result<(), Fault> {
    let expected = job.size.unsigned_abs();
    if expected > 0 && expected != size {
        return Err(wrong_size(expected, size));
    }
    match &job.expected_sha256 {
        Some(sum) if sum[..] != sha256[..] => {
            Err(Fault::SourceCorrupt(FailureText::ChecksumDiffers.into()))
        }
        _ => Ok(()),
    }
}
