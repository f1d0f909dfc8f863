//! What owners of subscriptions are told of a day.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::{Message, Text};

/// A digest, and why scenes were missed. `reasons` and `more` are reasons, one in the other, or nothing; so is
/// `withdrawn`, what was withdrawn; `name` and `lines` are
/// somebody's own words and numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "digest.")]
pub enum DigestText {
    Day {
        day: String,
        name: String,
        matched: u64,
        delivered: u64,
        waiting: u64,
        missed: u64,
        reasons: Message,
        withdrawn: Message,
        lines: String,
    },
    SourceMissing {
        count: u64,
        more: Message,
    },
    SourceUnfit {
        count: u64,
        more: Message,
    },
    Cancelled {
        count: u64,
        more: Message,
    },
    OutOfScope {
        count: u64,
        more: Message,
    },
    Other {
        count: u64,
        more: Message,
    },
    Withdrawn {
        count: u64,
    },
}

impl Text for DigestText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
