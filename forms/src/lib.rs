//! What people print, sign and file: papers of an order or a subscription, and workbooks of figures. Pure: facts in, bytes out.
//!
//! The papers that an applicant signs and hands in are filled in with what the order or the subscription says. A paper is described once
//! ([`document::Document`]) and written twice: as PDF to print, as DOCX to change first.

mod canonical;
mod chart_look;
pub mod delivery_record;
pub mod dictionary_table;
mod distribution;
pub mod document;
mod docx;
mod face;
pub mod facts;
pub mod field_table;
pub mod figure_table;
mod form_error;
mod id_card;
pub mod instrument_table;
mod introduction;
mod pdf;
pub mod registry_table;
pub mod result_table;
pub mod shown_table;
pub mod signing;
mod task_source;
pub mod user_table;
pub mod verification;
pub mod workbook;
mod wrap;
pub mod yearly_report;

use domain::attachment::AttachmentKind;

use document::Document;
use facts::PaperFacts;
pub use form_error::FormError;

/// How a blank paper is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A PDF, to print and sign.
    Pdf,
    /// To change in a word processor first.
    Docx,
}

impl Format {
    /// The ending of its files.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Docx => "docx",
        }
    }

    /// The media type to serve it with.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }
}

/// The paper of this slot, filled in; `None` for slots that have no form of their own.
#[must_use]
pub fn document(kind: AttachmentKind, facts: &PaperFacts) -> Option<Document> {
    match kind {
        AttachmentKind::DistributionForm => Some(distribution::document(facts)),
        AttachmentKind::TaskSource => Some(task_source::document(facts)),
        AttachmentKind::IntroductionLetter => Some(introduction::document(facts)),
        AttachmentKind::IdCard => Some(id_card::document(facts)),
        AttachmentKind::Other | AttachmentKind::FeedbackDocument => None,
    }
}

/// Writes a paper.
pub fn write(document: &Document, format: Format) -> Result<Vec<u8>, FormError> {
    match format {
        Format::Pdf => pdf::write(document),
        Format::Docx => docx::write(document),
    }
}
