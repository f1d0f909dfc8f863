//! The whole of an uploaded paper, looked through once it has arrived.

mod process;
mod verdict;

use std::io::Cursor;

use axum::http::StatusCode;
use bytes::Bytes;
use domain::attachment::PaperFormat;
use domain::ids::UserId;
use object_store::ObjectStore;
use storage::paper_bytes::{self, PaperObject};
use storage::sealed::ServerKey;
use texts::ProblemText;
use tokio::sync::Semaphore;
use zip::ZipArchive;

pub use process::InspectionProcess;
pub use verdict::Verdict;

use super::content::damaged;
use super::pdf::PdfFault;
use super::{jpeg, package, pdf};
use crate::problem::Problem;
use crate::shares::Shares;

/// Papers that are looked through at the same time, each whole in memory; and those of one person, so that a paper that
/// takes long holds up nobody but its sender.
const AT_ONCE: usize = 2;
const OF_A_PERSON: usize = 1;

impl Verdict {
    fn result(self) -> Result<(), Problem> {
        match self {
            Self::Sound => Ok(()),
            Self::Damaged => Err(damaged()),
            Self::Active => Err(active()),
            Self::Unreadable => Err(unreadable()),
        }
    }
}

/// Where papers are looked through.
#[derive(Debug, Clone, Default)]
pub enum Inspector {
    /// On a thread of this process, which nothing can end: for tests of what is found.
    #[default]
    Thread,
    /// In a process for each paper, which ends when it takes too much. The readers of PDF come from a library, and a file
    /// of four kilobytes keeps one busy for a minute.
    Process(InspectionProcess),
}

/// Who looks through papers, and how many at a time.
#[derive(Debug)]
pub(crate) struct Inspection {
    inspector: Inspector,
    permits: Semaphore,
    shares: Shares<UserId>,
}

impl Inspection {
    pub(crate) fn new(inspector: Inspector) -> Self {
        Self {
            inspector,
            permits: Semaphore::new(AT_ONCE),
            shares: Shares::new(OF_A_PERSON),
        }
    }

    /// Reads the paper back from the store and looks through it. The object belongs to nobody yet.
    pub(super) async fn of_stored(
        &self,
        (objects, key): (&dyn ObjectStore, &ServerKey),
        paper: PaperObject<'_>,
        uploader: UserId,
    ) -> Result<(), Problem> {
        let share = self.shares.share_of(uploader);
        let _own = share.acquire().await.map_err(|_| Problem::internal())?;
        let _permit = self
            .permits
            .acquire()
            .await
            .map_err(|_| Problem::internal())?;
        let bytes = paper_bytes::read(objects, key, paper).await?;
        self.verdict(bytes).await?.result()
    }

    async fn verdict(&self, bytes: Bytes) -> Result<Verdict, Problem> {
        match &self.inspector {
            Inspector::Thread => {
                let looked = tokio::task::spawn_blocking(move || inspect(&bytes));
                // A reader that panics on a file has not read it.
                Ok(looked.await.unwrap_or(Verdict::Damaged))
            }
            Inspector::Process(process) => process.verdict(&bytes).await,
        }
    }
}

/// Whether the paper shows something to people and does nothing else. Of what it is, its first bytes tell.
#[must_use]
pub fn inspect(bytes: &[u8]) -> Verdict {
    let sound_or = |is_sound, otherwise| if is_sound { Verdict::Sound } else { otherwise };
    match PaperFormat::sniff(bytes) {
        None => Verdict::Damaged,
        Some(PaperFormat::Docx) => sound_or(package::is_plain_document(bytes), Verdict::Active),
        Some(PaperFormat::Jpeg) => {
            sound_or(jpeg::is_whole(bytes) && !is_zip(bytes), Verdict::Damaged)
        }
        Some(PaperFormat::Png) => sound_or(!is_zip(bytes), Verdict::Damaged),
        Some(PaperFormat::Pdf) => match pdf::check(bytes) {
            Ok(()) => sound_or(!is_zip(bytes), Verdict::Damaged),
            Err(PdfFault::Active) => Verdict::Active,
            Err(PdfFault::Unreadable) => Verdict::Unreadable,
        },
    }
}

/// Whether it can be opened as an archive, too, wherever in it that begins.
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    ZipArchive::new(Cursor::new(bytes)).is_ok()
}

fn active() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::ActiveContent)
}

fn unreadable() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::UnreadablePdf)
}
