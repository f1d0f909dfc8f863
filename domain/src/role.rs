//! Who asks.

use serde::{Deserialize, Serialize};

/// The role of a signed-in person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Applicant => "applicant",
            Self::Admin => "admin",
            Self::Operator => "operator",
        }
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }
}
