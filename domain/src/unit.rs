//! Applying units (单位).

use serde::{Deserialize, Serialize};

/// Whether a unit is offered to people who choose theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "i16", try_from = "i16")]
pub enum UnitStatus {
    /// 0: forms and accounts may still name it.
    Withdrawn,
    /// 1
    InUse,
}

impl UnitStatus {
    /// Every status, in code order.
    pub const ALL: [Self; 2] = [Self::Withdrawn, Self::InUse];

    /// The code in the database and in answers.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::Withdrawn => 0,
            Self::InUse => 1,
        }
    }
}

impl From<UnitStatus> for i16 {
    fn from(status: UnitStatus) -> Self {
        status.code()
    }
}

/// A code that no status of a unit has.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("unit status {0} is none of 0, 1")]
pub struct UnknownUnitStatus(pub i16);

impl TryFrom<i16> for UnitStatus {
    type Error = UnknownUnitStatus;
    fn try_from(code: i16) -> Result<Self, Self::Error> {
        Self::ALL
            .into_iter()
            .find(|status| status.code() == code)
            .ok_or(UnknownUnitStatus(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        for status in UnitStatus::ALL {
            assert_eq!(UnitStatus::try_from(status.code()), Ok(status));
        }
        assert_eq!(UnitStatus::try_from(2), Err(UnknownUnitStatus(2)));
    }
}
