//! An ingest, as the terminal shows it.

use indicatif::ProgressBar;
use workers::ingest::IngestProgress;

/// The bar on the terminal of whoever runs the ingest.
#[derive(Debug, Clone)]
pub struct BarProgress(pub(super) ProgressBar);

impl BarProgress {
    /// Reports go to the log of errors, counts nowhere.
    pub fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }
}

impl IngestProgress for BarProgress {
    fn refused(&self, reason: &str) {
        self.0.suspend(|| eprintln!("{reason}"));
    }

    fn advance(&self, scenes: u64) {
        self.0.inc(scenes);
    }
}
