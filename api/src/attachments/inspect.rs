//! The whole of an uploaded paper, looked through once it has arrived.

use std::io::Cursor;
use texts::ProblemText;

use axum::http::StatusCode;
use bytes::Bytes;
use domain::attachment::PaperFormat;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use storage::StorageError;
use tokio::sync::Semaphore;
use zip::ZipArchive;

use super::content::damaged;
use super::pdf::PdfFault;
use super::{jpeg, package, pdf};
use crate::problem::Problem;

/// Papers in memory at the same time.
static LOOKING: Semaphore = Semaphore::const_new(2);

/// Reads the paper back from the store and looks through it. The object belongs to nobody yet.
pub(super) async fn stored(
    objects: &dyn ObjectStore,
    path: &Path,
    format: PaperFormat,
) -> Result<(), Problem> {
    let permit = LOOKING.acquire().await.map_err(|_| Problem::internal())?;
    let bytes: Bytes = async { objects.get(path).await?.bytes().await }
        .await
        .map_err(StorageError::from)?;
    let looked = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        whole(&bytes, format)
    });
    // A reader that panics on a file has not read it.
    looked.await.unwrap_or_else(|_| Err(damaged()))
}

/// Whether the paper shows something to people and does nothing else.
fn whole(bytes: &[u8], format: PaperFormat) -> Result<(), Problem> {
    let is_sound = match format {
        PaperFormat::Docx => package::is_plain_document(bytes),
        PaperFormat::Jpeg => jpeg::is_whole(bytes) && !is_zip(bytes),
        PaperFormat::Png => !is_zip(bytes),
        PaperFormat::Pdf => match pdf::check(bytes) {
            Ok(()) => !is_zip(bytes),
            Err(PdfFault::Active) => return Err(active()),
            Err(PdfFault::Unreadable) => return Err(unreadable()),
        },
    };
    match (is_sound, format) {
        (true, _) => Ok(()),
        (false, PaperFormat::Docx) => Err(active()),
        (false, _) => Err(damaged()),
    }
}

/// Whether it can be opened as an archive, too, wherever in it that begins.
fn is_zip(bytes: &[u8]) -> bool {
    ZipArchive::new(Cursor::new(bytes)).is_ok()
}

fn active() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::ActiveContent)
}

fn unreadable() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::UnreadablePdf)
}
