//! A target learns that a file which it was sent is in the catalogue no more: a note is written beside the file, as a part that is
//! renamed, and then the file goes. Whatever dies in between, the next attempt does both again: the note says the same, and what
//! has gone is gone.

use bytes::Bytes;
use domain::push_target::TargetKind;
use domain::subscription::withdrawal_path;
use push::{PushError, Target};
use sha2::{Digest as _, Sha256};
use storage::db::subscriptions::WithdrawalJob;
use storage::db::tasks::PushTask;
use storage::lifecycle::withdrawals;
use texts::FailureText;

use super::lease::Lease;
use super::outcome::{published, storage_fault};
use super::shelf;
use super::target::{self, Broken};
use crate::crew::Crew;
use crate::fault::Fault;

pub(super) async fn run(crew: &Crew, task: PushTask, lease: &Lease) -> Result<(), Fault> {
    let begun = withdrawals::begin(&crew.pool, task).await;
    let Some(job) = begun.map_err(|error| storage_fault(&error))? else {
        return Err(Fault::Cancelled);
    };
    let done = tokio::select! {
        biased;
        () = lease.lost() => return Err(Fault::Cancelled),
        done = withdraw(crew, (task, &job)) => done,
    };
    let now = crew.clock.now();
    match done {
        Ok(refusal) => {
            let refusal = refusal.map(|error| error.message());
            let publication = withdrawals::publish(&crew.pool, task, refusal.as_ref(), now).await;
            publication
                .map_err(|error| storage_fault(&error))
                .and_then(published)
        }
        Err(Broken::Own(fault)) => Err(fault),
        Err(Broken::Target(error)) => {
            let message = error.message();
            let failure = target::failure(&job.to, &error, &message);
            let written = withdrawals::fail_target(&crew.pool, task, failure, now).await;
            written.map(|_| ()).map_err(|error| storage_fault(&error))
        }
    }
}

/// Answers why the file could not be removed, where the target takes notes and lets nothing be removed: asking again changes nothing.
async fn withdraw(
    crew: &Crew,
    (task, job): (PushTask, &WithdrawalJob),
) -> Result<Option<PushError>, Broken> {
    if job.to.kind == TargetKind::Shelf {
        shelf::take_back(crew, (task, job)).await?;
        return Ok(None);
    }
    let text = job.note.text();
    let text = text.map_err(|error| Fault::Bug(error.to_string().into()))?;
    let mut target = target::open(crew, &job.to).await?;
    write_note(&mut target, &withdrawal_path(&job.note.path), text.into()).await?;
    let refusal = match remove_file(&mut target, job).await {
        Ok(()) => None,
        Err(denied @ PushError::Denied(_)) => Some(denied),
        Err(error) => return Err(error.into()),
    };
    target.close().await;
    Ok(refusal)
}

/// First the note: whoever watches the folder never misses both.
async fn write_note(target: &mut Target, path: &str, text: Bytes) -> Result<(), PushError> {
    let (size, sha256) = (text.len() as u64, <[u8; 32]>::from(Sha256::digest(&text)));
    let part = target.part_of(path);
    let mut upload = target.upload(&part, 0).await?;
    upload.write(text).await?;
    upload.finish().await?;
    let written = target.digest(&part).await?;
    if written.size != size || written.sha256 != sha256 {
        let path = path.to_owned();
        return Err(PushError::Failed(
            FailureText::TargetDiffers { path }.into(),
        ));
    }
    target.rename(&part, path).await
}

/// What was sent, under its own name or that of its part. A file of another size under that name is not what was sent: somebody
/// there has put it in its place, and it stays.
async fn remove_file(target: &mut Target, job: &WithdrawalJob) -> Result<(), PushError> {
    let path = &job.note.path;
    if target.size(path).await? == Some(job.note.size.unsigned_abs()) {
        target.remove(path).await?;
    }
    let part = target.part_of(path);
    if part != *path && target.size(&part).await?.is_some() {
        target.remove(&part).await?;
    }
    Ok(())
}
