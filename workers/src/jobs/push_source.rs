//! What is pushed, as it lies where it comes from.

use futures::{StreamExt as _, TryStreamExt as _};
use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use storage::db::subscriptions::PushJob;
use texts::FailureText;
use url::Url;

use crate::archive::{self, ArchiveObject};
use crate::crew::Crew;
use crate::fault::Fault;

/// Opens the file: of a scene in its archive, of an order in the object store.
pub(super) async fn open_source(crew: &Crew, job: &PushJob) -> Result<ArchiveObject, Fault> {
    if let Some(key) = &job.object_key {
        return open_object(crew, key).await;
    }
    let text = job
        .archive_url
        .as_deref()
        .ok_or_else(|| Fault::SourceMissing(FailureText::CatalogueOnly.into()))?;
    let url = Url::parse(text)
        .map_err(|_| Fault::SourceMissing(FailureText::AddressUnreadable.into()))?;
    archive::open(&url, &crew.settings.archive, crew)
        .await
        .map_err(|error| hide_place(error.into(), job))
}

/// A file of a delivery.
async fn open_object(crew: &Crew, key: &str) -> Result<ArchiveObject, Fault> {
    let found = crew.objects.store.get(&Path::from(key)).await;
    let found = found.map_err(|error| store_fault(&error))?;
    let size = found.meta.size;
    let stream = found.into_stream().map_err(|error| store_fault(&error));
    Ok(ArchiveObject {
        size,
        stream: stream.boxed(),
    })
}

fn store_fault(error: &object_store::Error) -> Fault {
    tracing::warn!(%error, "a file of a delivery cannot be read");
    match error {
        object_store::Error::NotFound { .. } => {
            Fault::SourceMissing(FailureText::DeliveryClosed.into())
        }
        _ => Fault::DependencyAway("object store".into()),
    }
}

/// Its owner reads why a file did not come, but not where the archive lies; the log says both.
pub(super) fn hide_place(fault: Fault, job: &PushJob) -> Fault {
    tracing::warn!(%fault, path = %job.path, "the archive of a subscribed scene fails");
    let name = || job.path.as_str().into();
    match fault {
        Fault::SourceMissing(_) => Fault::SourceMissing(name()),
        Fault::SourceCorrupt(_) => Fault::SourceCorrupt(name()),
        Fault::SourceRefused(_) => Fault::SourceRefused(name()),
        Fault::SignInRefused(_) => Fault::SignInRefused(name()),
        Fault::TransientIo(_) => Fault::TransientIo(name()),
        other => other,
    }
}
