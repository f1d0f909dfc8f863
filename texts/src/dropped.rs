//! Why a decision was not carried out.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::Text;

/// What became of the order meanwhile, or of whoever decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "dropped.")]
pub enum DroppedText {
    Withdrawn,
    StateChanged,
    PermissionLost,
    AccountDisabled,
    Unmet,
    Failed,
}

impl Text for DroppedText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
