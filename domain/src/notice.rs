//! What people are told of an order's events: which event concerns whom, and in which words.

use chrono::{DateTime, FixedOffset, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use crate::order::state::{Action, OrderState};

/// China standard time, which has no summer time.
const OFFSET_SECONDS: i32 = 8 * 3600;

/// What a notice is about.
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

/// Who is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The applicant whose order it is.
    Owner,
    /// Every administrator.
    Admins,
    /// Both.
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
    /// What was done.
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
    /// What the event says: a cause, a reason.
    pub said: &'a str,
    /// When the delivery closes.
    pub expires: Option<DateTime<Utc>>,
    /// Whether the data are fetched on a disk.
    pub offline: bool,
    /// Whether the applicant did it.
    pub by_owner: bool,
}

/// What the time line says of a cancelled preparation: who stopped it, then the cause.
const STOPPED_BY_OWNER: &str = "申请人取消：";
const STOPPED_BY_ADMIN: &str = "管理员取消：";

/// The time line's text of a cancelled preparation.
#[must_use]
pub fn cancellation(by_owner: bool, cause: &str) -> String {
    let who = if by_owner {
        STOPPED_BY_OWNER
    } else {
        STOPPED_BY_ADMIN
    };
    format!("{who}{cause}")
}

/// The cause in a text of [`cancellation`]; texts of earlier versions are the cause alone.
fn cause_of(text: &str) -> &str {
    [STOPPED_BY_OWNER, STOPPED_BY_ADMIN]
        .into_iter()
        .find_map(|who| text.strip_prefix(who))
        .unwrap_or(text)
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
            | Action::SaveDraft
            | Action::Reopen
            | Action::GiveFeedback
            | Action::SetPriority
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

    /// The words, one sentence or two.
    #[must_use]
    pub fn text(self, facts: Facts<'_>) -> String {
        let Facts {
            number,
            applicant,
            said,
            expires,
            offline,
            by_owner,
        } = facts;
        let fetch = if offline { "领取" } else { "下载" };
        let until = expires.map_or_else(String::new, |at| {
            format!("，{fetch}截止时间为{}", beijing_time(at))
        });
        match self {
            Self::Submitted => format!("{applicant}提交了订单{number}，请审核。"),
            Self::Approved => format!("您的订单{number}已通过审核，正在准备数据。"),
            Self::Rejected => format!("您的订单{number}被驳回，原因：{said}"),
            Self::Cancelled if by_owner => {
                let cause = cause_of(said);
                format!("{applicant}取消了订单{number}的数据准备，原因：{cause}")
            }
            Self::Cancelled => {
                let cause = cause_of(said);
                format!("您的订单{number}的数据准备已被管理员取消，原因：{cause}")
            }
            Self::PreparationStuck => format!("订单{number}的数据准备受阻：{said}"),
            Self::Prepared if offline => {
                format!("您的订单{number}的数据已准备完成，请按取件地址领取{until}。")
            }
            Self::Prepared => format!("您的订单{number}的数据已准备完成{until}。"),
            Self::Completed => format!("您的订单{number}已完成，欢迎评价。"),
            Self::Overdue => format!("您的订单{number}已逾期，{fetch}已关闭。"),
            Self::ExpiresIn3Days => format!(
                "您的订单{number}的{fetch}将在3天内关闭{until}。请及时{fetch}，需要更多时间可申请延期。"
            ),
            Self::ExpiresIn1Day => format!(
                "您的订单{number}的{fetch}将在1天内关闭{until}。请尽快{fetch}，需要更多时间可申请延期。"
            ),
            Self::Expired => format!("您的订单{number}的{fetch}已到期关闭。"),
            Self::ExtensionRequested => {
                format!("{applicant}申请延长订单{number}的{fetch}期限，理由：{said}")
            }
            Self::Extended => format!("您的订单{number}的{fetch}期限已延长{until}。"),
        }
    }

    /// The subject of a mail.
    #[must_use]
    pub fn subject(self, number: &str, offline: bool) -> String {
        let fetch = if offline { "领取" } else { "下载" };
        let what = match self {
            Self::Submitted => "待审核",
            Self::Approved => "已通过审核",
            Self::Rejected => "被驳回",
            Self::Cancelled => "数据准备已取消",
            Self::PreparationStuck => "数据准备受阻",
            Self::Prepared => "数据已准备完成",
            Self::Completed => "已完成",
            Self::Overdue => "已逾期",
            Self::ExpiresIn3Days => return format!("订单{number}{fetch}将在3天内关闭"),
            Self::ExpiresIn1Day => return format!("订单{number}{fetch}将在1天内关闭"),
            Self::Expired => return format!("订单{number}{fetch}已到期关闭"),
            Self::ExtensionRequested => "申请延期",
            Self::Extended => return format!("订单{number}{fetch}期限已延长"),
        };
        format!("订单{number}{what}")
    }
}

/// How near the end of a delivery is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpiryStage {
    /// Three days or less.
    ThreeDays,
    /// A day or less.
    OneDay,
    /// It is over.
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
    let shown = "%Y-%m-%d %H:%M";
    FixedOffset::east_opt(OFFSET_SECONDS).map_or_else(
        || at.format(shown).to_string(),
        |offset| at.with_timezone(&offset).format(shown).to_string(),
    )
}

#[cfg(test)]
mod tests;
