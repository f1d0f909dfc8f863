//! The three kinds of administrator (三员): whoever runs the system, whoever gives rights and whoever watches over both. The terms
//! are those of GB/T 22239-2019, 8.1.5 (system, security and audit management).

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};

/// What an administrator is, where administrators are kept apart.
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
    EnumIter,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum AdministratorKind {
    /// Runs the system: accounts, configuration, catalogue (系统管理员).
    System,
    /// Gives rights, and watches over those who watch (安全管理员).
    Security,
    /// Watches over the other two (审计管理员).
    Audit,
}

impl AdministratorKind {
    pub const ALL: [Self; 3] = [Self::System, Self::Security, Self::Audit];

    /// The word in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// What its title is in Chinese, which its role is called by.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::System => "系统管理员",
            Self::Security => "安全管理员",
            Self::Audit => "审计管理员",
        }
    }
}
