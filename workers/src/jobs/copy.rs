//! One scene's file from its archive to where another system fetches it.

use domain::size::ByteCount;
use storage::db::scene_copies::{CopiedFile, file_tag};
use storage::db::tasks::{self, CopyTask};
use storage::lifecycle::copies;
use storage::objects::ObjectKey;

use super::extract::{copy, location, log_failure, scene, without_location};
use super::lease::Lease;
use super::outcome::{published, storage_fault};
use crate::crew::Crew;
use crate::fault::Fault;

pub(super) async fn run(crew: &Crew, task: CopyTask, lease: &Lease) -> Result<(), Fault> {
    begin(crew, task).await?;
    let scene = scene(crew, task.did).await?;
    let path = ObjectKey::SceneCopy {
        did: task.did,
        claim: task.claim,
    }
    .path();
    let location = location(&scene)?;
    let copied = copy(crew, (&scene, &location), &path, lease).await;
    let copied = copied.map_err(|fault| {
        log_failure(&fault, &location);
        without_location(fault, &location, &scene)
    })?;
    let file = CopiedFile {
        copy_key: path.to_string(),
        size: ByteCount(copied.size),
        sha256: copied.sha256.to_vec(),
    };
    let tag = file_tag(&scene).unwrap_or_default();
    copies::publish(&crew.pool, (task, &tag), &file, crew.clock.now())
        .await
        .map_err(|error| storage_fault(&error))
        .and_then(published)
}

async fn begin(crew: &Crew, task: CopyTask) -> Result<(), Fault> {
    let begun = async {
        let mut db = crew.pool.acquire().await?;
        tasks::begin_copy(&mut db, task.claim).await
    };
    let begun = begun.await.map_err(|error| storage_fault(&error))?;
    published(begun)
}
