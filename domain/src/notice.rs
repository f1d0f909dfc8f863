//! What people are told of an order's events: which event concerns whom, and in which words.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use texts::{Detail, EventText, MailText, Message, NoticeText, Text as _};

use crate::calendar::china_time;
use crate::order::state::{Action, OrderState};

/// The occasion of a notice.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum NoticeKind {
    /// An application was handed in.
    Submitted,
    /// 审核通过
    Approved,
    /// 审核驳回
    Rejected,
    /// The preparation was stopped.
    Cancelled,
    /// The preparation cannot go on by itself.
    PreparationStuck,
    /// 数据准备完成
    Prepared,
    /// 已完成
    Completed,
    /// 逾期
    Overdue,
    /// The delivery closes within three days.
    #[serde(rename = "expires_in_3_days")]
    #[strum(serialize = "expires_in_3_days")]
    ExpiresIn3Days,
    /// The delivery closes within a day.
    #[serde(rename = "expires_in_1_day")]
    #[strum(serialize = "expires_in_1_day")]
    ExpiresIn1Day,
    /// The delivery has closed.
    Expired,
    /// The applicant asks for more time.
    ExtensionRequested,
    /// The applicant has more time.
    Extended,
}

/// The word of notices that tell what subscriptions brought on a day. They are of no order, and no webhook is called.
pub const DIGEST: &str = "subscription_digest";
/// What a notice about a refused result is called, beside the kinds of events of orders.
pub const RESULT_REFUSED: &str = "result_refused";

/// Words of all notices.
#[must_use]
pub fn words() -> Vec<&'static str> {
    let of_orders = NoticeKind::ALL.iter().map(|kind| kind.as_str());
    of_orders.chain([DIGEST, RESULT_REFUSED]).collect()
}

/// The people that a notice goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The applicant whose order it is.
    Owner,
    /// Every administrator.
    Admins,
    /// The owner of the order, and administrators.
    OwnerAndAdmins,
}

impl Audience {
    /// Whether the applicant is told.
    #[must_use]
    pub const fn has_owner(self) -> bool {
        matches!(self, Self::Owner | Self::OwnerAndAdmins)
    }

    /// Whether the administrators are told.
    #[must_use]
    pub const fn has_admins(self) -> bool {
        matches!(self, Self::Admins | Self::OwnerAndAdmins)
    }
}

/// An event as the table below looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderHappening<'a> {
    pub action: Action,
    /// The state before.
    pub from: Option<OrderState>,
    /// The state after.
    pub to: OrderState,
    /// Why, as a stable code.
    pub reason_code: &'a str,
    /// Whether the applicant did it.
    pub by_owner: bool,
}

/// What a text needs to know.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The order's number.
    pub number: &'a str,
    /// The applicant's name.
    pub applicant: &'a str,
    /// What the event says: a cause, a reason, a failure.
    pub explanation: &'a Detail,
    /// When the delivery closes.
    pub expires: Option<DateTime<Utc>>,
    /// Whether the data are fetched on a disk.
    pub offline: bool,
    /// Whether the applicant did it.
    pub by_owner: bool,
}

/// The time line's text of a cancelled preparation: who stopped it, and the cause.
#[must_use]
pub fn cancellation(by_owner: bool, cause: &str) -> EventText {
    let cause = cause.to_owned();
    if by_owner {
        EventText::CancelledByApplicant { cause }
    } else {
        EventText::CancelledByAdministrator { cause }
    }
}

/// The cause in a text of [`cancellation`]; events of earlier versions say the cause alone.
fn cause_of(detail: &Detail) -> Detail {
    let Detail::Message(message) = detail else {
        return detail.clone();
    };
    let cause = [true, false]
        .iter()
        .any(|by_owner| message.code == cancellation(*by_owner, "").key())
        .then(|| message.params.get("cause")?.as_str())
        .flatten();
    cause.map_or_else(|| detail.clone(), Detail::from)
}

impl NoticeKind {
    /// Every kind.
    pub const ALL: [Self; 13] = [
        Self::Submitted,
        Self::Approved,
        Self::Rejected,
        Self::Cancelled,
        Self::PreparationStuck,
        Self::Prepared,
        Self::Completed,
        Self::Overdue,
        Self::ExpiresIn3Days,
        Self::ExpiresIn1Day,
        Self::Expired,
        Self::ExtensionRequested,
        Self::Extended,
    ];

    /// The stable word: stored, sent to webhooks.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the stable word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// What is told of an event; `None`: it is on the order's time line, and that is enough.
    #[must_use]
    pub fn of_event(event: OrderHappening<'_>) -> Option<Self> {
        match event.action {
            Action::Submit => Some(Self::Submitted),
            Action::Approve => Some(Self::Approved),
            Action::Reject => Some(Self::Rejected),
            Action::CancelPreparation => Some(Self::Cancelled),
            Action::FinishPreparation if event.to == OrderState::Prepared => Some(Self::Prepared),
            Action::FinishPreparation => Some(Self::PreparationStuck),
            Action::Complete => Some(Self::Completed),
            Action::MarkOverdue => Some(Self::Overdue),
            Action::RequestExtension => Some(Self::ExtensionRequested),
            Action::Extend => Some(Self::Extended),
            Action::NoteExpiry => ExpiryStage::parse(event.reason_code).map(ExpiryStage::kind),
            Action::Save
            | Action::Withdraw
            | Action::FinishExtraction
            | Action::Reextract
            | Action::ContinueWithoutFailed
            | Action::RetryPreparation
            | Action::SaveDraft
            | Action::Reopen
            | Action::GiveFeedback
            | Action::SetPriority
            | Action::SetEmergency
            | Action::PauseTasks
            | Action::ResumeTasks
            | Action::RetryTasks
            | Action::CancelTasks
            | Action::Clone
            | Action::Delete => None,
        }
    }

    /// Who is told; nobody needs to be told of what they have done themselves.
    #[must_use]
    pub const fn audience(self, by_owner: bool) -> Audience {
        match self {
            Self::Cancelled if by_owner => Audience::Admins,
            Self::Submitted | Self::ExtensionRequested => Audience::Admins,
            Self::PreparationStuck => Audience::OwnerAndAdmins,
            Self::Approved
            | Self::Rejected
            | Self::Cancelled
            | Self::Prepared
            | Self::Completed
            | Self::Overdue
            | Self::ExpiresIn3Days
            | Self::ExpiresIn1Day
            | Self::Expired
            | Self::Extended => Audience::Owner,
        }
    }

    /// What is said, one sentence or two.
    #[must_use]
    pub fn message(self, facts: Facts<'_>) -> NoticeText {
        let number = facts.number.to_owned();
        let applicant = facts.applicant.to_owned();
        let explanation = facts.explanation.clone();
        match self {
            Self::Submitted => NoticeText::Submitted { applicant, number },
            Self::Approved => NoticeText::Approved { number },
            Self::Rejected => NoticeText::Rejected {
                number,
                said: explanation,
            },
            Self::Cancelled => {
                let explanation = cause_of(facts.explanation);
                if facts.by_owner {
                    NoticeText::CancelledByApplicant {
                        applicant,
                        number,
                        said: explanation,
                    }
                } else {
                    NoticeText::CancelledByAdministrator {
                        number,
                        said: explanation,
                    }
                }
            }
            Self::PreparationStuck => NoticeText::PreparationStuck {
                number,
                said: explanation,
            },
            Self::Completed => NoticeText::Completed { number },
            of_delivery if facts.offline => of_delivery.of_pick_up(facts),
            of_delivery => of_delivery.of_download(facts),
        }
    }

    /// What is said of data that is downloaded.
    fn of_download(self, facts: Facts<'_>) -> NoticeText {
        let number = facts.number.to_owned();
        let until = facts.expires.map(beijing_time);
        let until = until.map_or_else(Message::default, |time| {
            NoticeText::UntilDownload { time }.into()
        });
        match self {
            Self::Overdue => NoticeText::OverdueToDownload { number },
            Self::ExpiresIn3Days => NoticeText::DownloadEndsIn3Days { number, until },
            Self::ExpiresIn1Day => NoticeText::DownloadEndsIn1Day { number, until },
            Self::Expired => NoticeText::DownloadEnded { number },
            Self::ExtensionRequested => NoticeText::MoreTimeToDownloadAsked {
                applicant: facts.applicant.to_owned(),
                number,
                said: facts.explanation.clone(),
            },
            Self::Extended => NoticeText::DownloadExtended { number, until },
            _ => NoticeText::PreparedToDownload { number, until },
        }
    }

    /// What is said of data that is picked up on a disk.
    fn of_pick_up(self, facts: Facts<'_>) -> NoticeText {
        let number = facts.number.to_owned();
        let until = facts.expires.map(beijing_time);
        let until = until.map_or_else(Message::default, |time| {
            NoticeText::UntilPickUp { time }.into()
        });
        match self {
            Self::Overdue => NoticeText::OverdueToPickUp { number },
            Self::ExpiresIn3Days => NoticeText::PickUpEndsIn3Days { number, until },
            Self::ExpiresIn1Day => NoticeText::PickUpEndsIn1Day { number, until },
            Self::Expired => NoticeText::PickUpEnded { number },
            Self::ExtensionRequested => NoticeText::MoreTimeToPickUpAsked {
                applicant: facts.applicant.to_owned(),
                number,
                said: facts.explanation.clone(),
            },
            Self::Extended => NoticeText::PickUpExtended { number, until },
            _ => NoticeText::PreparedToPickUp { number, until },
        }
    }

    /// The subject of a mail.
    #[must_use]
    pub fn subject(self, number: &str, offline: bool) -> MailText {
        let number = number.to_owned();
        match (self, offline) {
            (Self::Submitted, _) => MailText::Submitted { number },
            (Self::Approved, _) => MailText::Approved { number },
            (Self::Rejected, _) => MailText::Rejected { number },
            (Self::Cancelled, _) => MailText::Cancelled { number },
            (Self::PreparationStuck, _) => MailText::PreparationStuck { number },
            (Self::Prepared, _) => MailText::Prepared { number },
            (Self::Completed, _) => MailText::Completed { number },
            (Self::Overdue, _) => MailText::Overdue { number },
            (Self::ExpiresIn3Days, false) => MailText::DownloadEndsIn3Days { number },
            (Self::ExpiresIn3Days, true) => MailText::PickUpEndsIn3Days { number },
            (Self::ExpiresIn1Day, false) => MailText::DownloadEndsIn1Day { number },
            (Self::ExpiresIn1Day, true) => MailText::PickUpEndsIn1Day { number },
            (Self::Expired, false) => MailText::DownloadEnded { number },
            (Self::Expired, true) => MailText::PickUpEnded { number },
            (Self::ExtensionRequested, _) => MailText::ExtensionRequested { number },
            (Self::Extended, false) => MailText::DownloadExtended { number },
            (Self::Extended, true) => MailText::PickUpExtended { number },
        }
    }
}

/// How near the end of a delivery is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpiryStage {
    /// Three days or less.
    ThreeDays,
    /// A day or less.
    OneDay,
    Over,
}

impl ExpiryStage {
    /// Every stage.
    pub const ALL: [Self; 3] = [Self::ThreeDays, Self::OneDay, Self::Over];

    /// The longest time left of which anything is said.
    pub const FIRST: TimeDelta = TimeDelta::days(3);

    /// The stage at `now` of what closes at `expires`; `None`: it is far away.
    #[must_use]
    pub fn at(expires: DateTime<Utc>, now: DateTime<Utc>) -> Option<Self> {
        let left = expires - now;
        if left <= TimeDelta::zero() {
            Some(Self::Over)
        } else if left <= TimeDelta::days(1) {
            Some(Self::OneDay)
        } else if left <= Self::FIRST {
            Some(Self::ThreeDays)
        } else {
            None
        }
    }

    /// What people are told of it.
    #[must_use]
    pub const fn kind(self) -> NoticeKind {
        match self {
            Self::ThreeDays => NoticeKind::ExpiresIn3Days,
            Self::OneDay => NoticeKind::ExpiresIn1Day,
            Self::Over => NoticeKind::Expired,
        }
    }

    /// The reason code of the event.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.kind().as_str()
    }

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == word)
    }
}

/// A moment for people: Beijing time, to the minute.
#[must_use]
pub fn beijing_time(at: DateTime<Utc>) -> String {
    china_time(at).format("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests;
