//! Names of papers.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;

/// What a paper is called within a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "paper.")]
pub enum PaperName {
    TaskSource,
    DistributionForm,
    IntroductionLetter,
    IdCard,
    Other,
    FeedbackDocument,
}

impl Text for PaperName {
    fn key(&self) -> &'static str {
        self.into()
    }
}
