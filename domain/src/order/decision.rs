//! What an auditor decides at the desk: held for a moment in which it can be taken back, then carried out.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::DroppedText;

use super::state::{Action, Refusal};

/// How long a decision can be taken back, by the database's clock.
pub const UNDO_TIME: TimeDelta = TimeDelta::seconds(8);
/// A decision that has failed for this long is given up.
pub const GIVE_UP_AFTER: TimeDelta = TimeDelta::minutes(10);

/// What is decided about an order that waits for its audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Decision {
    /// 通过
    Approve,
    /// 驳回
    Reject,
}

impl Decision {
    /// Every decision.
    pub const ALL: [Self; 2] = [Self::Approve, Self::Reject];

    /// The word stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// What it does to the order.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Approve => Action::Approve,
            Self::Reject => Action::Reject,
        }
    }
}

/// Why a decision was not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, IntoStaticStr, EnumString, EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DropReason {
    /// The applicant took the order back.
    Withdrawn,
    /// The order was no longer waiting for its audit.
    StateChanged,
    /// Whoever decided may no longer audit it.
    PermissionLost,
    /// The account of whoever decided was switched off.
    AccountDisabled,
    /// Something that the decision needs no longer holds.
    Unmet,
    /// The server failed to carry it out, again and again.
    Failed,
}

impl DropReason {
    /// The word stored and sent.
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

impl DropReason {
    /// Message to the person who decided.
    #[must_use]
    pub const fn text(self) -> DroppedText {
        match self {
            Self::Withdrawn => DroppedText::Withdrawn,
            Self::StateChanged => DroppedText::StateChanged,
            Self::PermissionLost => DroppedText::PermissionLost,
            Self::AccountDisabled => DroppedText::AccountDisabled,
            Self::Unmet => DroppedText::Unmet,
            Self::Failed => DroppedText::Failed,
        }
    }
}

impl From<Refusal> for DropReason {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::WrongState { .. } => Self::StateChanged,
            Refusal::Invisible | Refusal::NotAllowed => Self::PermissionLost,
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;
    use crate::order::state::{Capability, OrderState, transition};

    #[test]
    fn words_are_read_as_they_are_written() {
        for decision in Decision::ALL {
            assert_eq!(Decision::parse(decision.as_str()), Some(decision));
        }
        for reason in DropReason::iter() {
            assert_eq!(DropReason::parse(reason.as_str()), Some(reason));
        }
        assert_eq!(Decision::parse("withdraw"), None);
    }

    #[test]
    fn only_who_may_audit_decides_and_only_about_orders_that_wait() {
        for decision in Decision::ALL {
            for state in OrderState::ALL {
                for capability in Capability::ALL {
                    let may = transition(Some(state), decision.action(), capability).is_ok();
                    let expected =
                        state == OrderState::PendingReview && capability == Capability::Auditor;
                    assert_eq!(may, expected, "{decision:?} {state:?} {capability:?}");
                }
            }
        }
    }

    #[test]
    fn refusals_say_why_a_decision_was_dropped() {
        let action = Action::Approve;
        let from = OrderState::PendingSubmission;
        for (refusal, reason) in [
            (Refusal::Invisible, DropReason::PermissionLost),
            (Refusal::NotAllowed, DropReason::PermissionLost),
            (
                Refusal::WrongState { from, action },
                DropReason::StateChanged,
            ),
        ] {
            assert_eq!(DropReason::from(refusal), reason);
        }
    }
}
