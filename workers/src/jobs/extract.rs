//! One scene from its archive into the object store.

use std::sync::Arc;

use domain::size::ByteCount;
use storage::clock;
use storage::db::order_scenes::Extracted;
use storage::db::scenes::{self, Scene};
use storage::db::tasks::Task;
use storage::lifecycle::preparation;
use storage::objects::ObjectKey;
use url::Url;

use super::lease::Lease;
use super::{publish_fault, published, storage_fault};
use crate::archive::{self, Expected};
use crate::crew::Crew;
use crate::fault::Fault;

pub(super) async fn run(crew: &Crew, task: Task, lease: &Lease) -> Result<(), Fault> {
    let did = task
        .did
        .ok_or_else(|| Fault::Bug("extraction of no scene".to_owned()))?;
    let scene = scene(crew, did).await?;
    let path = ObjectKey::Scene {
        order: task.order,
        did,
        claim: task.claim,
    }
    .path();
    let source = archive::open(&location(&scene)?, &crew.settings.archive)
        .await
        .map_err(Fault::from)?;
    let store = Arc::clone(&crew.objects.store);
    let watch = lease.watch(0);
    let copied = archive::copy_scene(source, expected(&scene), store, path.clone(), &watch).await?;
    let extracted = Extracted {
        object_key: path.to_string(),
        size: ByteCount(copied.size),
        sha256: copied.sha256,
        crc32: copied.crc32,
    };
    preparation::publish_scene(&crew.pool, task, did, &extracted, clock::now())
        .await
        .map_err(|error| publish_fault(&error))
        .and_then(published)
}

async fn scene(crew: &Crew, did: i64) -> Result<Scene, Fault> {
    let found = async {
        let mut db = crew.pool.acquire().await?;
        scenes::by_dids(&mut db, &[did]).await
    };
    let mut found = found.await.map_err(|error| storage_fault(&error))?;
    found
        .pop()
        .ok_or_else(|| Fault::SourceMissing("目录中没有该数据".to_owned()))
}

fn location(scene: &Scene) -> Result<Url, Fault> {
    let text = scene
        .archive_url
        .as_deref()
        .ok_or_else(|| Fault::SourceMissing("该数据没有在线归档".to_owned()))?;
    Url::parse(text).map_err(|_| Fault::SourceMissing("归档地址无法识别".to_owned()))
}

fn expected(scene: &Scene) -> Expected {
    Expected {
        size: u64::try_from(scene.size).ok().filter(|size| *size > 0),
        sha256: scene.sha256.as_deref().and_then(|sum| sum.try_into().ok()),
    }
}
