//! Papers that belong to an order: their kinds, the required sets, stored names and content checks.

use std::collections::HashMap;
use texts::PaperName;

use serde::{Deserialize, Serialize};

use crate::order::get_method::GetMethod;

/// Largest accepted upload.
pub const MAX_UPLOAD_BYTES: u64 = 20 * 1024 * 1024;
/// Length of the prefix of a stored name; screens drop it (orders specification section 9).
pub const STORED_PREFIX_CHARS: usize = 19;

/// The slot that a paper fills, one file a slot; or that it belongs to a feedback.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "i16", try_from = "i16")]
pub enum AttachmentKind {
    /// 任务来源说明
    TaskSource,
    /// 分发登记表 (signed)
    DistributionForm,
    /// 介绍信
    IntroductionLetter,
    /// 身份证
    IdCard,
    /// 其他附件
    Other,
    /// 评价附件: a document added to a feedback; no slot of the application
    FeedbackDocument,
}

impl AttachmentKind {
    /// Every kind: the slots, then what is none.
    pub const ALL: [Self; 6] = [
        Self::TaskSource,
        Self::DistributionForm,
        Self::IntroductionLetter,
        Self::IdCard,
        Self::Other,
        Self::FeedbackDocument,
    ];
    /// The slots of the application, in the order of the form.
    pub const SLOTS: [Self; 5] = [
        Self::TaskSource,
        Self::DistributionForm,
        Self::IntroductionLetter,
        Self::IdCard,
        Self::Other,
    ];
    /// The four papers that a completed order must have whichever its get method.
    pub const FOR_COMPLETION: [Self; 4] = [
        Self::TaskSource,
        Self::DistributionForm,
        Self::IntroductionLetter,
        Self::IdCard,
    ];

    /// The specification's type code.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::TaskSource => 6,
            Self::DistributionForm => 7,
            Self::IntroductionLetter => 2,
            Self::IdCard => 1,
            Self::Other => 4,
            Self::FeedbackDocument => 8,
        }
    }

    /// Whether the application has a slot for it.
    #[must_use]
    pub fn is_slot(self) -> bool {
        Self::SLOTS.contains(&self)
    }

    /// The name that people know it by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TaskSource => "任务来源说明",
            Self::DistributionForm => "分发登记表",
            Self::IntroductionLetter => "介绍信",
            Self::IdCard => "身份证",
            Self::Other => "其他附件",
            Self::FeedbackDocument => "评价附件",
        }
    }

    /// The same within a text of the catalogue.
    #[must_use]
    pub const fn text(self) -> PaperName {
        match self {
            Self::TaskSource => PaperName::TaskSource,
            Self::DistributionForm => PaperName::DistributionForm,
            Self::IntroductionLetter => PaperName::IntroductionLetter,
            Self::IdCard => PaperName::IdCard,
            Self::Other => PaperName::Other,
            Self::FeedbackDocument => PaperName::FeedbackDocument,
        }
    }

    /// Whether a paper of this format may be uploaded for it: only what is said in a feedback may be a DOCX, which
    /// browsers do not show.
    #[must_use]
    pub const fn takes(self, format: PaperFormat) -> bool {
        match format {
            PaperFormat::Jpeg | PaperFormat::Png | PaperFormat::Pdf => true,
            PaperFormat::Docx => matches!(self, Self::FeedbackDocument),
        }
    }

    /// The papers that a submitted order must have.
    #[must_use]
    pub const fn required_for(method: GetMethod) -> &'static [Self] {
        match method {
            GetMethod::OnlineDownload => &Self::FOR_COMPLETION,
            GetMethod::OfflineCopy => &[Self::TaskSource, Self::DistributionForm],
        }
    }
}

impl From<AttachmentKind> for i16 {
    fn from(kind: AttachmentKind) -> Self {
        kind.code()
    }
}

/// The name to show of a stored one: without the prefix.
#[must_use]
pub fn display_name(stored: &str) -> &str {
    let prefix = stored.char_indices().nth(STORED_PREFIX_CHARS);
    prefix.map_or("", |(at, _)| &stored[at..])
}

/// The first name that two of the papers of one order would share, where at least one of the two is new to it. What an
/// order holds already stays as it is, so that nobody is kept from changing something else.
#[must_use]
pub fn shared_name<'a>(papers: &[(&'a str, IsNew)]) -> Option<&'a str> {
    let mut seen: HashMap<&str, IsNew> = HashMap::new();
    papers.iter().find_map(|(stored, new)| {
        let name = display_name(stored);
        let earlier = seen.insert(name, *new)?;
        (*new == IsNew::Yes || earlier == IsNew::Yes).then_some(name)
    })
}

/// Whether a paper comes into its order only now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IsNew {
    /// Just uploaded, or taken from an earlier order
    Yes,
    /// In a slot of the order before
    No,
}

/// A type code that no slot has.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("attachment type {0} is none of 6, 7, 2, 1, 4, 8")]
pub struct UnknownAttachmentKind(pub i16);

impl TryFrom<i16> for AttachmentKind {
    type Error = UnknownAttachmentKind;
    fn try_from(code: i16) -> Result<Self, Self::Error> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.code() == code)
            .ok_or(UnknownAttachmentKind(code))
    }
}

/// What an uploaded paper is, told from its bytes, never from its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PaperFormat {
    /// JPEG image
    Jpeg,
    /// PNG image
    Png,
    /// PDF document
    Pdf,
    /// Word document (Office Open XML)
    Docx,
}

impl PaperFormat {
    /// Recognises a paper by its leading bytes (JPEG SOI, PNG signature, `%PDF-` at offset 0, a zip's first header).
    /// Whether a zip is a DOCX, its end tells.
    #[must_use]
    pub fn sniff(head: &[u8]) -> Option<Self> {
        match head {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Self::Png),
            [b'%', b'P', b'D', b'F', b'-', ..] => Some(Self::Pdf),
            [b'P', b'K', 3, 4, ..] => Some(Self::Docx),
            _ => None,
        }
    }

    /// The media type to serve it with.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Pdf => "application/pdf",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_the_specifications_and_read_back() {
        let codes: Vec<i16> = AttachmentKind::ALL.map(AttachmentKind::code).into();
        assert_eq!(codes, [6, 7, 2, 1, 4, 8]);
        for kind in AttachmentKind::ALL {
            assert_eq!(AttachmentKind::try_from(kind.code()), Ok(kind));
        }
        assert_eq!(AttachmentKind::try_from(3), Err(UnknownAttachmentKind(3)));
    }

    #[test]
    fn what_belongs_to_a_feedback_fills_no_slot_and_may_be_a_docx() {
        for kind in AttachmentKind::ALL {
            let feedback = kind == AttachmentKind::FeedbackDocument;
            assert_eq!(kind.is_slot(), !feedback, "{kind:?}");
            assert_eq!(kind.takes(PaperFormat::Docx), feedback, "{kind:?}");
            for format in [PaperFormat::Jpeg, PaperFormat::Png, PaperFormat::Pdf] {
                assert!(kind.takes(format), "{kind:?} {format:?}");
            }
        }
    }

    #[test]
    fn required_papers_follow_the_get_method() {
        let codes = |method| {
            AttachmentKind::required_for(method)
                .iter()
                .map(|kind| kind.code())
                .collect::<Vec<_>>()
        };
        assert_eq!(codes(GetMethod::OnlineDownload), [6, 7, 2, 1]);
        assert_eq!(codes(GetMethod::OfflineCopy), [6, 7]);
    }

    #[test]
    fn a_paper_is_known_by_its_bytes() {
        assert_eq!(PaperFormat::sniff(b"%PDF-1.7"), Some(PaperFormat::Pdf));
        assert_eq!(
            PaperFormat::sniff(b"\x89PNG\r\n\x1a\nxx"),
            Some(PaperFormat::Png)
        );
        assert_eq!(
            PaperFormat::sniff(&[0xFF, 0xD8, 0xFF, 0xE0]),
            Some(PaperFormat::Jpeg)
        );
        assert_eq!(PaperFormat::sniff(b"PK\x03\x04"), Some(PaperFormat::Docx));
        for wrong in [&b""[..], b"GIF89a", b"<svg", b"PK\x05\x06", b" %PDF-1.7"] {
            assert_eq!(PaperFormat::sniff(wrong), None);
        }
    }

    #[test]
    fn two_papers_of_one_order_have_two_names_unless_it_held_both_before() {
        use IsNew::{No, Yes};
        let at = |second: u32, name: &str| format!("20261121WP1030{second:02}000{name}");
        let [a, b, c] = [at(1, "扫描.pdf"), at(2, "扫描.pdf"), at(3, "介绍信.pdf")];
        assert_eq!(display_name(&a), "扫描.pdf");
        assert_eq!(display_name("short"), "");
        let table = [
            (vec![(&*a, Yes), (&*c, Yes)], None),
            (vec![(&*a, Yes), (&*c, No), (&*b, Yes)], Some("扫描.pdf")),
            (vec![(&*a, No), (&*b, Yes)], Some("扫描.pdf")),
            (vec![(&*a, Yes), (&*b, No)], Some("扫描.pdf")),
            (vec![(&*a, No), (&*b, No)], None),
        ];
        for (papers, want) in table {
            assert_eq!(shared_name(&papers), want, "{papers:?}");
        }
    }
}
