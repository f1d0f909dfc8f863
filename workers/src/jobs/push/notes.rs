//! What the ledger knows of an upload into a bucket. It is noted as the upload grows, so that the next attempt, on whatever worker,
//! sends only what is missing; and before anything is sent of it, for what nobody knows of nobody takes back.

use std::time::Duration;

use domain::push_target::TargetKind;
use push::{BegunUpload, Target};
use storage::db::push_targets::TargetLogin;
use storage::db::push_uploads::{self, NewUpload, NotedUpload};
use storage::db::subscriptions::PushJob;
use storage::db::tasks::PushTask;
use tokio::time::timeout;

use crate::crew::Crew;
use crate::fault::Fault;
use crate::jobs::outcome::{published, storage_fault};

/// How long an upload that was not noted may take to be taken back.
const FAREWELL: Duration = Duration::from_secs(10);

/// The notes of one attempt.
pub(super) struct UploadNotes<'a> {
    crew: &'a Crew,
    task: PushTask,
    to: &'a TargetLogin,
    /// Parts that the ledger knows.
    known: usize,
    /// Parts that there were when it was last told of some.
    seen: usize,
}

impl<'a> UploadNotes<'a> {
    /// With the upload that is gone on with, where there is one.
    pub(super) async fn find(
        crew: &'a Crew,
        (task, job): (PushTask, &'a PushJob),
    ) -> Result<(Self, Option<BegunUpload>), Fault> {
        let to = &job.to;
        let upload = if to.kind == TargetKind::S3 {
            let now = crew.clock.now();
            let found = async {
                let mut db = crew.pool.acquire().await?;
                push_uploads::find(&mut db, task, to, now).await
            };
            found.await.map_err(|error| storage_fault(&error))?
        } else {
            None
        };
        let begun = upload.map(begun);
        let known = begun.as_ref().map_or(0, |begun| begun.parts.len());
        let notes = Self {
            crew,
            task,
            to,
            known,
            seen: known,
        };
        Ok((notes, begun))
    }

    /// Notes an upload that has just begun. Where that cannot be, the upload is taken back.
    pub(super) async fn begin(
        &self,
        target: &mut Target,
        (path, begun): (&str, Option<&BegunUpload>),
    ) -> Result<(), Fault> {
        let Some(begun) = begun else { return Ok(()) };
        let new = NewUpload {
            path,
            upload_id: &begun.id,
            part_size: i64::try_from(begun.part_size).unwrap_or(i64::MAX),
        };
        let now = self.crew.clock.now();
        let noted = async {
            let mut db = self.crew.pool.acquire().await?;
            push_uploads::begin(&mut db, self.task, (self.to, new), now).await
        };
        let noted = noted.await.map_err(|error| storage_fault(&error));
        let noted = noted.and_then(published);
        if noted.is_err() {
            let unknown = target.take_back(path, &begun.id);
            let _ = timeout(FAREWELL, unknown).await;
        }
        noted
    }

    /// Notes what has been sent since. A database that is away for a moment is told with the next part.
    pub(super) async fn note(&mut self, begun: Option<&BegunUpload>) -> Result<(), Fault> {
        let Some(begun) = begun.filter(|begun| begun.parts.len() > self.seen) else {
            return Ok(());
        };
        self.seen = begun.parts.len();
        let (known, new) = (self.known, &begun.parts[self.known..]);
        let now = self.crew.clock.now();
        let noted = async {
            let mut db = self.crew.pool.acquire().await?;
            push_uploads::add_parts(&mut db, self.task, (&begun.id, known, new), now).await
        };
        match noted.await.map_err(|error| storage_fault(&error)) {
            Ok(stands) => {
                published(stands)?;
                self.known = self.seen;
                Ok(())
            }
            Err(Fault::DependencyAway(why)) => {
                tracing::warn!(%why, "what was sent of a file cannot be noted");
                Ok(())
            }
            Err(fault) => Err(fault),
        }
    }
}

/// Leaves the upload that is gone on with: it is of no use any more.
pub(super) async fn leave(crew: &Crew, task: PushTask) -> Result<(), Fault> {
    let now = crew.clock.now();
    let left = async {
        let mut db = crew.pool.acquire().await?;
        push_uploads::leave(&mut db, task, now).await
    };
    left.await.map_err(|error| storage_fault(&error))
}

fn begun(noted: NotedUpload) -> BegunUpload {
    BegunUpload {
        id: noted.upload_id,
        part_size: noted.part_size.unsigned_abs(),
        parts: noted.parts,
    }
}
