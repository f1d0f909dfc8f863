//! The state of one scene of an order in preparation.

use serde::{Deserialize, Serialize};

/// A scene row's `sstatus`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "i16", try_from = "i16")]
pub enum SceneState {
    /// 0 提取完成
    Extracted,
    /// 1 提取中
    Extracting,
    /// 2 提取失败
    Failed,
}

impl SceneState {
    /// Every state, in code order.
    pub const ALL: [Self; 3] = [Self::Extracted, Self::Extracting, Self::Failed];

    /// The specification's code.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::Extracted => 0,
            Self::Extracting => 1,
            Self::Failed => 2,
        }
    }
}

impl From<SceneState> for i16 {
    fn from(state: SceneState) -> Self {
        state.code()
    }
}

/// A code that no scene state has.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("scene status {0} is none of 0, 1, 2")]
pub struct UnknownSceneState(pub i16);

impl TryFrom<i16> for SceneState {
    type Error = UnknownSceneState;
    fn try_from(code: i16) -> Result<Self, Self::Error> {
        Self::ALL
            .into_iter()
            .find(|state| state.code() == code)
            .ok_or(UnknownSceneState(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        for state in SceneState::ALL {
            assert_eq!(SceneState::try_from(state.code()), Ok(state));
        }
        assert_eq!(SceneState::try_from(3), Err(UnknownSceneState(3)));
    }
}
