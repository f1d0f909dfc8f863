//! Who asks.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

/// The role of a signed-in person.
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
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Role {
    /// Orders scenes, sees own orders only.
    Applicant,
    /// Audits and steers all orders.
    Admin,
    /// Keeps workers and queues healthy; does not audit.
    Operator,
}

impl Role {
    /// Every role, for exhaustive tables.
    pub const ALL: [Self; 3] = [Self::Applicant, Self::Admin, Self::Operator];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}
