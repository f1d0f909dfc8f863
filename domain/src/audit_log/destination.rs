//! Places outside that are told or sent something, and what is done to them.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

use super::subject::AuditSubject;

/// A place outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Destination {
    /// Where scenes are pushed to.
    PushTarget,
    /// An address that is told of orders' events.
    Webhook,
}

impl Destination {
    pub const ALL: [Self; 2] = [Self::PushTarget, Self::Webhook];

    pub(super) const fn subject(self) -> AuditSubject {
        match self {
            Self::PushTarget => AuditSubject::PushTarget,
            Self::Webhook => AuditSubject::Webhook,
        }
    }
}

/// Acts on a push target or webhook.
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
    Create,
    Change,
    Remove,
    /// A file was written, read and removed there, or was to be.
    TryOut,
    /// Nothing is sent there from now on.
    Stop,
    /// Sending is resumed.
    Resume,
}

impl DestinationAction {
    pub const ALL: [Self; 6] = [
        Self::Create,
        Self::Change,
        Self::Remove,
        Self::TryOut,
        Self::Stop,
        Self::Resume,
    ];
}
