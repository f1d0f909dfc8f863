//! The pictures of one scene, out of its raster.

use std::any::Any;
use std::panic::AssertUnwindSafe;

use bytes::Bytes;
use object_store::{ObjectStoreExt, PutPayload};
use storage::db::previews::{Keys, MadePictures};
use storage::db::tasks::{self, PreviewTask};
use storage::lifecycle;
use storage::objects::{ObjectKey, PictureKind};
use texts::FailureText;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::lease::Lease;
use super::outcome::{published, storage_fault};
use super::thread_pace::ThreadPace;
use crate::archive::{self, OpenedFile, Throttle};
use crate::crew::Crew;
use crate::fault::Fault;
use crate::preview::{PacedFile, Pictures, check_head, make};

pub(super) async fn run(crew: &Crew, task: PreviewTask, lease: &Lease) -> Result<(), Fault> {
    // Set when this future ends, however it does: the thread that unpacks then stops as well.
    let stop = CancellationToken::new();
    let _stops = stop.clone().drop_guard();
    tokio::select! {
        biased;
        () = lease.lost() => Err(Fault::Cancelled),
        done = work(crew, task, stop) => done,
    }
}

async fn work(crew: &Crew, task: PreviewTask, stop: CancellationToken) -> Result<(), Fault> {
    let location = begin(crew, task).await?;
    let pictures = pictures(crew, &location, stop).await?;
    let made = MadePictures {
        width: pictures.preview.width,
        height: pictures.preview.height,
        keys: store(crew, task, pictures).await?,
    };
    lifecycle::previews::publish(&crew.pool, task, &made, crew.clock.now())
        .await
        .map_err(|error| storage_fault(&error))
        .and_then(published)
}

/// Where the scene's file lies.
async fn begin(crew: &Crew, task: PreviewTask) -> Result<Url, Fault> {
    let begun = async {
        let mut db = crew.pool.acquire().await?;
        tasks::begin_preview(&mut db, task.claim).await
    };
    let address = begun.await.map_err(|error| storage_fault(&error))?;
    let address = address.ok_or(Fault::Cancelled)?;
    let address =
        address.ok_or_else(|| Fault::SourceMissing(FailureText::NotArchivedOnline.into()))?;
    Url::parse(&address).map_err(|_| Fault::SourceCorrupt(FailureText::AddressUnreadable.into()))
}

async fn pictures(crew: &Crew, location: &Url, stop: CancellationToken) -> Result<Pictures, Fault> {
    let most = crew.settings.preview_max_bytes;
    let from = (&crew.settings.archive, crew as &dyn Throttle);
    let OpenedFile { file, pace } = archive::open_file(location, from, most, looks_right).await?;
    let pace = pace.map(|pace| ThreadPace::new(pace, stop.clone()));
    let making = tokio::task::spawn_blocking(move || match pace {
        Some(pace) => {
            let admit = |bytes| pace.admit(bytes);
            let made = make_or_say_why(PacedFile::new(&file, &admit), &stop);
            // What kept it from being read is no damage of the file.
            pace.fault().map_or(made, Err)
        }
        None => make_or_say_why((&file).into(), &stop),
    });
    making.await.map_err(|e| Fault::Bug(e.to_string().into()))?
}

/// Whether it is worth while to fetch the rest.
fn looks_right(first: &[u8]) -> Result<(), Fault> {
    check_head(first).map_err(Fault::from)
}

/// A decoder that panics over a file has said that it cannot read it.
fn make_or_say_why(file: PacedFile<'_>, stop: &CancellationToken) -> Result<Pictures, Fault> {
    let made = AssertUnwindSafe(|| make(file, &|| stop.is_cancelled()));
    match std::panic::catch_unwind(made) {
        Ok(made) => made.map_err(Fault::from),
        Err(panic) => {
            let what = message(&*panic).to_owned();
            Err(Fault::Bug(FailureText::DecoderPanicked { what }.into()))
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or_default()
}

async fn store(crew: &Crew, task: PreviewTask, pictures: Pictures) -> Result<Keys, Fault> {
    let put = async |picture, bytes: Vec<u8>| {
        let key = ObjectKey::Preview {
            did: task.did,
            claim: task.claim,
            picture,
        };
        let payload = PutPayload::from(Bytes::from(bytes));
        let written = crew.objects.store.put(&key.path(), payload).await;
        written.map_err(|error| Fault::from_sink(&error))?;
        Ok::<_, Fault>(key.path().to_string())
    };
    Ok(Keys {
        thumbnail: put(PictureKind::Thumbnail, pictures.thumbnail.bytes).await?,
        preview: put(PictureKind::Preview, pictures.preview.bytes).await?,
    })
}
