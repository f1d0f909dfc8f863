//! What is frozen of a report when it is published.

use serde::{Deserialize, Serialize};

use super::figures::YearlyFigures;

/// The figure that a note explains.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum NoteSubject {
    /// Orders of the month.
    Orders,
    /// What was provided in the month.
    Provided,
}

impl NoteSubject {
    /// The word that is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// What an operator says of a month that stands out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportNote {
    /// 1 to 12.
    pub month: u32,
    /// The figure that the note explains.
    pub subject: NoteSubject,
    /// The note, plain text.
    pub text: String,
}

/// What a published report holds for good. Nothing in it says when or by whom it was made, and no number is broken: made again
/// from the same figures and notes it is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportContent {
    /// Figures of the year.
    pub figures: YearlyFigures,
    /// By month, orders before what was provided.
    pub notes: Vec<ReportNote>,
}

impl ReportContent {
    /// The content with its notes in their order.
    #[must_use]
    pub fn new(figures: YearlyFigures, mut notes: Vec<ReportNote>) -> Self {
        notes.sort_by_key(|note| (note.month, note.subject));
        Self { figures, notes }
    }
}
