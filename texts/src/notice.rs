//! What people are told of their orders.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::{Detail, Message, Text};

/// A notice. `until` is [`NoticeText::UntilDownload`], [`NoticeText::UntilPickUp`] or nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "notice.")]
pub enum NoticeText {
    PasswordTemporary,
    PasswordEnding {
        days: u64,
    },
    PasswordOver,
    Submitted {
        applicant: String,
        number: String,
    },
    Approved {
        number: String,
    },
    Rejected {
        number: String,
        said: Detail,
    },
    CancelledByApplicant {
        applicant: String,
        number: String,
        said: Detail,
    },
    CancelledByAdministrator {
        number: String,
        said: Detail,
    },
    PreparationStuck {
        number: String,
        said: Detail,
    },
    PreparedToDownload {
        number: String,
        until: Message,
    },
    PreparedToPickUp {
        number: String,
        until: Message,
    },
    Completed {
        number: String,
    },
    OverdueToDownload {
        number: String,
    },
    OverdueToPickUp {
        number: String,
    },
    DownloadEndsIn3Days {
        number: String,
        until: Message,
    },
    PickUpEndsIn3Days {
        number: String,
        until: Message,
    },
    DownloadEndsIn1Day {
        number: String,
        until: Message,
    },
    PickUpEndsIn1Day {
        number: String,
        until: Message,
    },
    DownloadEnded {
        number: String,
    },
    PickUpEnded {
        number: String,
    },
    MoreTimeToDownloadAsked {
        applicant: String,
        number: String,
        said: Detail,
    },
    MoreTimeToPickUpAsked {
        applicant: String,
        number: String,
        said: Detail,
    },
    DownloadExtended {
        number: String,
        until: Message,
    },
    PickUpExtended {
        number: String,
        until: Message,
    },
    ResultRefused {
        number: String,
        title: String,
        said: Detail,
    },
    UntilDownload {
        time: String,
    },
    UntilPickUp {
        time: String,
    },
}

impl Text for NoticeText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
