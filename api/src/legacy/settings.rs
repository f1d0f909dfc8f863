//! What differs between installations.

use super::cipher::LegacyKey;

/// How the old addresses are answered.
#[derive(Debug, Clone)]
pub struct LegacySettings {
    /// What stands for `{product}` in them.
    pub product: String,
    /// Under which flagged answers are encrypted; `None`: nothing is.
    pub key: Option<LegacyKey>,
}

impl Default for LegacySettings {
    fn default() -> Self {
        Self {
            product: "agrs".to_owned(),
            key: None,
        }
    }
}
