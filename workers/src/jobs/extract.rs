//! One scene from its archive into the object store.

use std::sync::Arc;

use domain::size::ByteCount;
use object_store::path::Path;
use percent_encoding::percent_decode_str;
use storage::db::order_scenes::Extracted;
use storage::db::scenes::{self, Scene};
use storage::db::tasks::Task;
use storage::lifecycle::preparation;
use storage::objects::ObjectKey;
use texts::FailureText;
use url::{Position, Url};

use super::lease::Lease;
use super::outcome::{publish_fault, published, storage_fault};
use crate::archive::{self, CopyReport, Expected};
use crate::crew::Crew;
use crate::fault::Fault;

pub(super) async fn run(crew: &Crew, task: Task, lease: &Lease) -> Result<(), Fault> {
    let did = task
        .did
        .ok_or_else(|| Fault::Bug("extraction of no scene".into()))?;
    let scene = scene(crew, did).await?;
    let path = ObjectKey::Scene {
        order: task.order,
        did,
        claim: task.claim,
    }
    .path();
    let location = location(&scene)?;
    let copied = copy(crew, (&scene, &location), &path, lease).await;
    let copied = copied.map_err(|fault| {
        log_failure(&fault, &location);
        without_location(fault, &location, &scene)
    })?;
    let extracted = Extracted {
        object_key: path.to_string(),
        size: ByteCount(copied.size),
        sha256: copied.sha256,
        crc32: copied.crc32,
    };
    preparation::publish_scene(&crew.pool, task, did, &extracted, crew.clock.now())
        .await
        .map_err(|error| publish_fault(&error))
        .and_then(published)
}

/// Copies the scene's file from its archive to `path` in the object store.
pub(super) async fn copy(
    crew: &Crew,
    (scene, location): (&Scene, &Url),
    path: &Path,
    lease: &Lease,
) -> Result<CopyReport, Fault> {
    let source = tokio::select! {
        () = lease.lost() => return Err(Fault::Cancelled),
        opened = archive::open(location, &crew.settings.archive, crew) => opened.map_err(Fault::from)?,
    };
    let store = Arc::clone(&crew.objects.store);
    let watch = lease.watch(0);
    archive::copy_scene(source, expected(scene), store, path.clone(), &watch).await
}

/// The log says where the archive lies.
pub(super) fn log_failure(fault: &Fault, location: &Url) {
    let stripped = without_password(location);
    tracing::warn!(%fault, location = %stripped, "extraction failed");
}

/// A location may carry the archive's password.
fn without_password(location: &Url) -> Url {
    let mut stripped = location.clone();
    // Fails only for URLs that cannot have one.
    let _ = stripped.set_password(None);
    stripped
}

/// People read why a scene failed, but not where the archive lies.
pub(super) fn without_location(fault: Fault, location: &Url, scene: &Scene) -> Fault {
    let source = without_password(location);
    let name = scene.file_name.as_deref().unwrap_or(&scene.dataname);
    let path = percent_decode_str(location.path()).decode_utf8_lossy();
    let origin = &location[..Position::BeforePath];
    let shown_origin = &source[..Position::BeforePath];
    let bare_origin = format!(
        "{}://{}",
        location.scheme(),
        &location[Position::BeforeHost..Position::BeforePath]
    );
    let hide = |text: &str| {
        [origin, shown_origin, &bare_origin]
            .into_iter()
            .filter(|origin| origin.len() > "file://".len())
            .fold(text.to_owned(), |text, origin| text.replace(origin, ""))
            .replace(location.as_str(), name)
            .replace(path.as_ref(), name)
            .replace(location.path(), name)
    };
    match fault {
        Fault::SourceMissing(text) => Fault::SourceMissing(text.map_words(&hide)),
        Fault::SourceCorrupt(text) => Fault::SourceCorrupt(text.map_words(&hide)),
        // It names host and address; which of them, and the setting, is in the log.
        Fault::SourceRefused(_) => Fault::SourceRefused(name.into()),
        Fault::SignInRefused(_) => Fault::SignInRefused(name.into()),
        Fault::TransientIo(text) => Fault::TransientIo(text.map_words(&hide)),
        Fault::DependencyAway(text) => Fault::DependencyAway(text.map_words(&hide)),
        Fault::NoSpace(text) => Fault::NoSpace(text.map_words(&hide)),
        Fault::Bug(text) => Fault::Bug(text.map_words(&hide)),
        Fault::Cancelled => Fault::Cancelled,
    }
}

/// The scene of this number.
pub(super) async fn scene(crew: &Crew, did: i64) -> Result<Scene, Fault> {
    let found = async {
        let mut db = crew.pool.acquire().await?;
        scenes::by_dids(&mut db, &[did]).await
    };
    let mut found = found.await.map_err(|error| storage_fault(&error))?;
    found
        .pop()
        .ok_or_else(|| Fault::SourceMissing(FailureText::NotInCatalogue.into()))
}

/// Address of the scene's file.
pub(super) fn location(scene: &Scene) -> Result<Url, Fault> {
    let text = scene
        .archive_url
        .as_deref()
        .ok_or_else(|| Fault::SourceMissing(FailureText::CatalogueOnly.into()))?;
    Url::parse(text).map_err(|_| Fault::SourceMissing(FailureText::AddressUnreadable.into()))
}

fn expected(scene: &Scene) -> Expected {
    Expected {
        size: u64::try_from(scene.size).ok().filter(|size| *size > 0),
        sha256: scene.sha256.as_deref().and_then(|sum| sum.try_into().ok()),
    }
}
