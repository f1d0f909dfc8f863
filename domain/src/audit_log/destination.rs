//! Places outside that are told or sent something, and what is done to them.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use super::{AuditAction, AuditSubject};

/// A place outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Destination {
    /// Where scenes are pushed to.
    PushTarget,
    /// An address that is told of orders' events.
    Webhook,
}

impl Destination {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::PushTarget, Self::Webhook];

    pub(super) const fn subject(self) -> AuditSubject {
        match self {
            Self::PushTarget => AuditSubject::PushTarget,
            Self::Webhook => AuditSubject::Webhook,
        }
    }
}

/// What is done to it.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DestinationAction {
    /// It was set up.
    Create,
    /// It became different.
    Change,
    /// It was removed.
    Remove,
}

impl DestinationAction {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Create, Self::Change, Self::Remove];
}

/// Reads what was done to a place outside.
pub(super) fn destined(destination: Destination, word: &str) -> Option<AuditAction> {
    let action = word.parse().ok()?;
    Some(AuditAction::Destination(destination, action))
}
